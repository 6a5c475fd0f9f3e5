import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anInstructedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { anInstructedPayment, brokenLaws } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const read = (text: string) => readReport(portal, text)
const payment = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const revoke = (orderId: string) =>
  portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
const takeBack = (id: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Sent back by the payee' },
  })
const statusOf = (invoiceId: string) =>
  portal.look(async (tx) => {
    const { financeStatus } = await tx
      .selectFrom('invoice')
      .select('financeStatus')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    return financeStatus
  })
const told = (id: string) =>
  portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('userId', '=', seats().settlement.userId)
      .where('objectId', '=', id)
      .where('event', 'not like', 'APPROVAL%')
      .execute(),
  )

/** A payment that the bank refused, and whose order the supplier took back then. */
async function withdrawn() {
  const { payment: one, orderId, invoiceIds } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, one.id)
  await read(report(file.no, line(one.no, 'RJCT', accountClosed)))
  await revoke(orderId)
  return { id: one.id, no: one.no, orderId, invoiceId: invoiceIds[0]!, file }
}

test('what the bank reports as paid of a cancelled payment keeps its invoices until a person records that the money came back', async () => {
  const { id, no, invoiceId, file } = await withdrawn()
  expect(await statusOf(invoiceId)).toBe('UNFINANCED')
  await read(report(file.no, line(no, 'ACSC')))
  expect(await payment(id)).toMatchObject({ status: 'CANCELLED', bankFile: { outcome: 'ACCEPTED' } })
  expect(await told(id)).toMatchObject([
    { event: 'PAYMENT_WITH_BANK_CANCELLED', params: { no, fileNo: file.no, status: 'ACSC' } },
  ])
  expect(await statusOf(invoiceId)).toBe('LOCKED')
  expect((await refusalOf(aSubmittedOrder(portal, requestFor(portal, [invoiceId])))).error).toBe('INVOICE_NOT_ELIGIBLE')
  expect((await payment(id)).operations).toContain('TAKE_BACK')
  expect(await takeBack(id)).toEqual({ status: 'CANCELLED' })
  expect(await payment(id)).toMatchObject({ status: 'CANCELLED', failReason: 'Sent back by the payee' })
  expect((await payment(id)).operations).not.toContain('TAKE_BACK')
  expect((await refusalOf(takeBack(id))).error).toBe('PAYMENT_IS_CANCELLED')
  expect(await statusOf(invoiceId)).toBe('UNFINANCED')
  await aSubmittedOrder(portal, requestFor(portal, [invoiceId]))
})

test('what the bank has pending of a cancelled payment is free once it refuses it', async () => {
  const { id, no, invoiceId, file } = await withdrawn()
  await read(report(file.no, line(no, 'PDNG')))
  expect(await statusOf(invoiceId)).toBe('LOCKED')
  await read(`${report(file.no, line(no, 'RJCT', accountClosed))}\n`)
  expect(await statusOf(invoiceId)).toBe('UNFINANCED')
  expect((await payment(id)).operations).not.toContain('TAKE_BACK')
})

test('an invoice that another order took meanwhile stays with it', async () => {
  const { id, no, invoiceId, file } = await withdrawn()
  const next = await aSubmittedOrder(portal, requestFor(portal, [invoiceId]))
  await read(report(file.no, line(no, 'ACSC')))
  const holders = () =>
    portal.look((tx) =>
      tx.selectFrom('financeOrderItem').select('orderId').where('invoiceId', '=', invoiceId).where('active', '=', true).execute(),
    )
  expect(await holders()).toEqual([{ orderId: next.id }])
  await takeBack(id)
  expect(await holders()).toEqual([{ orderId: next.id }])
  expect(await statusOf(invoiceId)).toBe('LOCKED')
})

test('a cancelled drawing that the bank has counts as drawn on its pool until the money is back', async () => {
  const { poolId } = await aPooledInvoice(portal, await aPoolProduct(portal), { amount: '100000.00', buyerCode: 'CEDAR' })
  const most = async () => {
    const day = { poolId, fundingDate: openingDay }
    return (await portal.ask(seats().alderMaker, poolCalls.drawable, { body: day })).maxDrawing
  }
  const before = await most()
  const { order, payment: sent } = await anInstructedDrawing(portal, poolId, '20000.00')
  const file = await aFileTaken(portal, sent.id)
  await read(report(file.no, line(sent.no, 'RJCT', accountClosed)))
  await revoke(order.id)
  expect(await most()).toBe(before)
  await read(report(file.no, line(sent.no, 'ACSC')))
  expect(Number(before) - Number(await most())).toBe(20_000)
  await takeBack(sent.id)
  expect(await most()).toBe(before)
})
