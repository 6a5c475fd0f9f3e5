import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { repaymentDetailList } from '@usance/wire/repayment/list'
import { reportCalls } from '@usance/wire/report/calls'
import { amortizationList, collectList, orderFileList } from '@usance/wire/report/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addUser } from '../../party/company/register.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll as passByAnybody } from '../../testing/trade.ts'
import { openingDay, openSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
let loan: string
let purchase: string
let today: string
beforeAll(async () => {
  portal = await openPortal()
  loan = (await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [10] })).orderId
  purchase = (await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['10000'], tenors: [10] })).orderId
  await aRepayment(portal, purchase, '100', { payerRole: 'SUPPLIER' })
  today = await runEndOfDay(portal.app, { through: addDays(openingDay, 42) })
})
afterAll(() => portal.close())

const detail = (seat: Seat, id: string) => portal.ask(seat, financeOrderCalls.detail, { query: { id } })

test('a purchase order is financed to its buyer while the loan on it is late, and overdue to whom the loan concerns', async () => {
  const { alderMaker, cedarChecker, elmMaker, operations } = portal.seats
  const { id } = await portal.look((tx) =>
    tx
      .selectFrom('financeOrderItem')
      .select('purchaseOrderId as id')
      .where('orderId', '=', loan)
      .$narrowType<{ id: string }>()
      .executeTakeFirstOrThrow(),
  )
  const read = async (seat: Seat) => {
    const page = await portal.ask(seat, purchaseOrderCalls.detail, { query: { id } })
    const search = (financeStatus: string) =>
      portal.ask(seat, listCalls(purchaseOrderList).pageList, { body: { filterFields: { financeStatus: [financeStatus] } } })
    const [overdue, financed] = [await search('OVERDUE'), await search('FINANCED')]
    return [page.financeStatus, page.orders.map(({ status }) => status).join(), overdue.list!.length, financed.list!.length]
  }
  expect(await read(cedarChecker)).toEqual(['FINANCED', 'FUNDED', 0, 1])
  for (const seat of [alderMaker, elmMaker, operations]) expect(await read(seat)).toEqual(['OVERDUE', 'OVERDUE', 1, 0])
})

test('each row of a buyer’s schedule adds up: a loan on a purchase order is no debt of its buyer, and no row', async () => {
  const schedule = async (seat: Seat, id: string) =>
    (await portal.ask(seat, financeOrderCalls.repaymentInfo, { query: { id } })).schedule
  const { cedarChecker, alderMaker } = portal.seats
  expect(await schedule(alderMaker, loan)).toHaveLength(1)
  expect(await schedule(cedarChecker, loan)).toEqual([])
  const [row] = await schedule(cedarChecker, purchase)
  expect(row).toMatchObject({ paid: '0.00', invoice: { amount: '10000.00', reduced: '0.00', outstanding: '10000.00' } })
})

test('a buyer reads what it paid of a loan as paid on the invoices behind it, with what goes back to it', async () => {
  const { cedarChecker, alderMaker, elmMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: today, tenors: [30] })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  const invoiceNo = 'BEHIND-A-LOAN'
  const invoiceId = await aConfirmedInvoice(portal, { invoiceNo, amount: '60000.00', dueDate: addDays(today, 30) })
  await portal.look((tx) => tx.updateTable('invoice').set({ purchaseOrderId }).where('id', '=', invoiceId).execute())
  const [part, rest] = [
    await aRepayment(portal, orderId, '20000', { valueDate: today }),
    await aRepayment(portal, orderId, '50000', { valueDate: today }),
  ]
  const read = async (seat: Seat, id: string) =>
    (await portal.ask(seat, repaymentCalls.detail, { body: { id } })).allocations.map(
      ({ component, amount }) => `${component} ${amount}`,
    )
  expect(await read(cedarChecker, part.id)).toEqual(['INVOICE 20000.00'])
  expect(await read(cedarChecker, rest.id)).toEqual(['INVOICE 40000.00', 'REFUND 10000.00'])
  // Supplier and funder read how it was split.
  for (const seat of [alderMaker, elmMaker]) expect(await read(seat, part.id)).toEqual(['PRINCIPAL 20000.00'])
  const page = await portal.ask(cedarChecker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  expect(page.repayments.map(({ allocations }) => allocations.map(({ component }) => component).join())).toEqual([
    'INVOICE',
    'INVOICE,REFUND',
  ])
  const { list: lines = [] } = await portal.ask(cedarChecker, listCalls(repaymentDetailList).pageList, {
    body: { pageSize: 100 },
  })
  expect(lines.filter((line) => line.no === part.no)).toMatchObject([
    { component: 'INVOICE', amount: '20000.00', docNo: invoiceNo },
  ])
  await takeBack(portal, rest)
  expect((await portal.ask(cedarChecker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })).repayments).toMatchObject([
    { status: 'POSTED', allocations: [{ component: 'INVOICE' }] },
    { status: 'REVERSED', allocations: [] },
  ])
})

