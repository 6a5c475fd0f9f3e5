import { addBusinessDays, type Calendar } from './calendar.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'

/** Business days the supplier has to pay a claim. */
export const claimDueBd = 5

export type FinancedReceivable = { readonly face: Money; readonly reserve: Money }
export type Diluted = FinancedReceivable & {
  readonly absorbed: Money
  /** What the reserve could not absorb: the supplier owes it even without recourse. */
  readonly claim: Money
  readonly claimDueDate: LocalDate | null
}

/** A passed adjustment on a financed receivable: taken from its reserve first, the rest is a claim on the supplier. */
export function dilute(
  { face, reserve }: FinancedReceivable,
  adjustment: Money,
  { on, calendars }: { on: LocalDate; calendars: readonly Calendar[] },
): Diluted {
  const absorbed = M.min(adjustment, reserve)
  const claim = M.subtract(adjustment, absorbed)
  return {
    face: M.subtract(face, adjustment),
    reserve: M.subtract(reserve, absorbed),
    absorbed,
    claim,
    claimDueDate: M.isPositive(claim) ? addBusinessDays(on, claimDueBd, calendars) : null,
  }
}
