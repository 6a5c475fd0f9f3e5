import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type FeeCharge, feeCredits, feeTotal } from './fee-lines.ts'
import {
  credit,
  type Deal,
  debit,
  type Journal,
  type JournalKey,
  journalOf,
  type Line,
  type OwedBy,
  perBuyer,
} from './journal.ts'

/** Interest taken at funding, split by whose it is; both are zero in arrears. */
type Discount = { readonly fund: Money; readonly spread: Money }

export type Purchase = {
  /** The net receivable that is assigned. */
  readonly face: Money
  /** The parts of the face by who owes them, where several buyers do. */
  readonly owedBy?: readonly OwedBy[]
  readonly advance: Money
  readonly discount: Discount
  /** Fees that the supplier pays out of the proceeds. */
  readonly fees: readonly FeeCharge[]
}

/** What the supplier gets: the advance less interest taken in advance less fees. */
export const netProceeds = ({ advance, discount, fees }: Omit<Purchase, 'face' | 'owedBy'>): Money =>
  M.subtract(M.subtract(M.subtract(advance, discount.fund), discount.spread), feeTotal(fees, advance.currency))

const discountLines = ({ fund, spread }: Discount): Line[] => [credit('F2100', fund), credit('F2110', spread)]

const partsOf = ({ face, owedBy }: Purchase): readonly OwedBy[] => owedBy ?? [{ amount: face }]

// With recourse the receivable stays the supplier's and the advance is a debt; without, it is sold and the reserve is due.
function supplierLines({ recourse }: Deal, purchase: Purchase): Line[] {
  const { face, advance, discount, fees } = purchase
  const interest = M.add(discount.fund, discount.spread)
  const cost = debit('S5010', feeTotal(fees, advance.currency))
  return recourse
    ? [debit('S1300', interest), cost, credit('S2000', advance)]
    : [
        debit('S1200', M.subtract(face, advance)),
        debit('S5000', interest),
        cost,
        ...perBuyer(partsOf(purchase), (part) => [credit('S1100', part)]),
      ]
}

const assignmentLines = (deal: Deal, purchase: Purchase): Line[] =>
  deal.disclosed && (deal.parties.buyer || purchase.owedBy)
    ? perBuyer(partsOf(purchase), (part) => [debit('B2000', part), credit('B2010', part)])
    : []

/** L1: a receivable is bought; the part not advanced is the reserve. */
export function fundPurchase(key: JournalKey, deal: Deal, purchase: Purchase): Journal {
  const { face, advance, discount, fees } = purchase
  const net = netProceeds(purchase)
  return journalOf(key, deal, [
    ...perBuyer(partsOf(purchase), (part) => [debit('F1100', part)]),
    credit('F2000', M.subtract(face, advance)),
    ...discountLines(discount),
    ...feeCredits(fees),
    credit('F1000', net),
    debit('S1000', net),
    ...supplierLines(deal, purchase),
    ...assignmentLines(deal, purchase),
  ])
}

/** L2: a purchase order is financed or a pool drawn on; always a debt of the supplier. */
export function fundLoan(key: JournalKey, deal: Deal, loan: Omit<Purchase, 'face' | 'owedBy'>): Journal {
  const net = netProceeds(loan)
  return journalOf(key, deal, [
    debit('F1150', loan.advance),
    ...discountLines(loan.discount),
    ...feeCredits(loan.fees),
    credit('F1000', net),
    debit('S1000', net),
    ...supplierLines({ ...deal, recourse: true }, { ...loan, face: loan.advance }),
  ])
}

/** What a conversion pays off of the order before it. */
export type Payoff = {
  readonly orderId: string
  readonly principal: Money
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
}
export type Conversion = {
  readonly purchase: Purchase
  readonly payoff: Payoff
  /** Cash the supplier has paid in because the proceeds are short; it waits among the unallocated receipts. */
  readonly topUp: Money
  /** What the bank withheld for the payoff and the order before no longer owes: a refund due to the supplier. */
  readonly surplus: Money
}

/** L9: invoices are bought and the proceeds pay off purchase-order financing; what is left goes to the supplier. */
export function convertLoan(key: JournalKey, deal: Deal, { purchase, payoff, topUp, surplus }: Conversion): Journal {
  const { face, advance, discount, fees } = purchase
  const { currency } = advance
  const parent = { order: payoff.orderId, item: undefined }
  const withheld = M.sum([payoff.principal, payoff.interest, payoff.penalty, payoff.fees, surplus], currency)
  const cash = M.subtract(M.add(netProceeds(purchase), topUp), withheld)
  return journalOf(key, deal, [
    ...perBuyer(partsOf(purchase), (part) => [debit('F1100', part)]),
    debit('F2900', topUp, parent),
    credit('F2000', M.subtract(face, advance)),
    ...discountLines(discount),
    ...feeCredits(fees),
    credit('F1150', payoff.principal, parent),
    credit('F1200', payoff.interest, parent),
    credit('F1210', payoff.penalty, parent),
    credit('F1220', payoff.fees, parent),
    credit('F2200', surplus, parent),
    credit('F1000', cash),
    debit('S1000', cash),
    debit('S2000', payoff.principal, parent),
    debit('S5000', M.add(payoff.interest, payoff.penalty), parent),
    debit('S5010', payoff.fees, parent),
    credit('S2300', topUp, parent),
    debit('S2300', surplus, parent),
    ...supplierLines(deal, purchase),
    ...assignmentLines(deal, purchase),
  ])
}

/**
 * L9 again: the payoff of an older order alone, split anew after an earlier receipt was recorded. `reverse` of it takes the split before
 * off. What the bank has withheld stays the same, so that both leave nothing in F2900.
 */
export function payOff(key: JournalKey, parent: Deal, { payoff, surplus }: Pick<Conversion, 'payoff' | 'surplus'>): Journal {
  const { principal, interest, penalty, fees } = payoff
  const withheld = M.sum([principal, interest, penalty, fees, surplus], surplus.currency)
  return journalOf(key, parent, [
    debit('F2900', withheld),
    credit('F1150', principal),
    credit('F1200', interest),
    credit('F1210', penalty),
    credit('F1220', fees),
    credit('F2200', surplus),
    debit('S2000', principal),
    debit('S5000', M.add(interest, penalty)),
    debit('S5010', fees),
    debit('S2300', surplus),
    credit('S2300', withheld),
  ])
}
