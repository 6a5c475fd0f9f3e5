import { sql } from 'kysely'
import type { Actor, Context } from '../../http/context.ts'

/** The channel on which every process hears how far imports are. */
export const progressChannel = 'usance_progress'
export type Progress = { userId: string; fileKey: string; done: number; total: number }

const pauseMs = 300

/**
 * Tells the user who started an import how many of its rows are done, at most a few times a second. It goes over a
 * connection of its own: what the import's transaction says is heard only when it has ended.
 */
export function progressOf({ app, actor }: Context & { actor: Actor }, fileKey: string, total: number): (done: number) => void {
  let toldAt = 0
  return (done) => {
    if (Date.now() - toldAt < pauseMs) return
    toldAt = Date.now()
    const progress: Progress = { userId: actor.userId, fileKey, done, total }
    // Nobody's import fails because its progress could not be told.
    sql`select pg_notify(${progressChannel}, ${JSON.stringify(progress)})`.execute(app.asideDb).catch(() => {})
  }
}
