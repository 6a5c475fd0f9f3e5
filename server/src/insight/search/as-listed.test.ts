import { addDays } from '@usance/domain/local-date'
import { lists } from '@usance/wire/all-calls'
import { systemCompanyList } from '@usance/wire/company/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { searchCalls } from '@usance/wire/search/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aConfirmedOrder, aFundedOrder, anInstructedPayment, aRepayment, payDrafted } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import { grant, type RightOfRoles, rightsNow } from '../../testing/rights.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { aDirector, aSeat, openingDay, type Seat } from '../../testing/world.ts'

// A search finds what the lists of its reader show, by the right to each of them, and nothing else.

/** What is found of each kind: its table, what it is found by, and the lists that show it, each with its page. */
const kinds = {
  INVOICE: {
    ...{ table: 'invoice', no: 'invoice_no' },
    lists: { 'trading.invoice': '/trading/invoice/', 'confirmation.invoiceConfirmation': '/confirmation/invoiceConfirmation/' },
  },
  PURCHASE_ORDER: { table: 'purchase_order', no: 'po_no', lists: { 'trading.purchase': '/trading/purchase/' } },
  FINANCE_ORDER: { table: 'finance_order', no: 'order_no', lists: { 'finance.finance-order': '/finance/finance-order/' } },
  CONTRACT: { table: 'contract', no: 'no', lists: { 'contract.info': '/contract/info?' } },
  PAYMENT: {
    ...{ table: 'payment', no: 'no' },
    lists: {
      'payment.management': '/payment/management?',
      'payment.financing': '/payment/financing?',
      'payment.release-refund': '/payment/release-refund?',
    },
  },
} as const
type Kind = keyof typeof kinds
const everyKind = ['INVOICE', 'PURCHASE_ORDER', 'FINANCE_ORDER', 'CONTRACT', 'PAYMENT'] as const satisfies readonly Kind[]

let portal: Portal
let seats: Seat[]
/** One of the seats for each side of a company, for the whole of it, and for staff. */
let oneOfEach: Seat[]
let rows: { kind: Kind; id: string; no: string }[]
let shipped: RightOfRoles[]

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const { cedar, elm } = portal.world.companies
  await recordsOfEachKind()
  await introduce(portal)
  // A company that buys and sells has a seat for each, and one for all of it.
  await portal.look((tx) =>
    tx.insertInto('companyRole').values({ id: newId(), companyId: cedar, role: 'SUPPLIER', detail: '{}' }).execute(),
  )
  const {
    alderMaker,
    cedarMaker,
    dogwoodChecker,
    elmMaker,
    firChecker,
    bd,
    operations,
    risk,
    settlement,
    administrator,
    auditor,
  } = portal.seats
  const ofCedar = { companyId: cedar, role: 'SUPPLIER' as const, userRoles: ['Maker'] }
  const cedarSells = await portal.look((tx) => aSeat(tx, 'cedar.sells', ofCedar))
  const ofSide = [alderMaker, cedarMaker, cedarSells, dogwoodChecker, elmMaker, firChecker]
  const directorOf = (companyId: string) => portal.look((tx) => aDirector(tx, companyId))
  const ofWhole = [portal.seats.alderDirector, await directorOf(cedar), await directorOf(elm)]
  oneOfEach = [alderMaker, ...ofSide.slice(1, 3), elmMaker, ...ofWhole, bd, operations]
  seats = [...ofSide, ...ofWhole, bd, operations, risk, settlement, administrator, auditor]
  rows = await portal.look(async (tx) => {
    const all: typeof rows = []
    for (const kind of everyKind) {
      const { table, no } = kinds[kind]
      const { rows } = await sql<{ id: string; no: string }>`select id, ${sql.ref(no)} as no from ${sql.table(table)}`.execute(tx)
      all.push(...rows.map((row) => ({ kind, ...row })))
    }
    return all
  })
  shipped = await rightsNow(portal)
}, 300_000)
afterAll(() => portal.close())

/** Drafts and what was sent, of each kind; of payments each type, drafted and paid, and one back to a buyer that was told of no financing. */
async function recordsOfEachKind(): Promise<void> {
  const { alderMaker, settlement } = portal.seats
  const { cedar, dogwood, elm } = portal.world.companies
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '81000.00' }
  await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'DRAFTED-1' } })
  const sold = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', invoiceNo: 'OF-CEDAR-1' })
  await portal.look((tx) =>
    tx.updateTable('invoice').set({ supplierId: cedar, buyerId: dogwood }).where('id', '=', sold).execute(),
  )
  await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await aConfirmedOrder(portal, { product: 'purchaseOrder' })
  await anInstructedPayment(portal)
  await aFundedOrder(portal)
  const remittance = await portal.ask(settlement, paymentCalls.addRemittance, { body: { funderId: elm, currency: 'USD' } })
  await payDrafted(portal, remittance, 'PAYMENT')
  const settled: string[] = []
  for (const product of ['purchaseInArrears', 'undisclosed'] as const) {
    const { orderId } = await aFundedOrder(portal, { product })
    const repayment = await aRepayment(portal, orderId, '100900')
    const refund = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
    await payDrafted(portal, refund, 'REFUND')
    settled.push(orderId)
  }
  // A reserve is free some days after its buyer has paid.
  await portal.setBusinessDate(addDays(openingDay, 7))
  for (const orderId of settled) await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
}

