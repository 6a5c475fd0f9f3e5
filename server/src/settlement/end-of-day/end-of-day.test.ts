import { addDays } from '@usance/domain/local-date'
import { endOfDayCalls } from '@usance/wire/end-of-day/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aConfirmedOrder, aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from './run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const accrualsOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('interestAccrual')
      .select(['accrualDate', 'posted'])
      .where('orderId', '=', orderId)
      .orderBy('accrualDate')
      .execute(),
  )
const journalsOf = (orderId: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('journal')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow(),
  )
/** Waits until a day that a person closes is over. */
const closed = (businessDate: string) =>
  vi.waitUntil(
    async () => {
      const status = await portal.ask(portal.seats.risk, endOfDayCalls.status, { body: {} })
      return !status.running && status.businessDate > businessDate
    },
    { timeout: 30_000, interval: 50 },
  )
let day = openingDay

test('a day that is closed twice, or by several at once, is posted once and moves once', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await Promise.all([1, 2, 3].map(() => runEndOfDay(portal.app, { through: day })))
  expect(await accrualsOf(orderId)).toEqual([{ accrualDate: openingDay, posted: '17.0000' }])
  expect((await journalsOf(orderId)).n).toBe('2')
  await portal.look((tx) => tx.updateTable('businessDay').set({ businessDate: openingDay, state: 'CLOSING' }).execute())
  expect(await runEndOfDay(portal.app)).toBe(addDays(openingDay, 1))
  expect((await journalsOf(orderId)).n).toBe('2')
  day = addDays(day, 1)
})

test('a run killed after any batch is taken up again, and nothing is posted twice', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const until = addDays(day, 5)
  let runs = 0
  for (; runs < 100; runs++) {
    let batches = 0
    if ((await runEndOfDay(portal.app, { through: until, interrupted: () => batches++ > runs % 9 })) > until) break
  }
  expect(runs).toBeGreaterThan(4)
  const posted = await accrualsOf(orderId)
  expect(posted.map((one) => one.accrualDate)).toEqual([0, 1, 2, 3, 4, 5].map((n) => addDays(day, n)))
  expect(posted.every((one) => one.posted === '17.0000')).toBe(true)
  day = addDays(until, 1)
})

test('a benchmark without a fixing stops the day with its name, and the day goes on once it is there', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const set = (terms: object) =>
    portal.look(async (tx) => {
      const row = await tx.selectFrom('financeOrder').select('fundedTerms').where('id', '=', orderId).executeTakeFirstOrThrow()
      await tx
        .updateTable('financeOrder')
        .set({ fundedTerms: JSON.stringify({ ...row.fundedTerms, ...terms }) })
        .where('id', '=', orderId)
        .execute()
    })
  await set({ resetFrequency: 'DAILY', baseRateType: 'ESTR' })
  await expect(runEndOfDay(portal.app)).rejects.toThrow('NO_FIXING')
  const status = await portal.ask(portal.seats.operations, endOfDayCalls.status, { body: {} })
  expect(status).toMatchObject({ businessDate: day, state: 'CLOSING' })
  expect(status.steps.find((step) => step.step === 'FIXINGS')).toMatchObject({
    state: 'FAILED',
    message: `NO_FIXING ESTR ${day}`,
  })
  await portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values({ id: crypto.randomUUID(), type: 'ESTR', effectiveDate: '2025-01-02', percentRate: '5.30', source: 'test' })
      .execute(),
  )
  const first = day
  day = await runEndOfDay(portal.app, { through: addDays(day, 1) })
  // The first night is still the rate of the funding; from the next day on 5.30 % and the margin of 2.50 %.
  expect((await accrualsOf(orderId)).map((one) => one.posted)).toEqual(['17.0000', '19.5000'])
  expect(day).toBe(addDays(first, 2))
})

test('an order nobody funded in time expires and lets its invoices go', async () => {
  const { orderId, invoiceIds } = await aConfirmedOrder(portal, { fundingDate: day })
  day = await runEndOfDay(portal.app, { through: addDays(day, 13) })
  const state = () =>
    portal.look(async (tx) => ({
      order: (await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status,
      invoice: (await tx.selectFrom('invoice').select('financeStatus').where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow())
        .financeStatus,
    }))
  expect(await state()).toEqual({ order: 'RIGHT_CONFIRMED', invoice: 'LOCKED' })
  day = await runEndOfDay(portal.app)
  expect(await state()).toEqual({ order: 'EXPIRED', invoice: 'UNFINANCED' })
})

test('only staff start it, and nobody closes days that have not come', async () => {
  const run = (seat: (typeof portal.seats)['risk'], through?: string) =>
    portal.ask(seat, endOfDayCalls.run, { body: (through ? { through } : {}) as never })
  expect((await refusalOf(run(portal.seats.elmChecker))).error).toBe('FORBIDDEN')
  expect((await refusalOf(run(portal.seats.operations, '2999-01-01'))).error).toBe('DAY_TOO_LATE')
  // The business date is ahead of the calendar: it has not begun, and is not closed by leaving the day out either.
  const clock = vi.spyOn(portal.app, 'clock').mockReturnValue(new Date(`${addDays(day, -1)}T04:00:00Z`))
  for (const through of [undefined, day])
    expect((await refusalOf(run(portal.seats.operations, through))).error).toBe('DAY_TOO_LATE')
  clock.mockRestore()
  expect(await run(portal.seats.operations)).toEqual({ started: true })
  await closed(day)
})

test('a start that fails closes no day, and the next one does', async () => {
  const { businessDate } = await portal.ask(portal.seats.risk, endOfDayCalls.status, { body: {} })
  const run = () => portal.ask(portal.seats.operations, endOfDayCalls.run, { body: { through: businessDate } })
  await portal.asOwner(async (db) => {
    await sql`create function no_note() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '53100'; end $$`.execute(db)
    await sql`create trigger no_note before insert on audit_log for each row when (new.event = 'END_OF_DAY_STARTED')
      execute function no_note()`.execute(db)
  })
  expect((await refusalOf(run())).error).toBe('UNAVAILABLE')
  expect(await portal.ask(portal.seats.risk, endOfDayCalls.status, { body: {} })).toMatchObject({ businessDate, running: false })
  await portal.asOwner((db) => sql`drop trigger no_note on audit_log`.execute(db))
  expect(await run()).toEqual({ started: true })
  await closed(businessDate)
  const noted = await portal.look((tx) =>
    tx
      .selectFrom('auditLog')
      .select('event')
      .where('event', '=', 'END_OF_DAY_STARTED')
      .where('objectNo', '=', businessDate)
      .execute(),
  )
  expect(noted).toHaveLength(1)
})

test('a page that was opened before its day was closed closes no other day', async () => {
  const { businessDate } = await portal.ask(portal.seats.risk, endOfDayCalls.status, { body: {} })
  const before = addDays(businessDate, -1)
  expect(await portal.ask(portal.seats.operations, endOfDayCalls.run, { body: { through: before } })).toEqual({ started: false })
  expect(await portal.ask(portal.seats.risk, endOfDayCalls.status, { body: {} })).toMatchObject({ businessDate, running: false })
})
