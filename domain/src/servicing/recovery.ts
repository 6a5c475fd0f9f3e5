import type { Payer } from '../ledger/collection.ts'
import type { OwedBy } from '../ledger/journal.ts'
import { type Exposure, exposureTotal, type LossPart, lossBetween } from '../ledger/loss.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'

/** A written-off order as a receipt finds it. */
export type LossPosition = {
  /** What the books held when the loss was taken. */
  readonly lost: Exposure
  /** What of the loss has not come back. */
  readonly left: Money
  readonly buyerFees: Money
  /** The receivable behind a purchase; null for a loan, which holds no reserve. */
  readonly receivable: {
    /** What the payer still owes on each invoice, in the order in which its money pays them. */
    readonly debts: readonly { readonly itemId: string; readonly debt: Money }[]
    /** What of the lost receivable is still the funder's, by who owes it. */
    readonly owned: readonly Required<OwedBy>[]
    /** The buyer that pays; null where the supplier does. */
    readonly payer: string | null
  } | null
}

export type RecoveryLine = {
  readonly itemId: string | null
  readonly component: 'COST' | 'RESERVE' | 'BUYER_FEE' | 'REFUND'
  readonly amount: Money
}

export type RecoveryPlan = {
  /** From the receipt; they add up to it. */
  readonly lines: readonly RecoveryLine[]
  readonly totals: { readonly recovered: Money; readonly reserve: Money; readonly buyerFees: Money; readonly refund: Money }
  /** The parts of the loss that come back. */
  readonly part: LossPart
  /** What the buyer pays of its invoices beyond what the funder owned of them; it is collected for the supplier. */
  readonly beyond: Money
  /** What is the funder's no more of the lost receivable: paid by its buyer, or taken back by the supplier. */
  readonly ended: readonly Required<OwedBy>[]
}

/**
 * Decides what a receipt on a written-off order pays: first the loss, whoever pays. A buyer pays no more than it owes on its
 * own invoices; what the loss leaves of that is the reserve of the invoice whose money it is. Then come the buyer's fees, and
 * the rest goes back to the payer (decision 089).
 */
export function planRecovery(position: LossPosition, receipt: Money, payer: Exclude<Payer, 'OTHER'>): RecoveryPlan {
  const { lost, left, receivable } = position
  const { currency } = receipt
  const none = M.zero(currency)
  const isOwed = receivable !== null && payer === 'BUYER'
  const lines: RecoveryLine[] = []
  const add = (component: RecoveryLine['component'], amount: Money, itemId: string | null = null) => {
    if (M.isPositive(amount)) lines.push({ itemId, component, amount })
  }
  let [over, loss] = [receipt, left]
  const pay = (amount: Money, itemId: string | null) => {
    const recovered = M.min(amount, loss)
    loss = M.subtract(loss, recovered)
    over = M.subtract(over, amount)
    add('COST', recovered, itemId)
    add('RESERVE', M.subtract(amount, recovered), itemId)
  }
  if (isOwed) for (const { itemId, debt } of receivable.debts) pay(M.min(over, M.atLeastZero(debt)), itemId)
  else pay(M.min(over, loss), null)
  const buyerFees = payer === 'BUYER' ? M.min(over, M.atLeastZero(position.buyerFees)) : none
  const refund = M.subtract(over, buyerFees)
  add('BUYER_FEE', buyerFees)
  add('REFUND', refund)
  const recovered = M.subtract(left, loss)
  const paid = M.subtract(M.subtract(receipt, buyerFees), refund)
  const before = M.subtract(exposureTotal(lost), left)
  const part = lossBetween(lost, before, M.add(before, recovered))
  const owned = receivable?.owned.filter((one) => !isOwed || receivable.payer === null || one.buyer === receivable.payer) ?? []
  const ownedTotal = M.sum(
    owned.map((one) => one.amount),
    currency,
  )
  // A supplier's money pays the costs itself; for principal it takes that part of the receivable back.
  const ended = M.min(isOwed ? paid : part.principal, ownedTotal)
  return {
    lines,
    totals: { recovered, reserve: M.subtract(paid, recovered), buyerFees, refund },
    part,
    beyond: isOwed ? M.subtract(paid, ended) : none,
    ended: firstOfOwned(ended, owned),
  }
}

/** The first of what buyers owe that makes up a smaller sum. */
function firstOfOwned(sum: Money, owned: readonly Required<OwedBy>[]): Required<OwedBy>[] {
  let left = sum
  return owned.flatMap(({ buyer, amount: most }) => {
    const amount = M.min(left, most)
    left = M.subtract(left, amount)
    return M.isPositive(amount) ? [{ buyer, amount }] : []
  })
}
