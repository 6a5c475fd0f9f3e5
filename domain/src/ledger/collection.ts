import type { Money } from '../money.ts'
import * as M from '../money.ts'
import {
  credit,
  type Deal,
  debit,
  firstOf,
  type Journal,
  type JournalKey,
  journalOf,
  type Line,
  type OwedBy,
  perBuyer,
  transfer,
} from './journal.ts'

export type Payer = 'BUYER' | 'SUPPLIER' | 'OTHER'

/** L4: money arrives and is not yet anybody's. A supplier's cash waits in its account with the funder. */
export function collect(key: JournalKey, deal: Deal, { receipt, payer }: { receipt: Money; payer: Payer }): Journal {
  return journalOf(key, deal, [
    ...transfer('F1010', 'F2900', receipt),
    ...(payer === 'BUYER' && deal.parties.buyer ? transfer(buyerDebt(deal), 'B1000', receipt) : []),
    ...(payer === 'SUPPLIER' ? transfer('S2300', 'S1000', receipt) : []),
  ])
}

/** The account in which a buyer's book keeps its debt: assigned, where the buyer knows of the assignment. */
export const buyerDebt = (deal: Deal) => (deal.disclosed ? 'B2010' : 'B2000')

/** What one receipt pays on one item, as the order of payment decided. */
export type Allocated = {
  /** Costs and fees, both fees receivable. */
  readonly fees: Money
  readonly penalty: Money
  readonly interest: Money
  readonly principal: Money
  /** What goes to the supplier's reserve. */
  readonly reserve: Money
}
/** Balances of the item before the allocation. */
export type ReceivableBefore = {
  readonly face: Money
  readonly claim: Money
  readonly reserve: Money
  /** The face by who owes it, in the order in which a payment lowers it; absent where one buyer owes all of it. */
  readonly owedBy?: readonly OwedBy[]
}

const costsOf = ({ fees, penalty, interest }: Allocated): Money => M.add(M.add(fees, penalty), interest)
const allocatedTotal = (one: Allocated): Money => M.add(M.add(costsOf(one), one.principal), one.reserve)

/**
 * L5 on a purchased receivable. What the buyer pays pays the receivable, and interest, penalty and fees come out of the
 * reserve; what the reserve cannot bear becomes a claim on the supplier. The supplier pays such costs itself, then claims,
 * and only then for the buyer: that part of the receivable is its own again, in the book of the buyer too.
 */
export function allocateToReceivable(
  key: JournalKey,
  deal: Deal,
  { allocated, before, payer }: { allocated: Allocated; before: ReceivableBefore; payer: Payer },
): Journal {
  const isSupplier = payer === 'SUPPLIER'
  const { currency } = allocated.principal
  const costs = costsOf(allocated)
  const total = allocatedTotal(allocated)
  const paidDirectly = isSupplier ? costs : M.zero(currency)
  const fromReserve = isSupplier ? M.zero(currency) : M.min(costs, before.reserve)
  const newClaim = M.subtract(M.subtract(costs, paidDirectly), fromReserve)
  const claim = M.add(before.claim, newClaim)
  const applied = M.subtract(total, paidDirectly)
  // A claim is the supplier's to pay, so a buyer's money pays the receivable alone.
  const toClaim = isSupplier ? M.min(applied, claim) : M.zero(currency)
  const toFace = M.subtract(applied, toClaim)
  if (M.exceeds(toFace, before.face))
    throw new Error(`An allocation of ${M.toDecimal(total)} exceeds what is left of ${deal.orderId}.`)
  const paidOff = firstOf(toFace, before.owedBy)
  return journalOf(key, deal, [
    debit('F2900', total),
    ...perBuyer(paidOff, (part) => [credit('F1100', part)]),
    credit('F1300', toClaim),
    debit('F2000', fromReserve),
    debit('F1300', newClaim),
    credit('F1200', allocated.interest),
    credit('F1210', allocated.penalty),
    credit('F1220', allocated.fees),
    ...supplierAllocation(deal, allocated, { isSupplier, total, paidDirectly, fromReserve, newClaim }),
    ...(isSupplier ? takenBack(deal, paidOff) : []),
  ])
}

