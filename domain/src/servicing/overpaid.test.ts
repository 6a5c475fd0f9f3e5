import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { balanceOf } from '../ledger/balances.ts'
import type { Journal } from '../ledger/journal.ts'
import { accrueRefund, collect, payBuyerFees, payRefund, rebateDiscount } from '../ledger/templates.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { parseDecimal } from '../rational.ts'
import { allocate, heldPays, joined } from './journals.ts'
import { type ItemLife, principalOn } from './life.ts'
import { type OrderPosition, payoffOn, planRepayment } from './plan-repayment.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const kwd = (minor: number | bigint) => M.money(BigInt(minor), 'KWD')
const none = kwd(0)
const most = (a: bigint, b: bigint) => (a > b ? a : b)
const sumOf = (amounts: readonly M.Money[]) => M.sum(amounts, 'KWD')
const key = { eventType: 'ALLOCATION', sourceType: 'TEST', sourceId: '1', seq: 0 }
const deal = {
  parties: { funder: 'FUN', platform: 'PLT', supplier: 'SUP', buyer: 'BUY' },
  orderId: 'FO-1',
  recourse: true,
  disclosed: true,
}

type Bought = { advances: readonly number[]; face: number; givenBack: number; fees: number; bills: number }

/**
 * A receivable bought with interest in advance, part of which became reserve because of a late bank; the items are due one day
 * apart.
 */
function bought({ advances, face, givenBack, fees, bills }: Bought): OrderPosition {
  const items = advances.map((advance, index): ItemLife => {
    const maturity = `2025-05-0${2 + index}`
    return {
      itemId: `I${index}`,
      number: `INV-${index}`,
      fundedOn: '2025-03-04',
      maturity,
      interestTo: maturity,
      advance: kwd(advance),
      charged: { client: kwd(givenBack * 60), fund: kwd(givenBack * 60) },
      principalPaid: [],
      released: [{ on: '2025-03-04', client: kwd(givenBack), fund: kwd(givenBack), atFunding: true }],
    }
  })
  const advanced = advances.reduce((sum, one) => sum + one, 0)
  return {
    order: {
      orderId: 'FO-1',
      currency: 'KWD',
      terms: servicingTerms({ method: 'IN_ADVANCE', graceDays: 0, breakDays: 0 }),
      rates: [{ from: '2000-01-01', rate: parseDecimal('6.8') }],
      items,
      cuts: [],
    },
    paid: new Map(),
    feesDue: kwd(fees),
    buyerFees: kwd(bills),
    receivable: { face: kwd(face), claim: none, reserve: kwd(face - advanced + givenBack * items.length) },
  }
}

type Payer = 'BUYER' | 'SUPPLIER'
type Source = 'COLLECTION' | 'INTEREST'

/** Books a planned receipt. Returns the plan, the position after it and the journal. */
function paidBy(payer: Payer, position: OrderPosition, receipt: M.Money, on: string, fundSource: Source = 'COLLECTION') {
  const before = position.receivable!
  const plan = planRepayment(position, receipt, { on, fundSource, payer })
  const { fees, penalty, interest, buyerFees, refund } = plan.totals
  const journal: Journal = joined(key, [
    collect(key, deal, { receipt, payer }),
    allocate(key, deal, { plan, before, payer }),
    payBuyerFees(key, deal, buyerFees),
    accrueRefund(key, deal, refund),
    payRefund(key, deal, { amount: refund, payee: payer }),
    rebateDiscount(key, deal, {
      fund: sumOf(plan.releases.map((one) => one.fund)),
      spread: none,
      rebate: sumOf(plan.releases.map((one) => one.rebate)),
    }),
    heldPays(key, deal, {
      kind: 'PURCHASE',
      principal: sumOf(plan.heldToPrincipal.map((one) => one.amount)),
      claims: plan.heldToClaims,
    }),
  ])
  const moved = (account: Parameters<typeof balanceOf>[1]) => kwd(balanceOf(journal.postings, account))
  const paidOn = (itemId: string, component: string) =>
    sumOf(plan.allocations.filter((one) => one.itemId === itemId && one.component === component).map(({ amount }) => amount))
  const after: OrderPosition = {
    ...position,
    order: {
      ...position.order,
      cuts: [...position.order.cuts, on],
      items: position.order.items.map((item) => ({
        ...item,
        principalPaid: [
          ...item.principalPaid,
          { on, amount: paidOn(item.itemId, 'PRINCIPAL') },
          ...plan.heldToPrincipal.filter((one) => one.itemId === item.itemId).map(({ amount }) => ({ on, amount })),
        ],
        released: [
          ...item.released,
          ...plan.releases.filter((one) => one.itemId === item.itemId).map(({ client, fund }) => ({ on, client, fund })),
        ],
      })),
    },
    paid: new Map(
      position.order.items.map(({ itemId }) => {
        const done = position.paid.get(itemId)
        return [
          itemId,
          {
            interest: M.add(done?.interest ?? none, paidOn(itemId, 'INTEREST')),
            penalty: M.add(done?.penalty ?? none, paidOn(itemId, 'PENALTY')),
          },
        ]
      }),
    ),
    feesDue: M.subtract(position.feesDue, fees),
    buyerFees: M.subtract(position.buyerFees, buyerFees),
    receivable: {
      face: M.add(before.face, moved('F1100')),
      claim: M.add(before.claim, moved('F1300')),
      reserve: M.add(before.reserve, moved('F2000')),
    },
  }
  const held = M.subtract(
    M.add(plan.totals.reserve, sumOf(plan.releases.map((one) => one.rebate))),
    sumOf(plan.heldToPrincipal.map((one) => one.amount)),
  )
  return { plan, after, before, held, moved, costs: sumOf([fees, penalty, interest]) }
}
const paidByBuyer = (position: OrderPosition, receipt: M.Money, on: string, source?: Source) =>
  paidBy('BUYER', position, receipt, on, source)

