// What was used a while ago counts less: half after each of these.
const halfLifeMs = 600_000
// Nobody gives way for less than this, nor for less than half as much again as the other one used: a step back costs the start
// of a process.
const freeMs = 2000
const more = 1.5
const mostKept = 1000

/** What each company has lately used of the processors to have its files parsed. */
export type Shares = {
  /** Adds milliseconds of a processor that a company's file has used. */
  add: (companyId: string, ms: number) => void
  /** Says that a file of a company waits or is worked on, until the answer given back is called. */
  begin: (companyId: string) => () => void
  /** Whether a company has used more than anybody may without giving way. */
  usedMuch: (companyId: string) => boolean
  /** Whether a company has used so much more than another one whose files are at work that it gives way. */
  givesWay: (companyId: string) => boolean
}

/** The accounts of one server. `now` tells milliseconds that only grow. */
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
      // The one whose account was touched longest ago is forgotten first.
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
