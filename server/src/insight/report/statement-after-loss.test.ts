import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { paperInFile } from '../../testing/order-file.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let withRecourse: string
let without: { orderId: string; invoiceId: string }
let day = openingDay

const anOrder = async (recourse: boolean) => {
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ recourse }).where('id', '=', portal.world.products.purchaseInArrears).execute(),
  )
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10], faces: ['100000'] })
  return { orderId, invoiceId: invoiceIds[0]! }
}
const orderNoOf = async (id: string) =>
  (await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id } })).orderNo

beforeAll(async () => {
  portal = await openPortal()
  withRecourse = (await anOrder(true)).orderId
  without = await anOrder(false)
  day = await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  for (const orderId of [withRecourse, without.orderId]) {
    await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
    await passWriteOff(portal, await orderNoOf(orderId))
  }
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
}, 240_000)
afterAll(() => portal.close())

const usd = (amount: string) => `USD ${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const titles = { DEBT: 'Owed after the loss 核销后欠款', LOSS: 'Lost, not recovered 尚未收回的损失' }

/** What the page of an order tells a seat after a loss; the statement in its file must say the same, in both languages. */
async function toldTo(seat: Seat, orderId: string) {
  const { afterLoss } = await portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  const paper = await paperInFile(portal, orderId, '00-statement.pdf', seat)
  for (const [what, title] of Object.entries(titles)) {
    if (afterLoss?.what !== what) expect(paper).not.toContain(title)
    else {
      expect(paper).toContain(`${title} ${usd(afterLoss.total)}`)
      expect(paper).toContain(`Of it principal 其中本金 ${usd(afterLoss.principal)}`)
      expect(paper).toContain(`Of it costs 其中费用 ${usd(afterLoss.costs)}`)
    }
  }
  return afterLoss
}

test('the statement of an order lost with recourse says what its page says, before a recovery and after it', async () => {
  const { alderMaker, elmMaker, auditor } = portal.seats
  const debt = await toldTo(alderMaker, withRecourse)
  expect(debt).toMatchObject({ what: 'DEBT', principal: '90000.00' })
  for (const seat of [elmMaker, auditor]) expect(await toldTo(seat, withRecourse)).toEqual({ ...debt, what: 'LOSS' })

  await aRepayment(portal, withRecourse, '40000', { valueDate: day })
  const left = await toldTo(elmMaker, withRecourse)
  expect(left).toMatchObject({ what: 'LOSS', costs: '0.00' })
  expect(Number(left?.total)).toBeLessThan(Number(debt?.total))
  expect(await toldTo(alderMaker, withRecourse)).toEqual({ ...left, what: 'DEBT' })

  await aRepayment(portal, withRecourse, left!.total, { valueDate: day, payerRole: 'SUPPLIER' })
  for (const seat of [alderMaker, elmMaker]) expect(await toldTo(seat, withRecourse)).toBeNull()
})

test('the statement of an order lost without recourse tells its supplier no debt but what a credit note makes', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { orderId, invoiceId } = without
  expect(await toldTo(alderMaker, orderId)).toBeNull()
  expect(await toldTo(elmMaker, orderId)).toMatchObject({ what: 'LOSS', principal: '90000.00' })

  const { no } = await portal.ask(alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-AFTER-LOSS', amount: '24000.00', date: day },
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  expect(await toldTo(alderMaker, orderId)).toMatchObject({ what: 'DEBT', principal: '14000.00' })
  await aRepayment(portal, orderId, '4000', { valueDate: day, payerRole: 'SUPPLIER' })
  const left = await toldTo(alderMaker, orderId)
  expect(Number(left?.principal)).toBeLessThan(14_000)
  expect(await toldTo(elmMaker, orderId)).toMatchObject({ what: 'LOSS' })
  expect(await brokenLaws(portal)).toEqual([])
})
