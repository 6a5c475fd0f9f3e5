import { describe, expect, test } from 'vitest'
import { type Attempts, attemptsBeforeLock, beginAttempt, endAttempt, noAttempts } from './sign-in-attempts.ts'

const minute = 60_000
/** Begins an attempt that must be admitted. */
const begun = (attempts: Attempts, now: number): Attempts => {
  const admission = beginAttempt(attempts, now)
  if (admission.kind !== 'begun') throw new Error(admission.kind)
  return admission.attempts
}
const wrong = (attempts: Attempts, now: number) => endAttempt(begun(attempts, now), now, false, now)

describe('attempts at a secret', () => {
  test('five wrong ones lock for half an hour, and the lock ends', () => {
    let attempts = noAttempts
    for (let n = 0; n < attemptsBeforeLock; n++) attempts = wrong(attempts, n * minute)
    expect(beginAttempt(attempts, 5 * minute)).toEqual({ kind: 'locked', until: 34 * minute })
    expect(beginAttempt(attempts, 33 * minute).kind).toBe('locked')
    expect(beginAttempt(attempts, 34 * minute).kind).toBe('begun')
  })

  test('a sixth at the same moment waits for the five that are being checked', () => {
    let attempts = noAttempts
    for (let n = 0; n < attemptsBeforeLock; n++) attempts = begun(attempts, n)
    expect(beginAttempt(attempts, 10).kind).toBe('wait')
    attempts = endAttempt(attempts, 0, true, 20)
    expect(beginAttempt(attempts, 30).kind).toBe('begun')
  })

  test('a right one takes itself away and leaves the wrong ones', () => {
    let attempts = noAttempts
    for (let n = 0; n < 4; n++) attempts = wrong(attempts, n)
    attempts = endAttempt(begun(attempts, 10), 10, true, 11)
    expect(attempts.failedAt).toHaveLength(4)
    expect(beginAttempt(wrong(attempts, 20), 21).kind).toBe('locked')
  })

  test('one that never ended counts as wrong after a minute', () => {
    let attempts = noAttempts
    for (let n = 0; n < attemptsBeforeLock; n++) attempts = begun(attempts, n)
    expect(beginAttempt(attempts, 2 * minute).kind).toBe('locked')
  })

  test('however attempts fall, no quarter of an hour holds more than five wrong ones', () => {
    for (let seed = 1; seed <= 200; seed++) {
      let state = seed
      const random = () => {
        state = (state * 48_271) % 2_147_483_647
        return state / 2_147_483_647
      }
      let attempts: Attempts = noAttempts
      let open: number[] = []
      const wrongAt: number[] = []
      let now = 0
      for (let step = 0; step < 400; step++) {
        now += Math.floor(random() * minute)
        const admission = beginAttempt(attempts, now)
        if (admission.kind === 'begun') {
          attempts = admission.attempts
          open.push(now)
        }
        if (random() < 0.8) {
          for (const begunAt of open) {
            const isRight = random() < 0.1
            attempts = endAttempt(attempts, begunAt, isRight, now)
            if (!isRight) wrongAt.push(now)
          }
          open = []
        }
      }
      for (const at of wrongAt)
        expect(wrongAt.filter((one) => one > at - 15 * minute && one <= at).length, `seed ${seed}`).toBeLessThanOrEqual(
          attemptsBeforeLock,
        )
    }
  })
})