const principalOf = ({ order }: OrderPosition) => sumOf(order.items.map((item) => principalOn(item, '2030-01-01')))

/**
 * The laws of a receipt: its parts add up to it, a buyer pays no more than its own debt, afterwards all principal has a debtor,
 * and the funder's book holds all that it holds for the supplier.
 */
function expectLawful(
  payer: Payer,
  { plan, after, before, moved }: ReturnType<typeof paidBy>,
  { receipt, bills, held }: { receipt: M.Money; bills: M.Money; held: M.Money },
) {
  const { buyerFees, refund } = plan.totals
  expect(sumOf(plan.allocations.map((one) => one.amount))).toEqual(receipt)
  expect(moved('F2900').minor).toBe(0n)
  if (payer === 'BUYER') {
    const beyond = most(receipt.minor - before.face.minor, 0n)
    expect(buyerFees.minor).toBe(beyond < bills.minor ? beyond : bills.minor)
    if (plan.totals.reserve.minor + plan.totals.principal.minor > 0n) expect(refund.minor).toBe(beyond - buyerFees.minor)
    // The buyer's own book: its payment has lowered its debt, and nothing else.
    expect(moved('B2010').minor).toBe(after.receivable!.face.minor - before.face.minor)
  }
  const { face, claim, reserve } = after.receivable!
  for (const left of [face, claim, reserve, principalOf(after), held]) expect(M.isNegative(left)).toBe(false)
  expect(M.subtract(M.add(face, claim), reserve)).toEqual(M.subtract(principalOf(after), held))
  expect(M.exceeds(principalOf(after), M.add(face, claim)), 'principal that nobody owes').toBe(false)
  expect(M.exceeds(held, reserve), 'held and not there').toBe(false)
  expect(M.isPositive(claim) && M.isPositive(reserve), 'a claim beside a reserve').toBe(false)
}

it('0.001 above an invoice of 69,681.218, all of it advanced and a fee due, goes back to the buyer', () => {
  const face = 69_681_218
  const position = bought({ advances: [face], face, givenBack: 13_162, fees: 5_000, bills: 0 })
  const { plan, after } = paidByBuyer(position, kwd(face + 1), '2025-05-02')
  expect([plan.totals.fees, plan.totals.principal, plan.totals.reserve, plan.totals.refund].map(M.toDecimal)).toEqual([
    '5.000',
    '69676.218',
    '0.000',
    '0.001',
  ])
  expect(M.toDecimal(after.receivable!.face)).toBe('0.000')
})

it('an invoice advanced whole and paid out late settles when it is paid: what the bank gave back pays the fee', () => {
  const face = 69_681_218
  const position = bought({ advances: [face], face, givenBack: 13_162, fees: 5_000, bills: 0 })
  const { plan, after } = paidByBuyer(position, kwd(face), '2025-05-02')
  expect(plan.settles).toBe(true)
  expect(plan.heldToPrincipal.map((one) => M.toDecimal(one.amount))).toEqual(['5.000'])
  expect(M.toDecimal(after.receivable!.reserve)).toBe('8.162')
})

