import { noticeStreamPath } from '@usance/wire/notification/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { beginEvents } from '../../http/event-stream.ts'
import { admit, answerError } from '../../http/handle.ts'
import { Refused } from '../../http/refused.ts'
import { whenOver } from '../../http/when-over.ts'
import { type Progress, progressChannel } from '../sheet-import/progress.ts'
import { AccessWatch } from './access-watch.ts'
import { OpenStream, OpenStreams } from './open-stream.ts'
import { MessageTeller, type Told } from './tell-messages.ts'

/** Anybody signed in, in person: the stream lives as long as a session, and a company's systems are told by webhooks. */
const gate = { access: 'signed-in', scope: 'user', effect: 'read' } as const
const beatMs = 25_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Mounts the stream of messages, as server-sent events. The token travels as a header like with every call; `last-event-id`
 * takes the stream up where it broke off; one that begins, or missed too many messages, tells first how many are unread. It ends with the session, the user
 * and the seat, and never keeps an idle session alive.
 */
export function mountNoticeStream(server: FastifyInstance, app: App) {
  const streams = new OpenStreams()
  const access = new AccessWatch(app, streams)
  const teller = new MessageTeller(app, streams, access)
  let unfollow: (() => void) | undefined
  server.addHook('preClose', async () => {
    unfollow?.()
    for (const stream of [...streams.all]) stream.end()
  })
  server.get(
    `/api${noticeStreamPath.replace('{p}', app.config.prefix)}`,
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const { actor } = await admit(app, gate, request)
        if (!actor) throw new Refused('SESSION_EXPIRED')
        if (!streams.mayOpen(actor.userId, request.ip)) throw new Refused('TOO_MANY_REQUESTS')
        unfollow ??= follow(app, streams, access, teller)
        const lastId = [request.headers['last-event-id']].flat()[0] ?? ''
        open(streams, teller, { actor, address: request.ip, lastId: uuid.test(lastId) ? lastId : '' }, reply)
      } catch (error) {
        return answerError(error, request, reply)
      }
    },
  )
}

/** Follows what the database tells, and keeps the connections of all streams alive. Returns how to stop. */
function follow({ listener }: App, streams: OpenStreams, access: AccessWatch, teller: MessageTeller): () => void {
  const stops = [
    // After a gap nothing is known of what happened in it.
    listener.on('usance_access', (userId) => (userId === undefined ? access.checkAll() : access.checkUser(userId))),
    listener.on('usance_notification', (payload) => {
      if (payload === undefined) void teller.takeUpAll()
      else teller.hear(JSON.parse(payload) as Told)
    }),
    listener.on(progressChannel, (payload) => {
      if (payload === undefined) return
      const { userId, ...progress } = JSON.parse(payload) as Progress
      for (const stream of streams.ofUser(userId)) stream.event('progress', progress)
    }),
  ]
  const beat = setInterval(() => {
    access.checkAll()
    void access.settled().then(() => streams.beat())
  }, beatMs)
  return () => {
    clearInterval(beat)
    for (const stop of stops) stop()
  }
}

type Opening = { actor: Actor; address: string; lastId: string }
function open(streams: OpenStreams, teller: MessageTeller, { actor, address, lastId }: Opening, reply: FastifyReply) {
  const out = beginEvents(reply)
  // One that begins has missed nothing so far; after a gap it asks for what came since.
  const stream = new OpenStream(actor, address, lastId || newId(), out)
  stream.end = () => {
    streams.remove(stream)
    out.end()
  }
  streams.add(stream)
  whenOver(reply, stream.end)
  if (!stream.isOpen) return
  stream.write(': open\n\n')
  // A stream that is taken up again brings the missed messages, and the browser counts them; a new one begins with the count.
  void (lastId ? teller.takeUp([stream]) : teller.begin(stream))
}
