import type { IncomingMessage, Server } from 'node:http'

/** How long a request may take to arrive, whatever its size. */
export const graceSeconds = 30
/** From then on its bytes must have come at this rate on average: a file of 100 MB may take an hour and three quarters. */
export const leastBytesPerSecond = 16 * 1024
/** How many requests of one session, or of one address without a session, may be arriving at the same time. */
export const mostArriving = 60
/** How often those under way are looked at. */
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
 * Ends requests whose bytes come too slowly. A fixed end would cut large files off on slow lines, and none would let anybody
 * hold connections for nothing; so what counts is a rate. Time in which the server itself does not take the bytes is not
 * counted against the sender. Watches requests rather than routes, also those that were answered before they had arrived.
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
    this.arriving.set(request, { waitedMs: 0, before: request.socket.bytesRead })
    const over = () => this.arriving.delete(request)
    request.once('end', over).once('close', over)
  }

  /**
   * Counts a request for its sender while it arrives. False where so many of theirs are arriving that this one is refused;
   * one that has arrived already holds nothing and is not counted.
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

  /** Counts the time since the last look, and ends what is too slow. */
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
