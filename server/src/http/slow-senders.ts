import type { IncomingMessage, Server } from 'node:http'

/** The time in which every request may arrive, whatever its size. */
export const graceSeconds = 30
/** The least average rate after that time: a file of 100 MB may take an hour and three quarters. */
export const leastBytesPerSecond = 16 * 1024
/** The most requests of one session, or of one address without a session, that may be arriving at once. */
export const mostArriving = 60
/** The interval between two checks. */
const lookEveryMs = 2_000

/**
 * Whether a request arrives too slowly to be waited for.
 * @param waitedMs milliseconds spent waiting for its bytes
 * @param received bytes that came meanwhile
 */
export const isTooSlow = ({ waitedMs, received }: { waitedMs: number; received: number }): boolean =>
  waitedMs > graceSeconds * 1000 + (received / leastBytesPerSecond) * 1000

type Arriving = { waitedMs: number; before: number; sender?: string }

/**
 * Ends requests that arrive too slowly. A fixed limit would cut off large files on slow lines, and no limit would let a client
 * hold connections for nothing; so the rate counts. Time in which the server itself does not read is not counted against the
 * sender. It watches requests rather than routes, including those that were answered before they had arrived.
 */
export class SlowSenders {
  private readonly arriving = new Map<IncomingMessage, Arriving>()
  private readonly server: Server
  private lookedAt: number
  private timer: NodeJS.Timeout | undefined

  /** Begins to watch; `now` is milliseconds of a clock that only goes forward. */
  constructor(server: Server, now = performance.now()) {
    this.server = server
    this.lookedAt = now
    server.prependListener('request', this.watch)
    this.timer = setInterval(() => this.look(), lookEveryMs).unref()
    server.once('close', () => this.stop())
  }

  /** The number of requests that are arriving. */
  get size(): number {
    return this.arriving.size
  }

  private readonly watch = (request: IncomingMessage) => {
    if (request.complete || (!request.headers['content-length'] && !request.headers['transfer-encoding'])) return
    const { socket } = request
    this.arriving.set(request, { waitedMs: 0, before: socket.bytesRead })
    const over = () => {
      this.arriving.delete(request)
      socket.off('close', over)
    }
    // A request that was answered before it had arrived gets no event of its own when its connection closes.
    request.once('end', over).once('close', over)
    socket.once('close', over)
  }

  /**
   * Counts a request for its sender while it arrives. False for a request beyond the sender's limit, which is refused. A request
   * that has arrived completely is not counted.
   */
  admit(request: IncomingMessage, sender: string): boolean {
    const one = this.arriving.get(request)
    if (!one) return true
    let others = 0
    for (const other of this.arriving.values()) if (other.sender === sender) others++
    if (others >= mostArriving) return false
    one.sender = sender
    return true
  }

  /** Adds the time since the last check, and ends requests that are too slow. */
  look(now = performance.now()): void {
    const passedMs = Math.max(0, now - this.lookedAt)
    this.lookedAt = now
    for (const [request, one] of this.arriving) {
      const isTaken = request.readableLength < request.readableHighWaterMark
      if (isTaken) one.waitedMs += passedMs
      if (isTooSlow({ waitedMs: one.waitedMs, received: request.socket.bytesRead - one.before })) request.socket.destroy()
    }
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
    this.server.off('request', this.watch)
  }
}
