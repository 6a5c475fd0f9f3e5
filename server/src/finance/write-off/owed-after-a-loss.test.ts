import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { deductionReport } from '@usance/wire/adjustment/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, passAll as passMoney } from '../../testing/financing.ts'
import { paperInFile } from '../../testing/order-file.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll, passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { whatMayStop } from '../finance-order/risk.ts'

// What a supplier owes of a loss is one sum wherever it is told or counted, and its own book has it (decision 203).
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeThrough = async (through: string) => {
  day = await runEndOfDay(portal.app, { through })
}
const reachMonday = async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeThrough(day)
}
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)

/** An order of Alder against Cedar, with or without recourse; of each 100,000.00 are 90,000.00 advanced. */
async function anOrder(recourse: boolean, tenors: number[]) {
  await reachMonday()
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ recourse }).where('id', '=', portal.world.products.purchaseInArrears).execute(),
  )
  const faces = tenors.map(() => '100000')
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors, faces })
  return { orderId, invoiceId: invoiceIds[0]!, fundedOn: day }
}

async function writeOff(orderId: string) {
  const { elmMaker } = portal.seats
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  await passWriteOff(portal, (await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })).orderNo)
}

async function aLoss(recourse: boolean, tenors = [10]) {
  const order = await anOrder(recourse, tenors)
  await closeThrough(addDays(order.fundedOn, Math.max(...tenors) + 91))
  await writeOff(order.orderId)
  return order
}

let notes = 0
async function creditNote(invoiceId: string, amount: string) {
  const refNo = `CN-OWED-${++notes}`
  const { no } = await portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo, amount, date: day },
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  return async () => {
    const page = await portal.ask(portal.seats.elmMaker, listCalls(deductionReport).pageList, { body: {} })
    return page.list!.find((row) => row.refNo === refNo)!.openClaim
  }
}

