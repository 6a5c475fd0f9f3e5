import type { Message } from '@usance/wire/notification/calls'
import type { App } from '../../app.ts'
import { inTransaction, type RowScope, type Tx } from '../../database/database.ts'
import { scopeOf } from '../../http/handle.ts'
import type { AccessWatch } from './access-watch.ts'
import { messagesAfter, messagesTold, mostMissed } from './messages.ts'
import { forEachStream, Line, type OpenStream, type OpenStreams } from './open-stream.ts'

/** A notification as the database tells of it: to a company, or to one user. */
export type Told = { id: string; companyId: string | null; userId: string | null }

const mostAtOnce = 100
const mostAttempts = 5
const pauseMs = 1000

/**
 * Brings messages to open streams. A message is read once for its audience – a company or a user – and written to all streams of
 * that audience. An audience asks one question at a time, in the turns of its company.
 */
export class MessageTeller {
  /** Ids of messages that are not read yet, by audience. */
  private readonly waiting = new Map<string, string[]>()
  constructor(
    private readonly app: App,
    private readonly streams: OpenStreams,
    private readonly access: AccessWatch,
  ) {}

  /** Queues a message for the streams it is for. */
  hear(told: Told): void {
    const audience = told.userId ?? told.companyId
    if (!audience || this.streamsOf(told).size === 0) return
    const queue = this.waiting.get(audience)
    if (queue) queue.push(told.id)
    else {
      const ids = [told.id]
      this.waiting.set(audience, ids)
      void this.tellAll(told, ids).finally(() => this.waiting.delete(audience))
    }
  }

  /** Lets every stream ask for what it may have missed while the database could not tell; one question for each user and seat. */
  async takeUpAll(): Promise<void> {
    const readers = new Map<string, OpenStream[]>()
    for (const stream of this.streams.all) {
      const { userId, companyId } = stream.actor
      const key = `${userId} ${companyId}`
      readers.set(key, [...(readers.get(key) ?? []), stream])
    }
    await Promise.all([...readers.values()].map((streams) => this.takeUp(streams)))
  }

  /**
   * Writes the messages that streams of one user in one company missed, each after the last one that it was told. Streams that
   * cannot be served end; their readers take them up again.
   */
  async takeUp(streams: readonly OpenStream[]): Promise<void> {
    const [first] = streams
    if (!first) return
    const { actor } = first
    const written = new Set<string>()
    for (const stream of streams) stream.hold()
    try {
      const starts = new Map(streams.map((stream) => [stream, stream.lastId]))
      let after = [...starts.values()].sort()[0]!
      for (;;) {
        const missed = await this.see(actor, actor.userId, scopeOf({ scope: 'company' }, actor), (tx) =>
          messagesAfter(tx, actor, after),
        )
        await this.access.settled()
        const lines = missed.map((message) => new Line(message))
        for (const [stream, start] of starts) stream.writeLines(lines.filter(({ message }) => message.id > start))
        for (const { id } of missed) written.add(id)
        after = missed.at(-1)?.id ?? after
        if (missed.length < mostMissed) break
      }
      for (const stream of streams) stream.release(written)
    } catch {
      for (const stream of streams) stream.end()
    }
  }

  /** Asks the database for a user, when it is the turn of their company. */
  see<T>({ companyId }: { companyId: string }, user: string, scope: RowScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.app.turns.calls.run({ company: companyId, user }, () => inTransaction(this.app.db, scope, 'read', work))
  }

  private streamsOf = ({ userId, companyId }: Told): ReadonlySet<OpenStream> =>
    userId ? this.streams.ofUser(userId) : this.streams.ofCompany(companyId ?? '')

  private async tellAll(told: Told, ids: string[]): Promise<void> {
    for (let failed = 0; ids.length > 0 && failed < mostAttempts; ) {
      const batch = ids.slice(0, mostAtOnce)
      const messages = await this.read(told, batch).catch(() => undefined)
      if (!messages) {
        failed += 1
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
        continue
      }
      failed = 0
      ids.splice(0, batch.length)
      await this.access.settled()
      const lines = messages.map((message) => new Line(message))
      await forEachStream(this.streamsOf(told), (stream) => stream.tell(lines))
    }
    // Whatever is left could not be read: the readers ask for it anew.
    if (ids.length > 0) for (const stream of [...this.streamsOf(told)]) stream.end()
  }

  private async read(told: Told, ids: readonly string[]): Promise<Message[]> {
    const [any] = this.streamsOf(told)
    if (!any) return []
    const { companyId } = any.actor
    const scope: RowScope = { kind: 'company', companyId, ...(told.userId ? { userId: told.userId } : {}) }
    const audience = told.userId ? { userId: told.userId } : { companyId }
    return this.see({ companyId }, `streams of ${told.userId ?? companyId}`, scope, (tx) => messagesTold(tx, audience, ids))
  }
}
