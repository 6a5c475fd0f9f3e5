// Older use counts less: half after each of these periods.
const halfLifeMs = 600_000
// A company keeps its priority below this use, and below one and a half times another's: a lower priority costs the start of a
// process.
const freeMs = 2000
const more = 1.5
const mostKept = 1000

/** The recent processor time of each company for its files. */
export type Shares = {
  /** Charges milliseconds of processor time to a company. */
  add: (companyId: string, ms: number) => void
  /** Marks a file of a company as waiting or in work, until the returned function is called. */
  begin: (companyId: string) => () => void
  /** Whether a company has used more than the free share. */
  usedMuch: (companyId: string) => boolean
  /** Whether a company has used so much more than another active one that its priority is lowered. */
  givesWay: (companyId: string) => boolean
}

/** The accounts of one server. `now` is a monotonic clock in milliseconds. */
export function openShares(now: () => number = () => performance.now()): Shares {
  const used = new Map<string, { ms: number; at: number }>()
  const atWork = new Map<string, number>()
  const usedBy = (companyId: string) => {
    const account = used.get(companyId)
    return account ? account.ms * 0.5 ** ((now() - account.at) / halfLifeMs) : 0
  }
  return {
    add: (companyId, ms) => {
      const sum = usedBy(companyId) + ms
      used.delete(companyId)
      used.set(companyId, { ms: sum, at: now() })
      // The account that was not used for the longest time is dropped first.
      if (used.size > mostKept) used.delete(used.keys().next().value!)
    },
    begin: (companyId) => {
      atWork.set(companyId, (atWork.get(companyId) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = atWork.get(companyId)! - 1
        if (left > 0) atWork.set(companyId, left)
        else atWork.delete(companyId)
      }
    },
    usedMuch: (companyId) => usedBy(companyId) > freeMs,
    givesWay: (companyId) => {
      const own = usedBy(companyId)
      return own > freeMs && [...atWork.keys()].some((other) => other !== companyId && usedBy(other) * more < own)
    },
  }
}
