import { notificationCalls } from '@usance/wire/notification/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aReceipt, aRepayment, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const productId = portal.world.products.purchaseInAdvance
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    await tx
      .insertInto('feeRule')
      .values({
        id: newId(),
        productId,
        code: 'SERVICE',
        payer: 'BUYER',
        timing: 'SETTLEMENT',
        value: '50',
        basis: 'FLAT',
        taxPct: '6',
        beneficiary: 'PLATFORM',
      })
      .execute()
  })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const offered = async (rawText: string, amount: string, search?: string) => {
  const receipt = await aReceipt(portal, amount, { rawText })
  const { orders } = await portal.ask(portal.seats.settlement, repaymentCalls.candidates, {
    body: { collectionId: receipt.id, ...(search ? { search } : {}) },
  })
  return { receipt, orders: orders.map(({ orderNo, reason }) => [orderNo, reason]) }
}

test('a receipt for the open fee bill of a settled order finds it by order, invoice and bill, until the bill is paid', async () => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  await aRepayment(portal, orderId, '100000.00')
  const { orderNo, no, invoiceNo } = await portal.look((tx) =>
    tx
      .selectFrom('financeOrder as o')
      .innerJoin('feeBill as b', 'b.orderId', 'o.id')
      .innerJoin('invoice as v', (join) => join.on('v.id', '=', invoiceIds[0]!))
      .select(['o.orderNo', 'b.no', 'v.invoiceNo'])
      .where('o.id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )
  const order = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  expect([order.status, await balanceIn(portal, orderId, 'F1230')]).toEqual(['SETTLED', '53.00'])
  expect((await offered(`Fee ${orderNo}`, '11.00')).orders).toEqual([[orderNo, 'ORDER_NO']])
  const wide = orderNo.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))
  expect((await offered(`费用　${wide}`, '11.50')).orders).toEqual([[orderNo, 'ORDER_NO']])
  expect((await offered(`Fee ${invoiceNo}`, '12.00')).orders).toEqual([[orderNo, 'INVOICE_NO']])
  const { receipt, orders } = await offered(`Fee ${no.replaceAll('-', ' ')}`, '53.00')
  expect([orders, receipt.matchReason]).toEqual([[[orderNo, 'BILL_NO']], `BILL_NO ${orderNo}`])
  expect((await offered('Fee', '14.00', no)).orders).toEqual([[orderNo, 'PAYER']])
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'BUYER', parts: [{ orderId, amount: '53.00' }] },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect(await balanceIn(portal, orderId, 'F1230')).toBe('0.00')
  expect((await offered(`Fee ${no}`, '15.00', no)).orders).toEqual([])
})

test('a receipt that names nothing seems to pay an order that runs before the open bill of a settled one', async () => {
  const settled = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  await aRepayment(portal, settled.orderId, '100000.00')
  const running = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [90] })
  const numberOf = async (id: string) =>
    (await portal.look((tx) => tx.selectFrom('financeOrder').select('orderNo').where('id', '=', id).executeTakeFirstOrThrow()))
      .orderNo
  const { orders } = await offered('Transfer', '16.00')
  const numbers = orders.map(([orderNo]) => orderNo)
  expect(numbers.indexOf(await numberOf(running.orderId))).toBe(0)
  expect(numbers).toContain(await numberOf(settled.orderId))
})

test('of two invoices whose numbers both stand in the text, the longer number counts first', async () => {
  const short = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [30] })
  const long = await aFundedOrder(portal, { product: 'purchaseInAdvance', tenors: [60] })
  const rename = (id: string, invoiceNo: string) =>
    portal.look((tx) => tx.updateTable('invoice').set({ invoiceNo, normNo: invoiceNo }).where('id', '=', id).execute())
  await rename(short.invoiceIds[0]!, 'KX-1001')
  await rename(long.invoiceIds[0]!, 'KX-10010')
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', long.orderId).executeTakeFirstOrThrow(),
  )
  const { orders, receipt } = await offered('INV KX 10010', '17.00')
  expect([orders[0], receipt.matchReason]).toEqual([[orderNo, 'INVOICE_NO'], `INVOICE_NO ${orderNo}`])
})

test('a buyer whose order is settled is told what of its fee bills is open, and that nothing is owed only without one', async () => {
  const toldOf = async (orderId: string) => {
    const { list } = await portal.ask(portal.seats.cedarMaker, notificationCalls.list, { body: { pageNum: 1, pageSize: 50 } })
    const { orderNo } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    return list
      .filter(({ event, params }) => params.orderNo === orderNo && event !== 'FINANCE_ORDER_FUNDED')
      .filter(({ event }) => event.startsWith('FINANCE_ORDER_'))
      .map(({ event, params }) => [event, params.amount])
  }
  const unpaid = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  await aRepayment(portal, unpaid.orderId, '100000.00')
  expect(await toldOf(unpaid.orderId)).toEqual([['FINANCE_ORDER_BILLS_OPEN', '53.00']])
  const paid = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  await aRepayment(portal, paid.orderId, '100053.00')
  expect(await toldOf(paid.orderId)).toEqual([['FINANCE_ORDER_SETTLED', undefined]])
})
