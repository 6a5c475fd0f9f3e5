import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Payer } from './collection.ts'
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

/** What of a credit note the reserve bears, and what of it the supplier owes. */
type Diluted = { readonly absorbed: Money; readonly excess: Money }

/** L6: a credit note, return or deduction lowers the receivable; the reserve bears it first, the rest is a claim. */
export function dilute(key: JournalKey, deal: Deal, diluted: Diluted): Journal {
  return journalOf(key, deal, [...lowered(diluted), ...dilutedOutside(deal, diluted)])
}

/** L6 for what a buyer paid to the supplier itself: it owes so much less, and its supplier has the money that the funder is owed. */
export function payBesideFunder(key: JournalKey, deal: Deal, diluted: Diluted): Journal {
  const { absorbed, excess } = diluted
  const total = M.add(absorbed, excess)
  return journalOf(key, deal, [
    ...lowered(diluted),
    ...(deal.recourse ? [] : [debit('S1100', total), credit('S1200', absorbed), credit('S2300', excess)]),
    ...(deal.disclosed && deal.parties.buyer ? transfer('B2010', 'B2000', total) : []),
  ])
}

const lowered = ({ absorbed, excess }: Diluted): Line[] => [
  debit('F2000', absorbed),
  debit('F1300', excess),
  credit('F1100', M.add(absorbed, excess)),
]

/** L6 after a loss: the funder's book holds nothing of the receivable any more. Its buyer owes less of it, and the supplier
 *  expects less of the funder or owes it what it expects no more. */
export const diluteLost = (key: JournalKey, deal: Deal, diluted: Diluted): Journal =>
  journalOf(key, deal, dilutedOutside(deal, diluted))

