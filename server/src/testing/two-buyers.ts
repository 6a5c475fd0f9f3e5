import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { newId } from '../database/id.ts'
import { aReceipt, passAll as passMoney, toldApart } from './financing.ts'
import type { Portal } from './portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from './trade.ts'
import { openingDay } from './world.ts'

/** An invoice of 100,000.00 that Cedar owes and one of 50,000.00 that Dogwood owes, and the request for one order of both. */
export async function ofBoth(
  portal: Portal,
  extra: Partial<TrialRequest> = {},
  due = { cedar: '2025-05-02', dogwood: '2025-05-16' },
) {
  const ofCedar = await aConfirmedInvoice(portal, { dueDate: due.cedar })
  const ofDogwood = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', amount: '50000.00', dueDate: due.dogwood })
  const request: TrialRequest = { ...requestFor(portal, [ofCedar, ofDogwood]), buyerCode: undefined, ...extra }
  return { request, ofCedar, ofDogwood }
}

/** An order of two buyers that has passed its approval. */
export async function passedOfBoth(portal: Portal, request: TrialRequest) {
  const order = await aSubmittedOrder(portal, request)
  await passAll(portal, order.orderNo)
  return order
}

/** The same, confirmed by both buyers and funded on the opening day. */
export async function fundedOfBoth(portal: Portal, request: TrialRequest) {
  const { settlement, cedarChecker, dogwoodChecker } = portal.seats
  const order = await passedOfBoth(portal, request)
  await signAll(portal, order.id)
  for (const seat of [cedarChecker, dogwoodChecker])
    await portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id: order.id }, body: { accept: true } })
  const { payments } = await portal.ask(settlement, financeOrderCalls.fundingInfo, { params: { id: order.id } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payments[0]!.id } })
  await passMoney(portal, payments[0]!.no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payments[0]!.id, valueDate: openingDay, bankRef: newId() },
  })
  return order
}

/** A receipt of a buyer or of the supplier on an order, recorded, matched and passed; `part` names its payer and its invoices. */
export async function paidOn(
  portal: Portal,
  orderId: string,
  amount: string,
  part: { buyerCode?: 'CEDAR' | 'DOGWOOD'; invoiceIds?: string[] } = {},
  payerRole: 'BUYER' | 'SUPPLIER' = 'BUYER',
  valueDate: string = openingDay,
  fundSource: 'COLLECTION' | 'INTEREST' = 'COLLECTION',
) {
  const receipt = await aReceipt(portal, amount, { valueDate })
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole, fundSource, parts: [{ orderId, amount, ...part }] },
  })
  await passMoney(portal, repayments[0]!.no, 'REPAYMENT')
  return portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id: repayments[0]!.id } })
}

/** The debt to the funder on an order by code of the buyer, decimal text in its currency. */
export const owedInBooks = (portal: Portal, orderId: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ code: string; owed: string }>`
      select c.code, trim_scale(sum(case p.side when 'D' then p.amount else -p.amount end))::text as owed from posting p join company c on c.id = p.counterparty_id
      where p.order_id = ${orderId} and p.book = 'F' and p.account = '1100' group by 1 order by 1`.execute(tx)
    return Object.fromEntries(rows.map(({ code, owed }) => [code, owed]))
  })
