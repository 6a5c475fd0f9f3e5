import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let running: string
let lost: string
let released: string
beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ basis: 'FLAT', value: '50', timing: 'SETTLEMENT', taxPct: '6', payer: 'SUPPLIER', beneficiary: 'PLATFORM' })
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .where('code', '=', 'HANDLING')
      .execute(),
  )
  running = (await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId
  released = (await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })).orderId
  lost = (await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })).orderId
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const day = (number: number) => addDays(openingDay, number)
/** The days on which settlement fees of the supplier are booked, without those whose entries cancel out. */
const daysOfFees = async (orderId: string) => {
  const { rows } = await portal.look((tx) =>
    sql<{ day: string }>`
      select p.value_date as day from posting p join journal j on j.id = p.journal_id
      where p.order_id = ${orderId} and p.book = 'F' and p.account = '1220' and j.event = 'SETTLEMENT_FEES'
      group by 1 having sum(case p.side when 'D' then p.amount else -p.amount end) <> 0`.execute(tx),
  )
  return rows.map((row) => row.day)
}

test('a fee at settlement stays on the day of its receipt when an earlier release did not arrive', async () => {
  await runEndOfDay(portal.app, { through: day(9) })
  const first = await aRepayment(portal, released, '100000.00', { valueDate: day(10) })
  await runEndOfDay(portal.app, { through: day(13) })
  const { settlement, settlement2, settlement3 } = portal.seats
  const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId: released } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'RELEASE')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: day(14), bankRef: newId() } })
  await takeBack(portal, first)
  await runEndOfDay(portal.app, { through: day(16) })
  await aRepayment(portal, released, '500.00', { valueDate: day(17) })
  expect(await daysOfFees(released)).toEqual([day(17)])
  await portal.ask(settlement2, paymentCalls.takeBack, { body: { id, returnedOn: day(17), reason: 'Account closed' } })
  expect(await daysOfFees(released)).toEqual([day(17)])
  await aRepayment(portal, released, '99500.00', { valueDate: day(17) })
})

test('a fee at settlement is of the day of the first receipt, also of one that is matched late, and of the next when it comes back', async () => {
  await runEndOfDay(portal.app, { through: day(19) })
  await aRepayment(portal, running, '1000.00', { valueDate: day(20) })
  expect(await daysOfFees(running)).toEqual([day(20)])
  await runEndOfDay(portal.app, { through: day(24) })
  const late = await aRepayment(portal, running, '500.00', { valueDate: day(12) })
  expect(await daysOfFees(running)).toEqual([day(12)])
  await aRepayment(portal, running, '300.00', { valueDate: day(15) })
  expect(await daysOfFees(running)).toEqual([day(12)])
  await takeBack(portal, late)
  expect(await daysOfFees(running)).toEqual([day(15)])
})

test('a fee that a recovery had charged is of the day of a receipt from before the loss', async () => {
  const { elmMaker } = portal.seats
  await runEndOfDay(portal.app, { through: day(110) })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId: lost, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', lost).executeTakeFirstOrThrow(),
  )
  await passWriteOff(portal, orderNo)
  await runEndOfDay(portal.app, { through: day(114) })
  await aRepayment(portal, lost, '700.00', { valueDate: day(115) })
  expect(await daysOfFees(lost)).toEqual([day(115)])
  await aRepayment(portal, lost, '2000.00', { valueDate: day(40) })
  expect(await daysOfFees(lost)).toEqual([day(40)])
})
