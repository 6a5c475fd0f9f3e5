import type { App } from '../app.ts'
import { Refused } from './refused.ts'

/** How many files one user may be taking at a time, and how many of those may be long: each of these works the database. */
export const transferLimits = { files: 12, long: 3 }

type Under = Record<keyof typeof transferLimits, number>
const underWay = new WeakMap<App, Map<string, Under>>()

/** How many files are being sent to users now. */
export const transfersUnderWay = (app: App): number =>
  [...(underWay.get(app)?.values() ?? [])].reduce((sum, { files, long }) => sum + files + long, 0)

/**
 * Counts a file that is sent to a user until the answer given back is called; refuses DOWNLOADS_OPEN beyond the limit. A
 * reader who takes a byte a second holds one of their own places and nobody else's.
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