/** The records of a kind that the lists of a seat show, each with the pages of the lists that do. */
async function listedTo(seat: Seat, kind: Kind): Promise<Map<string, string[]>> {
  const shown = new Map<string, string[]>()
  for (const [id, page] of Object.entries(kinds[kind].lists)) {
    const list = lists.find((one) => one.id === id)
    if (!list) throw new Error(`There is no list ${id}.`)
    const answer = await portal.ask(seat, listCalls(list).pageList, { body: { pageSize: 200 } }).catch((error: unknown) => {
      if (error instanceof Refusal && error.error === 'FORBIDDEN') return { list: [] }
      throw error
    })
    for (const row of answer.list ?? []) shown.set(String(row.id), [...(shown.get(String(row.id)) ?? []), page])
  }
  return shown
}

/** What of some records a seat finds otherwise than its lists show it, and how much of it there is. */
async function faultsOf(seat: Seat, asked: typeof rows): Promise<{ faults: string[]; found: Set<Kind> }> {
  const [faults, found]: [string[], Set<Kind>] = [[], new Set()]
  for (const kind of everyKind) {
    const shown = await listedTo(seat, kind)
    for (const row of asked.filter((one) => one.kind === kind)) {
      const answer = await portal.ask(seat, searchCalls.find, { body: { text: row.no } })
      const one = answer.find(({ kind, id }) => kind === row.kind && id === row.id)
      const pages = shown.get(row.id)
      if (one) found.add(kind)
      const who = `${seat.cname} ${seat.companyRole} ${kind} ${row.no}`
      if (pages && !one) faults.push(`${who} is listed and not found`)
      if (!pages && one) faults.push(`${who} is found and not listed`)
      if (pages && one && !pages.some((page) => one.link.startsWith(page))) faults.push(`${who} leads to ${one.link}`)
    }
  }
  return { faults, found }
}

/** Each list of which something is found, with its kind. */
const listed = everyKind.flatMap((kind) => Object.keys(kinds[kind].lists).map((id) => [id, kind] as const))

test('staff find the companies that their list of companies shows', async () => {
  const companies = await portal.look((tx) =>
    tx.selectFrom('company').select(['id', 'code']).where('isPlatform', '=', false).execute(),
  )
  const { bd, operations, risk, settlement, auditor } = portal.seats
  for (const seat of [bd, operations, risk, settlement, auditor]) {
    const { list } = await portal.ask(seat, listCalls(systemCompanyList).pageList, { body: { pageSize: 200 } })
    for (const { id, code } of companies) {
      const found = (await portal.ask(seat, searchCalls.find, { body: { text: code } })).some((one) => one.id === id)
      expect([seat.cname, code, found]).toEqual([seat.cname, code, list?.some((one) => one.id === id)])
    }
  }
})

test('what a search finds is what the lists show, with the rights that the product ships', async () => {
  const all = new Set<Kind>()
  for (const seat of seats) {
    const { faults, found } = await faultsOf(seat, rows)
    for (const kind of found) all.add(kind)
    expect.soft([seat.cname, faults]).toEqual([seat.cname, []])
  }
  expect([...all].sort()).toEqual([...everyKind].sort())
}, 300_000)

test.each(listed)(
  'whoever may open the list %s alone finds what it shows, and nothing else',
  async (id, kind) => {
    const rolesOf = ({ permission, roles }: RightOfRoles) => {
      if (permission === `${id}.view`) return 'SBFDORTPAU'
      return listed.some(([other]) => permission === `${other}.view`) ? '' : roles
    }
    await grant(
      portal,
      shipped.map((right) => ({ ...right, roles: rolesOf(right) })),
    )
    // Of each other kind one record stands for all.
    const asked = everyKind.flatMap((one) => rows.filter((row) => row.kind === one).slice(0, one === kind ? undefined : 1))
    const all = new Set<Kind>()
    for (const seat of oneOfEach) {
      const { faults, found } = await faultsOf(seat, asked)
      for (const one of found) all.add(one)
      expect.soft([seat.cname, faults]).toEqual([seat.cname, []])
    }
    expect([...all]).toEqual([kind])
  },
  300_000,
)
