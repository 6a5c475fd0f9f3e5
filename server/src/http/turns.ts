import { Refused } from './refused.ts'

/**
 * The most calls that may work on a pool of connections at once: in all, of one company, of one user; and the most of one user
 * that may wait.
 */
export type TurnLimits = { all: number; company: number; user: number; waiting: number }
/** The caller for the queue. */
export type Caller = { company: string; user: string }

/**
 * The caller of a request: a user of a company or, without a session, an address. All addresses count as one company, so that a
 * crowd that signs in leaves half of the connections to those who are signed in.
 */
export const placeOf = (actor: Readonly<{ companyId: string; userId: string }> | null, address: string): Caller =>
  actor ? { company: actor.companyId, user: actor.userId } : { company: 'without a session', user: address }

type Waiter = { user: string; begin: () => void }

/**
 * A queue for a pool of connections. A company has at most half of the pool and a user less than their company, so that a busy
 * caller waits behind its own calls alone. Waiting companies take turns.
 */
export class Turns {
  private readonly limits: TurnLimits
  private working = 0
  private readonly companies = new Map<string, number>()
  private readonly users = new Map<string, number>()
  /** The waiting calls, by company; the company that was served last is at the end. */
  private readonly waiting = new Map<string, Waiter[]>()

  constructor(limits: TurnLimits) {
    this.limits = limits
  }

  /** The number of working and of waiting calls. */
  get size(): { working: number; waiting: number } {
    return { working: this.working, waiting: [...this.waiting.values()].reduce((sum, queue) => sum + queue.length, 0) }
  }

  /** Runs the work in the caller's turn; throws TOO_MANY_REQUESTS where too many of the caller's calls wait. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    await this.turnOf(caller)
    try {
      return await work()
    } finally {
      this.end(caller)
    }
  }

  private turnOf(caller: Caller): Promise<void> | undefined {
    const { company, user } = caller
    if (this.isFree(company, user)) {
      this.begin(company, user)
      return undefined
    }
    const queue = this.waiting.get(company) ?? []
    if (queue.filter((one) => one.user === user).length >= this.limits.waiting)
      throw new Refused('TOO_MANY_REQUESTS', { limit: this.limits.waiting })
    this.waiting.set(company, queue)
    return new Promise((resolve) => {
      queue.push({ user, begin: resolve })
    })
  }

  private isFree(company: string, user: string): boolean {
    const { all, company: ofCompany, user: ofUser } = this.limits
    const isBelow = (counts: Map<string, number>, key: string, most: number) => (counts.get(key) ?? 0) < most
    return this.working < all && isBelow(this.companies, company, ofCompany) && isBelow(this.users, user, ofUser)
  }

  private begin(company: string, user: string) {
    this.count(company, user, 1)
  }

  private end({ company, user }: Caller) {
    this.count(company, user, -1)
    for (const [next, queue] of this.waiting) {
      const at = queue.findIndex((one) => this.isFree(next, one.user))
      if (at < 0) continue
      const [one] = queue.splice(at, 1)
      this.waiting.delete(next)
      if (queue.length > 0) this.waiting.set(next, queue)
      if (!one) continue
      this.begin(next, one.user)
      one.begin()
      return
    }
  }

  private count(company: string, user: string, by: 1 | -1) {
    this.working += by
    for (const [counts, key] of [
      [this.companies, company],
      [this.users, user],
    ] as const) {
      const now = (counts.get(key) ?? 0) + by
      if (now > 0) counts.set(key, now)
      else counts.delete(key)
    }
  }
}
