import { contractCalls } from '@usance/wire/contract/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditNoteOf, ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { addUser } from '../../party/company/register.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openSeat, type Seat, testPassword } from '../../testing/world.ts'

// Within one matter a person acts for one party, however many companies the person works for.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

/** A person who prepares, decides and signs for supplier, buyer and funder, in the seat of each. */
async function ofAllParties(userName: string) {
  const { alder, cedar, elm } = portal.world.companies
  const userRoles = ['Maker', 'Checker']
  return portal.look(async (tx) => {
    const userId = await addUser(tx, {
      userName,
      cname: userName,
      email: `${userName}@usance.test`,
      password: testPassword,
      signsFor: [alder, cedar, elm],
      seats: [
        { companyId: alder, role: 'SUPPLIER', userRoles },
        { companyId: cedar, role: 'BUYER', userRoles },
        { companyId: elm, role: 'FUNDER', userRoles },
      ],
    })
    const at = async (companyId: string, role: string) => ({ ...(await openSeat(tx, userId, companyId, role)), cname: userName })
    return { supplier: await at(alder, 'SUPPLIER'), buyer: await at(cedar, 'BUYER'), funder: await at(elm, 'FUNDER') }
  })
}

const contractOf = async (orderId: string, party: string) => {
  const { contracts } = await portal.ask(portal.seats.alderChecker, financeOrderCalls.detail, { query: { id: orderId } })
  for (const { id } of contracts) {
    const seen = await portal.ask(portal.seats.alderChecker, contractCalls.detail, { body: { id } })
    if (seen.signatories.some((one) => one.party === party)) return seen
  }
  throw new Error(`No contract with ${party}.`)
}
const sign = async (seat: Seat, { id, textSha256 }: { id: string; textSha256: string }) =>
  portal.ask(seat, contractCalls.sign, { body: { id, name: seat.cname, method: 'TYPED', textSha256 } })
const confirmRight = (seat: Seat, id: string) =>
  portal.ask(seat, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })
