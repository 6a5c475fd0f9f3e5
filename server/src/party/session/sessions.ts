import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { keptWithin } from '../../auth/authenticate.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

/** The live sessions of this user: those that a call with their token would find neither idle nor aged. */
export const listSessions: Handler<typeof sessionCalls.sessions> = async ({ app, tx, actor }) => {
  const { sessionIdleMinutes, sessionHours } = app.config
  return (
    await tx
      .selectFrom('session')
      .select(['id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent'])
      .where('userId', '=', actor.userId)
      .where('endedAt', 'is', null)
      .where(
        'lastSeenAt',
        '>',
        sql<string>`now() - make_interval(mins => ${sessionIdleMinutes}, secs => ${keptWithin(app.config)})`,
      )
      .where('createdAt', '>', sql<string>`now() - make_interval(hours => ${sessionHours})`)
      .orderBy('lastSeenAt', 'desc')
      .limit(100)
      .execute()
  ).map((row) => ({
    ...row,
    current: row.id === actor.sessionId,
  }))
}

export const revokeSession: Handler<typeof sessionCalls.revokeSession> = async (request) => {
  const { tx, actor, body } = request
  const ended = await tx
    .updateTable('session')
    .set({ endedAt: sql`now()` })
    .where('id', '=', body.id)
    .where('userId', '=', actor.userId)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refused('NOT_FOUND')
  await audit(request, { event: 'SESSION_REVOKED', objectType: 'SESSION', objectId: body.id })
  return {}
}
