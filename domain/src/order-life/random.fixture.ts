/** A stream of numbers from a seed: the same seed tells the same story. */
export type Random = {
  /** A whole number from 0 up to and without the limit. */
  readonly below: (limit: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <Value>(values: readonly Value[]) => Value
  /** A minor amount from 1 up to and with the limit. */
  readonly amountUpTo: (limit: bigint) => bigint
}

/** Mulberry32: small, even enough for choosing events, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (values) => values[below(values.length)]!,
    amountUpTo: (limit) => ((BigInt(next()) * 4294967296n + BigInt(next())) % limit) + 1n,
  }
}
