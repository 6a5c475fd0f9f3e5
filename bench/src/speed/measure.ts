/** One measured operation beside its floor: medians in milliseconds of the same interleaved rounds. */
export type Line = { what: string; ours: number; floor: number; budget: string; unit?: string }

/** The middle of some figures. */
export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * Times an operation and its floor in turns, so that what else the machine does falls on both alike. Both have been asked
 * often before: a server that has been at work for a while is measured, not one that has just started.
 */
export async function beside(
  what: string,
  budget: string,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
  { rounds = 21, warmUps = 30 } = {},
): Promise<Line> {
  for (let i = 0; i < warmUps; i++) {
    await ours()
    await floor()
  }
  const times = { ours: [] as number[], floor: [] as number[] }
  for (let i = 0; i < rounds; i++) {
    times.ours.push(await timed(ours))
    times.floor.push(await timed(floor))
  }
  return { what, budget, ours: median(times.ours), floor: median(times.floor) }
}

/** How often a second an operation is done by this many clients at once, over the given time. */
export async function perSecond(clients: number, seconds: number, work: (client: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await work(client)
        done++
      }
    }),
  )
  return done / seconds
}

/** Prints a table of lines: ours, the floor, their ratio, and the ratio that is wanted. */
export function printLines(title: string, lines: Line[]): void {
  console.log(`\n${title}`)
  console.log(`${'operation'.padEnd(46)}${'ours'.padStart(10)}${'floor'.padStart(10)}${'ratio'.padStart(9)}  budget`)
  for (const { what, ours, floor, budget, unit = 'ms' } of lines)
    console.log(
      `${what.padEnd(46)}${shown(ours).padStart(10)}${shown(floor).padStart(10)}${(ours / floor).toFixed(2).padStart(9)}  ${budget}${unit === 'ms' ? '' : ` (${unit})`}`,
    )
}
const shown = (value: number) => value.toFixed(value < 10 ? 2 : 1)
