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

/** L6: a credit note, return or deduction lowers the receivable; the reserve bears it first, the rest is a claim. */
export function dilute(key: JournalKey, deal: Deal, { absorbed, excess }: { absorbed: Money; excess: Money }): Journal {
  const total = M.add(absorbed, excess)
  const supplier: Line[] = deal.recourse ? [credit('S1100', total)] : [credit('S1200', absorbed), credit('S2300', excess)]
  return journalOf(key, deal, [
    debit('F2000', absorbed),
    debit('F1300', excess),
    credit('F1100', total),
    debit('S4100', total),
    ...supplier,
    ...(deal.parties.buyer ? transfer(deal.disclosed ? 'B2010' : 'B2000', 'B5000', total) : []),
  ])
}

/** All that the books of an order still hold. */
export type Exposure = {
  readonly face: Money
  /** The parts of the face by who owes them, where several buyers do. */
  readonly owedBy?: readonly OwedBy[]
  readonly loan: Money
  readonly claim: Money
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
  readonly reserve: Money
}

/** What is lost when nothing more comes in, and what a supplier pays to take the receivable back. */
export const exposureTotal = ({ face, loan, claim, interest, penalty, fees, reserve }: Exposure): Money =>
  M.subtract(M.sum([face, loan, claim, interest, penalty, fees], face.currency), reserve)

const exposureCredits = ({ face, owedBy, loan, claim, interest, penalty, fees }: Exposure): Line[] => [
  ...perBuyer(firstOf(face, owedBy), (part) => [credit('F1100', part)]),
  credit('F1150', loan),
  credit('F1300', claim),
  credit('F1200', interest),
  credit('F1210', penalty),
  credit('F1220', fees),
]

/** L10: the supplier takes the unpaid receivable back and pays all that is owed; the receipt already waits unallocated. */
export function repurchase(key: JournalKey, deal: Deal, exposure: Exposure): Journal {
  const { face, owedBy, claim, interest, penalty, fees, reserve } = exposure
  const payment = exposureTotal(exposure)
  const costs = M.sum([interest, penalty, fees], face.currency)
  const expense = [debit('S5000', M.add(interest, penalty)), debit('S5010', fees)]
  const supplier: Line[] = deal.recourse
    ? [debit('S2000', M.subtract(payment, costs)), ...expense, credit('S2300', payment)]
    : [
        ...perBuyer(firstOf(face, owedBy), (part) => [debit('S1100', part)]),
        ...expense,
        credit('S1200', reserve),
        credit('S2300', M.subtract(payment, claim)),
      ]
  return journalOf(key, deal, [
    debit('F2900', payment),
    debit('F2000', reserve),
    ...exposureCredits(exposure),
    ...supplier,
    ...(deal.disclosed && (deal.parties.buyer || owedBy)
      ? perBuyer(firstOf(face, owedBy), (part) => transfer('B2010', 'B2000', part))
      : []),
  ])
}

/** L10, claim paid: the supplier pays what dilution or costs took beyond the reserve. */
export const payClaim = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F2900', 'F1300', amount), ...(deal.recourse ? transfer('S2000', 'S2300', amount) : [])])

/** L11: the loss is recognised after the reserve has borne its part. The supplier still owes what it owed. */
export const writeOff = (key: JournalKey, deal: Deal, exposure: Exposure): Journal =>
  journalOf(key, deal, [debit('F2000', exposure.reserve), debit('F5000', exposureTotal(exposure)), ...exposureCredits(exposure)])

/** L11, recovery: money that comes in after the write-off lowers the loss. */
export const recover = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, transfer('F2900', 'F5000', amount))

/** What is let go of a remainder, by where the funder's book holds it. */
export type Waived = {
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
  readonly loan: Money
  readonly claim: Money
  /** Of the purchased receivable, by who owes it. */
  readonly face: readonly OwedBy[]
}

/**
 * L17: a remainder within the tolerance is let go. The funder bears it, whatever the platform has been promised of it. A buyer
 * no longer owes what was left of the receivable, and a supplier not what was left of the advance; costs stand in no book but
 * the funder's before they are paid.
 */
export function waive(key: JournalKey, deal: Deal, { interest, penalty, fees, loan, claim, face }: Waived): Journal {
  const { currency } = interest
  const receivable = M.sum(
    face.map((one) => one.amount),
    currency,
  )
  const hasBuyer = Boolean(deal.parties.buyer) || face.some((one) => one.buyer !== undefined)
  const owedNoMore = M.add(loan, claim)
  const supplier: Line[] =
    deal.recourse || M.isPositive(loan)
      ? [
          debit('S2000', M.add(owedNoMore, receivable)),
          credit('S5000', owedNoMore),
          ...perBuyer(face, (part) => [credit('S1100', part)]),
        ]
      : transfer('S2300', 'S5000', claim)
  return journalOf(key, deal, [
    debit('F5010', M.sum([interest, penalty, fees, owedNoMore, receivable], currency)),
    credit('F1200', interest),
    credit('F1210', penalty),
    credit('F1220', fees),
    credit('F1150', loan),
    credit('F1300', claim),
    ...perBuyer(face, (part) => [credit('F1100', part)]),
    ...supplier,
    ...(hasBuyer ? perBuyer(face, (part) => transfer(deal.disclosed ? 'B2010' : 'B2000', 'B5000', part)) : []),
  ])
}
