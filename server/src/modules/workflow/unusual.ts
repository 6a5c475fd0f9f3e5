import { addDays, type LocalDate } from '@usance/domain/local-date'
import { isAfterHours, isNewDevice } from '@usance/domain/unusual-hour'
import { sql } from 'kysely'
import type { UseCaseContext } from '../../http/context.ts'
import { dayInZone } from '../../start.ts'

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
  const sessions = await tx
    .selectFrom('session')
    .select([
      'id',
      'userAgent',
      sql<number>`(extract(epoch from ${now.toISOString()}::timestamptz - created_at) / 3600)::float8`.as('hoursAgo'),
    ])
    .where('userId', '=', actor.userId)
    .execute()
  const current = sessions.find(({ id }) => id === actor.sessionId)
  return (
    current !== undefined &&
    isNewDevice(
      current.userAgent,
      sessions.filter((one) => one !== current),
    )
  )
}