test('a loan that is written off has ended for the buyer of the purchase order, and is lost to whom it concerns', async () => {
  const { alderMaker, cedarChecker, elmMaker } = portal.seats
  await runEndOfDay(portal.app, { through: addDays(openingDay, 105) })
  const { no } = await portal.ask(elmMaker, writeOffCalls.request, {
    body: { orderId: loan, reason: 'The supplier is insolvent.' },
  })
  await passByAnybody(portal, no, 'WRITE_OFF')
  const purchaseOrderId = (await detail(elmMaker, loan)).items[0]!.docId
  const read = async (seat: Seat) => {
    const { status, principalOutstanding, orderNo } = await detail(seat, loan)
    const listed = await portal.ask(seat, listCalls(financeOrderList).pageList, { body: { filterFields: { orderNo } } })
    const page = await portal.ask(seat, purchaseOrderCalls.detail, { query: { id: purchaseOrderId } })
    return [status, principalOutstanding, listed.list!.map((row) => row.status).join(), page.financeStatus]
  }
  expect(await read(cedarChecker)).toEqual(['SETTLED', '0.00', 'SETTLED', 'SETTLED'])
  for (const seat of [alderMaker, elmMaker]) expect(await read(seat)).toEqual(['WRITTEN_OFF', '0.00', 'WRITTEN_OFF', 'OVERDUE'])
  const told = await portal.ask(cedarChecker, financeOrderCalls.repaymentInfo, { query: { id: loan } })
  expect(told).toMatchObject({ afterLoss: null, payoff: null, stillOwed: [] })
  expect((await detail(cedarChecker, loan)).timeline.map(({ event }) => event)).not.toContain('FINANCE_ORDER_WRITTEN_OFF')
})

test('a company that sells and buys reads an order in each seat as what it is on that order', async () => {
  const { cedar } = portal.world.companies
  const asSupplier = await portal.look(async (tx) => {
    await tx.insertInto('companyRole').values({ id: newId(), companyId: cedar, role: 'SUPPLIER', status: 'ENABLE' }).execute()
    const seats = [{ companyId: cedar, role: 'SUPPLIER' as const, userRoles: ['Maker'] }]
    const person = {
      userName: 'cedar.seller',
      cname: 'Cedar Seller',
      email: 'cedar.seller@usance.test',
      seats,
      password: 'a'.repeat(20),
    }
    return openSeat(tx, await addUser(tx, person), cedar, 'SUPPLIER')
  })
  // What it only buys is no order of its seat as a supplier.
  expect(await refusalOf(detail(asSupplier, purchase))).toMatchObject({ code: 404 })
  const owed = await detail(portal.seats.cedarChecker, purchase)
  expect(owed).toMatchObject({ principalOutstanding: '9000.00', pricing: null })
  expect(Object.keys(owed)).not.toContain('netAmount')
  // Nor does it read there, or in the seat of the whole company, what its own supplier pays and has in reserve.
  const asCompany = await portal.look(async (tx) => {
    const seats = [{ companyId: cedar, role: 'COMPANY' as const, userRoles: ['Director'] }]
    const person = {
      userName: 'cedar.head',
      cname: 'Cedar Head',
      email: 'cedar.head@usance.test',
      seats,
      password: 'a'.repeat(20),
    }
    return openSeat(tx, await addUser(tx, person), cedar, 'COMPANY')
  })
  const outcome = (asked: Promise<unknown>) => asked.then(() => 200).catch(({ code }: { code: number }) => code)
  const lists = [amortizationList, orderFileList]
  await portal.asOwner((db) =>
    db.updateTable('financeOrder').set({ passedAt: sql<string>`app_now()` }).where('id', '=', purchase).execute(),
  )
  const { list: proofs } = await portal.ask(portal.seats.elmMaker, listCalls(collectList).pageList, { body: { pageSize: 100 } })
  const papers = proofs!.filter(({ orderId, contractId }) => orderId === purchase && contractId === null)
  expect(papers.map(({ kind }) => kind).sort()).toEqual(['CONFIRMATION', 'REGISTRY'])
  const paper = (seat: Seat, id: string) => outcome(portal.ask(seat, reportCalls.collectProof, { query: { id } }))
  for (const seat of [asSupplier, asCompany]) {
    expect([404, 403]).toContain(await outcome(portal.ask(seat, repaymentCalls.payoff, { body: { orderId: purchase } })))
    expect([404, 403]).toContain(await outcome(portal.ask(seat, reportCalls.orderFile, { query: { id: purchase } })))
    for (const { id } of papers) expect([404, 403]).toContain(await paper(seat, String(id)))
    expect((await portal.ask(seat, reportCalls.accountOverview, { body: {} })).currencies).toEqual([])
    for (const asOf of [undefined, addDays(openingDay, 20)])
      for (const figure of ['RESERVE_HELD', 'INTEREST_DUE', 'USED', 'FIU'] as const) {
        const body = { figure, currency: 'USD', ...(asOf ? { asOf } : {}) }
        expect(await portal.ask(seat, reportCalls.accountOverviewRows, { body })).toMatchObject({ rows: [] })
      }
    for (const list of lists) {
      const rows = await portal.ask(seat, listCalls(list).pageList, { body: {} }).catch((error: { code: number }) => error)
      expect('code' in rows ? rows.code : rows.list).toEqual('code' in rows ? 403 : [])
    }
  }

  await portal.asOwner((db) =>
    db
      .updateTable('financeOrder')
      .set({ supplierId: cedar, payeeBankAccountId: portal.world.accounts.cedar })
      .where('id', '=', purchase)
      .execute(),
  )
  const sold = await detail(asSupplier, purchase)
  expect(sold).toMatchObject({ status: 'OVERDUE', financeAmount: '9000.00' })
  expect(Number(sold.principalOutstanding)).toBeLessThan(9000)
  expect(Number(sold.netAmount)).toBeGreaterThan(0)
  expect((await portal.ask(asSupplier, listCalls(amortizationList).pageList, { body: {} })).total).toBeGreaterThan(0)
  expect(await outcome(portal.ask(asSupplier, repaymentCalls.payoff, { body: { orderId: purchase } }))).toBe(200)
  for (const { id } of papers) expect(await paper(asSupplier, String(id))).toBe(200)
  expect(await detail(portal.seats.cedarChecker, purchase)).toEqual({ ...owed, supplier: sold.supplier })
})