const operationsAt = async (seat: Seat, id: string) => (await portal.ask(seat, contractCalls.detail, { body: { id } })).operations
/** Passes the open task, which is the person's own or that of a colleague. */
async function decideOn(seat: Seat, businessNo: string, colleague = seat) {
  const found = { businessNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' as const }
  const { taskId, currentNode } = await portal.ask(colleague, workflowCalls.history, { body: found })
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED', approvalComments: 'seen' },
  })
}
/** The operator passes its steps: documents, and risk where something is out of the ordinary. */
async function passByOperator(businessNo: string) {
  const { operations, risk } = portal.seats
  await decideOn(operations, businessNo)
  const { currentNode } = await portal.ask(risk, workflowCalls.history, { body: { businessNo, businessType: 'FINANCE_ORDER' } })
  if (currentNode === 'RISK_CHECK') await decideOn(risk, businessNo)
}
const tasksOf = async (seat: Seat, businessNo: string) =>
  (await portal.ask(seat, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).list

test('whoever approved an order for its supplier signs for no other party and confirms no debt', async () => {
  const { elmChecker, cedarChecker } = portal.seats
  const person = await ofAllParties('noor.approves')
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await decideOn(person.supplier, order.orderNo)
  await passByOperator(order.orderNo)
  // The step of the funder asks the colleagues alone.
  expect([await tasksOf(person.funder, order.orderNo), (await tasksOf(elmChecker, order.orderNo))?.length]).toEqual([[], 1])
  expect((await refusalOf(decideOn(person.funder, order.orderNo, elmChecker))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  await passAll(portal, order.orderNo)

  const [notice, agreement] = [await contractOf(order.id, 'BUYER'), await contractOf(order.id, 'FUNDER')]
  for (const [seat, contract] of [
    [person.buyer, notice],
    [person.funder, agreement],
  ] as const) {
    expect(await operationsAt(seat, contract.id)).toEqual(['download'])
    expect((await refusalOf(sign(seat, contract))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  }
  expect(await operationsAt(person.supplier, notice.id)).toContain('signoff')
  await sign(person.supplier, notice)
  await signAll(portal, order.id)

  const seen = await portal.ask(person.buyer, financeOrderCalls.detail, { query: { id: order.id } })
  expect(seen.operations).toEqual(['DETAIL'])
  expect((await refusalOf(confirmRight(person.buyer, order.id))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  expect(await confirmRight(cedarChecker, order.id)).toEqual({ status: 'RIGHT_CONFIRMED' })
})

test('whoever confirmed an invoice for its buyer neither finances it for the supplier nor approves that for the funder', async () => {
  const { alderChecker, alderMaker, elmChecker } = portal.seats
  const person = await ofAllParties('ravi.confirms')
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'RAVI-1',
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '55000.00',
    },
  })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(person.buyer, invoiceCalls.confirm, { body: { items: [{ id }] } })
  const request = requestFor(portal, [id])
  expect((await refusalOf(aSubmittedOrder(portal, request, person.supplier))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  const seen = await portal.ask(person.supplier, invoiceCalls.detail, { query: { id } })
  expect(seen.operations).toEqual([])
  const order = await aSubmittedOrder(portal, request)
  const refused = async (seat: Seat, colleague: Seat) => (await refusalOf(decideOn(seat, order.orderNo, colleague))).error
  expect(await refused(person.supplier, alderChecker)).toBe('ACTED_FOR_ANOTHER_PARTY')
  await decideOn(alderChecker, order.orderNo)
  await passByOperator(order.orderNo)
  expect(await refused(person.funder, elmChecker)).toBe('ACTED_FOR_ANOTHER_PARTY')
  await decideOn(elmChecker, order.orderNo)
  // What the same party does in the matter afterwards is the person's to do.
  await signAll(portal, order.id)
  expect(await confirmRight(person.buyer, order.id)).toEqual({ status: 'RIGHT_CONFIRMED' })
})

test('whoever sent an invoice for its supplier puts nothing forward on it for the buyer, in a sheet neither', async () => {
  const person = await ofAllParties('uma.sends')
  const { alderMaker } = portal.seats
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '700.00' }
  for (const [seat, invoiceNo] of [
    [person.supplier, 'UMA-1'],
    [alderMaker, 'UMA-2'],
  ] as const) {
    const { id } = await portal.ask(seat, invoiceCalls.add, { body: { ...facts, invoiceNo } })
    await portal.ask(seat, invoiceCalls.submit, { body: { ids: [id] } })
  }
  const content = await writeWorkbook(
    'owed',
    ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount'].map((title) => ({ title })),
    ['UMA-1', 'UMA-2'].map((invoiceNo) => ['ALDER', invoiceNo, '2025-02-20', '2025-05-02', 'USD', '650.00']),
  )
  const { data } = await uploadAs(portal, person.buyer, 'owed.xlsx', content)
  const result = await portal.ask(person.buyer, invoiceCalls.batchUpload, { query: { fileKey: data.objectKey } })
  expect(result).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
})

test('whoever changed an order for its supplier puts it right for the buyer in no sheet', async () => {
  const person = await ofAllParties('quinn.changes')
  const { cedarMaker, cedarChecker } = portal.seats
  const titles = [
    'Supplier code',
    'Order no',
    'Order date',
    'Latest ship date',
    'Currency',
    'Description',
    'Quantity',
    'Unit price',
  ]
  const send = async (seat: Seat, qty: string) => {
    const content = await writeWorkbook(
      'Orders',
      titles.map((title) => ({ title })),
      ['QUINN-1', 'QUINN-2'].map((poNo) => ['ALDER', poNo, '2025-02-01', '2025-04-01', 'USD', 'Cloth', qty, '1.5']),
    )
    const { data } = await uploadAs(portal, seat, 'orders.xlsx', content)
    return portal.ask(seat, purchaseOrderCalls.importExcel, { query: { fileKey: data.objectKey } })
  }
  await send(cedarMaker, '10')
  const filterFields = { poNo: 'QUINN' }
  const { list = [] } = await portal.ask(cedarMaker, listCalls(purchaseOrderList).pageList, { body: { filterFields } })
  expect(list.map(({ poNo }) => poNo).sort()).toEqual(['QUINN-1', 'QUINN-2'])
  for (const { id } of list)
    await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: `${id}`, comment: 'Count again' } })
  const { id } = list.find(({ poNo }) => poNo === 'QUINN-1')!
  const { version } = await portal.ask(person.supplier, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  const { data } = await uploadAs(portal, person.supplier, 'order.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
  const attachments = [{ objectKey: `${data.objectKey}`, fileName: 'order.pdf', groupKey: 'PO' }]
  await portal.ask(person.supplier, purchaseOrderCalls.upload, { body: { id: `${id}`, version, attachments } })

  expect(await send(person.buyer, '12')).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
  expect(await send(cedarMaker, '14')).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
  const left = await portal.ask(cedarChecker, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  expect([left.docStatus, left.amount]).toEqual(['SUBMITTED', '21.00'])
})

test('whoever answered for the buyer names its document for the supplier in no sheet and no e-invoice', async () => {
  const person = await ofAllParties('noa.names')
  const { alderMaker, cedarChecker } = portal.seats
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'EUR', amount: '900.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'NOA-1' } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(person.buyer, invoiceCalls.confirm, { body: { items: [{ id }] } })
  for (const [poNo, seat] of [
    ['PO-77', person.buyer],
    ['PO-78', cedarChecker],
  ] as const) {
    const items = [{ description: 'Tea', qty: '100', unitPrice: '10' }]
    const order = { buyerCode: 'CEDAR', poNo, orderDate: '2025-02-01', latestShipDate: '2025-05-01', currency: 'EUR', items }
    const added = await portal.ask(alderMaker, purchaseOrderCalls.add, { body: { ...order, saveType: 'SUBMIT' } })
    await portal.ask(seat, purchaseOrderCalls.confirm, { body: { ids: [added.id] } })
  }
  const bill = ublInvoice().replaceAll('广州贸易有限公司', 'Cedar Retail Inc')
  const read = async (xml: string, seat = person.supplier) => {
    const { data } = await uploadAs(portal, seat, 'document.xml', Buffer.from(xml))
    return portal.ask(seat, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  }
  const note = creditNoteOf('NOA-1')
  for (const xml of [note, bill]) expect((await refusalOf(read(xml))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  expect(await read(bill.replace('PO-77', 'PO-78'))).toMatchObject({ kind: 'INVOICE' })
  expect(await read(note, alderMaker)).toMatchObject({ id, kind: 'CREDIT_NOTE' })

  const titles = ['Buyer code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount', 'Order no']
  const content = await writeWorkbook(
    'Sheet',
    titles.map((title) => ({ title })),
    ['PO-77', 'PO-78'].map((poNo) => ['CEDAR', `NOA-${poNo}`, '2025-02-20', '2025-05-02', 'EUR', '90.00', poNo]),
  )
  const { data } = await uploadAs(portal, person.supplier, 'invoices.xlsx', content)
  const taken = await portal.ask(person.supplier, invoiceCalls.importExcel, { query: { fileKey: data.objectKey } })
  expect(taken).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
})

test('nobody decides for a colleague who has acted for another party', async () => {
  const { elmMaker, alderChecker } = portal.seats
  const person = await ofAllParties('lea.delegates')
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const other = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal, { amount: '40000.00' })]))
  await portal.ask(person.funder, workflowCalls.delegate, {
    body: { toUserId: elmMaker.userId, fromDate: '2025-03-03', toDate: '2025-04-03' },
  })
  await decideOn(person.supplier, order.orderNo)
  await decideOn(alderChecker, other.orderNo)
  for (const { orderNo } of [order, other]) await passByOperator(orderNo)
  expect([(await tasksOf(elmMaker, order.orderNo))?.length, (await tasksOf(elmMaker, other.orderNo))?.length]).toEqual([0, 1])
  expect((await refusalOf(decideOn(elmMaker, order.orderNo, portal.seats.elmChecker))).error).toBe('NOT_YOUR_TASK')
  await decideOn(elmMaker, other.orderNo)

  // A decision through a delegate is the delegator's own, in the other seats too.
  const notice = await contractOf(other.id, 'BUYER')
  expect((await refusalOf(sign(person.buyer, notice))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
})

test('of two signatures of one person for two parties at the same moment one counts', async () => {
  const person = await ofAllParties('kim.signs')
  for (let round = 0; round < 3; round++) {
    const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
    await passAll(portal, order.orderNo)
    const notice = await contractOf(order.id, 'BUYER')
    const agreement = await contractOf(order.id, 'FUNDER')
    const outcomes = await Promise.allSettled([
      sign(person.supplier, notice),
      sign(person.buyer, notice),
      sign(person.funder, agreement),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('whoever assigned invoices for the supplier brings in no figure of the bank for its pool, typed or by a sheet', async () => {
  const productId = await aPoolProduct(portal, 'DBS')
  const person = await ofAllParties('dora.assigns')
  const invoiceIds = [await aConfirmedInvoice(portal)]
  const body = { productId, currency: 'USD', invoiceIds }
  const { poolId, code } = await portal.ask(person.supplier, poolCalls.assign, { body })
  const figures = { poolId, base: '90000.00', asOf: '2025-03-03' }
  const typed = portal.ask(person.funder, poolCalls.bankFigures, { body: figures })
  expect((await refusalOf(typed)).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  const titles = ['Pool', 'Amount allowed', 'As of'].map((title) => ({ title }))
  const read = async (seat: Seat) => {
    const content = await writeWorkbook('Sheet', titles, [[code, '90000.00', '2025-03-03']])
    const { data } = await uploadAs(portal, seat, 'bank.xlsx', content)
    return portal.ask(seat, poolCalls.importBankFigures, { query: { fileKey: data.objectKey } })
  }
  expect(await read(person.funder)).toMatchObject({ successfulNumber: 0, errorNumber: 1 })
  expect(await read(portal.seats.elmChecker)).toMatchObject({ successfulNumber: 1, errorNumber: 0 })
})

test('a pool with its receivables and drawings is one matter', async () => {
  const productId = await aPoolProduct(portal)
  const { alderMaker, elmChecker } = portal.seats
  const person = await ofAllParties('ada.pools')
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '90000.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'ADA-1' } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(person.buyer, invoiceCalls.confirm, { body: { items: [{ id }] } })
  const assign = (seat: Seat, invoiceIds: string[]) =>
    portal.ask(seat, poolCalls.assign, { body: { productId, currency: 'USD', invoiceIds } })
  expect((await refusalOf(assign(person.supplier, [id]))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  const { poolId } = await assign(alderMaker, [id])
  // What comes into the pool later is of the same matter.
  const more = await aConfirmedInvoice(portal)
  expect((await refusalOf(assign(person.supplier, [more]))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  const body = { poolId, amount: '20000.00', fundingDate: '2025-03-03', maturity: '2025-05-02' }
  const drawing = async (seat: Seat) => {
    const { pricingHash } = await portal.ask(seat, poolCalls.trial, { body })
    return portal.ask(seat, poolCalls.draw, { body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder } })
  }
  expect((await refusalOf(drawing(person.supplier))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  const { orderNo } = await drawing(alderMaker)
  await decideOn(portal.seats.alderChecker, orderNo)
  await passByOperator(orderNo)
  expect((await refusalOf(decideOn(person.funder, orderNo, elmChecker))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
  expect((await decideOn(elmChecker, orderNo)).status).toBe('PASSED')
})
