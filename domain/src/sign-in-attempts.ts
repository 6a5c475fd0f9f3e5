/** The limit on guesses of a secret: this many wrong ones within the window lock for a while. */
export const attemptsBeforeLock = 5
const attemptWindowMinutes = 15
const lockMinutes = 30
/** An attempt without an end, because its process was killed, counts as wrong after this long. */
const attemptLastsMinutes = 1

const minuteMs = 60_000

/** The attempts on one account from one place; instants in milliseconds since 1970, UTC. */
export type Attempts = {
  /** When each wrong guess was made. */
  failedAt: readonly number[]
  /** The start of each attempt that is still being checked. */
  openAt: readonly number[]
  lockedUntil: number | null
}

export const noAttempts: Attempts = { failedAt: [], openAt: [], lockedUntil: null }

/** The answer to a new attempt: it begins, waits for attempts in progress, or is locked out. */
export type Admission = { kind: 'begun'; attempts: Attempts } | { kind: 'wait' } | { kind: 'locked'; until: number }

/**
 * Admits an attempt before the secret is checked, so that simultaneous attempts get no more guesses than consecutive ones: wrong
 * attempts and those in progress never exceed `attemptsBeforeLock` within the window.
 */
export function beginAttempt(given: Attempts, now: number): Admission {
  const attempts = asOf(given, now)
  if (attempts.lockedUntil !== null) return { kind: 'locked', until: attempts.lockedUntil }
  if (attempts.failedAt.length + attempts.openAt.length >= attemptsBeforeLock) return { kind: 'wait' }
  return { kind: 'begun', attempts: { ...attempts, openAt: [...attempts.openAt, now] } }
}

/** Ends the attempt that began at `begunAt`. A right attempt is removed; wrong ones remain. */
export function endAttempt(given: Attempts, begunAt: number, isRight: boolean, now: number): Attempts {
  const index = given.openAt.indexOf(begunAt)
  if (index < 0) return asOf(given, now)
  const openAt = given.openAt.filter((_, at) => at !== index)
  return asOf({ ...given, openAt, failedAt: isRight ? given.failedAt : [...given.failedAt, now] }, now)
}

/** The attempts that count now: old ones are dropped, unfinished ones count as wrong, too many lock. */
function asOf({ failedAt, openAt, lockedUntil }: Attempts, now: number): Attempts {
  if (lockedUntil !== null && lockedUntil > now) return { failedAt, openAt, lockedUntil }
  const given = openAt.filter((at) => at > now - attemptLastsMinutes * minuteMs)
  const abandoned = openAt.filter((at) => at <= now - attemptLastsMinutes * minuteMs)
  const failed = [...failedAt, ...abandoned].filter((at) => at > now - attemptWindowMinutes * minuteMs)
  const isLocked = failed.length >= attemptsBeforeLock
  return { failedAt: failed, openAt: given, lockedUntil: isLocked ? Math.max(...failed) + lockMinutes * minuteMs : null }
}
