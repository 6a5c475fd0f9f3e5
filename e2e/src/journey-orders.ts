import { randomUUID } from 'node:crypto'
import { aDraftedPayment } from '@usance/server/testing/financing'
import type { Portal } from '@usance/server/testing/portal'
import { passAll, requestFor, signAll } from '@usance/server/testing/trade'
import { openingDay } from '@usance/server/testing/world'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'

/** An order on one invoice, submitted at its price or left a draft. */
export async function anOrder(portal: Portal, invoiceId: string, saveType: 'SUBMIT' | 'DRAFT' = 'SUBMIT') {
  const { alderMaker } = portal.seats
  const request = requestFor(portal, [invoiceId])
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  return portal.ask(alderMaker, financeOrderCalls.createOrder, {
    body: {
      ...request,
      pricingHash,
      payeeBankAccountId: portal.world.accounts.alder,
      saveType,
      idempotencyKey: randomUUID(),
    },
  })
}

/** What the other desks do with a submitted order until its payment lies with the bank, or has been paid. */
export async function carryOn(
  portal: Portal,
  { id, orderNo }: { id: string; orderNo: string },
  confirms: 'alderChecker' | 'cedarChecker',
  until: 'INSTRUCTED' | 'PAID' = 'PAID',
): Promise<void> {
  await passAll(portal, orderNo)
  await signAll(portal, id)
  await portal.ask(portal.seats[confirms], financeOrderCalls.rightConfirmation, {
    query: { id },
    body: { accept: true },
  })
  const drafted = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', id).where('status', '=', 'DRAFT').executeTakeFirst(),
  )
  const payment = drafted ?? (await aDraftedPayment(portal, id))
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, 'PAYMENT')
  if (until === 'INSTRUCTED') return
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate: openingDay, bankRef: `OUT-${orderNo}` },
  })
}
