import { addDays } from '@usance/domain/local-date'
import { asBooked } from '@usance/domain/servicing/pay-by-invoice'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { itemDebts, owedOnItems } from '../../books/servicing/reserves.ts'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))
// The distribution of the database is that of the rule by which a loss is diluted.
afterEach(() =>
  portal.look(async (tx) => {
    for (const { id, currency } of await tx.selectFrom('financeOrder').select(['id', 'currency']).execute()) {
      const debts = await itemDebts(tx, id, currency)
      const owes = new Map(debts.map((one) => [one.itemId, one.owes]))
      const told = new Map(debts.map((one) => [one.itemId, one]))
      expect(await owedOnItems(tx, id, currency)).toEqual(asBooked(owes, debts[0]!.owned, debts, told))
    }
  }),
)

const [alder, cedar, elm] = ['Alder Textiles Ltd', 'Cedar Retail Inc', 'Elm Trade Bank']

/** What a seat expects of two invoices, due after 20 and after 60 days: with whom, and how much. */
async function expectedBy(seat: Seat, kinds: string[]): Promise<string[][]> {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  return [20, 60].map((days) =>
    rows
      .filter(({ done, kind, date }) => !done && kinds.includes(kind) && date === addDays(openingDay, days))
      .map(({ direction, partyName, amount }) => `${direction} ${partyName} ${amount}`)
      .sort(),
  )
}
const expectations = async () => {
  const { alderMaker, cedarMaker, elmMaker, settlement } = portal.seats
  return {
    buyer: await expectedBy(cedarMaker, ['PAYABLE']),
    funder: await expectedBy(elmMaker, ['REPAYMENT']),
    staff: await expectedBy(settlement, ['REPAYMENT']),
    supplier: await expectedBy(alderMaker, ['RECEIVABLE']),
  }
}
const shown = async (invoiceId: string) => {
  const { outstanding, operations } = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, {
    query: { id: invoiceId },
  })
  return { outstanding, mayReport: operations.includes('REPORT_PAYMENT') }
}
const report = (invoiceId: string, amount: string) =>
  portal.ask(portal.seats.alderMaker, directPaymentCalls.report, {
    body: { invoiceId, amount, valueDate: openingDay, reference: `DIRECT ${amount}` },
  })
/**
 * Two invoices of different due dates, of which the supplier repays a part of the first. Its buyer pays the second and, but for 3,000 of
 * the reserve, what the funder owns of the first.
 */
async function settledBySupplierAndBuyer() {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInAdvance',
    faces: ['60000', '40000'],
    tenors: [20, 60],
  })
  const [first, second] = invoiceIds as [string, string]
  const repaid = await aRepayment(portal, orderId, '30000.00', { payerRole: 'SUPPLIER' })
  const pays = (amount: string, ...named: string[]) => aRepayment(portal, orderId, amount, { invoiceIds: named })
  return { first, second, repaid, pays }
}

test('after a repayment by the supplier each page expects of each invoice what a receipt then books on it', async () => {
  const { first, second, pays } = await settledBySupplierAndBuyer()
  // The earlier due date has the supplier's part alone, the later one a rest of the funder.
  await pays('67500.00')
  expect(await expectations()).toEqual({
    buyer: [[`OUT ${alder} 30000.00`], [`OUT ${elm} 2500.00`]],
    funder: [[], [`IN ${cedar} 2500.00`]],
    staff: [[], [`IN ${cedar} 2500.00`]],
    supplier: [[`IN ${cedar} 30000.00`], []],
  })
  await pays('2500.00', second)
  expect(await expectations()).toEqual({
    buyer: [[`OUT ${alder} 30000.00`], []],
    funder: [[], []],
    staff: [[], []],
    supplier: [[`IN ${cedar} 30000.00`], []],
  })
  expect([await shown(first), await shown(second)]).toEqual([
    { outstanding: '30000.00', mayReport: true },
    { outstanding: '0.00', mayReport: false },
  ])
  await passAll(portal, (await report(first, '30000.00')).no, 'DIRECT_PAYMENT')
  expect(await expectations()).toMatchObject({ buyer: [[], []], supplier: [[], []] })
})

test('an invoice of which the supplier has repaid a part is paid to both, each its own part', async () => {
  const { first, second, repaid, pays } = await settledBySupplierAndBuyer()
  await pays('40000.00', second)
  await pays('27000.00', first)
  const both = {
    buyer: [[`OUT ${alder} 30000.00`, `OUT ${elm} 3000.00`], []],
    funder: [[`IN ${cedar} 3000.00`], []],
    staff: [[`IN ${cedar} 3000.00`], []],
    supplier: [[`IN ${cedar} 30000.00`], []],
  }
  expect(await expectations()).toEqual(both)
  // The supplier's part may be paid to it, and no more; the form says how much that is.
  const invoice = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: first } })
  expect([invoice.outstanding, invoice.payableToSupplier]).toEqual(['33000.00', '30000.00'])
  expect((await refusalOf(report(first, '30000.01'))).data.fields).toEqual([
    { field: 'amount', message: 'PAYMENT_OVER_OWN_PART', params: { amount: '30000.00', currency: 'USD' } },
  ])
  const { no } = await report(first, '20000.00')
  expect((await refusalOf(report(first, '10000.01'))).data.fields).toMatchObject([{ params: { amount: '10000.00' } }])
  await passAll(portal, no, 'DIRECT_PAYMENT')
  expect(await expectations()).toEqual({
    ...both,
    buyer: [[`OUT ${alder} 10000.00`, `OUT ${elm} 3000.00`], []],
    supplier: [[`IN ${cedar} 10000.00`], []],
  })
  // What was reported before the supplier's payment was taken back is the funder's again.
  const waits = await report(first, '10000.00')
  await takeBack(portal, repaid)
  expect(await passAll(portal, waits.no, 'DIRECT_PAYMENT').catch((refusal) => refusal.error)).toBe('INVOICE_LOCKED')
})
