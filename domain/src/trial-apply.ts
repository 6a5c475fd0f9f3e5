import type { Eligibility, FinanceDocument } from './eligibility.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import { ok, type Result, refuse } from './result.ts'
import type { TrialLimit, TrialRefusal } from './trial-types.ts'

/** A document with its dates and what may be advanced on it. */
export type Candidate = {
  readonly document: FinanceDocument
  readonly requested: Money | null
  readonly eligibility: Eligibility
  /** The product's advance rate, lower where the document's buyer is diluted. */
  readonly advanceRate: Rational
  readonly maxAdvance: Money
  readonly maturity: LocalDate
  readonly interestTo: LocalDate
  readonly unadjustedMaturity: LocalDate
  readonly tenorDays: number
}
export type Applied = Candidate & { readonly applyAmount: Money; readonly capped: boolean }

const counts = (limit: TrialLimit, { document }: Candidate): boolean =>
  limit.buyerId === undefined || limit.buyerId === document.buyerId

/** What each document is advanced. Amounts the supplier asked for are taken as they are or refused; documents without one
 *  share what the limits leave, earliest due first. The limit of a buyer caps that buyer's documents, any other all of them. */
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
  const tightestFirst = [...limits].sort((a, b) => Number(a.available.minor - b.available.minor))
  const wantedOf = (among: readonly Candidate[]) =>
    M.sum(
      among.map(({ requested, maxAdvance }) => requested ?? maxAdvance),
      currency,
    )
  const exceeded = (limit: TrialLimit, requested: Money) =>
    refuse({ code: 'LIMIT_EXCEEDED' as const, limitType: limit.type, available: M.atLeastZero(limit.available), requested })
  const headrooms = tightestFirst.map((limit) => {
    const within = usable.filter((one) => counts(limit, one))
    const asked = M.sum(
      within.map(({ requested }) => requested ?? none),
      currency,
    )
    return { limit, within, asked, left: M.subtract(limit.available, asked) }
  })
  for (const { limit, asked } of headrooms) if (M.exceeds(asked, limit.available)) return exceeded(limit, asked)
  // Where every document stands under a limit that is used up, nothing could be advanced at all.
  const usedUp = headrooms.filter(({ limit }) => !M.isPositive(limit.available))
  const barred = usable.filter((one) => usedUp.some(({ limit }) => counts(limit, one)))
  if (usedUp[0] && barred.length === usable.length && M.isPositive(wantedOf(usable)))
    return exceeded(usedUp[0].limit, wantedOf(usedUp[0].within))

  const granted = new Map<string, Money>()
  const inOrder = usable.filter(({ requested }) => !requested).sort(byDueDateThenNumber)
  for (const candidate of inOrder) {
    const over = headrooms.filter(({ limit }) => counts(limit, candidate))
    const amount = over.reduce((least, { left }) => M.min(least, left), candidate.maxAdvance)
    granted.set(candidate.document.docId, amount)
    for (const one of over) one.left = M.subtract(one.left, amount)
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
