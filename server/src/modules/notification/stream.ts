import { Message, noticeStreamPath } from '@usance/wire/notification/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { cutFor } from '../../http/answer-shape.ts'
import type { Actor } from '../../http/context.ts'
import { beginEvents } from '../../http/event-stream.ts'
import { admit, answerError, scopeOf } from '../../http/handle.ts'
import { Refused } from '../../http/refused.ts'
import { type Progress, progressChannel } from '../sheet-import/progress.ts'
import { messageFor, messagesAfter, unreadOf } from './messages.ts'

/** Anybody signed in, in person: the stream lives as long as a session, and a company's systems are told by webhooks. */
const gate = { access: 'signed-in', scope: 'user', effect: 'read' } as const
const beatMs = 25_000
/** Streams one session may hold open, one a tab: each costs memory and a question for each message. */
const mostOfASession = 20
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** One open stream: what it hears is written; after a gap it asks for what it missed. */
type Reading = {
  actor: Actor
  lastId: string
  hear: (told: Told | undefined) => Promise<void>
  tell: (event: string, data: object) => void
}
type Told = { id: string; companyId: string | null; userId: string | null }

/**
 * Messages as they are made, as server-sent events. The token travels as a header like with every call; `last-event-id`
 * takes the stream up where it broke off; one that begins tells first how many are unread. It ends when the session does, and never keeps an idle session alive.
 */
export function mountNoticeStream(server: any, app: App) {
  const readings = new Set<Reading>()
  let unlisten: (() => void) | undefined
  let unlistenImports: (() => void) | undefined
  const follow = () => {
    unlisten ??= app.listener.on('usance_notification', (payload) => {
      const told = payload === undefined ? undefined : (JSON.parse(payload) as Told)
      for (const one of readings)
        if (!told || (told.userId ? told.userId === one.actor.userId : told.companyId === one.actor.companyId))
          one.hear(told).catch((error) => server.log.warn({ err: error }, 'a message could not be passed on'))
    })
  }
  const followImports = () => {
    unlistenImports ??= app.listener.on(progressChannel, (payload) => {
      if (payload === undefined) return
      const { userId, ...progress } = JSON.parse(payload) as Progress
      for (const one of readings) if (one.actor.userId === userId) one.tell('progress', progress)
    })
  }
  const streams = new Set<() => void>()
  server.addHook('preClose', async () => {
    unlisten?.()
    unlistenImports?.()
    for (const end of streams) end()
  })

  server.get(
    `/api${noticeStreamPath.replace('{p}', app.config.prefix)}`,
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const { actor } = await admit(app, gate, request)
        const ofSession = [...readings].filter((one) => one.actor.sessionId === actor?.sessionId).length
        if (ofSession >= mostOfASession) throw new Refused('TOO_MANY_REQUESTS')
        follow()
        followImports()
        const lastId = [request.headers['last-event-id']].flat()[0] ?? ''
        const stop = open(app, actor!, reply, lastId, readings, () => streams.delete(stop))
        streams.add(stop)
      } catch (error) {
        return answerError(error, request, reply)
      }
    },
  )
}

function open(app: App, actor: Actor, reply: FastifyReply, lastId: string, readings: Set<Reading>, ended: () => void) {
  const out = beginEvents(reply)
  out.write(': open\n\n')
  const see = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.db, scopeOf({ scope: 'company' }, actor), 'read', work)
  const reading: Reading = {
    actor,
    lastId: uuid.test(lastId) ? lastId : '',
    tell: (event, data) => void (out.writable && out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    async hear(told) {
      const messages = told
        ? [await see((tx) => messageFor(tx, actor, told.id))]
        : reading.lastId
          ? await see((tx) => messagesAfter(tx, actor, reading.lastId))
          : []
      for (const message of messages) {
        if (!message) continue
        if (message.id > reading.lastId) reading.lastId = message.id
        out.write(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(cutFor(Message, actor.companyRole, message))}\n\n`)
      }
    },
  }
  readings.add(reading)
  const beat = setInterval(async () => {
    const alive = await isLive(app, actor.sessionId).catch(() => true)
    if (!alive) stop()
    else out.write(': beat\n\n')
  }, beatMs)
  const stop = () => {
    clearInterval(beat)
    readings.delete(reading)
    ended()
    out.end()
  }
  out.on('close', stop)
  reading.hear(undefined).catch(() => stop())
  // Whoever takes a stream up again hears what was missed, and counts that; everybody else is told where to begin.
  if (!reading.lastId)
    see((tx) => unreadOf(tx, actor))
      .then((unread) => out.writable && out.write(`event: unread\ndata: ${JSON.stringify({ unread })}\n\n`))
      .catch(() => stop())
  return stop
}

async function isLive(app: App, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`
    select ended_at is null and last_seen_at > now() - make_interval(mins => ${app.config.sessionIdleMinutes})
      and created_at > now() - make_interval(hours => ${app.config.sessionHours}) as live
    from session where id = ${sessionId}`.execute(app.db)
  return rows[0]?.live ?? false
}
