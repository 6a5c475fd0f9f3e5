import type { App } from '../../app.ts'
import { inTransaction, type RowScope, type Tx } from '../../database/database.ts'
import { firstIdAt, newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { scopeOf } from '../../http/handle.ts'
import type { AccessWatch } from './access-watch.ts'
import { messagesAfter, messagesTold, type NewMessage, unreadOf, unreadWithLatest } from './messages.ts'
import { forEachStream, Line, type OpenStream, type OpenStreams } from './open-stream.ts'

/** A notification as the database tells of it: to a company, or to one user, who reads it in that company alone if it names one. */
export type Told = { id: string; companyId: string | null; userId: string | null }

const mostAtOnce = 100
const mostAttempts = 5
const pauseMs = 1000
/** The most messages that a stream takes up: together far less than a reader may leave untaken. */
export const mostTakenUp = 200
/** The greatest age of the last message that a stream was told, in milliseconds. */
const oldestTakenUpMs = 24 * 60 * 60 * 1000
/** The longest that a message is on its way to the streams, with every attempt to read it, in milliseconds. */
const longestOnItsWayMs = 5 * 60 * 1000

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
    this.tellElsewhere(told)
    if (this.streamsOf(told).size === 0) return
    const audience = `${told.userId} ${told.companyId}`
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
      const { userId, companyId, companyRole } = stream.actor
      const key = `${userId} ${companyId} ${companyRole}`
      readers.set(key, [...(readers.get(key) ?? []), stream])
    }
    await Promise.all([...readers.values()].map((streams) => this.takeUp(streams)))
  }

  /** Tells a stream that begins how many messages are unread. A stream that cannot be served ends. */
  begin = (stream: OpenStream): Promise<void> =>
    this.ask([stream], unreadOf).then(
      (unread) => (unread === undefined ? stream.end() : stream.event('unread', { unread })),
      () => stream.end(),
    )

  /**
   * Writes the messages that streams of one user in one seat missed, each after the last one that it was told. Streams that
   * missed more than `mostTakenUp`, or whose last message is older than a day, begin anew with a count: what is counted and still on
   * its way to them is not told as well. Streams that cannot be served end; their readers take them up again.
   */
  async takeUp(streams: readonly OpenStream[]): Promise<void> {
    for (const stream of streams) stream.hold()
    try {
      const now = newId()
      const after = streams.map(({ lastId }) => lastId).sort()[0] ?? now
      const isRecent = after >= firstIdAt(Date.now() - oldestTakenUpMs) && after <= now
      const onItsWay = firstIdAt(Date.now() - longestOnItsWayMs)
      const found = await this.ask(streams, async (tx, reader) => {
        const missed = isRecent ? await messagesAfter(tx, reader, after, mostTakenUp + 1) : undefined
        return missed && missed.length <= mostTakenUp ? { missed } : { counted: await unreadWithLatest(tx, reader, onItsWay) }
      })
      await this.access.settled()
      const lines = found?.missed?.map((message) => new Line(message)) ?? []
      for (const stream of streams) {
        if (!found) stream.end()
        else if (found.counted) stream.beginAnew(found.counted.unread, now)
        else stream.writeLines(lines.filter(({ message }) => message.id > stream.lastId))
      }
      const known = new Set(found?.counted?.latest ?? lines.map(({ message }) => message.id))
      for (const stream of streams) stream.release(known)
    } catch {
      for (const stream of streams) stream.end()
    }
  }

  /** Asks the database for the reader of some streams, in the turn of their company; nothing where nobody reads them by then. */
  private async ask<T>(streams: readonly OpenStream[], work: (tx: Tx, reader: Actor) => Promise<T>): Promise<T | undefined> {
    const [first] = streams
    if (!first) return undefined
    const { actor } = first
    const isRead = () => streams.some(({ isOpen }) => isOpen)
    return this.see(actor, actor.userId, async () =>
      isRead() ? inTransaction(this.app.db, scopeOf({ scope: 'company' }, actor), 'read', (tx) => work(tx, actor)) : undefined,
    )
  }

  /** Works when it is the turn of a company. */
  private see<T>({ companyId }: { companyId: string }, user: string, work: () => Promise<T>): Promise<T> {
    return this.app.turns.calls.run({ company: companyId, user }, work)
  }

  private streamsOf({ userId, companyId }: Told): ReadonlySet<OpenStream> {
    if (!userId) return this.streams.ofCompany(companyId ?? '')
    const own = this.streams.ofUser(userId)
    return companyId ? new Set([...own].filter(({ actor }) => actor.companyId === companyId)) : own
  }

  /** Tells streams of a user in other companies that something came, and nothing of what it says. */
  private tellElsewhere({ userId, companyId }: Told): void {
    if (!userId || !companyId) return
    for (const stream of [...this.streams.ofUser(userId)]) if (stream.actor.companyId !== companyId) stream.event('elsewhere', {})
  }

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
      const lines = messages.map(({ message, sides }) => new Line(message, sides))
      await forEachStream(this.streamsOf(told), (stream) => stream.tell(lines))
    }
    // Whatever is left could not be read: the readers ask for it anew.
    if (ids.length > 0) for (const stream of [...this.streamsOf(told)]) stream.end()
  }

  private async read(told: Told, ids: readonly string[]): Promise<NewMessage[]> {
    const [any] = this.streamsOf(told)
    if (!any) return []
    const { companyId } = any.actor
    const scope: RowScope = { kind: 'company', companyId, ...(told.userId ? { userId: told.userId } : {}) }
    const audience = told.userId ? { userId: told.userId } : { companyId }
    return this.see({ companyId }, `streams of ${told.userId ?? companyId}`, () =>
      inTransaction(this.app.db, scope, 'read', (tx) => messagesTold(tx, audience, ids)),
    )
  }
}
