import type { Money } from '../money.ts'
import { buyerDebt } from './collection.ts'
import { chargeLines, dueAccountOf, type FeeCharge } from './fee-lines.ts'
import { type Deal, type Journal, type JournalKey, journalOf, transfer } from './journal.ts'

/** L14: the funder pays the platform what it holds for it. */
export const remitToPlatform = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2300', 'F1000', amount), ...transfer('P1000', 'P1100', amount)])

/** The journal of a payment on the bank account of the funder that it left: 1000 for payments, 1010 for collections. */
export const paidFrom = (journal: Journal, bank: '1000' | '1010'): Journal => ({
  ...journal,
  postings: journal.postings.map((posting) =>
    posting.book === 'F' && (posting.account === '1000' || posting.account === '1010') ? { ...posting, account: bank } : posting,
  ),
})

/** L15: fees charged after funding, or corrected: a correction below zero mirrors the charge. */
export const chargeFees = (key: JournalKey, deal: Deal, fees: readonly FeeCharge[]): Journal =>
  journalOf(key, deal, chargeLines(fees))

/** L15, a credit of a fee that was paid already: the part beyond the fees still due waits to be refunded. */
export const creditFee = (key: JournalKey, deal: Deal, { fee, refund }: { fee: FeeCharge; refund: Money }): Journal =>
  journalOf(key, deal, [
    ...chargeLines([fee]),
    ...transfer(dueAccountOf[fee.payer], 'F2200', refund),
    ...(fee.payer === 'SUPPLIER' ? transfer('S2300', 'S5010', refund) : []),
    ...(fee.payer === 'BUYER' ? transfer(buyerDebt(deal), 'B2020', refund) : []),
  ])

/** L15 taken back: a refund that is not paid yet pays fees of its payer that are due again. */
export const refundPaysFees = (
  key: JournalKey,
  deal: Deal,
  { payer, amount }: { payer: 'SUPPLIER' | 'BUYER'; amount: Money },
): Journal =>
  journalOf(key, deal, [
    ...transfer('F2200', dueAccountOf[payer], amount),
    ...(payer === 'SUPPLIER' ? transfer('S5010', 'S2300', amount) : transfer('B2020', buyerDebt(deal), amount)),
  ])

/** L5, a buyer's own fees: the buyer's payment beyond the receivable pays its fee bills. */
export const payBuyerFees = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2900', 'F1230', amount), ...transfer('B2020', buyerDebt(deal), amount)])
