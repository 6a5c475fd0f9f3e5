import type { Money } from './money.ts'
import * as M from './money.ts'
import * as Exact from './rational.ts'
import { ok, type Result, refuse } from './result.ts'

/** Who can be asked to decide: a seat in one of the parties' companies, or a role among the operator's staff. */
export const candidateRoles = [
  'SUPPLIER',
  'BUYER',
  'FUNDER',
  'DIRECTOR',
  'OPERATIONS',
  'RISK',
  'SETTLEMENT',
  'ADMINISTRATOR',
] as const
export type CandidateRole = (typeof candidateRoles)[number]

/** The seat a candidate role stands for: a company role and the user roles in it, any one of which may decide. */
export const candidateSeats: Record<CandidateRole, { readonly companyRole: string; readonly userRoles: readonly string[] }> = {
  SUPPLIER: { companyRole: 'SUPPLIER', userRoles: ['Checker', 'Director'] },
  BUYER: { companyRole: 'BUYER', userRoles: ['Checker', 'Director'] },
  FUNDER: { companyRole: 'FUNDER', userRoles: ['Checker', 'Director'] },
  DIRECTOR: { companyRole: 'COMPANY', userRoles: ['Director'] },
  OPERATIONS: { companyRole: 'PLATFORM', userRoles: ['Operations'] },
  RISK: { companyRole: 'PLATFORM', userRoles: ['Risk'] },
  SETTLEMENT: { companyRole: 'PLATFORM', userRoles: ['Settlement'] },
  ADMINISTRATOR: { companyRole: 'PLATFORM', userRoles: ['Administrator'] },
}

/** Whether a seat decides for a candidate role. */
export const sitsFor = (role: CandidateRole, seat: { companyRole: string; userRoles: readonly string[] }) =>
  candidateSeats[role].companyRole === seat.companyRole &&
  candidateSeats[role].userRoles.some((one) => seat.userRoles.includes(one))

/** The parties that can bear a fee and are asked before it is raised. */
export const payingParties = ['SUPPLIER', 'BUYER', 'FUNDER'] as const satisfies readonly CandidateRole[]
export type PayingParty = (typeof payingParties)[number]

/** When a step is needed. Amounts are US dollars as whole decimal text, shares are percent; both must be exceeded. */
export type StepCondition =
  | { readonly kind: 'AMOUNT_OVER_USD'; readonly amount: string }
  | { readonly kind: 'SHARE_OVER'; readonly percent: string }
  | { readonly kind: 'ANY_WARNING' }
  | { readonly kind: 'RISK_GRADE'; readonly grades: readonly string[] }
  | { readonly kind: 'NEW_ACCOUNT' }
  | { readonly kind: 'PRODUCT'; readonly codes: readonly string[] }
  /** The object makes this party pay more than was agreed. */
  | { readonly kind: 'PAYS_MORE'; readonly party: PayingParty }

/** One step of a flow. Several roles: whichever decides first. ALL: everybody who sits for the role must pass. */
export type FlowStep = {
  readonly seq: number
  readonly node: string
  readonly roles: readonly CandidateRole[]
  readonly mode: 'ANY' | 'ALL'
  /** Needed when one of these holds; always needed when there is none. */
  readonly when?: readonly StepCondition[]
  /** Left out when nobody but the maker could decide it. Any other step waits for somebody to be appointed. */
  readonly skippable?: boolean
  /** Needed only when the step before it was left out. */
  readonly standIn?: boolean
  /** Passing this step needs a comment, whatever the checks found. */
  readonly passNeedsComment?: boolean
  readonly slaHours: number
}

/** What the conditions of a flow look at. `usd` is null when no exchange rate is known. */
export type FlowFacts = {
  readonly usd?: Money | null
  readonly sharePercent?: string
  readonly warnings?: readonly string[]
  readonly riskGrade?: string | null
  readonly newAccount?: boolean
  /** The code of the financing product. */
  readonly product?: string
  /** The party that pays more than was agreed. */
  readonly paysMore?: PayingParty
}

/** Whether a step is needed for these facts. An amount that cannot be valued counts as above every threshold. */
export function isNeeded(step: FlowStep, facts: FlowFacts): boolean {
  return !step.when || step.when.some((condition) => holds(condition, facts))
}

