import { endOfDayCalls, endOfDaySteps } from '@usance/wire/end-of-day/calls'
import type { App } from '../../app.ts'
import { audit } from '../../audit/record.ts'
import { dayInZone } from '../../calendar/day-in-zone.ts'
import { whenEnded } from '../../database/database.ts'
import { routes } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { runEndOfDay } from './run-end-of-day.ts'

// Which server process runs one now; another process sees it by the steps it marks.
const running = new WeakSet<App>()

export const endOfDayRoutes = routes(endOfDayCalls, {
  status: async ({ tx, app }) => {
    // Asked before the day is read: whoever sees that nothing runs sees the day that it came to.
    const isRunning = running.has(app)
    const { businessDate, state } = await tx.selectFrom('businessDay').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('endOfDayStep')
      .selectAll()
      .orderBy('businessDate', 'desc')
      .orderBy('startedAt')
      .limit(endOfDaySteps.length * 15)
      .execute()
    const days = [...new Set(rows.map((row) => row.businessDate))]
    const shown = rows.some((row) => row.businessDate === businessDate) ? businessDate : days[0]
    return {
      businessDate,
      state,
      running: isRunning,
      steps: rows.filter((row) => row.businessDate === shown).map(({ cursor: _, ...row }) => row),
      history: days.map((day) => {
        const own = rows.filter((row) => row.businessDate === day)
        return {
          businessDate: day,
          steps: own.length,
          done: own.filter((row) => row.state === 'DONE').length,
          finishedAt:
            own
              .map((row) => row.finishedAt)
              .filter((at) => at !== null)
              .sort()
              .at(-1) ?? null,
        }
      }),
    }
  },
  run: async (request) => {
    const { app, body, log } = request
    const { businessDate } = await request.tx.selectFrom('businessDay').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const calendarDay = dayInZone(app.clock(), app.config.zoneMinutes)
    // A day that has not begun is closed by nobody: no call opens it again.
    const through = body.through ?? businessDate
    if (through > calendarDay) throw faultyField('through', 'DAY_TOO_LATE', { latest: calendarDay })
    // A page that was opened before the day was closed starts no other day.
    if (running.has(app) || through < businessDate) return { started: false }
    running.add(app)
    // A start that fails closes no day: the run begins once the start is recorded.
    whenEnded(request.tx, (isCommitted) => {
      if (!isCommitted) running.delete(app)
      else
        void runEndOfDay(app, { through })
          .catch((error) => log.error({ err: error }, 'the end of day stopped'))
          .finally(() => running.delete(app))
    })
    await audit(request, {
      event: 'END_OF_DAY_STARTED',
      objectType: 'END_OF_DAY',
      objectNo: businessDate,
      after: { through },
    })
    return { started: true }
  },
})
