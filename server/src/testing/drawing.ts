import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { newId } from '../database/id.ts'
import { passAll as payAll } from './financing.ts'
import type { Portal } from './portal.ts'
import { aConfirmedInvoice, passAll, signAll } from './trade.ts'
import { openingDay } from './world.ts'

/** A confirmed invoice of Alder in its pool. Answers the invoice and the pool. */
export async function aPooledInvoice(
  portal: Portal,
  productId: string,
  { amount, buyerCode, dueDate }: { amount: string; buyerCode: string; dueDate?: string },
): Promise<{ invoiceId: string; poolId: string }> {
  const invoiceId = await aConfirmedInvoice(portal, { amount, buyerCode, ...(dueDate ? { dueDate } : {}) })
  const { poolId } = await portal.ask(portal.seats.alderMaker, poolCalls.assign, {
    body: { productId, currency: 'USD', invoiceIds: [invoiceId] },
  })
  return { invoiceId, poolId }
}

/** A drawing on a pool, due in sixty days, whose payment its approvers have sent to the bank. */
export async function anInstructedDrawing(portal: Portal, poolId: string, amount: string) {
  const maker = portal.seats.alderMaker
  const body = { poolId, amount, fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  const { pricingHash } = await portal.ask(maker, poolCalls.trial, { body })
  const order = await portal.ask(maker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', order.id).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await payAll(portal, payment.no, 'PAYMENT')
  return { order, payment }
}

/** A drawing on a pool whose money has reached the supplier on the opening day, due in sixty days. */
export async function aFundedDrawing(portal: Portal, poolId: string, amount: string): Promise<{ id: string; orderNo: string }> {
  const { order, payment } = await anInstructedDrawing(portal, poolId, amount)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: `DRAWN-${newId()}` },
  })
  return order
}
