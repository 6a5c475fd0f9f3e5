import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { asConversion } from '../../testing/as-conversion.ts'
import { aConfirmedOrder, aFundedOrder, aRepayment, balanceIn, brokenLaws, payFunding } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { purchaseInArrears, purchaseOrder } = portal.world.products
  const flat = { basis: 'FLAT', taxPct: '6', beneficiary: 'PLATFORM' } as const
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', 'in', [purchaseInArrears, purchaseOrder]).execute()
    for (const productId of [purchaseInArrears, purchaseOrder])
      await tx
        .insertInto('feeRule')
        .values([
          { id: newId(), productId, code: 'SERVICE', payer: 'BUYER', timing: 'SETTLEMENT', value: '50', ...flat },
          { id: newId(), productId, code: 'HANDLING', payer: 'SUPPLIER', timing: 'FUNDING', value: '20', ...flat },
        ])
        .execute()
  })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const feeOf = (orderId: string, code: 'SERVICE' | 'HANDLING') =>
  portal.look((tx) =>
    tx
      .selectFrom('orderFee as f')
      .innerJoin('financeOrder as o', 'o.id', 'f.orderId')
      .select(['f.id', 'o.status'])
      .where('f.orderId', '=', orderId)
      .where('f.code', '=', code)
      .executeTakeFirstOrThrow(),
  )
const openOf = (orderId: string) =>
  portal.look(async (tx) =>
    (await tx.selectFrom('feeBill').select('openAmount').where('orderId', '=', orderId).execute()).map((bill) => bill.openAmount),
  )

/** The buyer's bill of an order that has ended is credited in two parts; nothing is charged, and nothing of its supplier credited. */
async function isEndedByCredits(orderId: string) {
  const { operations } = portal.seats
  const [bill, own] = [await feeOf(orderId, 'SERVICE'), await feeOf(orderId, 'HANDLING')]
  const offered = async (id: string) => (await portal.ask(operations, costCalls.detail, { body: { id } })).operations
  expect([await offered(bill.id), await offered(own.id)]).toEqual([['DETAIL', 'ADJUST'], ['DETAIL']])
  const adjust = (id: string, delta: string) =>
    portal.ask(operations, costCalls.adjust, { body: { id, delta, reason: 'The buyer is not to be asked for it' } })
  expect((await refusalOf(adjust(bill.id, '1.00'))).error).toBe('FEE_OF_ENDED_ORDER')
  expect((await refusalOf(adjust(own.id, '-1.00'))).error).toBe('ILLEGAL_TRANSITION')
  expect([await openOf(orderId), await balanceIn(portal, orderId, 'F1230')]).toEqual([['53.0000'], '53.00'])
  await passAll(portal, (await adjust(bill.id, '-20.00')).no, 'FEE_ADJUSTMENT')
  expect([await openOf(orderId), await balanceIn(portal, orderId, 'F1230')]).toEqual([['31.8000'], '31.80'])
  await passAll(portal, (await adjust(bill.id, '-30.00')).no, 'FEE_ADJUSTMENT')
  expect([await openOf(orderId), await balanceIn(portal, orderId, 'F1230')]).toEqual([['0.0000'], '0.00'])
  expect((await feeOf(orderId, 'SERVICE')).status).toBe(bill.status)
}

test('a bill of the buyer on a converted loan is ended by a credit', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [90] })
  const child = await aConfirmedOrder(portal, { product: 'purchaseInAdvance' })
  await asConversion(portal, child.orderId, orderId)
  await payFunding(portal, child.orderId)
  expect((await feeOf(orderId, 'SERVICE')).status).toBe('CONVERTED')
  await isEndedByCredits(orderId)
})

test('a bill of the buyer on a lost order is ended by a credit, and the loss stays as it was', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  await aRepayment(portal, orderId, '1000.00', { valueDate: openingDay })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 110) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  await passWriteOff(portal, orderNo)
  expect((await feeOf(orderId, 'SERVICE')).status).toBe('WRITTEN_OFF')
  const lost = await balanceIn(portal, orderId, 'F5000')
  await isEndedByCredits(orderId)
  expect(await balanceIn(portal, orderId, 'F5000')).toBe(lost)
})