/** A credit note in the books of supplier and buyer. */
function dilutedOutside(deal: Deal, { absorbed, excess }: Diluted): Line[] {
  const total = M.add(absorbed, excess)
  const supplier: Line[] = deal.recourse ? [credit('S1100', total)] : [credit('S1200', absorbed), credit('S2300', excess)]
  return [
    debit('S4100', total),
    ...supplier,
    ...(deal.parties.buyer ? transfer(deal.disclosed ? 'B2010' : 'B2000', 'B5000', total) : []),
  ]
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

/** Parts of a loss. The former claim on the supplier is kept apart from the principal that a buyer or the supplier owes. */
export type LossPart = {
  readonly penalty: Money
  readonly fees: Money
  readonly interest: Money
  readonly claim: Money
  readonly principal: Money
}

/**
 * The parts of a loss between two totals of recovery, in the order penalty, fees, interest, claims, principal. The parts that the
 * reserve bore when the loss was taken come before the first total.
 */
export function lossBetween(lost: Exposure, from: Money, to: Money): LossPart {
  const { penalty, fees, interest, claim, face, loan, reserve } = lost
  const { currency } = face
  const total = M.sum([penalty, fees, interest, claim, face, loan], currency)
  // The reserve bears principal first; only the rest of the reserve bears the other parts.
  const borne = M.atLeastZero(M.subtract(reserve, M.add(face, loan)))
  let [start, end] = [M.add(from, borne), M.add(to, borne)]
  const next = (size: Money) => {
    const until = M.min(end, size)
    const taken = M.atLeastZero(M.subtract(until, start))
    start = M.atLeastZero(M.subtract(start, size))
    end = M.atLeastZero(M.subtract(end, size))
    return taken
  }
  return { penalty: next(penalty), fees: next(fees), interest: next(interest), claim: next(claim), principal: next(total) }
}

/** The costs in a part of a loss: penalty, fees and interest. */
export const costsIn = ({ penalty, fees, interest }: LossPart): Money => M.add(M.add(penalty, fees), interest)

const expensed = ({ penalty, fees, interest }: LossPart): Line[] => [
  debit('S5000', M.add(penalty, interest)),
  debit('S5010', fees),
]

/** What the reserve bears when a loss is taken, as parts of what was owed. */
function borneByReserve(lost: Exposure): LossPart {
  const none = M.zero(lost.face.currency)
  const before = M.negate(M.atLeastZero(M.subtract(lost.reserve, M.add(lost.face, lost.loan))))
  return lossBetween(lost, before, none)
}

/**
 * L11: the loss is recognised after the reserve has borne its part. The supplier still owes what it owed, less what the funder
 * held for it (`held`). In the book of a supplier with a debt, `held` pays principal first. The supplier bears the costs and
 * claims that the reserve pays.
 */
export function writeOff(key: JournalKey, deal: Deal, exposure: Exposure, held: Money): Journal {
  const borne = borneByReserve(exposure)
  const costs = costsIn(borne)
  const supplier: Line[] =
    deal.recourse || M.isPositive(exposure.loan)
      ? [...expensed(borne), ...transfer('S2000', 'S1200', M.subtract(held, costs)), credit('S1200', costs)]
      : [...expensed(borne), debit('S2300', borne.claim), credit('S1200', M.add(costs, borne.claim))]
  return journalOf(key, deal, [
    debit('F2000', exposure.reserve),
    debit('F5000', exposureTotal(exposure)),
    ...exposureCredits(exposure),
    ...supplier,
  ])
}

/**
 * L11, a fee at settlement: it is charged with the first money after the loss and is lost with the rest, so that it is recovered
 * first, as a cost. `passed` is the part of it behind what older recoveries have paid: the supplier bears it at once.
 */
export const loseFees = (
  key: JournalKey,
  deal: Deal,
  { fees, passed, isDebt }: { fees: Money; passed: Money; isDebt: boolean },
): Journal =>
  journalOf(key, deal, [...transfer('F5000', 'F1220', fees), ...transfer('S5010', isDebt ? 'S2000' : 'S1200', passed)])

export type Recovered = {
  readonly part: LossPart
  /** The rest of a buyer's money after a full recovery: the reserve of its invoice. */
  readonly reserve: Money
  /** The buyer's payment beyond the funder's part of the receivable. */
  readonly beyond: Money
  /** The part of the receivable that the supplier takes back, by debtor. */
  readonly takenBack: readonly OwedBy[]
  readonly payer: Payer
  readonly kind: 'PURCHASE' | 'LOAN'
  /** What the supplier expected of the funder before. */
  readonly expected: Money
}

/**
 * L11, recovery: money that comes in after the write-off lowers the loss. A buyer's payment beyond the loss is reserve. The
 * supplier bears the costs: it expects less of the funder where the buyer pays, and pays them itself where it pays.
 */
export function recover(
  key: JournalKey,
  deal: Deal,
  { part, reserve, beyond, takenBack, payer, kind, expected }: Recovered,
): Journal {
  const costs = costsIn(part)
  const owed = M.add(part.claim, part.principal)
  const recovered = M.add(costs, owed)
  const isSupplier = payer === 'SUPPLIER'
  const isDebt = deal.recourse || kind === 'LOAN'
  const collected = kind === 'PURCHASE' && !isDebt ? transfer('S1200', 'S1100', beyond) : []
  const fromExpected = M.min(M.add(costs, part.claim), M.atLeastZero(M.add(expected, beyond)))
  const claimed = M.subtract(M.add(costs, part.claim), fromExpected)
  const supplier: Line[] = isDebt
    ? [
        ...expensed(part),
        debit('S2000', owed),
        debit('S1200', reserve),
        credit(isSupplier ? 'S2300' : 'S1100', M.add(recovered, reserve)),
      ]
    : isSupplier
      ? [...expensed(part), credit('S2300', costs), ...perBuyer(takenBack, (amount) => transfer('S1100', 'S2300', amount))]
      : [...expensed(part), debit('S2300', part.claim), credit('S1200', fromExpected), credit('S2300', claimed)]
  const hasBuyer = Boolean(deal.parties.buyer) || takenBack.some((one) => one.buyer !== undefined)
  return journalOf(key, deal, [
    debit('F2900', M.add(recovered, reserve)),
    credit('F5000', recovered),
    credit('F2000', reserve),
    ...collected,
    ...supplier,
    ...(deal.disclosed && deal.parties.buyer ? transfer('B2000', 'B2010', beyond) : []),
    ...(deal.disclosed && hasBuyer ? perBuyer(takenBack, (amount) => transfer('B2010', 'B2000', amount)) : []),
  ])
}

/** L20: money that the funder holds for the supplier pays costs that the supplier owes. */
export const reservePays = (
  key: JournalKey,
  deal: Deal,
  { interest, penalty, fees }: { interest: Money; penalty: Money; fees: Money },
): Journal => {
  const total = M.sum([interest, penalty, fees], interest.currency)
  return journalOf(key, deal, [
    debit('F2000', total),
    credit('F1200', interest),
    credit('F1210', penalty),
    credit('F1220', fees),
    debit('S5000', M.add(interest, penalty)),
    debit('S5010', fees),
    credit('S1200', total),
  ])
}

/** The waived remainder, by account of the funder's book. */
export type Waived = {
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
  readonly loan: Money
  readonly claim: Money
  /** What reserve of other invoices has borne for the waived part: it is reserve again. */
  readonly reserve: Money
  /** The waived part of the purchased receivable, by debtor. */
  readonly face: readonly OwedBy[]
}

/**
 * L17: a remainder within the tolerance is waived. The funder bears all of it, the platform's share included. The buyer no
 * longer owes the rest of the receivable, the supplier no longer the rest of the advance. Unpaid costs stand in the funder's book
 * alone.
 */
export function waive(key: JournalKey, deal: Deal, { interest, penalty, fees, loan, claim, reserve, face }: Waived): Journal {
  const { currency } = interest
  const receivable = M.sum(
    face.map((one) => one.amount),
    currency,
  )
  const hasBuyer = Boolean(deal.parties.buyer) || face.some((one) => one.buyer !== undefined)
  const owedNoMore = M.sum([loan, claim, reserve], currency)
  const supplier: Line[] =
    deal.recourse || M.isPositive(loan)
      ? [
          debit('S2000', M.add(owedNoMore, receivable)),
          credit('S5000', owedNoMore),
          ...perBuyer(face, (part) => [credit('S1100', part)]),
        ]
      : [...transfer('S2300', 'S5000', claim), ...transfer('S1200', 'S5000', reserve)]
  return journalOf(key, deal, [
    debit('F5010', M.sum([interest, penalty, fees, owedNoMore, receivable], currency)),
    credit('F1200', interest),
    credit('F1210', penalty),
    credit('F1220', fees),
    credit('F1150', loan),
    credit('F1300', claim),
    credit('F2000', reserve),
    ...perBuyer(face, (part) => [credit('F1100', part)]),
    ...supplier,
    ...(hasBuyer ? perBuyer(face, (part) => transfer(deal.disclosed ? 'B2010' : 'B2000', 'B5000', part)) : []),
  ])
}

/** L17 for a buyer's fee bill: its rest is let go at the funder's cost. The buyer bears that much less. */
export const waiveBuyerFees = (key: JournalKey, deal: Deal, amount: Money): Journal =>
  journalOf(key, deal, [...transfer('F5010', 'F1230', amount), ...transfer('B2020', 'B5010', amount)])
