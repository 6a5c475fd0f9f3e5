import { createHash } from 'node:crypto'

/** Numbers that look random and are the same for the same seed, on every machine. */
export type Random = {
  /** At least 0, below 1. */
  next: () => number
  between: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(options: readonly T[]) => T
}

/** A sequence of its own for each name: what one part of the demo draws never shifts another part. */
export function randomOf(seed: string, ...names: string[]): Random {
  let state = createHash('sha256')
    .update([seed, ...names].join('|'))
    .digest()
    .readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (options) => options[Math.floor(next() * options.length)]!,
  }
}
