import { addDays, type LocalDate } from '@usance/domain/local-date'
import { endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { startedLate } from '../../books/servicing/closed-nights.ts'
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
  await inSystem(app, async (tx) => {
    await waitLonger(tx)
    await tx.updateTable('businessDay').set({ state: 'CLOSING' }).where('businessDate', '=', day).execute()
  })
  do {
    for (const step of endOfDaySteps)
      for (;;) {
        if (interrupted()) return false
        if (!(await runBatch(app, day, step))) break
      }
  } while (!(await moveDay(app, day)))
  forgetBusinessDate(app)
  return true
}

const waitLonger = (tx: Tx) => sql`set local lock_timeout = '30s'`.execute(tx)

/**
 * Moves the day once: whoever comes second finds it moved. Where orders were booked since the steps had passed them, those steps have
 * more to do first; the answer is false then.
 */
async function moveDay(app: App, day: LocalDate): Promise<boolean> {
  const isMoved = await inSystem(app, async (tx) => {
    await waitLonger(tx)
    // Whoever books an order holds the day until that is over, and sees it moved afterwards.
    const open = await tx.selectFrom('businessDay').select('id').where('businessDate', '=', day).forUpdate().executeTakeFirst()
    if (!open) return true
    if ((await startedLate(tx, day, 1)).length > 0) return false
    const moved = { businessDate: addDays(day, 1), state: 'OPEN' as const, updatedAt: app.clock().toISOString() }
    await tx.updateTable('businessDay').set(moved).where('businessDate', '=', day).execute()
    return true
  })
  if (!isMoved) await inSystem(app, (tx) => goOnWith(tx, day))
  return isMoved
}

const lastOfAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The accruals of a day go on behind the last order, and its position is taken anew. */
async function goOnWith(tx: Tx, day: LocalDate): Promise<void> {
  await waitLonger(tx)
  // Another server may have moved it meanwhile: a day that is over stays as it was closed.
  const open = await tx.selectFrom('businessDay').select('id').where('businessDate', '=', day).forShare().executeTakeFirst()
  if (!open) return
  const done = (step: StepName) =>
    tx.updateTable('endOfDayStep').where('businessDate', '=', day).where('step', '=', step).where('state', '=', 'DONE')
  await done('ACCRUALS').set({ state: 'RUNNING', cursor: lastOfAll, finishedAt: null }).execute()
  await done('SNAPSHOT').set({ state: 'RUNNING', done: 0, finishedAt: null }).execute()
}

/** Does the next batch of a step and remembers how far it came, in one transaction. Answers whether more is left. */
async function runBatch(app: App, day: LocalDate, step: StepName): Promise<boolean> {
  const which = (tx: Tx) => tx.updateTable('endOfDayStep').where('businessDate', '=', day).where('step', '=', step)
  try {
    return await inSystem(app, async (tx) => {
      await waitLonger(tx)
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
