import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { credit, type Deal, debit, type Journal, type JournalKey, journalOf, type Line, transfer } from './journal.ts'

export type Accrual = {
  /** IN_ADVANCE earns what was deducted at funding; IN_ARREARS claims new interest, also after maturity. */
  readonly method: 'IN_ADVANCE' | 'IN_ARREARS'
  /** Today's cumulative interest less yesterday's, each rounded: a day may take back a minor unit. */
  readonly fund: Money
  readonly spread: Money
  readonly penalty: Money
}

/** L3: one day's interest and penalty. */
export function accrue(key: JournalKey, deal: Deal, { method, fund, spread, penalty }: Accrual): Journal {
  const inAdvance = method === 'IN_ADVANCE'
  const lines: Line[] = [
    ...transfer(inAdvance ? 'F2100' : 'F1200', 'F4000', fund),
    ...transfer(inAdvance ? 'F2110' : 'F1200', 'F2300', spread),
    ...transfer('P1100', 'P4030', spread),
    ...transfer('F1210', 'F4010', penalty),
    // Without recourse the discount was the supplier's cost on the day of the sale.
    ...(inAdvance && deal.recourse ? transfer('S5000', 'S1300', M.add(fund, spread)) : []),
  ]
  return journalOf(key, deal, lines)
}

export type RebateGiven = {
  /** Unearned discount that ends with the early repayment, by whose it was. */
  readonly fund: Money
  readonly spread: Money
  /** What the supplier gets back. */
  readonly rebate: Money
  /** What the repayment earns of it. The rest is the break costs, a fee: income of the funder and a fee of the supplier. */
  readonly earned?: Money
}

/** L12: the unearned discount of an early repayment becomes reserve, less what is earned of it and the break costs. */
export function rebateDiscount(
  key: JournalKey,
  deal: Deal,
  { fund, spread, rebate, earned = M.zero(rebate.currency) }: RebateGiven,
): Journal {
  const unearned = M.add(fund, spread)
  const breakCosts = M.subtract(M.subtract(unearned, rebate), earned)
  return journalOf(key, deal, [
    debit('F2100', fund),
    debit('F2110', spread),
    credit('F2000', rebate),
    credit('F4000', earned),
    credit('F4020', breakCosts),
    // The refund uses up prepaid interest first, and so lowers the interest. The break costs then take the rest of the prepayment
    // for the fees.
    ...(deal.recourse ? transfer('S5000', 'S1300', unearned) : []),
    ...transfer('S1200', 'S5000', rebate),
    ...transfer('S5010', 'S5000', breakCosts),
  ])
}
