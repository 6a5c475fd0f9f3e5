import type { Payer } from '../ledger/collection.ts'
import { credit, type Deal, debit, type Journal, type JournalKey, journalOf, transfer } from '../ledger/journal.ts'
import type { Money } from '../money.ts'

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

/** L12, second half: a rebate pays principal. The funder's reserve already lowers what is in use; a supplier with a debt
 *  books what it was to receive against what it owes. */
export const rebatePaysPrincipal = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, deal.recourse ? transfer('S2000', 'S1200', amount) : [])

/** Postings of several journals of one event, as one journal. */
export const joined = (key: JournalKey, journals: readonly Journal[]): Journal => ({
  key,
  postings: journals.flatMap((journal) => journal.postings),
})
