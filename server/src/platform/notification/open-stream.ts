import type { ServerResponse } from 'node:http'
import { Message } from '@usance/wire/notification/calls'
import type { CompanyRole } from '@usance/wire/roles'
import { isPartner } from '../../auth/partner.ts'
import { cutFor } from '../../http/answer-shape.ts'
import type { Actor } from '../../http/context.ts'
import { isForSeat } from './messages.ts'

/** Bytes that a reader may leave untaken. Beyond them the stream ends, and the reader takes it up again. */
const mostUntaken = 128 * 1024

/** A message and its text for each seat, composed once for all streams of that seat. */
export class Line {
  private readonly texts = new Map<CompanyRole, string>()
  constructor(
    readonly message: Message,
    /** The sides of its company that read it; null where each seat does. */
    readonly sides: readonly string[] | null = null,
  ) {}

  textFor(role: CompanyRole): string {
    const known = this.texts.get(role)
    if (known !== undefined) return known
    const text = `id: ${this.message.id}\nevent: message\ndata: ${JSON.stringify(cutFor(Message, role, this.message))}\n\n`
    this.texts.set(role, text)
    return text
  }
}

/** One open stream of messages. */
export class OpenStream {
  /** Lines that arrive while the stream asks for the messages it missed. */
  private held: Line[] | undefined
  /** Messages that the stream took up or counted: one of them may still be on its way as a new one. */
  private takenUp: ReadonlySet<string> = new Set()
  /** Ends the stream; set by its owner. */
  end: () => void = () => {}
  constructor(
    readonly actor: Actor,
    readonly address: string,
    /** The last message that was written. */
    public lastId: string,
    private readonly out: ServerResponse,
  ) {}

  /** Whether somebody may still read it. */
  get isOpen(): boolean {
    return !this.out.destroyed && !this.out.writableEnded
  }

  /** Writes to the reader; a stream without one ends. */
  write(text: string): void {
    if (this.isOpen) this.out.write(text)
    if (this.out.writableLength > mostUntaken) this.out.destroy()
    if (!this.isOpen) this.end()
  }

  event(name: string, data: object): void {
    this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Tells how many messages are unread, in place of those that the reader missed up to an id. */
  beginAnew(unread: number, from: string): void {
    this.lastId = from
    this.write(`id: ${from}\n`)
    this.event('unread', { unread })
  }

  /** Writes the lines, or keeps them until the stream has taken up the messages it missed. */
  tell(lines: readonly Line[]): void {
    if (this.held) this.held.push(...lines)
    else this.writeLines(lines.filter(({ message }) => !this.takenUp.has(message.id)))
  }

  hold(): void {
    this.held ??= []
  }

  /** Writes the lines that were held, except those that the stream has taken up or counted. */
  release(takenUp: ReadonlySet<string>): void {
    const held = this.held ?? []
    this.held = undefined
    this.takenUp = takenUp
    this.tell(held)
  }

  /** Writes the lines that are for the seat at once, in one piece. */
  writeLines(all: readonly Line[]): void {
    const lines = all.filter(({ sides }) => isForSeat(sides, this.actor))
    if (lines.length === 0) return
    for (const { message } of lines) if (message.id > this.lastId) this.lastId = message.id
    this.write(lines.map((line) => line.textFor(this.actor.companyRole)).join(''))
  }
}

/** Streams that one user may hold open, whatever the number of their sessions: a browser holds one for each seat. */
const mostOfUser = 20
/** Streams from one address: a whole office may sit behind one. */
const mostOfAddress = 1000

/** All open streams of this process, by company, user and address. */
export class OpenStreams {
  readonly all = new Set<OpenStream>()
  private readonly groups = new Map<string, Set<OpenStream>>()

  /** Whether a user may open one more stream from an address. */
  mayOpen(userId: string, address: string): boolean {
    return this.ofUser(userId).size < mostOfUser && this.group(`address ${address}`).size < mostOfAddress
  }

  ofUser = (userId: string): ReadonlySet<OpenStream> => this.group(`user ${userId}`)
  ofCompany = (companyId: string): ReadonlySet<OpenStream> => this.group(`company ${companyId}`)

  add(stream: OpenStream): void {
    this.all.add(stream)
    for (const name of groupsOf(stream)) {
      const group = this.groups.get(name)
      if (group) group.add(stream)
      else this.groups.set(name, new Set([stream]))
    }
  }

  /** Keeps the connections of all streams alive, and drops the streams whose connection is closed. */
  beat = (): Promise<void> => forEachStream(this.all, (stream) => stream.write(': beat\n\n'))

  remove(stream: OpenStream): void {
    this.all.delete(stream)
    for (const name of groupsOf(stream)) {
      const group = this.groups.get(name)
      group?.delete(stream)
      if (group?.size === 0) this.groups.delete(name)
    }
  }

  private group = (name: string): ReadonlySet<OpenStream> => this.groups.get(name) ?? noStreams
}

const noStreams: ReadonlySet<OpenStream> = new Set()
// What the operator is told as a company is not for partners.
const groupsOf = ({ actor, address }: OpenStream) => [
  ...(isPartner(actor) ? [] : [`company ${actor.companyId}`]),
  `user ${actor.userId}`,
  `address ${address}`,
]

const atOnce = 200
/** Works through many streams a part at a time, so that the calls of others are answered in between. */
export async function forEachStream(streams: Iterable<OpenStream>, work: (stream: OpenStream) => void): Promise<void> {
  let done = 0
  for (const stream of [...streams]) {
    work(stream)
    if (++done % atOnce === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