/** What the supplier reads of an order, and what counts against it: of all its losses, once and by its limits. */
async function owed(orderId: string) {
  const { alderMaker } = portal.seats
  const { afterLoss } = await portal.ask(alderMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  const { total } = await portal.ask(alderMaker, repaymentCalls.payoff, { body: { orderId } })
  const summary = await portal.ask(alderMaker, financeOrderCalls.summaryCompany, { body: {} })
  const counted = summary.find(({ currency }) => currency === 'USD')!.lost
  const { currencies } = await portal.ask(alderMaker, reportCalls.accountOverview, { body: {} })
  const overview = currencies.find(({ currency }) => currency === 'USD')
  expect(overview?.proofs.every(({ ties }) => ties)).toBe(true)
  const shown = overview?.figures.find(({ figure }) => figure === 'LOST')?.amount
  return { principal: afterLoss?.principal ?? '0.00', costs: afterLoss?.costs ?? '0.00', payoff: total, counted, shown }
}
const told = (principal: string, costs = '0.00', before = '0.00') => {
  const total = (Number(principal) + Number(costs)).toFixed(2)
  const paid = (Number(costs) + Number(before)).toFixed(2)
  return { principal, costs: paid, payoff: (Number(principal) + Number(paid)).toFixed(2), counted: total, shown: total }
}
/** The costs of a loss that are no debt of the supplier, which its money pays before its debt. */
const costsOf = async (orderId: string) => (Number(await balance(orderId, 'F5000')) - 90_000).toFixed(2)
const lateSince = async () => {
  const { alder, elm } = portal.world.companies
  const parties = { supplierId: alder, funderId: elm, buyerIds: [], today: day }
  return (await portal.look((tx) => whatMayStop(tx, parties))).oldestOverdue
}

test('with recourse a supplier owes all of a loss that has not come back, as its book says', async () => {
  const { orderId } = await aLoss(true)
  const costs = (Number(await balance(orderId, 'F5000')) - 90_000).toFixed(2)
  expect(await balance(orderId, 'S2000')).toBe('90000.00')
  expect(await owed(orderId)).toEqual(told('90000.00', costs))
  await aRepayment(portal, orderId, '40000', { valueDate: day })
  expect(await owed(orderId)).toEqual(told(await balance(orderId, 'S2000')))
  await aRepayment(portal, orderId, await balance(orderId, 'F5000'), { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await owed(orderId)).toEqual(told('0.00'))
})

test('without recourse a supplier owes of a loss what no buyer owes any more, as its book says', async () => {
  const { orderId, invoiceId, fundedOn } = await aLoss(false)
  expect([await owed(orderId), await lateSince()]).toEqual([told('0.00'), null])
  const openClaim = await creditNote(invoiceId, '24000.00')
  expect(await balance(orderId, 'S2300')).toBe('14000.00')
  expect([await owed(orderId), await openClaim()]).toEqual([told('14000.00', '0.00', await costsOf(orderId)), '14000.00'])
  expect(await lateSince()).toBe(addDays(fundedOn, 10))
  // The buyer pays the costs with the rest: the supplier bears them now.
  await aRepayment(portal, orderId, '76000', { valueDate: day })
  const [left] = [await balance(orderId, 'F5000')]
  expect(await balance(orderId, 'S2300')).toBe(left)
  expect(await owed(orderId)).toEqual(told(left))
  await aRepayment(portal, orderId, '4000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await owed(orderId)).toEqual(told(await balance(orderId, 'S2300')))
  await aRepayment(portal, orderId, await balance(orderId, 'F5000'), { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await owed(orderId), await openClaim(), await lateSince()]).toEqual([told('0.00'), '0.00', null])
})

test('without recourse a supplier that pays what settles a loss owes nothing of it any more', async () => {
  const { orderId, invoiceId } = await aLoss(false)
  const openClaim = await creditNote(invoiceId, '24000.00')
  const { payoff, costs } = await owed(orderId)
  expect([payoff, Number(costs)]).toEqual([(14_000 + Number(costs)).toFixed(2), Number(await costsOf(orderId))])
  expect(Number(costs)).toBeGreaterThan(0)
  await aRepayment(portal, orderId, payoff, { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await owed(orderId), await openClaim(), await lateSince()]).toEqual([told('0.00'), '0.00', null])
  await aRepayment(portal, orderId, '76000', { valueDate: day })
})

test.each<[string, boolean, string | null]>([
  ['with recourse', true, null],
  ['without recourse, with a claim', false, '24000.00'],
])(
  'page, payoff and statement of a loss %s tell one sum, fees at settlement in it, and whoever pays it owes nothing',
  async (_, recourse, note) => {
    const { orderId, invoiceId, fundedOn } = await anOrder(recourse, [10])
    const fee = { code: 'SERVICE', basis: 'PCT_FACE', payer: 'SUPPLIER', beneficiary: 'PLATFORM', timing: 'SETTLEMENT' } as const
    await portal.look((tx) =>
      tx
        .insertInto('orderFee')
        .values({ id: newId(), orderId, ...fee, value: '0.01', base: '100000', amount: '10', tax: '1' })
        .execute(),
    )
    await closeThrough(addDays(fundedOn, 101))
    await writeOff(orderId)
    if (note) await creditNote(invoiceId, note)
    const { principal, costs, payoff } = await owed(orderId)
    expect(Number(costs).toFixed(2)).toBe((Number(await costsOf(orderId)) + 11).toFixed(2))
    expect((Number(principal) + Number(costs)).toFixed(2)).toBe(payoff)
    await portal.look((tx) =>
      tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).where('id', '=', orderId).execute(),
    )
    const paper = await paperInFile(portal, orderId, '00-statement.pdf')
    expect(paper).toContain(
      `Owed after the loss 核销后欠款 USD ${Number(payoff).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    )
    await aRepayment(portal, orderId, payoff, { valueDate: day, payerRole: 'SUPPLIER' })
    expect(await owed(orderId)).toEqual(told('0.00'))
    if (note) await aRepayment(portal, orderId, '76000', { valueDate: day })
  },
)

test('with recourse a credit note has no open claim once the claim has come back, whatever else is owed of the loss', async () => {
  const order = await anOrder(true, [10])
  const openClaim = await creditNote(order.invoiceId, '13000.00')
  expect(await openClaim()).toBe('3000.00')
  await closeThrough(addDays(order.fundedOn, 101))
  await writeOff(order.orderId)
  expect(await openClaim()).toBe('3000.00')
  const costs = Number(await costsOf(order.orderId))
  await aRepayment(portal, order.orderId, (costs + 1000).toFixed(2), { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await openClaim()).toBe('2000.00')
  await aRepayment(portal, order.orderId, '2000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await openClaim(), (await owed(order.orderId)).principal]).toEqual(['0.00', '87000.00'])
  await aRepayment(portal, order.orderId, '87000', { valueDate: day, payerRole: 'SUPPLIER' })
})

test('a claim from before a loss without recourse stays owed, as its book says', async () => {
  const order = await anOrder(false, [10])
  const openClaim = await creditNote(order.invoiceId, '13000.00')
  expect([await balance(order.orderId, 'F1300'), await openClaim()]).toEqual(['3000.00', '3000.00'])
  await closeThrough(addDays(order.fundedOn, 101))
  await writeOff(order.orderId)
  expect(await balance(order.orderId, 'S2300')).toBe('3000.00')
  // The claim is of principal that has left the receivable.
  const costs = await costsOf(order.orderId)
  expect([await owed(order.orderId), await openClaim()]).toEqual([told('3000.00', '0.00', costs), '3000.00'])
  await creditNote(order.invoiceId, '2000.00')
  expect([await balance(order.orderId, 'S2300'), await owed(order.orderId)]).toEqual(['5000.00', told('5000.00', '0.00', costs)])
  await aRepayment(portal, order.orderId, await balance(order.orderId, 'F5000'), { valueDate: day, payerRole: 'SUPPLIER' })
})

test('reserve that was owed back on a purchase without recourse goes on stopping its supplier after the loss', async () => {
  const { orderId, fundedOn } = await anOrder(false, [28])
  await portal.look((tx) =>
    sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', '"2"') where id = ${orderId}`.execute(
      tx,
    ),
  )
  await closeThrough(addDays(day, 27))
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await closeThrough(addDays(day, 3))
  const { settlement, settlement3 } = portal.seats
  const { id, no } = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passMoney(portal, no, 'RELEASE')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
  await aRepayment(portal, orderId, '40000', { valueDate: addDays(fundedOn, 10) })
  const back = await balance(orderId, 'F1220')
  expect(Number(back)).toBeGreaterThan(0)
  await closeThrough(addDays(day, 1))
  await writeOff(orderId)
  await portal.look((tx) =>
    tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).where('id', '=', orderId).execute(),
  )
  const paper = await paperInFile(portal, orderId, '00-statement.pdf')
  expect(paper).toMatch(/Fees booked 已入账费用 USD \d/)
  expect(paper).toContain('Reserve owed back 应退保留款 USD ')
  expect(await balance(orderId, 'F5000')).toBe(back)
  // A fee that an earlier version left out is charged with the next money, and stands behind the reserve.
  const fee = { code: 'SERVICE', basis: 'PCT_FACE', payer: 'SUPPLIER', beneficiary: 'PLATFORM', timing: 'SETTLEMENT' } as const
  await portal.look((tx) =>
    tx
      .insertInto('orderFee')
      .values({ id: newId(), orderId, ...fee, value: '2', base: '100000', amount: '2000', tax: '120' })
      .execute(),
  )
  expect([await owed(orderId), await lateSince()]).toEqual([told('0.00', back), addDays(fundedOn, 28)])
  await aRepayment(portal, orderId, '100', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await owed(orderId)).toEqual(told('0.00', (Number(back) - 100).toFixed(2)))
  expect(await balance(orderId, 'F5000')).toBe((Number(back) + 2020).toFixed(2))
  await aRepayment(portal, orderId, await balance(orderId, 'F5000'), { valueDate: day, payerRole: 'SUPPLIER' })
  expect([await owed(orderId), await lateSince()]).toEqual([told('0.00'), null])
})

test('a loss counts against its supplier from the maturity of its order, not from its first document', async () => {
  const { fundedOn } = await aLoss(true, [10, 60])
  expect(await lateSince()).toBe(addDays(fundedOn, 60))
})

test('a document of a lost order whose rest was waived reads as closed, not as written off', async () => {
  await reachMonday()
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: day,
    faces: ['100000', '100000'],
    tenors: [10, 20],
  })
  await closeThrough(addDays(day, 9))
  await aRepayment(portal, orderId, '89999.99', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  await closeThrough(addDays(day, 110))
  await writeOff(orderId)
  const { schedule } = await portal.ask(portal.seats.elmMaker, financeOrderCalls.repaymentInfo, { query: { id: orderId } })
  expect(schedule.map(({ waived, status }) => [Number(waived) > 0, status])).toEqual([
    [true, 'WAIVED'],
    [false, 'WRITTEN_OFF'],
  ])
})
