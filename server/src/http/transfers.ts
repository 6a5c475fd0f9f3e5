import type { App } from '../app.ts'
import { Refused } from './refused.ts'

/**
 * The most files that one user may be receiving at once, and the most long ones among them: each of those reads from the
 * database.
 */
export const transferLimits = { files: 12, long: 3 }

type Under = Record<keyof typeof transferLimits, number>
const underWay = new WeakMap<App, Map<string, Under>>()

/** @internal The number of files that are being sent to users now: a test sees that none stays counted. */
export const transfersUnderWay = (app: App): number =>
  [...(underWay.get(app)?.values() ?? [])].reduce((sum, { files, long }) => sum + files + long, 0)

/**
 * Counts a file sent to a user until the returned function is called; refuses DOWNLOADS_OPEN beyond the limit. A slow reader thus
 * holds only places of their own.
 */
export function beginTransfer(app: App, userId: string, kind: keyof Under): () => void {
  const users = underWay.get(app) ?? new Map<string, Under>()
  underWay.set(app, users)
  const count = users.get(userId) ?? { files: 0, long: 0 }
  if (count[kind] >= transferLimits[kind]) throw new Refused('DOWNLOADS_OPEN', { limit: transferLimits[kind] })
  users.set(userId, count)
  count[kind] += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    count[kind] -= 1
    if (count.files === 0 && count.long === 0) users.delete(userId)
  }
}
