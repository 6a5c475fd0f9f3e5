import { randomUUID } from 'node:crypto'
import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { TrialRequest } from '@usance/wire/finance-order/trial'
import { type InvoiceBody, invoiceCalls } from '@usance/wire/invoice/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Portal } from './portal.ts'
import type { Seat } from './world.ts'

// What people do every day, in one line each, for tests that begin where it ends.

let counter = 0
const key = () => randomUUID()

/** An invoice of Alder to Cedar, confirmed by the buyer. Answers its id. */
export async function aConfirmedInvoice(portal: Portal, extra: Partial<InvoiceBody> = {}): Promise<string> {
  const { cedarChecker, dogwoodChecker } = portal.seats
  const { id, buyerCode } = await aSubmittedInvoice(portal, extra)
  await portal.ask(buyerCode === 'CEDAR' ? cedarChecker : dogwoodChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  return id
}

/** An invoice of Alder to Cedar that waits for its buyer. */
export async function aSubmittedInvoice(
  portal: Portal,
  extra: Partial<InvoiceBody> = {},
): Promise<{ id: string; buyerCode: string }> {
  const { alderMaker } = portal.seats
  const body: InvoiceBody = {
    buyerCode: 'CEDAR',
    invoiceNo: `T-${++counter}-${randomUUID().slice(0, 6)}`,
    issueDate: '2025-02-20',
    dueDate: '2025-05-02',
    currency: 'USD',
    amount: '100000.00',
    ...extra,
  }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...body, idempotencyKey: key() } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  return { id, buyerCode: body.buyerCode }
}

/** Makes Alder's relationship with a buyer one that the buyer is told nothing of. */
export const undisclose = (portal: Portal, buyer: 'cedar' | 'dogwood'): Promise<unknown> =>
  portal.look((tx) =>
    tx
      .updateTable('relationship')
      .set({ disclosed: false })
      .where('supplierId', '=', portal.world.companies.alder)
      .where('buyerId', '=', portal.world.companies[buyer])
      .execute(),
  )

export const requestFor = (portal: Portal, invoiceIds: string[], extra: Partial<TrialRequest> = {}): TrialRequest => ({
  financingProductId: portal.world.products.purchaseInAdvance,
  buyerCode: 'CEDAR',
  currency: 'USD',
  fundingDate: '2025-03-03',
  items: invoiceIds.map((docId) => ({ docType: 'INVOICE' as const, docId })),
  ...extra,
})

/** A submitted finance order at the price of the moment. */
export async function aSubmittedOrder(portal: Portal, request: TrialRequest, seat: Seat = portal.seats.alderMaker) {
  const { pricingHash } = await portal.ask(seat, financeOrderCalls.trialCalculation, { body: request })
  return portal.ask(seat, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash, payeeBankAccountId: portal.world.accounts.alder, saveType: 'SUBMIT', idempotencyKey: key() },
  })
}

/** Passes every step of an object's approval, each by somebody who may. Answers who decided. */
export async function passAll(portal: Portal, businessNo: string, businessType = 'FINANCE_ORDER'): Promise<string[]> {
  const decided: string[] = []
  const seats = Object.entries(portal.seats)
  for (let round = 0; round < 20; round++) {
    let moved = false
    for (const [name, seat] of seats) {
      const history = await portal
        .ask(seat, workflowCalls.history, { body: { businessNo, businessType, ifQueryTask: 'YES' } })
        .catch(() => undefined)
      if (!history) continue
      if (history.status !== 'IN_APPROVE') return decided
      if (!history.taskId) continue
      await portal.ask(seat, workflowCalls.approve, {
        body: {
          businessNo,
          nodeName: history.currentNode!,
          taskId: history.taskId,
          reviewType: 'PASSED',
          approvalComments: 'Checked',
        },
      })
      decided.push(name)
      moved = true
    }
    if (!moved) throw new Error(`Nobody may decide on ${businessNo} now; so far: ${decided.join(', ')}`)
  }
  throw new Error('The approval has no end.')
}

/** Passes the write-off of an order that waits. Answers who decided. */
export async function passWriteOff(portal: Portal, orderNo: string): Promise<string[]> {
  const { no } = await portal.look((tx) =>
    tx
      .selectFrom('writeOff as w')
      .innerJoin('financeOrder as o', 'o.id', 'w.orderId')
      .select('w.no')
      .where('o.orderNo', '=', orderNo)
      .where('w.status', '=', 'IN_APPROVE')
      .executeTakeFirstOrThrow(),
  )
  return passAll(portal, no, 'WRITE_OFF')
}

/** Signs every contract of an order, each party by its signatory. */
export async function signAll(portal: Portal, orderId: string): Promise<void> {
  const order = await portal.ask(portal.seats.alderChecker, financeOrderCalls.detail, { query: { id: orderId } })
  for (const contract of order.contracts)
    for (const seat of [
      portal.seats.alderChecker,
      portal.seats.elmChecker,
      portal.seats.firChecker,
      portal.seats.cedarChecker,
      portal.seats.dogwoodChecker,
    ]) {
      const seen = await portal.ask(seat, contractCalls.detail, { body: { id: contract.id } }).catch(() => undefined)
      if (!seen?.operations.includes('signoff')) continue
      await portal.ask(seat, contractCalls.sign, {
        body: { id: contract.id, name: seat.cname, method: 'TYPED', textSha256: seen.textSha256, idempotencyKey: key() },
      })
    }
}

/** An order that its buyer has right-confirmed, ready to be paid. */
export async function aRightConfirmedOrder(portal: Portal, request: TrialRequest): Promise<{ id: string; orderNo: string }> {
  const order = await aSubmittedOrder(portal, request)
  await passAll(portal, order.orderNo)
  await signAll(portal, order.id)
  await portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, {
    query: { id: order.id },
    body: { accept: true },
  })
  return order
}
