import type { Eligibility, FinanceDocument } from './eligibility.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import { ok, type Result, refuse } from './result.ts'
import type { TrialLimit, TrialRefusal } from './trial-types.ts'

/** A document with its dates and what may be advanced on it. */
export type Candidate = {
  readonly document: FinanceDocument
  readonly requested: Money | null
  readonly eligibility: Eligibility
  readonly maxAdvance: Money
  readonly maturity: LocalDate
  readonly interestTo: LocalDate
  readonly unadjustedMaturity: LocalDate
  readonly tenorDays: number
}
export type Applied = Candidate & { readonly applyAmount: Money; readonly capped: boolean }

/** The tightest of the limits, or null when nothing limits the order. */
export const tightestLimit = (limits: readonly TrialLimit[]): TrialLimit | null =>
  limits.reduce<TrialLimit | null>(
    (tightest, limit) => (tightest && !M.exceeds(tightest.available, limit.available) ? tightest : limit),
    null,
  )

/** What each document is advanced. Amounts the supplier asked for are taken as they are or refused; documents without one
 *  share what the limits leave, earliest due first. */
export function applyAmounts(
  candidates: readonly Candidate[],
  limits: readonly TrialLimit[],
  currency: string,
): Result<Applied[], TrialRefusal> {
  const none = M.zero(currency)
  for (const { document, requested, maxAdvance, eligibility } of candidates)
    if (requested && eligibility.reasons.length === 0 && M.exceeds(requested, maxAdvance))
      return refuse({ code: 'AMOUNT_EXCEEDS_MAX_ADVANCE' as const, docId: document.docId, maxAdvance, requested })

  const usable = candidates.filter((candidate) => candidate.eligibility.reasons.length === 0)
  const asked = M.sum(
    usable.map(({ requested }) => requested ?? none),
    currency,
  )
  const wanted = M.sum(
    usable.map(({ requested, maxAdvance }) => requested ?? maxAdvance),
    currency,
  )
  const limit = tightestLimit(limits)
  const exceeded = (requested: Money) =>
    refuse({ code: 'LIMIT_EXCEEDED' as const, limitType: limit!.type, available: M.atLeastZero(limit!.available), requested })
  if (limit && M.exceeds(asked, limit.available)) return exceeded(asked)
  if (limit && M.isPositive(wanted) && !M.isPositive(limit.available)) return exceeded(wanted)

  let headroom = limit ? M.subtract(limit.available, asked) : null
  const granted = new Map<string, Money>()
  const inOrder = usable.filter(({ requested }) => !requested).sort(byDueDateThenNumber)
  for (const { document, maxAdvance } of inOrder) {
    const amount = headroom ? M.min(maxAdvance, headroom) : maxAdvance
    granted.set(document.docId, amount)
    headroom = headroom && M.subtract(headroom, amount)
  }
  return ok(
    candidates.map((candidate) => {
      const { document, requested, maxAdvance, eligibility } = candidate
      if (eligibility.reasons.length > 0) return { ...candidate, applyAmount: none, capped: false }
      const applyAmount = requested ?? granted.get(document.docId)!
      return { ...candidate, applyAmount, capped: !requested && M.exceeds(maxAdvance, applyAmount) }
    }),
  )
}

const byDueDateThenNumber = (a: Candidate, b: Candidate) =>
  a.document.dueDate < b.document.dueDate
    ? -1
    : a.document.dueDate > b.document.dueDate
      ? 1
      : a.document.number < b.document.number
        ? -1
        : 1
