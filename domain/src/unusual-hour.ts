import { type LocalDate, weekday } from './local-date.ts'

/** Between these times of the operator's clock money is moved as a rule; HH:MM, the second one no longer. */
const workingHours = { from: '07:00', until: '20:00' } as const

/** Whether an instant on the operator's clock lies outside working hours. */
export const isAfterHours = ({ day, time }: { day: LocalDate; time: string }): boolean =>
  weekday(day) > 5 || time < workingHours.from || time >= workingHours.until

/** What a browser says of itself without its versions: the same device stays the same after an update. Undefined for what
 *  is no browser. */
export const deviceOf = (userAgent: string | null): string | undefined =>
  userAgent?.startsWith('Mozilla/') ? userAgent.replace(/[\d._]+/g, '').replace(/\s+/g, ' ') : undefined

/** Days after which a device somebody signed in from counts as theirs, and hours in which a new one stays new. */
const settledAfterDays = 7
const newForHours = 24

/**
 * Whether somebody who has a device of their own acts from another one. `earlier` are their sessions before, with the hours
 * since each began. Who never had a device of their own cannot have a new one.
 */
export function isNewDevice(current: string | null, earlier: readonly { userAgent: string | null; hoursAgo: number }[]): boolean {
  const hasOwn = earlier.some((one) => deviceOf(one.userAgent) !== undefined && one.hoursAgo >= settledAfterDays * 24)
  if (!hasOwn) return false
  const device = deviceOf(current)
  return !earlier.some((one) => deviceOf(one.userAgent) === device && one.hoursAgo >= newForHours)
}
