import { addDays, type LocalDate } from '@usance/domain/local-date'
import { endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { forgetBusinessDate } from '../../calendar/business-date.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { ahead, type StepName, steps } from './steps.ts'
import { systemContext } from './system-context.ts'

type Options = {
  /** The last day to close; only the current one when left out. */
  through?: LocalDate
  /** Asked after every batch; true stops the run as a crash would, and the next run goes on from there. */
  interrupted?: () => boolean
}

const inSystem = <T>(app: App, work: (tx: Tx) => Promise<T>) => inTransaction(app.db, { kind: 'system' }, 'write', work)
const currentDay = (app: App) =>
  inSystem(app, (tx) => tx.selectFrom('businessDay').select('businessDate').where('id', '=', 1).executeTakeFirstOrThrow())

/**
 * Closes business days, each step once. A run that was killed is taken up where its last batch was committed; two runs at
 * once share the batches between them. Answers the business date that is open afterwards.
 */
export async function runEndOfDay(app: App, { through, interrupted = () => false }: Options = {}): Promise<LocalDate> {
  let day = (await currentDay(app)).businessDate
  const last = through ?? day
  while (day <= last) {
    if (!(await closeDay(app, day, interrupted))) return day
    day = (await currentDay(app)).businessDate
  }
  return day
}

async function closeDay(app: App, day: LocalDate, interrupted: () => boolean): Promise<boolean> {
  await inSystem(app, (tx) => tx.updateTable('businessDay').set({ state: 'CLOSING' }).where('businessDate', '=', day).execute())
  for (const step of endOfDaySteps)
    for (;;) {
      if (interrupted()) return false
      if (!(await runBatch(app, day, step))) break
    }
  // The day moves once: whoever comes second finds it moved.
  await inSystem(app, (tx) =>
    tx
      .updateTable('businessDay')
      .set({ businessDate: addDays(day, 1), state: 'OPEN', updatedAt: app.clock().toISOString() })
      .where('businessDate', '=', day)
      .execute(),
  )
  forgetBusinessDate(app)
  return true
}

/** Does the next batch of a step and remembers how far it came, in one transaction. Answers whether more is left. */
async function runBatch(app: App, day: LocalDate, step: StepName): Promise<boolean> {
  const which = (tx: Tx) => tx.updateTable('endOfDayStep').where('businessDate', '=', day).where('step', '=', step)
  try {
    return await inSystem(app, async (tx) => {
      await sql`set local lock_timeout = '30s'`.execute(tx)
      await tx
        .insertInto('endOfDayStep')
        .values({ businessDate: day, step })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await tx
        .selectFrom('endOfDayStep')
        .selectAll()
        .where('businessDate', '=', day)
        .where('step', '=', step)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (row.state === 'DONE') return false
      const context = systemContext(app, tx, day)
      const total = row.cursor === null ? ((await ahead[step]?.(context)) ?? 0) : row.total
      const batch = await steps[step](context, row.cursor ?? '')
      const done = row.done + batch.done
      await which(tx)
        .set({
          state: batch.cursor === null ? 'DONE' : 'RUNNING',
          done,
          total: batch.cursor === null ? done : Math.max(total, done),
          cursor: batch.cursor,
          message: null,
          finishedAt: batch.cursor === null ? app.clock().toISOString() : null,
        })
        .execute()
      return batch.cursor !== null
    })
  } catch (error) {
    const message =
      error instanceof Refused ? `${error.refusal} ${Object.values(error.data).join(' ')}` : String((error as Error).message)
    await inSystem(app, async (tx) => {
      await tx
        .insertInto('endOfDayStep')
        .values({ businessDate: day, step })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await which(tx)
        .set({ state: 'FAILED', message: message.slice(0, 500) })
        .where('state', '<>', 'DONE')
        .execute()
    })
    throw error
  }
}
