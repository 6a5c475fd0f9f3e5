import { randomUUID } from 'node:crypto'
import { addDays } from '@usance/domain/local-date'
import { writeOffAfterDays } from '@usance/domain/write-off'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLimit } from '../finance/product/add-product.ts'
import { addRelationship } from '../party/company/register.ts'
import { runEndOfDay } from '../settlement/end-of-day/run-end-of-day.ts'
import { aRepayment, passAll as passPayment } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, passWriteOff, requestFor, signAll } from '../testing/trade.ts'
import { openingDay } from '../testing/world.ts'
import { answersTo, partsOf, readings, send } from './buyer-readings.ts'

// Everything that a buyer can read is read before and after each step of a financing that it was not told of. The day is the same,
// so that every answer has to be the same to the last character.

let portal: Portal
let invoices: string[]
let purchaseOrderId: string
const orders: { id: string; orderNo: string }[] = []
/** Money of the buyer on a financing that it was not told of: what it paid, and what came back. */
const moved: string[] = []

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const { alderMaker, cedarChecker } = portal.seats
  await portal.look((tx) => sql`update financing_product set disclosed = false where type = 'PO_FINANCE'`.execute(tx))
  // An installation may give buyers their books too.
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'B', version = version + 1 where permission = 'proof.subledgers.view'`.execute(
      tx,
    ),
  )
  await portal.look((tx) => tx.deleteFrom('relationship').where('supplierId', '=', portal.world.companies.birch).execute())
  invoices = []
  for (const no of ['QUIET-1', 'QUIET-2', 'QUIET-3', 'QUIET-4'])
    invoices.push(await aConfirmedInvoice(portal, { invoiceNo: no, dueDate: '2025-03-13', amount: '20000.00' }))
  const purchaseOrder = await portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'QUIET-PO',
      orderDate: openingDay,
      latestShipDate: '2025-03-20',
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '100', unitPrice: '200.00' }],
      saveType: 'SUBMIT',
    },
  })
  purchaseOrderId = purchaseOrder.id
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
}, 120_000)
afterAll(() => portal.close())

/** Every answer that a person of the buyer gets; what one may look at, all of them may. */
const everyAnswer = () => answersTo(portal, portal.seats.cedarChecker, [...invoices, purchaseOrderId, ...moved])

/** The answers that differ, each with its first difference; nothing where the buyer reads the same. */
function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before].flatMap(([asked, text]) => {
    const now = after.get(asked) ?? ''
    if (now === text) return []
    const at = [...text].findIndex((letter, index) => letter !== now[index])
    const from = Math.max(0, at - 60)
    return [`${asked}: ${text.slice(from, at + 60)} | ${now.slice(from, at + 60)}`]
  })
}

/** What changes by itself from one reading to the next. */
let byItself: string[] = []
/** The answers before the first step. */
async function readTwice(): Promise<Map<string, string>> {
  const [before, again] = [await everyAnswer(), await everyAnswer()]
  byItself = [...before].filter(([asked, text]) => again.get(asked) !== text).map(([asked]) => asked)
  expect(byItself.length, byItself.join('\n')).toBeLessThan(5)
  expect(before.size).toBeGreaterThan(300)
  for (const asked of byItself) before.delete(asked)
  return before
}

const payOut = async ({ id }: { id: string }) => {
  await passAll(portal, orders.find((one) => one.id === id)!.orderNo)
  await signAll(portal, id)
  const { rightConfirmParty } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('rightConfirmParty').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  if (rightConfirmParty === 'SUPPLIER')
    await portal.ask(portal.seats.alderChecker, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })
  const { id: paymentId, no } = await portal.look((tx) =>
    tx
      .selectFrom('payment')
      .select(['id', 'no'])
      .where('orderId', '=', id)
      .where('status', '=', 'DRAFT')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: paymentId } })
  await passAll(portal, no, 'PAYMENT')
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: paymentId, valueDate: openingDay, bankRef: `OUT-${no}` },
  })
}

test('a buyer reads nothing of a supplier that keeps its financing from it, nor of the limit that a funder sets on it', async () => {
  const { birch, cedar, fir } = portal.world.companies
  const before = await readTwice()
  await portal.look((tx) => addRelationship(tx, { supplierId: birch, buyerId: cedar, disclosed: false, confirmMode: 'NONE' }))
  const life = { effectiveDate: '2025-01-01', expiryDate: '2030-12-31' }
  await portal.look((tx) =>
    addLimit(tx, { type: 'BUYER', buyerId: cedar, funderId: fir, currency: 'USD', amount: '750000', ...life }),
  )
  expect(differences(before, await everyAnswer())).toEqual([])
}, 600_000)

test('a buyer reads an invoice or purchase order that is financed undisclosed like one that nobody finances', async () => {
  const { undisclosed, purchaseOrder } = portal.world.products
  const before = await readTwice()
  for (const id of invoices.slice(0, 2))
    orders.push(await aSubmittedOrder(portal, requestFor(portal, [id], { financingProductId: undisclosed })))
  orders.push(
    await aSubmittedOrder(portal, {
      ...requestFor(portal, [], { financingProductId: purchaseOrder }),
      items: [{ docType: 'PO', docId: purchaseOrderId }],
    }),
  )
  expect(differences(before, await everyAnswer())).toEqual([])
  for (const order of orders) await payOut(order)
  expect(differences(before, await everyAnswer())).toEqual([])
  const { rows } = await portal.look((tx) =>
    sql<{ status: string }>`select finance_status as status from invoice where id = any(${invoices}::uuid[])
      union all select finance_status from purchase_order where id = ${purchaseOrderId}`.execute(tx),
  )
  expect(rows.map(({ status }) => status).sort()).toEqual(['FINANCED', 'FINANCED', 'FINANCED', 'UNFINANCED', 'UNFINANCED'])
}, 600_000)

test('a supplier that declines an undisclosed financing disputes nothing, and its buyer reads nothing of it', async () => {
  const { undisclosed } = portal.world.products
  const before = await everyAnswer()
  for (const asked of byItself) before.delete(asked)
  const { id, orderNo } = await aSubmittedOrder(portal, requestFor(portal, [invoices[3]!], { financingProductId: undisclosed }))
  await portal.look((tx) => tx.updateTable('financeOrder').set({ rightConfirmParty: 'SUPPLIER' }).where('id', '=', id).execute())
  await passAll(portal, orderNo)
  const body = { accept: false, comment: 'Another funder is cheaper' }
  await portal.ask(portal.seats.alderChecker, financeOrderCalls.rightConfirmation, { query: { id }, body })
  const { docStatus } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('docStatus').where('id', '=', invoices[3]!).executeTakeFirstOrThrow(),
  )
  expect(docStatus).toBe('CONFIRMED')
  expect(differences(before, await everyAnswer())).toEqual([])
}, 600_000)

test('a buyer that pays too much on a financing that it was not told of reads nothing of it in what it pays and gets back', async () => {
  const { settlement, settlement3 } = portal.seats
  const { undisclosed } = portal.world.products
  const order = await aSubmittedOrder(portal, requestFor(portal, [invoices[3]!], { financingProductId: undisclosed }))
  orders.push(order)
  await payOut(order)
  const before = await everyAnswer()
  const repayment = await aRepayment(portal, order.id, '20700.00')
  const { id, no } = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passPayment(portal, no, 'REFUND')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `BACK-${no}` } })
  moved.push(repayment.id, repayment.collectionId, id)
  const after = await everyAnswer()
  const known = new Set(before.values())
  const secrets = [order.id, order.orderNo, 'Elm', portal.world.companies.elm, repayment.id, repayment.no]
  const telling = [...after].flatMap(([asked, text]) =>
    known.has(text)
      ? []
      : secrets.filter((one) => text.includes(one) && !asked.includes(one)).map((one) => `${asked}: ${one} in ${text}`),
  )
  expect(telling).toEqual([])
  expect([...after].filter(([asked, text]) => asked.startsWith('payment.detail') && text.includes(no))).toHaveLength(1)
}, 600_000)

test('a buyer reads nothing of what its supplier repays, nor of a loss, on a financing that it was not told of', async () => {
  const through = addDays('2025-03-13', writeOffAfterDays + 1)
  const today = await runEndOfDay(portal.app, { through })
  const [lost, repaid] = orders
  const before = await everyAnswer()
  for (const asked of byItself) before.delete(asked)
  const { total } = await portal.ask(portal.seats.settlement, repaymentCalls.payoff, { body: { orderId: repaid!.id } })
  await aRepayment(portal, repaid!.id, total, { valueDate: today, payerRole: 'SUPPLIER', payerName: 'Alder Textiles Ltd' })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId: lost!.id, reason: 'Nobody pays.' } })
  await passWriteOff(portal, lost!.orderNo)
  expect(differences(before, await everyAnswer())).toEqual([])
}, 600_000)

test('an order that a buyer was not told of is answered to it like one that is not there', async () => {
  const { cedarMaker } = portal.seats
  const missing = { id: randomUUID(), orderNo: 'FO-2025-999999' }
  const wrong: string[] = []
  for (const { name, call } of readings)
    for (const { id, orderNo } of orders)
      for (const [word, none] of [
        [id, missing.id],
        [orderNo, missing.orderNo],
      ] as const) {
        const text = (await send(portal, cedarMaker, call, partsOf(call, word))).replaceAll(word, '')
        const expected = (await send(portal, cedarMaker, call, partsOf(call, none))).replaceAll(none, '')
        if (text !== expected) wrong.push(`${name}: ${text.slice(0, 200)} | ${expected.slice(0, 200)}`)
      }
  expect([...new Set(wrong)]).toEqual([])
}, 300_000)
