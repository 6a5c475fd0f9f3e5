import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { helpCalls } from '@usance/wire/help/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { searchCalls } from '@usance/wire/search/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { aDirector, type Seat } from '../../testing/world.ts'

let portal: Portal
let order: Awaited<ReturnType<typeof aFundedOrder>>
beforeAll(async () => {
  portal = await openPortal()
  order = await aFundedOrder(portal, { product: 'purchaseInArrears' })
})
afterAll(() => portal.close())

test('home tells each role where it stands, and nobody another company’s figures', async () => {
  const home = (seat: (typeof portal.seats)['alderMaker']) => portal.ask(seat, homeCalls.summary, { body: {} })
  const funder = await home(portal.seats.elmChecker)
  expect(funder.figures.map((one) => one.kind)).toEqual(['LENT', 'DUE_30'])
  const lent = funder.figures[0]!.amounts
  expect(lent).toHaveLength(1)
  const supplier = await home(portal.seats.alderMaker)
  expect(supplier.figures.find((one) => one.kind === 'FINANCED')!.amounts).toEqual(lent)
  const staff = await home(portal.seats.operations)
  expect(staff.figures.find((one) => one.kind === 'LENT')!.amounts).toEqual(lent)
  const other = await home(portal.seats.birchMaker)
  expect(other.figures.every((one) => one.amounts.length === 0)).toBe(true)
  expect(other.todos).toEqual([])
})

test('what a company owes as a buyer is no financing of its own in the seat of the whole company', async () => {
  const director = await portal.look((tx) => aDirector(tx, portal.world.companies.cedar))
  const { figures, todos } = await portal.ask(director, homeCalls.summary, { body: {} })
  // It reads what its buyer's seat reads: what it owes, and when.
  expect(figures.map(({ kind }) => kind)).toEqual(['PAYABLES', 'DUE_30'])
  expect(figures).toEqual((await portal.ask(portal.seats.cedarMaker, homeCalls.summary, { body: {} })).figures)
  expect(figures[0]!.amounts).not.toEqual([])
  expect(todos.filter(({ kind }) => kind === 'OVERDUE_ORDERS' || kind === 'MATURING_ORDERS')).toEqual([])
})

test('a right to confirm is a task of the side that the product names, and of it only of whoever may confirm', async () => {
  const { alderMaker, alderChecker, alderDirector, cedarMaker, cedarChecker } = portal.seats
  const passed = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, passed.orderNo)
  const asked = (seats: readonly Seat[]) =>
    Promise.all(
      seats.map(async (seat) => {
        const { todos } = await portal.ask(seat, homeCalls.summary, { body: {} })
        return todos.find(({ kind }) => kind === 'RIGHTS_TO_CONFIRM')?.count ?? 0
      }),
    )
  const seats = [cedarChecker, cedarMaker, alderChecker, alderMaker, alderDirector]
  expect(await asked(seats)).toEqual([1, 0, 0, 0, 0])
  const [detail, { todos }] = [
    await portal.ask(cedarChecker, financeOrderCalls.detail, { query: { id: passed.id } }),
    await portal.ask(cedarChecker, homeCalls.summary, { body: {} }),
  ]
  expect(todos.find(({ kind }) => kind === 'RIGHTS_TO_CONFIRM')?.amounts.map(({ amount }) => Number(amount))).toEqual([
    Number(detail.faceAmount),
  ])
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ rightConfirmParty: 'SUPPLIER' }).where('id', '=', passed.id).execute(),
  )
  expect(await asked(seats)).toEqual([0, 0, 1, 0, 0])
})

test('contracts to sign are a task of those who may sign them', async () => {
  const { alderMaker, alderViewer, alderChecker, alderDirector, cedarMaker, cedarChecker, operations } = portal.seats
  const passed = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, passed.orderNo)
  const asked = async (seat: Seat) =>
    (await portal.ask(seat, homeCalls.summary, { body: {} })).todos.some(({ kind }) => kind === 'CONTRACTS_TO_SIGN')
  for (const seat of [alderChecker, alderDirector, cedarChecker]) expect(await asked(seat)).toBe(true)
  for (const seat of [alderMaker, alderViewer, cedarMaker, operations]) expect(await asked(seat)).toBe(false)
})

