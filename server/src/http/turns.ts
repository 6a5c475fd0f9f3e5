import { Refused } from './refused.ts'

/** How many calls may be at work on a pool of connections at a time: of all, of one company, of one user; and how many of one user may wait. */
export type TurnLimits = { all: number; company: number; user: number; waiting: number }
/** For whom a call is made; somebody without a session is their address. */
export type Caller = { company: string; user: string }

type Waiter = { user: string; begin: () => void }

/**
 * Turns at a pool of connections, taken before a connection is. A company has at most half of the pool and a user less than
 * their company, so that whoever asks much at once waits for themselves alone; companies that wait have their turn one after
 * the other.
 */
export class Turns {
  private readonly limits: TurnLimits
  private working = 0
  private readonly companies = new Map<string, number>()
  private readonly users = new Map<string, number>()
  /** Those who wait, by company; the company that had its turn last stands at the end. */
  private readonly waiting = new Map<string, Waiter[]>()

  constructor(limits: TurnLimits) {
    this.limits = limits
  }

  /** How many calls are at work and how many wait. */
  get size(): { working: number; waiting: number } {
    return { working: this.working, waiting: [...this.waiting.values()].reduce((sum, queue) => sum + queue.length, 0) }
  }

  /** Runs work when it is the caller's turn; throws TOO_MANY_REQUESTS where as many of theirs wait as may. */
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
