import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exposure } from '../ledger/loss.ts'
import { costsIn, exposureTotal, lossBetween } from '../ledger/loss.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { planRecovery, splitOfLoss } from './recovery.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const none = usd('0')
const total = (amounts: readonly Money[]) => M.sum(amounts, 'USD')
const shown = (lines: readonly { itemId: string | null; component: string; amount: Money }[]) =>
  lines.map(({ itemId, component, amount }) => `${itemId ?? '-'} ${component} ${M.toDecimal(amount)}`)

// An invoice of 100,000.00 with 90,000.00 advanced: 500.00 of interest and 200.00 of penalty were lost with it.
const lost: Exposure = {
  face: usd('100000'),
  loan: none,
  claim: none,
  interest: usd('500'),
  penalty: usd('200'),
  fees: none,
  reserve: usd('10000'),
}
const position = (left: Money, debt: string, owned: string, payer: string | null = 'CEDAR') => ({
  lost,
  left,
  buyerFees: none,
  receivable: {
    debts: [{ itemId: 'A', debt: usd(debt) }],
    owned: [{ buyer: 'CEDAR', amount: usd(owned) }],
    payer,
  },
})

describe('a receipt on a written-off order', () => {
  it('of the whole face brings the loss back, and the rest of the face is reserve of the invoice', () => {
    const plan = planRecovery(position(usd('90700'), '100000', '100000'), usd('100000'), 'BUYER')
    expect(shown(plan.lines)).toEqual(['A COST 90700.00', 'A RESERVE 9300.00'])
    expect(costsIn(plan.part)).toEqual(usd('700'))
    expect(plan.ended).toEqual([{ buyer: 'CEDAR', amount: usd('100000') }])
  })

  it('goes back to the buyer only where it is above what the buyer owes', () => {
    const plan = planRecovery(position(usd('90700'), '100000', '100000'), usd('100250'), 'BUYER')
    expect(shown(plan.lines)).toEqual(['A COST 90700.00', 'A RESERVE 9300.00', '- REFUND 250.00'])
    const short = planRecovery(position(usd('90700'), '100000', '100000'), usd('40000'), 'BUYER')
    expect(shown(short.lines)).toEqual(['A COST 40000.00'])
  })

  it('pays first the fee bills that its buyer names, up to what is open, and without a name only with what is over', () => {
    const billed = { ...position(usd('90700'), '100000', '100000'), buyerFees: usd('300') }
    const named = planRecovery({ ...billed, toBills: usd('200') }, usd('1000'), 'BUYER')
    expect(shown(named.lines)).toEqual(['A COST 800.00', '- BUYER_FEE 200.00'])
    expect([named.totals.recovered, named.totals.refund]).toEqual([usd('800'), none])
    expect(shown(planRecovery(billed, usd('1000'), 'BUYER').lines)).toEqual(['A COST 1000.00'])
    const behind = { owes: usd('500'), isAssigned: true }
    const ofPool = { ...billed, receivable: null, behind, left: none, toBills: usd('300') }
    expect(shown(planRecovery(ofPool, usd('900'), 'BUYER').lines)).toEqual([
      '- SURPLUS 500.00',
      '- BUYER_FEE 300.00',
      '- REFUND 100.00',
    ])
  })

  it('of the supplier pays costs and principal; what its buyer then pays of that part is the reserve of the supplier', () => {
    const supplier = planRecovery(position(usd('90700'), '100000', '100000', null), usd('30700'), 'SUPPLIER')
    expect(shown(supplier.lines)).toEqual(['- COST 30700.00'])
    expect(supplier.ended).toEqual([{ buyer: 'CEDAR', amount: usd('30000') }])
    const buyer = planRecovery(position(usd('60000'), '100000', '70000'), usd('100000'), 'BUYER')
    expect(shown(buyer.lines)).toEqual(['A COST 60000.00', 'A RESERVE 40000.00'])
    expect(buyer.beyond).toEqual(usd('30000'))
  })

  it('of the supplier pays first what a credit note left no buyer to owe', () => {
    const after = { lost, left: usd('90700'), owned: usd('100000') }
    expect(splitOfLoss(after, usd('4000'))).toEqual({ absorbed: usd('4000'), excess: none })
    expect(splitOfLoss(after, usd('30000'))).toEqual({ absorbed: usd('10000'), excess: usd('20000') })
    const plan = planRecovery(position(usd('90700'), '70000', '70000', null), usd('25700'), 'SUPPLIER')
    expect(plan.ended).toEqual([{ buyer: 'CEDAR', amount: usd('5000') }])
  })

  it('of the supplier beyond the loss goes back to it', () => {
    const plan = planRecovery(position(usd('90700'), '100000', '100000', null), usd('91000'), 'SUPPLIER')
    expect(shown(plan.lines)).toEqual(['- COST 90700.00', '- REFUND 300.00'])
  })

  it('on a loan brings back the loss and no more', () => {
    const loan = {
      lost: { ...lost, face: none, loan: usd('90000'), reserve: none },
      left: usd('90700'),
      buyerFees: none,
      receivable: null,
    }
    expect(shown(planRecovery(loan, usd('91000'), 'BUYER').lines)).toEqual(['- COST 90700.00', '- REFUND 300.00'])
  })

  it('of one buyer never pays a debt of another, for any payers, amounts and order', () => {
    const minor = (max: number) => fc.integer({ min: 0, max }).map((n) => M.money(BigInt(n), 'USD'))
    const invoices = fc.array(fc.record({ face: minor(100_000), buyer: fc.constantFrom('CEDAR', 'DOGWOOD') }), {
      minLength: 1,
      maxLength: 4,
    })
    const receipts = fc.array(fc.record({ amount: minor(150_000), payer: fc.constantFrom('CEDAR', 'DOGWOOD', 'SUPPLIER') }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        invoices,
        receipts,
        minor(900),
        minor(900),
        fc.integer({ min: 0, max: 100 }),
        (all, paid, interest, fees, share) => {
          const face = total(all.map((one) => one.face))
          const exposure: Exposure = {
            ...lost,
            face,
            interest,
            fees,
            penalty: none,
            reserve: M.money((face.minor * BigInt(share)) / 100n, 'USD'),
          }
          const loss = exposureTotal(exposure)
          let left = loss
          const debts = all.map(({ face: debt, buyer }, index) => ({ itemId: `${index}`, debt, buyer }))
          const owned = new Map(
            ['CEDAR', 'DOGWOOD'].map((buyer) => [buyer, total(all.filter((one) => one.buyer === buyer).map((one) => one.face))]),
          )
          const to = { supplier: none, refunds: new Map<string, Money>() }
          for (const { amount, payer } of paid) {
            const buyer = payer === 'SUPPLIER' ? null : payer
            const plan = planRecovery(
              {
                lost: exposure,
                left,
                buyerFees: none,
                receivable: {
                  debts: debts.filter((one) => one.buyer === buyer),
                  owned: [...owned].map(([who, sum]) => ({ buyer: who, amount: sum })),
                  payer: buyer,
                },
              },
              amount,
              buyer ? 'BUYER' : 'SUPPLIER',
            )
            expect(total(plan.lines.map((one) => one.amount))).toEqual(amount)
            expect(total(Object.values(plan.part))).toEqual(plan.totals.recovered)
            left = M.subtract(left, plan.totals.recovered)
            // No reserve before a full recovery, and no refund while the payer owes money.
            if (M.isPositive(plan.totals.reserve)) expect(left).toEqual(none)
            for (const line of plan.lines) {
              const debt = debts.find((one) => one.itemId === line.itemId)
              if (!debt) continue
              expect(debt.buyer).toBe(buyer)
              debt.debt = M.subtract(debt.debt, line.amount)
              expect(M.isNegative(debt.debt)).toBe(false)
            }
            if (buyer && M.isPositive(plan.totals.refund))
              expect(total(debts.filter((one) => one.buyer === buyer).map((one) => one.debt))).toEqual(none)
            if (!buyer && M.isPositive(plan.totals.refund)) expect(left).toEqual(none)
            for (const { buyer: who, amount: ended } of plan.ended) {
              if (buyer) expect(who).toBe(buyer)
              owned.set(who, M.subtract(owned.get(who)!, ended))
              expect(M.isNegative(owned.get(who)!)).toBe(false)
            }
            to.supplier = M.add(to.supplier, plan.totals.reserve)
          }
          // The payments less refunds are the recovered loss and the supplier's reserve, to the cent.
          const recovered = M.subtract(loss, left)
          expect(total(Object.values(lossBetween(exposure, none, recovered)))).toEqual(recovered)
        },
      ),
    )
  })
})