function holds(condition: StepCondition, facts: FlowFacts): boolean {
  switch (condition.kind) {
    case 'AMOUNT_OVER_USD':
      if (facts.usd === null) return true
      return facts.usd !== undefined && M.exceeds(facts.usd, M.fromDecimal(condition.amount, 'USD'))
    case 'SHARE_OVER':
      return (
        facts.sharePercent !== undefined &&
        Exact.cmp(Exact.parseDecimal(facts.sharePercent), Exact.parseDecimal(condition.percent)) > 0
      )
    case 'ANY_WARNING':
      return (facts.warnings ?? []).length > 0
    case 'RISK_GRADE':
      return !!facts.riskGrade && condition.grades.includes(facts.riskGrade)
    case 'NEW_ACCOUNT':
      return facts.newAccount === true
    case 'PRODUCT':
      return facts.product !== undefined && condition.codes.includes(facts.product)
    case 'PAYS_MORE':
      return facts.paysMore === condition.party
  }
}

export const reviewTypes = ['PASSED', 'REJECTED', 'REFUSED'] as const
export type ReviewType = (typeof reviewTypes)[number]
export const commentMax = 500

// Letters that show nothing although Unicode does not call them invisible: Hangul fillers, the blank Braille cell and the null notehead.
const blankLetters = /[\u115f\u1160\u3164\uffa0\u2800\u{1d159}]/gu

// What shows nothing by itself, though it may stand beside what does: a variation selector, a joiner, the place of an object.
const unseen = /[\p{Default_Ignorable_Code_Point}\ufffc]/gu
const showsSomething = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(unseen, ''))

/** A comment as it is kept: without invisible characters, lines ended one way, no blanks at either end; empty where it shows nothing. */
export function cleanComment(typed: string): string {
  const comment = typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(blankLetters, '')
    .trim()
  return showsSomething(comment) ? comment : ''
}

/** Why passing needs a comment: a check failed, or the step of the flow asks for one. */
export const commentReasons = ['FAILED_CHECK', 'STEP'] as const
export type CommentReason = (typeof commentReasons)[number]

/**
 * The comment to keep with a decision, of at most 500 characters. Deny and reject need one, or the maker cannot tell what to correct;
 * passing needs one where something asks for it.
 */
export function commentFor(
  review: ReviewType,
  typed: string,
  asked: CommentReason | null,
): Result<string, 'COMMENT_REQUIRED' | 'COMMENT_TOO_LONG'> {
  const comment = cleanComment(typed)
  if ([...comment].length > commentMax) return refuse('COMMENT_TOO_LONG')
  if (comment === '' && (review !== 'PASSED' || asked !== null)) return refuse('COMMENT_REQUIRED')
  return ok(comment)
}

export type MayDecide = {
  readonly userId: string
  readonly makerIds: readonly string[]
  /** Everybody who acted in this round, for themselves or through a delegate. */
  readonly actedIds: readonly string[]
  readonly sits: boolean
  /** Whether the user has acted for another party in the matter that the object belongs to. */
  readonly actedForAnother: boolean
  /** Whether the object concerns the user, or a company that the user introduced. */
  readonly isConcerned: boolean
}

/**
 * Maker-checker: no maker decides on their own object under any role, nobody acts for two parties of one matter, nobody decides on
 * what concerns themselves or a company that they introduced, and nobody acts twice in one round.
 */
export function mayDecide({
  userId,
  makerIds,
  actedIds,
  sits,
  actedForAnother,
  isConcerned,
}: MayDecide): Result<true, 'MAKER_CANNOT_APPROVE' | 'ACTED_FOR_ANOTHER_PARTY' | 'OWN_INTEREST' | 'NOT_YOUR_TASK'> {
  if (makerIds.includes(userId)) return refuse('MAKER_CANNOT_APPROVE')
  if (sits && actedForAnother) return refuse('ACTED_FOR_ANOTHER_PARTY')
  if (sits && isConcerned) return refuse('OWN_INTEREST')
  return sits && !actedIds.includes(userId) ? ok(true) : refuse('NOT_YOUR_TASK')
}