it('a supplier that takes the invoice back leaves nothing unallocated and keeps what the bank gave back', () => {
  const face = 69_681_218
  const position = bought({ advances: [face], face, givenBack: 13_162, fees: 5_000, bills: 0 })
  const { plan, after, moved } = paidBy('SUPPLIER', position, kwd(face + 5_000), '2025-05-02')
  expect([plan.settles, plan.takesBack, moved('F2900').minor]).toEqual([true, true, 0n])
  const { face: left, claim, reserve } = after.receivable!
  expect([left, claim, reserve].map(M.toDecimal)).toEqual(['0.000', '0.000', '13.162'])
})

it('what a buyer pays beyond its invoice is refunded, though costs are a claim on the supplier', () => {
  const position = bought({ advances: [100_000], face: 100_000, givenBack: 0, fees: 5_000, bills: 0 })
  const { plan, after } = paidByBuyer(position, kwd(104_000), '2025-05-02')
  expect([M.toDecimal(plan.totals.refund), M.toDecimal(after.receivable!.claim)]).toEqual(['4.000', '5.000'])
})

test('for any payer, amount and day every sum has a debtor, and an order settles once its buyer and supplier have paid', () => {
  const receipts = fc.array(
    fc.record({
      payer: fc.constantFrom('BUYER' as const, 'BUYER' as const, 'SUPPLIER' as const),
      size: fc.oneof(fc.constantFrom('FACE', 'PAYOFF', 'CLAIM'), fc.integer({ min: 1, max: 120 })),
      off: fc.integer({ min: -2, max: 2 }),
      fees: fc.constantFrom(0, 0, 1, 40_000),
      day: fc.integer({ min: 0, max: 30 }),
      source: fc.constantFrom('COLLECTION' as const, 'COLLECTION' as const, 'INTEREST' as const),
    }),
    { minLength: 1, maxLength: 5 },
  )
  const arbitrary = fc.record({
    parts: fc.array(fc.integer({ min: 1, max: 90_000_000 }), { minLength: 1, maxLength: 3 }),
    advancePct: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
    givenBack: fc.integer({ min: 0, max: 20_000 }),
    bills: fc.integer({ min: 0, max: 3 }),
    start: fc.constantFrom('2025-03-20', '2025-04-20', '2025-05-02'),
    receipts,
  })
  fc.assert(
    fc.property(arbitrary, ({ parts, advancePct, givenBack, bills, start, receipts }) => {
      const advances = parts.map((part) => Math.floor((part * advancePct) / 100))
      const face = parts.reduce((sum, part) => sum + part, 0)
      let position = bought({ advances, face, givenBack, fees: 0, bills })
      let held = kwd(givenBack * parts.length)
      const pay = (payer: Payer, amount: M.Money, on: string, source?: Source) => {
        const one = paidBy(payer, position, amount, on, source)
        held = M.add(held, one.held)
        expectLawful(payer, one, { receipt: amount, bills: position.buyerFees, held })
        position = one.after
        return one.plan
      }
      let on: string = start
      for (const { payer, size, off, fees, day, source } of receipts) {
        on = addDays(on, day)
        position = { ...position, feesDue: M.add(position.feesDue, kwd(fees)) }
        const { face: left, claim } = position.receivable!
        const whole = { FACE: left, CLAIM: claim, PAYOFF: payoffOn(position, on).total }
        const amount = typeof size === 'string' ? whole[size as 'FACE'] : kwd((left.minor * BigInt(size)) / 100n)
        pay(payer, kwd(most(amount.minor + BigInt(off), 0n)), on, source)
      }
      // In the end the buyer pays its debt, and the supplier the claim on it.
      const last = pay('BUYER', position.receivable!.face, on)
      const owed = payoffOn(position, on).total
      if (M.isZero(position.receivable!.claim) && !M.isPositive(owed)) expect(last.settles).toBe(true)
      else expect(pay('SUPPLIER', owed, on).settles).toBe(true)
      expect(principalOf(position).minor).toBe(0n)
      expect(position.receivable!.reserve).toEqual(held)
    }),
    { numRuns: 500 },
  )
})
