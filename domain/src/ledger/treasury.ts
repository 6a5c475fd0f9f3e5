import type { Money } from '../money.ts'
import { type FeeCharge, feeLines } from './fee-lines.ts'
import { type Deal, type Journal, type JournalKey, journalOf, transfer } from './journal.ts'

/** L13: collected money is sold for the currency of payment; each currency balances by its own position. */
export const exchange = (key: JournalKey, deal: Deal, { sold, bought }: { sold: Money; bought: Money }): Journal =>
  journalOf(key, deal, [...transfer('F6900', 'F1010', sold), ...transfer('F1000', 'F6900', bought)])

/** L13, revaluation: the position follows the day's rate; a loss is below zero. */
export const revalue = (key: JournalKey, deal: Deal, gain: Money): Journal =>
  journalOf(key, deal, transfer('F6900', 'F6910', gain))

/** L14: the funder pays the platform what it holds for it. */
export const remitToPlatform = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2300', 'F1000', amount), ...transfer('P1000', 'P1100', amount)])

/** L15: fees charged after funding, or corrected: a correction below zero mirrors the charge. */
export const chargeFees = (key: JournalKey, deal: Deal, fees: readonly FeeCharge[]): Journal =>
  journalOf(key, deal, feeLines(fees, 'F1220'))

/** L15, a credit of fees that were paid already: the part that no fee still due takes up waits to be paid back. */
export const creditFees = (
  key: JournalKey,
  deal: Deal,
  { fees, refund, payer }: { fees: readonly FeeCharge[]; refund: Money; payer: 'SUPPLIER' | 'BUYER' },
): Journal =>
  journalOf(key, deal, [
    ...feeLines(fees, 'F1220'),
    ...transfer('F1220', 'F2200', refund),
    ...(payer === 'SUPPLIER' ? transfer('S2300', 'S5010', refund) : []),
  ])