test('a search finds by a part of a number or name what the caller may see, takes its wildcards as text, and no more', async () => {
  const find = (seat: (typeof portal.seats)['alderMaker'], text: string) => portal.ask(seat, searchCalls.find, { body: { text } })
  const { orderNo } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('orderNo').where('id', '=', order.orderId).executeTakeFirstOrThrow(),
  )
  expect((await find(portal.seats.alderMaker, orderNo.slice(2))).map((one) => [one.kind, one.no])).toContainEqual([
    'FINANCE_ORDER',
    orderNo,
  ])
  expect((await find(portal.seats.alderMaker, 'cedar')).map((one) => one.link)).toContain(
    '/trading/invoice?buyerName=Cedar%20Retail%20Inc',
  )
  // Whole for each seat, whichever of the kinds it may not see.
  for (const seat of ['settlement', 'elmMaker', 'cedarMaker', 'alderDirector', 'administrator'] as const)
    for (const one of await find(portal.seats[seat], 'alder'))
      expect(one, seat).toEqual({ ...one, kind: expect.any(String), no: expect.any(String), link: expect.any(String) })
  expect(await find(portal.seats.settlement, orderNo)).toMatchObject([{ kind: 'FINANCE_ORDER', no: orderNo }])
  expect(await find(portal.seats.birchMaker, orderNo)).toEqual([])
  expect(await find(portal.seats.alderMaker, '%%')).toEqual([])
  // A company leads to what the caller has with it: never to a list it is not in.
  const companyOf = async (seat: keyof typeof portal.seats, text: string) =>
    (await find(portal.seats[seat], text)).find((one) => one.kind === 'COMPANY')?.link
  expect(await companyOf('operations', 'ALDER')).toBe(`/system/company/${portal.world.companies.alder}/detail`)
  expect(await companyOf('elmMaker', 'cedar')).toBe('/finance/finance-order?buyerName=Cedar%20Retail%20Inc')
  expect(await companyOf('cedarMaker', 'alder')).toBe('/confirmation/invoiceConfirmation?supplierName=Alder%20Textiles%20Ltd')
  expect(await companyOf('alderMaker', 'elm')).toBe('/finance/finance-order?funderName=Elm%20Trade%20Bank')
  // Buyer and supplier know each other before there is a document.
  expect(await companyOf('alderMaker', 'dogwood')).toBe('/trading/invoice?buyerName=Dogwood%20Stores%20GmbH')
  expect(await companyOf('birchMaker', 'dogwood')).toBeUndefined()
})

test.each([
  ['KWD', '1234.567', '1,234.567 KWD'],
  ['CLF', '1.2345', '1.2345 CLF'],
  ['KRW', '5000', '5,000 KRW'],
  ['USD', '1234567.8', '1,234,567.80 USD'],
])('a search shows amounts of %s in its own decimals: %s is %s', async (currency, amount, text) => {
  const body = {
    buyerCode: 'CEDAR',
    invoiceNo: `SHOWN-${currency}`,
    issueDate: '2025-02-20',
    dueDate: '2025-05-02',
    currency,
    amount,
    idempotencyKey: crypto.randomUUID(),
  }
  await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body })
  const found = await portal.ask(portal.seats.alderMaker, searchCalls.find, { body: { text: body.invoiceNo } })
  expect(found.map((one) => one.text)).toEqual([`Cedar Retail Inc · ${text}`])
})

test('a search leaves out for staff what their lists leave out: a draft is its supplier’s own', async () => {
  const body = { text: 'LEFT-OUT-1' }
  await portal.look(async (tx) => {
    const invoice = await tx.selectFrom('invoice').select('id').where('docStatus', '=', 'CONFIRMED').limit(1).executeTakeFirst()
    const changed = { docStatus: 'DRAFT' as const, invoiceNo: body.text }
    await tx.updateTable('invoice').set(changed).where('id', '=', invoice!.id).execute()
  })
  expect((await portal.ask(portal.seats.alderMaker, searchCalls.find, { body })).map(({ no }) => no)).toEqual([body.text])
  for (const seat of [portal.seats.operations, portal.seats.risk, portal.seats.auditor])
    expect(await portal.ask(seat, searchCalls.find, { body })).toEqual([])
})

test('help is there from the start; staff change it, a second writer of the same version is refused, readers cannot', async () => {
  const all = await portal.ask(portal.seats.alderMaker, helpCalls.list, { body: {} })
  expect(all.filter((one) => !['guide', 'event'].includes(one.category)).length).toBeGreaterThanOrEqual(15)
  expect((await portal.ask(null, helpCalls.open, { params: { category: 'guide' } })).length).toBe(3)
  const { updatedAt: _, ...first } = all.find((one) => one.category === 'finance')!
  const save = (seat: (typeof portal.seats)['alderMaker'], facts: object) =>
    portal.ask(seat, helpCalls.save, { body: { ...first, ...facts } })
  expect((await refusalOf(save(portal.seats.alderMaker, {}))).error).toBe('FORBIDDEN')
  expect(await save(portal.seats.administrator, { published: false })).toEqual({ id: first.id })
  expect((await refusalOf(save(portal.seats.administrator, { titleEn: 'Late' }))).error).toBe('STALE_VERSION')
  const left = await portal.ask(portal.seats.alderMaker, helpCalls.list, { body: { category: 'finance' } })
  expect(left.map((one) => one.id)).not.toContain(first.id)
})
