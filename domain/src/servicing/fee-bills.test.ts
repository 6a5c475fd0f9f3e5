import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf } from '../fees.ts'
import { balanceOf } from '../ledger/balances.ts'
import type { FeeCharge } from '../ledger/fee-lines.ts'
import type { Deal, Journal } from '../ledger/journal.ts'
import { accrueRefund, chargeFees, collect, payBuyerFees, waiveBuyerFees } from '../ledger/templates.ts'
import { addDays } from '../local-date.ts'
import * as M from '../money.ts'
import { parseDecimal } from '../rational.ts'
import { shippedTolerance, waivedFeesOn } from './crumbs.ts'
import type { ItemLife } from './life.ts'
import { type OrderPosition, planRepayment } from './plan-repayment.ts'
import { servicingTerms } from './servicing-terms.fixture.ts'

const usd = (minor: number | bigint) => M.money(BigInt(minor), 'USD')
const none = usd(0)
const paidOut = '2025-03-03'
const maturity = '2025-05-02'
const deal: Deal = {
  parties: { funder: 'F', platform: 'P', supplier: 'S', buyer: 'B' },
  orderId: 'FO-1',
  recourse: true,
  disclosed: true,
}
const key = { eventType: 'TEST', sourceType: 'TEST', sourceId: '1', seq: 0 }
const face = 1_000_000
const item: ItemLife = {
  itemId: 'I1',
  number: 'INV-1',
  fundedOn: paidOut,
  maturity,
  interestTo: maturity,
  advance: usd(900_000),
  charged: { client: none, fund: none },
  principalPaid: [],
  released: [],
}

const rules = fc.array(
  fc.record({
    // Fees and taxes whose exact amounts lie between cents, too.
    value: fc.integer({ min: 1, max: 99_999 }).map((thousandths) => parseDecimal((thousandths / 1000).toFixed(3))),
    taxPct: fc.constantFrom('0', '6', '7.7', '13', '19').map(parseDecimal),
    basis: fc.constantFrom('FLAT' as const, 'PCT_FACE' as const),
    beneficiary: fc.constantFrom('FUNDER' as const, 'PLATFORM' as const),
  }),
  { minLength: 1, maxLength: 4 },
)
const parts = fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 5 })

/** The fees of a buyer, billed; then its payments in parts that leave `short` open of all it owes. */
function lived(fees: readonly FeeCharge[], weights: readonly number[], short: bigint) {
  const billed = M.sum(
    fees.flatMap(({ amount, tax }) => [amount, tax]),
    'USD',
  )
  const journals: Journal[] = [chargeFees(key, deal, fees)]
  const toPay = M.subtract(M.add(usd(face), billed), usd(short))
  const receipts = M.splitByWeights(
    toPay,
    weights.map((weight, index) => ({ weight: BigInt(weight), dueDate: maturity, number: String(index) })),
  )
  let position: OrderPosition = {
    order: {
      orderId: 'FO-1',
      currency: 'USD',
      terms: servicingTerms({ method: 'IN_ADVANCE', calendars: [], breakDays: 0 }),
      rates: [{ from: paidOut, rate: parseDecimal('6.8') }],
      items: [item],
      cuts: [],
    },
    paid: new Map(),
    feesDue: none,
    buyerFees: billed,
    receivable: { face: usd(face), claim: none, reserve: usd(face - 900_000) },
  }
  let [settled, refunded] = [none, none]
  for (const receipt of receipts) {
    const { totals } = planRepayment(position, receipt, { on: maturity, fundSource: 'COLLECTION' })
    const { principal, reserve, buyerFees, refund } = totals
    settled = M.add(settled, buyerFees)
    refunded = M.add(refunded, refund)
    journals.push(
      collect(key, deal, { receipt, payer: 'BUYER' }),
      payBuyerFees(key, deal, buyerFees),
      accrueRefund(key, deal, refund),
    )
    const { order, receivable } = position
    const [only] = order.items
    position = {
      ...position,
      order: {
        ...order,
        cuts: [...order.cuts, maturity],
        items: [{ ...only!, principalPaid: [...only!.principalPaid, { on: maturity, amount: principal }] }],
      },
      buyerFees: M.subtract(position.buyerFees, buyerFees),
      receivable: {
        face: M.subtract(receivable!.face, M.add(principal, reserve)),
        claim: none,
        reserve: receivable!.reserve,
      },
    }
  }
  const booked = (account: 'F1230' | 'B2020') =>
    usd(
      balanceOf(
        journals.flatMap(({ postings }) => postings),
        account,
      ),
    )
  return { billed, position, settled, refunded, journals, booked }
}

test('what a buyer is billed, whatever its taxes, is paid, waived or open to the cent, and no cent of it stays open', () => {
  fc.assert(
    fc.property(rules, parts, fc.bigInt({ min: 0n, max: 3n }), (wanted, weights, short) => {
      const fees = wanted.map((rule): FeeCharge => {
        const { amount, tax } = feeOf(
          { ...rule, code: 'SERVICE', payer: 'BUYER', timing: 'SETTLEMENT' },
          [{ face: usd(face), advance: usd(900_000), fraction: parseDecimal('0.1'), dueDate: maturity, number: 'INV-1' }],
          'USD',
        )
        return { code: 'SERVICE', payer: 'BUYER', beneficiary: rule.beneficiary, amount, tax }
      })
      const { billed, position, settled, refunded, booked } = lived(fees, weights, short)
      const open = position.buyerFees
      expect(M.toDecimal(M.add(settled, open))).toBe(M.toDecimal(billed))
      expect(M.toDecimal(refunded)).toBe('0.00')
      for (const account of ['F1230', 'B2020'] as const) expect(M.toDecimal(booked(account))).toBe(M.toDecimal(open))

      const tolerance = shippedTolerance('USD')
      const bills = { amount: billed, dueOn: maturity }
      const waived = waivedFeesOn(position, bills, { on: addDays(maturity, 7), tolerance, waived: none, lastPaid: maturity })
      const isOneCent = open.minor === 1n && billed.minor > 1n
      expect(M.toDecimal(waived)).toBe(isOneCent ? '0.01' : '0.00')
      const waiver = waiveBuyerFees(key, deal, waived)
      expect(balanceOf(waiver.postings, 'F1230')).toBe(-waived.minor)
      expect(balanceOf(waiver.postings, 'B2020')).toBe(-waived.minor)
      // Too early, or while an earlier waiver has used the tolerance up.
      const within = { on: addDays(maturity, 1), tolerance, waived: none, lastPaid: maturity }
      expect(M.isZero(waivedFeesOn(position, bills, within))).toBe(true)
      expect(M.isZero(waivedFeesOn(position, bills, { ...within, on: addDays(maturity, 7), waived: tolerance.total }))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
