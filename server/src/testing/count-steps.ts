import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'
import { vi } from 'vitest'

// Optimised code is no longer counted.
setFlagsFromString('--no-opt')

/**
 * Counts the work of parsing without a clock: the runs of each block of JavaScript, in own code and in packages, and the
 * characters scanned by the built-in text searches. Work inside one step of the engine is not seen.
 */
export async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  let searched = 0
  const { indexOf } = String.prototype
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text: string, from = 0) {
    const found = Reflect.apply(indexOf, this, [text, from])
    searched += (found < 0 ? this.length : found) - from
    return found
  })
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const counts = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    return counts.reduce((sum, count) => sum + count, 0) + searched
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
    spy.mockRestore()
  }
}
