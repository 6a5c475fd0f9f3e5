import type { Payer } from '../ledger/collection.ts'
import type { OwedBy } from '../ledger/journal.ts'
import { type Exposure, exposureTotal, type LossPart, lossBetween } from '../ledger/loss.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Behind } from './plan-repayment.ts'

/** A written-off order before a receipt. */
export type LossPosition = {
  /** The balances when the loss was taken. */
  readonly lost: Exposure
  /** The loss not yet recovered. */
  readonly left: Money
  readonly buyerFees: Money
  /** What of them is open on the bills that the payer names. */
  readonly toBills?: Money
  /** The receivable behind a purchase; null for a loan, which holds no reserve. */
  readonly behind?: Behind | undefined
  readonly receivable: {
    /** The payer's debt on each invoice, in order of payment. */
    readonly debts: readonly { readonly itemId: string; readonly debt: Money }[]
    /** The funder's part of the lost receivable, by debtor. */
    readonly owned: readonly Required<OwedBy>[]
    /** The paying buyer; null where the supplier pays. */
    readonly payer: string | null
  } | null
}

type RecoveryLine = {
  readonly itemId: string | null
  readonly component: 'COST' | 'RESERVE' | 'SURPLUS' | 'BUYER_FEE' | 'REFUND'
  readonly amount: Money
}

export type RecoveryPlan = {
  /** The allocations of the receipt; they add up to it. */
  readonly lines: readonly RecoveryLine[]
  readonly totals: {
    readonly recovered: Money
    readonly reserve: Money
    /** Of a pool: paid on its invoices beyond the loss, and so the supplier's. */
    readonly forSupplier: Money
    readonly buyerFees: Money
    readonly refund: Money
  }
  /** The recovered parts of the loss. */
  readonly part: LossPart
  /** The buyer's payment beyond the funder's part of its invoices, collected for the supplier. */
  readonly beyond: Money
  /** The part of the lost receivable that leaves the funder: paid by the buyer, or taken back by the supplier. */
  readonly ended: readonly Required<OwedBy>[]
}

/**
 * Plans a receipt on a written-off order. Every receipt reduces the loss first, but for what its buyer names of its fee bills. A buyer pays at most its debt on its own
 * invoices, on a loan those behind it; the part of that beyond the loss is the reserve of the paid invoice, or of a pool the
 * supplier's. The buyer's fees come next, and the rest is
 * refunded to the payer (decision 089).
 */
export function planRecovery(position: LossPosition, receipt: Money, payer: Exclude<Payer, 'OTHER'>): RecoveryPlan {
  const { lost, left, receivable, behind } = position
  const { currency } = receipt
  const none = M.zero(currency)
  const isOwed = receivable !== null && payer === 'BUYER'
  const lines: RecoveryLine[] = []
  const add = (component: RecoveryLine['component'], amount: Money, itemId: string | null = null) => {
    if (M.isPositive(amount)) lines.push({ itemId, component, amount })
  }
  const billed = payer === 'BUYER' ? M.atLeastZero(position.buyerFees) : none
  const onNamed = M.min(M.min(receipt, position.toBills ?? none), billed)
  const toOrder = M.subtract(receipt, onNamed)
  let [over, loss] = [toOrder, left]
  const pay = (amount: Money, itemId: string | null) => {
    const recovered = M.min(amount, loss)
    loss = M.subtract(loss, recovered)
    over = M.subtract(over, amount)
    add('COST', recovered, itemId)
    add('RESERVE', M.subtract(amount, recovered), itemId)
  }
  if (isOwed) for (const { itemId, debt } of receivable.debts) pay(M.min(over, M.atLeastZero(debt)), itemId)
  else pay(M.min(over, behind ? M.min(loss, behind.owes) : loss), null)
  const forSupplier = behind?.isAssigned ? M.min(over, M.subtract(behind.owes, M.subtract(toOrder, over))) : none
  over = M.subtract(over, forSupplier)
  add('SURPLUS', forSupplier)
  const buyerFees = M.min(M.add(onNamed, over), billed)
  const refund = M.subtract(M.add(onNamed, over), buyerFees)
  add('BUYER_FEE', buyerFees)
  add('REFUND', refund)
  const recovered = M.subtract(left, loss)
  const paid = M.sum([receipt, M.negate(forSupplier), M.negate(buyerFees), M.negate(refund)], currency)
  const before = M.subtract(exposureTotal(lost), left)
  const part = lossBetween(lost, before, M.add(before, recovered))
  const owned = receivable?.owned.filter((one) => !isOwed || receivable.payer === null || one.buyer === receivable.payer) ?? []
  const ended = isOwed ? firstOfOwned(paid, owned) : takenBackOf({ lost, left, owned }, part.principal)
  const endedTotal = M.sum(
    ended.map((one) => one.amount),
    currency,
  )
  return {
    lines,
    totals: { recovered, reserve: M.subtract(paid, recovered), forSupplier, buyerFees, refund },
    part,
    beyond: isOwed ? M.subtract(paid, endedTotal) : none,
    ended,
  }
}

/** The part of the receivable that a supplier takes back for principal that it pays; it pays first what no buyer owes any more. */
export function takenBackOf(
  { lost, left, owned }: { lost: Exposure; left: Money; owned: readonly Required<OwedBy>[] },
  principal: Money,
): Required<OwedBy>[] {
  const total = M.sum(
    owned.map((one) => one.amount),
    principal.currency,
  )
  return firstOfOwned(M.atLeastZero(M.subtract(principal, uncovered({ lost, left, owned: total }))), owned)
}

/** The principal of a loss that no buyer owes any more, as after a credit note: only the supplier can owe it. */
function uncovered({ lost, left, owned }: { lost: Exposure; left: Money; owned: Money }): Money {
  const total = exposureTotal(lost)
  return M.atLeastZero(M.subtract(lossBetween(lost, M.subtract(total, left), total).principal, owned))
}

/** The split of a credit note on a lost receivable: the part that debts beyond the loss cover, and the part that the supplier owes. */
export function splitOfLoss(
  loss: { lost: Exposure; left: Money; owned: Money },
  note: Money,
): { absorbed: Money; excess: Money } {
  const excess = M.subtract(uncovered({ ...loss, owned: M.subtract(loss.owned, note) }), uncovered(loss))
  return { absorbed: M.subtract(note, excess), excess }
}

/** The first debts of the buyers that add up to a smaller sum. */
function firstOfOwned(sum: Money, owned: readonly Required<OwedBy>[]): Required<OwedBy>[] {
  let left = sum
  return owned.flatMap(({ buyer, amount: most }) => {
    const amount = M.min(left, most)
    left = M.subtract(left, amount)
    return M.isPositive(amount) ? [{ buyer, amount }] : []
  })
}
