import type { Payer, ReceivableBefore } from '../ledger/collection.ts'
import { credit, type Deal, debit, type Journal, type JournalKey, journalOf, transfer } from '../ledger/journal.ts'
import { allocateToLoan, allocateToReceivable, repurchase } from '../ledger/templates.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { RepaymentPlan } from './plan-repayment.ts'

const ofNoOrder = { order: undefined, item: undefined, counterparty: undefined }

/** L4 before anybody knows what it pays: money is on the collection account and belongs to no order yet. */
export const receiveUnmatched = (key: JournalKey, deal: Deal, receipt: Money): Journal =>
  journalOf(key, deal, [debit('F1010', receipt, ofNoOrder), credit('F2900', receipt, ofNoOrder)])

/** L4 taken back: money that belongs to nobody's order leaves the collection account for its sender. */
export const returnUnmatched = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [debit('F2900', amount, ofNoOrder), credit('F1010', amount, ofNoOrder)])

/** L4 once it is matched: the money waits for the order, and its payer's books show that it was paid. */
export const matchReceipt = (key: JournalKey, deal: Deal, { amount, payer }: { amount: Money; payer: Payer }): Journal =>
  journalOf(key, deal, [
    debit('F2900', amount, ofNoOrder),
    credit('F2900', amount),
    ...(payer === 'BUYER' && deal.parties.buyer ? transfer(deal.disclosed ? 'B2010' : 'B2000', 'B1000', amount) : []),
    ...(payer === 'SUPPLIER' ? transfer('S2300', 'S1000', amount) : []),
  ])

/** What money that the funder holds for the supplier pays. */
export type HeldPayment = { readonly kind: 'PURCHASE' | 'LOAN'; readonly principal: Money; readonly claims: Money }

/**
 * L12, second half: money that the funder holds for the supplier pays principal and claims. The principal of a loan is an account
 * of its own. Of a purchase, costs or the assignment have already lowered the funds in use by the principal. A supplier with a
 * debt sets its claim on the funder against it.
 */
export const heldPays = (key: JournalKey, deal: Deal, { kind, principal, claims }: HeldPayment): Journal =>
  journalOf(key, deal, [
    ...(kind === 'LOAN' ? transfer('F2000', 'F1150', principal) : []),
    ...transfer('F2000', 'F1300', claims),
    ...(deal.recourse ? transfer('S2000', 'S1200', principal) : transfer('S2300', 'S1200', claims)),
  ])

/** L6 again: a credit note was charged to reserve that a reversed receipt had filled, so that the supplier owes it instead. */
export const reserveLost = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F1300', 'F2000', amount), ...(deal.recourse ? [] : transfer('S1200', 'S2300', amount))])

/**
 * L5 and L10: the planned postings of a receipt. Where the supplier takes the receivable back, the unfilled reserve goes with it;
 * other money that the funder holds remains the supplier's.
 */
export function allocate(
  key: JournalKey,
  deal: Deal,
  { plan, before, payer }: { plan: Pick<RepaymentPlan, 'totals' | 'takesBack'>; before: ReceivableBefore | null; payer: Payer },
): Journal {
  const { fees, penalty, interest, principal, reserve } = plan.totals
  const allocated = { fees, penalty, interest, principal, reserve }
  if (!before) return allocateToLoan(key, deal, { allocated, payer })
  if (!plan.takesBack) return allocateToReceivable(key, deal, { allocated, before, payer })
  return repurchase(key, deal, {
    ...before,
    loan: M.zero(principal.currency),
    interest,
    penalty,
    fees,
    reserve: M.subtract(M.add(before.face, before.claim), principal),
  })
}

/** Postings of several journals of one event, as one journal. */
export const joined = (key: JournalKey, journals: readonly Journal[]): Journal => ({
  key,
  postings: journals.flatMap((journal) => journal.postings),
})
