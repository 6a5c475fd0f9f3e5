import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList, releaseRefundList } from '@usance/wire/payment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aRepayment, brokenLaws } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { askedBy } from '../../testing/rows-read.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the surpluses that a pool keeps are told on a page in no more statements than one of them', async () => {
  const productId = await aPoolProduct(portal)
  const ofCedar = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  await aFundedDrawing(portal, ofCedar.poolId, '15000.00')
  for (let n = 0; n < 3; n += 1) {
    const { id: orderId } = await aFundedDrawing(portal, ofCedar.poolId, '4000.00')
    const { id } = await aRepayment(portal, orderId, '6000', { payerName: 'Dogwood Stores GmbH' })
    await portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: id, ofPool: true } })
  }
  const page = (pageSize: number) =>
    portal.ask(portal.seats.settlement, listCalls(releaseRefundList).pageList, { body: { pageNum: 1, pageSize } })
  const offered = async () => (await page(3)).list!.filter(({ operations }) => String(operations).includes('INSTRUCT'))
  expect(await offered()).toHaveLength(3)
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('id', '=', ofCedar.invoiceId).execute(),
  )
  expect(await offered()).toEqual([])
  // What is asked once a session is asked by now.
  await page(1)
  await page(3)
  const { statements } = await askedBy(() => page(1))
  // A connection that is opened meanwhile asks for itself; rows judged one by one would ask twice for each.
  expect((await askedBy(() => page(3))).statements).toBeLessThan(statements + 3)
  expect(await brokenLaws(portal)).toEqual([])
})

test('the drafted fundings of a page are judged in no more statements than one of them', async () => {
  for (let n = 0; n < 3; n += 1)
    await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal, { amount: '10000.00' })]))
  const page = (pageSize: number) =>
    portal.ask(portal.seats.settlement, listCalls(paymentList).pageList, { body: { pageNum: 1, pageSize } })
  expect((await page(3)).list).toMatchObject([1, 2, 3].map(() => ({ type: 'FUNDING', status: 'DRAFT' })))
  // What is asked once a session is asked by now.
  await page(1)
  await page(3)
  const { statements } = await askedBy(() => page(1))
  // A connection that is opened meanwhile asks for itself; rows judged one by one would ask twice for each.
  expect((await askedBy(() => page(3))).statements).toBeLessThan(statements + 3)
})
