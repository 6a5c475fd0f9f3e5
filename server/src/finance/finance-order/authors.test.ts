import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll, undisclose } from '../../testing/trade.ts'
import { openingDay, openSeat, type Seat } from '../../testing/world.ts'

// Who drafted or edited an order never approves it, even if a colleague submits it.

let portal: Portal
let author: Seat
let colleague: Seat
beforeAll(async () => {
  portal = await openPortal()
  author = await director('zhou.min')
  colleague = await director('chen.jie')
})
afterAll(() => portal.close())

/** Somebody of the supplier who prepares and decides. */
const director = (userName: string) =>
  portal.look(async (tx) => {
    const { alder } = portal.world.companies
    const seats = [{ companyId: alder, role: 'SUPPLIER' as const, userRoles: ['Director'] }]
    const userId = await addUser(tx, { userName, cname: userName, email: `${userName}@usance.test`, signsFor: [], seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, alder, 'SUPPLIER')
  })

type Request = ReturnType<typeof requestFor>
type Saved = { id: string; orderNo: string; version: number }

async function save(seat: Seat, request: Request, saveType: 'DRAFT' | 'SUBMIT', order?: Saved): Promise<Saved> {
  const { pricingHash } = await portal.ask(seat, financeOrderCalls.trialCalculation, {
    body: order ? { ...request, orderId: order.id } : request,
  })
  const body = { ...request, pricingHash, payeeBankAccountId: portal.world.accounts.alder, saveType }
  return order
    ? portal.ask(seat, financeOrderCalls.editOrder, { body: { ...body, id: order.id, version: order.version, mode: 'edit' } })
    : portal.ask(seat, financeOrderCalls.createOrder, { body })
}

const historyOf = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' } })

/** Decides on the check of the supplier with the task of somebody who may. */
async function decide(seat: Seat, businessNo: string, reviewType: 'PASSED' | 'REJECTED' = 'PASSED') {
  const { taskId, currentNode } = await historyOf(portal.seats.alderChecker, businessNo)
  expect(currentNode).toBe('SUPPLIER_CHECK')
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType, approvalComments: 'Seen' },
  })
}
const refusesAuthor = async (seat: Seat, businessNo: string) => {
  expect((await refusalOf(decide(seat, businessNo))).error).toBe('MAKER_CANNOT_APPROVE')
  expect((await historyOf(seat, businessNo)).taskId).toBeNull()
}

test('who wrote an order that a colleague submits does not pass it', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const draft = await save(author, request, 'DRAFT')
  const sent = await save(colleague, request, 'SUBMIT', draft)
  await refusesAuthor(author, sent.orderNo)
  await refusesAuthor(colleague, sent.orderNo)
  expect((await decide(portal.seats.alderChecker, sent.orderNo)).status).toBe('IN_APPROVE')
})

test('who changed a returned order that a colleague submits again does not pass it', async () => {
  const invoices = [await aConfirmedInvoice(portal), await aConfirmedInvoice(portal)]
  const sent = await save(colleague, requestFor(portal, [invoices[0]!]), 'SUBMIT')
  await decide(portal.seats.alderChecker, sent.orderNo, 'REJECTED')
  const { version } = await portal.ask(colleague, financeOrderCalls.detail, { query: { id: sent.id } })
  const larger = requestFor(portal, invoices)
  const changed = await save(author, larger, 'DRAFT', { ...sent, version })
  await save(colleague, larger, 'SUBMIT', changed)
  await refusesAuthor(author, sent.orderNo)
  await decide(portal.seats.alderChecker, sent.orderNo)
})

test('who wrote an order is its author after its buyer has declined it, too', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const sent = await save(author, request, 'SUBMIT')
  await passAll(portal, sent.orderNo)
  await signAll(portal, sent.id)
  await portal.ask(portal.seats.cedarChecker, financeOrderCalls.rightConfirmation, {
    query: { id: sent.id },
    body: { accept: false, comment: 'Another invoice' },
  })
  const { version } = await portal.ask(colleague, financeOrderCalls.detail, { query: { id: sent.id } })
  const other = requestFor(portal, [await aConfirmedInvoice(portal)])
  await save(colleague, other, 'SUBMIT', { ...sent, version })
  await refusesAuthor(author, sent.orderNo)
})

test('who confirmed a purchase order in the place of its buyer does not check the papers of the loan on it', async () => {
  const { alderMaker, alderChecker, operations, operations2 } = portal.seats
  await undisclose(portal, 'cedar')
  const { id: docId } = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'PO-AUTHORS',
      orderDate: '2025-02-20',
      latestShipDate: '2025-05-02',
      currency: 'USD',
      paymentTermDays: 60,
      items: [{ description: 'Yarn', qty: '100', unit: 'KG', unitPrice: '1000' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(operations, purchaseOrderCalls.confirm, { body: { ids: [docId] } })
  // Only what is financed undisclosed takes an order that its buyer is not shown.
  const financingProductId = portal.world.products.purchaseOrder
  await portal.look((tx) =>
    tx.updateTable('financingProduct').set({ disclosed: false }).where('id', '=', financingProductId).execute(),
  )
  const terms = { financingProductId, fundingDate: openingDay }
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [], { ...terms, items: [{ docType: 'PO', docId }] }))
  await decide(alderChecker, orderNo)

  const { taskId, currentNode } = await historyOf(operations2, orderNo)
  expect(currentNode).toBe('DOCUMENT_CHECK')
  expect((await historyOf(operations, orderNo)).taskId).toBeNull()
  const body = {
    businessNo: orderNo,
    nodeName: currentNode!,
    taskId: taskId!,
    reviewType: 'PASSED',
    approvalComments: 'Seen',
  } as const
  expect((await refusalOf(portal.ask(operations, workflowCalls.approve, { body }))).error).toBe('MAKER_CANNOT_APPROVE')
  expect((await portal.ask(operations2, workflowCalls.approve, { body })).status).toBe('IN_APPROVE')
})
