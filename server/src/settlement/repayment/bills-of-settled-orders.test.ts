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
