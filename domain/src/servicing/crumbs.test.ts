import { expect, test } from 'vitest'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { rational } from '../rational.ts'
import {
  costsPaidByReserve,
  crumbsOn,
  principalHeld,
  remaindersOn,
  shippedTolerance,
  waiveAfterBd,
  waivedRemaindersOn,
} from './crumbs.ts'
import { type ItemLife, lastDayOfGrace } from './life.ts'
import type { OrderPosition } from './plan-repayment.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const maturity = '2025-05-02'
const item = (itemId: string, left: string, due = maturity): ItemLife => ({
  itemId,
  number: itemId,
  fundedOn: '2025-03-03',
  maturity: due,
  interestTo: due,
  advance: usd('1000'),
  charged: { client: usd('0'), fund: usd('0') },
  principalPaid: [{ on: '2025-04-30', amount: M.subtract(usd('1000'), usd(left)) }],
  released: [],
})
/** An order without interest, so that the remainder is that of the table; the fees are on the first open item. */
const position = (items: ItemLife[], fees: string): OrderPosition => ({
  order: {
    orderId: 'FO-1',
    currency: 'USD',
    terms: servicingTerms({
      penaltyMode: 'PROSPECTIVE',
      penalty: { multiplier: rational(1) },
      breakDays: 0,
      rebateAllowed: false,
    }),
    rates: [{ from: '2025-03-03', rate: rational(0) }],
    items,
    cuts: ['2025-04-30'],
  },
  paid: new Map(),
  feesDue: usd(fees),
  buyerFees: usd('0'),
  receivable: null,
})
const tolerance = { total: usd('20'), principal: usd('0.01') }
const late = addDays(maturity, 14)

test.each<[name: string, items: ItemLife[], fees: string, on: string, waived: string, found: string[]]>([
  ['one cent of principal past its grace', [item('A', '0.01')], '0', late, '0', ['A']],
  ['two cents', [item('A', '0.02')], '0', late, '0', []],
  ['one cent before its maturity', [item('A', '0.01')], '0', maturity, '0', []],
  ['a cent on each of two documents', [item('A', '0.01'), item('B', '0.01')], '0', late, '0', []],
  ['costs after the principal, two business days later', [item('A', '0')], '20.00', '2025-05-02', '0', ['A']],
  ['costs after the principal, one day later', [item('A', '0')], '20.00', '2025-05-01', '0', []],
  ['costs beyond the tolerance', [item('A', '0')], '20.01', late, '0', []],
  ['costs that exceed it with what was let go before', [item('A', '0')], '10.00', late, '10.01', []],
  ['a document that is overdue while another runs', [item('A', '0.01'), item('B', '900', '2025-12-31')], '0', late, '0', ['A']],
  ['nothing owed', [item('A', '0')], '0', late, '0', []],
])('what of a remainder is let go: %s', (_, items, fees, on, waived, found) => {
  const crumbs = crumbsOn(position(items, fees), { on, lateOn: on, tolerance, waived: usd(waived), lastPaid: '2025-04-30' })
  expect(crumbs.map((one) => one.item.itemId)).toEqual(found)
})

test('a remainder on the last day of its grace is judged as overdue where that day closes', () => {
  const one = position([item('A', '0.01')], '0')
  const end = lastDayOfGrace(one.order.items[0]!, one.order.terms)
  const at = (lateOn: string) => crumbsOn(one, { on: end, lateOn, tolerance, waived: usd('0'), lastPaid: '2025-04-30' }).length
  expect([at(end), at(addDays(end, 1))]).toEqual([0, 1])
})

test('the default tolerance is below the cost of a transfer, with at most one minor unit of principal', () => {
  expect(waiveAfterBd).toBe(2)
  for (const [currency, total, principal] of [
    ['USD', '20.00', '0.01'],
    ['JPY', '3000', '1'],
    ['KWD', '6.000', '0.001'],
    ['XAF', '1', '1'],
  ] as const) {
    const shipped = shippedTolerance(currency)
    expect([M.toDecimal(shipped.total), M.toDecimal(shipped.principal)]).toEqual([total, principal])
  }
})

const cents = (owes: Record<string, string>) => new Map(Object.entries(owes).map(([itemId, owed]) => [itemId, usd(owed)]))
test.each<
  [
    name: string,
    items: ItemLife[],
    owes: Record<string, string>,
    reserve: string,
    on: string,
    waived: string,
    left: string[],
    found: string[],
  ]
