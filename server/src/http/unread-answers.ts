import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'
import { isTooSlow } from './slow-senders.ts'

/** The most bytes of answers that may wait in memory for one session, or for one address without a session. One answer always may. */
export const mostOfSender = 32 * 1024 * 1024
/** The most bytes that may wait for all; beyond them whoever has waited longest is ended. */
const mostOfAll = 256 * 1024 * 1024
/** The time in which a reader must take something. */
const patienceMs = 120_000
/** An answer up to this size is sent whatever else waits; a connection takes it at once. */
const smallBytes = 64 * 1024
/** The interval between two checks. */
const lookEveryMs = 2_000

type Open = { request: IncomingMessage; sender: string; bytes: number; waitedMs: number; before: number }

/**
 * Ends connections whose answers are taken too slowly, and limits the bytes that wait for one sender. Only time in which something
 * waits counts: what the server takes to make an answer is not the reader's. Streams and exports are watched as well.
 */
export class UnreadAnswers {
  private readonly open = new Map<ServerResponse, Open>()
  private lookedAt: number
  private readonly timer: NodeJS.Timeout

  /** Begins to watch; `now` is milliseconds of a clock that only goes forward. */
  constructor(server: Server, now = performance.now()) {
    this.lookedAt = now
    this.timer = setInterval(() => this.look(), lookEveryMs).unref()
    server.once('close', () => clearInterval(this.timer))
  }

  /** The number of answers that are being made or sent. */
  get size(): number {
    this.forgetOver()
    return this.open.size
  }

  watch(request: IncomingMessage, response: ServerResponse, sender: string): void {
    this.open.set(response, { request, sender, bytes: 0, waitedMs: 0, before: request.socket.bytesWritten })
  }

  /** An answer was sent. One whose connection closes before says nothing; `look` finds it. */
  forget(response: ServerResponse): void {
    this.open.delete(response)
  }

  /** Counts an answer for its sender until it is taken. False for one beyond the sender's limit, which is refused. */
  admit(response: ServerResponse, bytes: number): boolean {
    const one = this.open.get(response)
    if (!one) return true
    if (bytes > smallBytes) {
      this.forgetOver()
      const others = [...this.open.values()].filter(({ sender }) => sender === one.sender)
      const waiting = sumOf(others) - one.bytes
      if (waiting > 0 && waiting + bytes > mostOfSender) return false
      if (sumOf([...this.open.values()]) + bytes > mostOfAll) this.endOldest(one)
    }
    one.bytes = bytes
    return true
  }

  /** Adds the time since the last check, and ends connections that take too little. */
  look(now = performance.now()): void {
    const passedMs = Math.max(0, now - this.lookedAt)
    this.lookedAt = now
    this.forgetOver()
    for (const one of this.open.values()) {
      const { socket } = one.request
      if (socket.writableLength > 0) one.waitedMs += passedMs
      if (isTooSlow({ waitedMs: one.waitedMs, received: socket.bytesWritten - one.before })) socket.destroy()
    }
  }

  private endOldest(but: Open): void {
    const [oldest] = [...this.open.values()].filter((one) => one !== but && one.bytes > 0).sort((a, b) => b.waitedMs - a.waitedMs)
    oldest?.request.socket.destroy()
  }

  private forgetOver(): void {
    for (const [response, { request }] of this.open)
      if (response.destroyed || response.writableFinished || request.socket.destroyed) this.open.delete(response)
  }
}

const sumOf = (answers: readonly Open[]): number => answers.reduce((sum, { bytes }) => sum + bytes, 0)

/** Watches how all answers of a server are taken. Registered after what compresses them: the bytes that are sent count. */
export function boundReaders(server: FastifyInstance, senderOf: (request: FastifyRequest) => string): void {
  const answers = new UnreadAnswers(server.server)
  server.decorate('unreadAnswers', answers)
  server.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    answers.watch(request.raw, reply.raw, senderOf(request))
  })
  server.addHook('onResponse', async (_: FastifyRequest, reply: FastifyReply) => answers.forget(reply.raw))
  server.addHook('onSend', async (_: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (!answers.admit(reply.raw, bytes)) {
      reply.removeHeader('content-encoding').removeHeader('etag')
      throw new Refused('TOO_MANY_REQUESTS')
    }
    const isStream = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
    if (isStream || bytes > smallBytes) reply.raw.setTimeout(patienceMs, () => reply.raw.destroy())
    return payload
  })
}