/** Receivables that the supplier has taken back: it owns again what it had sold, and the buyer owes it. */
const takenBack = (deal: Deal, parts: readonly OwedBy[]): Line[] =>
  perBuyer(parts, (part) => [
    ...(deal.recourse ? [] : transfer('S1100', 'S2300', part)),
    ...(deal.disclosed && (deal.parties.buyer || parts.some((one) => one.buyer !== undefined))
      ? transfer('B2010', 'B2000', part)
      : []),
  ])

/**
 * L18: a buyer pays more of an invoice than the funder owns. The excess belongs to the supplier: the funder collects it and holds
 * it as reserve.
 */
export const collectForSupplier = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [
    ...transfer('F1100', 'F2000', amount),
    ...(deal.recourse ? [] : transfer('S1200', 'S1100', amount)),
    ...(deal.disclosed && deal.parties.buyer ? transfer('B2000', 'B2010', amount) : []),
  ])

function supplierAllocation(
  { recourse }: Deal,
  allocated: Allocated,
  parts: { isSupplier: boolean; total: Money; paidDirectly: Money; fromReserve: Money; newClaim: Money },
): Line[] {
  const costs = [debit('S5000', M.add(allocated.interest, allocated.penalty)), debit('S5010', allocated.fees)]
  if (!recourse) return [...costs, credit('S1200', parts.fromReserve), credit('S2300', M.add(parts.newClaim, parts.paidDirectly))]
  return [
    ...costs,
    debit('S2000', allocated.principal),
    debit('S1200', allocated.reserve),
    credit(parts.isSupplier ? 'S2300' : 'S1100', parts.total),
  ]
}

/** L5 on a loan: penalty, fees, interest and principal are paid directly. */
export function allocateToLoan(
  key: JournalKey,
  deal: Deal,
  { allocated, payer }: { allocated: Omit<Allocated, 'reserve'>; payer: Payer },
): Journal {
  const { fees, penalty, interest, principal } = allocated
  const applied = M.sum([fees, penalty, interest, principal], principal.currency)
  return journalOf(key, deal, [
    debit('F2900', applied),
    credit('F1210', penalty),
    credit('F1220', fees),
    credit('F1200', interest),
    credit('F1150', principal),
    debit('S2000', principal),
    debit('S5000', M.add(interest, penalty)),
    debit('S5010', fees),
    credit(payer === 'SUPPLIER' ? 'S2300' : 'S1100', applied),
  ])
}

/** L8, first half: money that is not owed to the funder is put aside for its payer. */
export const accrueRefund = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, transfer('F2900', 'F2200', amount))

/** L8, second half: the refund is paid. */
export function payRefund(key: JournalKey, deal: Deal, { amount, payee }: { amount: Money; payee: Payer }): Journal {
  return journalOf(key, deal, [
    ...transfer('F2200', 'F1010', amount),
    ...(payee === 'BUYER' && deal.parties.buyer ? transfer('B1000', buyerDebt(deal), amount) : []),
    ...(payee === 'SUPPLIER' ? transfer('S1000', 'S2300', amount) : []),
  ])
}

/** L8 for a pool: what buyers have paid on its invoices beyond the drawing is paid to the supplier, whose receivables it was. */
export const payPoolSurplus = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2200', 'F1010', amount), ...transfer('S1000', 'S1100', amount)])

/** L7: reserve that nothing claims any more is paid to the supplier. */
export const releaseReserve = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2000', 'F1010', amount), ...transfer('S1000', 'S1200', amount)])

/**
 * L7 again: more reserve was released than the receipts have filled. The supplier owes it as a cost of the order, and bears no cost
 * by it before it pays.
 */
export const releasedTooMuch = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F1220', 'F2000', amount), ...transfer('S1200', 'S5010', amount)])