>([
  ['one cent past its grace', [item('A', '0')], { A: '0.01' }, '0.01', late, '0', ['A'], ['A']],
  ['one cent before its grace is over', [item('A', '0')], { A: '0.01' }, '0.01', maturity, '0', ['A'], []],
  ['two cents', [item('A', '0')], { A: '0.02' }, '0.02', late, '0', ['A'], []],
  ['a cent while the financing is out', [item('A', '5')], { A: '0.01' }, '0.01', late, '0', [], []],
  ['a cent that costs have taken out of the reserve', [item('A', '0')], { A: '0.01' }, '0', late, '0', ['A'], []],
  ['a cent after all of the tolerance was used', [item('A', '0')], { A: '0.01' }, '0.01', late, '20.00', ['A'], []],
  ['a cent of one of two', [item('A', '0'), item('B', '900')], { A: '0.01', B: '1000' }, '100.01', late, '0', ['A'], ['A']],
  ['a cent on each of two', [item('A', '0'), item('B', '0')], { A: '0.01', B: '0.01' }, '0.02', late, '0', ['A', 'B'], []],
])('what of a receivable is waived against the reserve: %s', (_, items, owes, reserve, on, waived, left, found) => {
  const owed = cents(owes)
  const face = M.sum([...owed.values()], 'USD')
  const at: OrderPosition = {
    ...position(items, '0'),
    receivable: { face, claim: usd('0'), reserve: usd(reserve) },
    ...(items.length > 1 ? { owes: owed } : {}),
  }
  expect(remaindersOn(at, on).map((one) => one.itemId)).toEqual(left)
  expect(
    waivedRemaindersOn(at, { on, lateOn: on, tolerance, waived: usd(waived), lastPaid: '2025-04-30' }).map((one) => one.itemId),
  ).toEqual(found)
})

test('free reserve pays the costs of a remainder and no principal of it, and no more than there is', () => {
  const crumbs = [
    { item: item('A', '0.01'), principal: usd('0.01'), interest: usd('2'), penalty: usd('3'), fees: usd('4') },
    { item: item('B', '0'), principal: usd('0'), interest: usd('1'), penalty: usd('0'), fees: usd('0') },
  ]
  const of = (...amounts: string[]) => amounts.map((amount, index) => ({ itemId: `R${index}`, amount: usd(amount) }))
  const paid = (free: ReturnType<typeof of>) => {
    const { lines, taken } = costsPaidByReserve(crumbs, free)
    return [
      lines.map((one) => `${one.itemId} ${one.component} ${M.toDecimal(one.amount)}`),
      taken.map((one) => `${one.itemId} ${M.toDecimal(one.amount)}`),
    ]
  }
  expect(paid(of('6', '500'))).toEqual([
    ['A PENALTY 3.00', 'A FEE 4.00', 'A INTEREST 2.00', 'B INTEREST 1.00'],
    ['R0 6.00', 'R1 4.00'],
  ])
  expect(paid(of('3.5'))).toEqual([['A PENALTY 3.00', 'A FEE 0.50'], ['R0 3.50']])
  expect(paid(of())).toEqual([[], []])
})

test('waived principal is lowered at its buyer, then at the supplier: its claims, then what other reserve has borne', () => {
  const at: OrderPosition = {
    ...position([item('A', '0.05'), item('B', '0.03')], '0'),
    receivable: { face: usd('500.02'), claim: usd('0.04'), reserve: usd('0') },
    owes: cents({ A: '0.02', B: '0', C: '500' }),
  }
  const crumb = (itemId: string, principal: string) => ({
    item: item(itemId, principal),
    ...{ principal: usd(principal), interest: usd('0'), penalty: usd('0'), fees: usd('0') },
  })
  const held = principalHeld(at, [crumb('A', '0.05'), crumb('B', '0.03'), crumb('C', '0')])
  expect(held.map(({ itemId, ...parts }) => [itemId, ...Object.values(parts).map((one) => M.toDecimal(one))])).toEqual([
    ['A', '0.02', '0.03', '0.00'],
    ['B', '0.00', '0.01', '0.02'],
  ])
  expect(principalHeld({ ...at, receivable: null }, [crumb('A', '0.05')])).toEqual([])
})
