import { addDays, type LocalDate } from '@usance/domain/local-date'
import { isAfterHours, isNewDevice } from '@usance/domain/unusual-hour'
import { sql } from 'kysely'
import { dayInZone } from '../../calendar/day-in-zone.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** How many days back a value date may lie before more people look at it. */
const ordinaryDays = 5

/**
 * What is out of the ordinary about how an object was submitted, as warnings for its approvers: a value date long past, or
 * an hour and a device nobody knows its maker by.
 */
export async function unusualOf(context: UseCaseContext, valueDate: LocalDate | undefined): Promise<string[]> {
  const isBackDated = valueDate !== undefined && valueDate < addDays(context.today, -ordinaryDays)
  return [
    ...(isBackDated ? ['BACK_DATED'] : []),
    ...((await isAfterHoursFromNewDevice(context)) ? ['AFTER_HOURS_NEW_DEVICE'] : []),
  ]
}

async function isAfterHoursFromNewDevice({ tx, app, actor, now }: UseCaseContext): Promise<boolean> {
  const { zoneMinutes } = app.config
  const time = new Date(now.getTime() + zoneMinutes * 60_000).toISOString().slice(11, 16)
  if (!actor.sessionId || !isAfterHours({ day: dayInZone(now, zoneMinutes), time })) return false
  const { rows: devices } = await sql<{ userAgent: string | null; hoursAgo: number | null; isCurrent: boolean }>`
    select user_agent, (extract(epoch from ${now.toISOString()}::timestamptz - min(created_at) filter (where id <> ${actor.sessionId})) / 3600)::float8 as hours_ago,
      bool_or(id = ${actor.sessionId}) as is_current
    from session where user_id = ${actor.userId} group by user_agent`.execute(tx)
  const current = devices.find(({ isCurrent }) => isCurrent)
  const earlier = devices.flatMap(({ userAgent, hoursAgo }) => (hoursAgo === null ? [] : [{ userAgent, hoursAgo }]))
  return current !== undefined && isNewDevice(current.userAgent, earlier)
}
