import { exceeds, fromDecimal, type Money } from './money.ts'
import type { ActorKind } from './states/machine.ts'

export type ApproverRole = Extract<ActorKind, 'S' | 'B' | 'F' | 'D' | 'O' | 'R' | 'T'>
/** When a step is needed; it is skipped otherwise. Amounts are in dollars, other currencies at the day's rate. */
export type StepCondition =
  | { readonly kind: 'AMOUNT_ABOVE'; readonly usd: string }
  | { readonly kind: 'PERCENT_ABOVE'; readonly percent: number }
  | { readonly kind: 'ANY_WARNING' }
  | { readonly kind: 'GRADE'; readonly grades: readonly string[] }
  | { readonly kind: 'NEW_ACCOUNT' }
  | { readonly kind: 'REVERSAL' }
  | { readonly kind: 'OTHER_DIRECTOR'; readonly exists: boolean }

export type ApprovalStep = {
  readonly seq: number
  readonly node: string
  /** Any of these may act. */
  readonly roles: readonly ApproverRole[]
  /** ANY: one person decides; ALL: everybody who holds a task passes. */
  readonly mode: 'ANY' | 'ALL'
  /** Needed if one of these holds; without conditions always. */
  readonly when?: readonly StepCondition[]
  readonly slaHours: number
}
export type ApprovalFlow = {
  readonly object: ApprovalObject
  readonly steps: readonly ApprovalStep[]
  /** Roles that are told and do not decide. */
  readonly notify?: readonly ActorKind[]
}

export const approvalObjects = [
  'KYC',
  'USER',
  'STAFF_USER',
  'BANK_ACCOUNT',
  'LIMIT',
  'PRODUCT',
  'RATE',
  'CALENDAR',
  'PO_ADJUSTMENT',
  'INVOICE_ADJUSTMENT',
  'FINANCE_ORDER',
  'PAYMENT',
  'RELEASE',
  'REFUND',
  'REPAYMENT',
  'FEE_ADJUSTMENT',
  'WRITE_OFF',
  'CONTRACT_TEMPLATE',
] as const
export type ApprovalObject = (typeof approvalObjects)[number]

type Options = Partial<Pick<ApprovalStep, 'mode' | 'when' | 'slaHours'>>
const step = (node: string, roles: ApproverRole | readonly ApproverRole[], options: Options = {}): Omit<ApprovalStep, 'seq'> => ({
  node,
  roles: typeof roles === 'string' ? [roles] : roles,
  mode: 'ANY',
  slaHours: 24,
  ...options,
})
const above = (usd: string): StepCondition => ({ kind: 'AMOUNT_ABOVE', usd })
const flow = (
  object: ApprovalObject,
  steps: readonly Omit<ApprovalStep, 'seq'>[],
  notify?: readonly ActorKind[],
): ApprovalFlow => ({
  object,
  steps: steps.map((one, index) => ({ seq: index + 1, ...one })),
  ...(notify && { notify }),
})

// Whoever prepares an object is its maker and no step: what operations enter, risk and settlement approve.
const riskThenSettlement = [step('RISK', 'R'), step('SETTLEMENT', 'T')]
const million = above('1000000')
const moneyOut = [
  step('SETTLEMENT_CHECK', 'T', { slaHours: 4 }),
  step('FUNDER', 'F', { slaHours: 8 }),
  step('FUNDER_SECOND', 'F', { when: [million], slaHours: 8 }),
]
const adjustment = [step('BUYER_OR_OPERATIONS', ['B', 'O']), step('RISK', 'R', { when: [{ kind: 'PERCENT_ABOVE', percent: 5 }] })]

/** The flows as shipped. An administrator changes them; running approvals keep the steps they began with. */
export const defaultFlows: Readonly<Record<ApprovalObject, ApprovalFlow>> = {
  KYC: flow('KYC', [
    step('OPERATIONS', 'O'),
    step('RISK', 'R'),
    step('SETTLEMENT', 'T', { when: [{ kind: 'GRADE', grades: ['D', 'E'] }] }),
  ]),
  // A company's only director cannot check himself, so operations do.
  USER: flow('USER', [
    step('DIRECTOR', 'D', { when: [{ kind: 'OTHER_DIRECTOR', exists: true }] }),
    step('OPERATIONS', 'O', { when: [{ kind: 'OTHER_DIRECTOR', exists: false }] }),
  ]),
  STAFF_USER: flow('STAFF_USER', [step('OPERATIONS', 'O')]),
  BANK_ACCOUNT: flow('BANK_ACCOUNT', [step('OPERATIONS', 'O'), step('SETTLEMENT', 'T')]),
  LIMIT: flow('LIMIT', [...riskThenSettlement, step('FUNDER', 'F', { when: [million] })]),
  PRODUCT: flow('PRODUCT', riskThenSettlement),
  RATE: flow('RATE', riskThenSettlement),
  CALENDAR: flow('CALENDAR', riskThenSettlement),
  PO_ADJUSTMENT: flow('PO_ADJUSTMENT', adjustment),
  INVOICE_ADJUSTMENT: flow('INVOICE_ADJUSTMENT', adjustment),
  FINANCE_ORDER: flow('FINANCE_ORDER', [
    step('SUPPLIER_CHECK', 'S'),
    step('DOCUMENTS', 'O'),
    step('RISK', 'R', { when: [above('100000'), { kind: 'ANY_WARNING' }] }),
    step('FUNDER', 'F'),
    step('FUNDER_SECOND', 'F', { when: [million] }),
  ]),
  PAYMENT: flow('PAYMENT', moneyOut),
  RELEASE: flow('RELEASE', moneyOut),
  REFUND: flow('REFUND', [moneyOut[0]!, step('RISK', 'R', { when: [{ kind: 'NEW_ACCOUNT' }] }), ...moneyOut.slice(1)]),
  REPAYMENT: flow('REPAYMENT', [
    step('SETTLEMENT_CHECK', 'T', { slaHours: 4 }),
    step('FUNDER', 'F', { when: [{ kind: 'REVERSAL' }] }),
  ]),
  FEE_ADJUSTMENT: flow('FEE_ADJUSTMENT', [
    step('SETTLEMENT', 'T'),
    step('FUNDER', 'F', { when: [{ kind: 'PERCENT_ABOVE', percent: 10 }] }),
  ]),
  WRITE_OFF: flow('WRITE_OFF', [step('RISK', 'R'), step('SETTLEMENT', 'T'), step('FUNDER', 'F', { mode: 'ALL' })]),
  CONTRACT_TEMPLATE: flow('CONTRACT_TEMPLATE', [step('OPERATIONS', 'O')], ['U']),
}

/** What decides which steps an object needs. A fact that is left out holds for no condition. */
export type ApprovalFacts = {
  readonly amountUsd?: Money
  /** The adjustment against what it adjusts, as whole hundredths of a percent: 5 % is 500. */
  readonly percentHundredths?: number
  readonly hasWarning?: boolean
  readonly riskGrade?: string
  readonly isNewAccount?: boolean
  readonly isReversal?: boolean
  /** Directors of the company besides the maker. */
  readonly otherDirectors?: number
}

export function conditionHolds(condition: StepCondition, facts: ApprovalFacts): boolean {
  switch (condition.kind) {
    case 'AMOUNT_ABOVE':
      return facts.amountUsd !== undefined && exceeds(facts.amountUsd, fromDecimal(condition.usd, 'USD'))
    case 'PERCENT_ABOVE':
      return (facts.percentHundredths ?? 0) > condition.percent * 100
    case 'ANY_WARNING':
      return facts.hasWarning ?? false
    case 'GRADE':
      return facts.riskGrade !== undefined && condition.grades.includes(facts.riskGrade)
    case 'NEW_ACCOUNT':
      return facts.isNewAccount ?? false
    case 'REVERSAL':
      return facts.isReversal ?? false
    case 'OTHER_DIRECTOR':
      return (facts.otherDirectors ?? 0) > 0 === condition.exists
  }
}

/** The steps that an object needs, in their order; there is always at least one. */
export function stepsFor({ object, steps }: ApprovalFlow, facts: ApprovalFacts): ApprovalStep[] {
  const needed = steps.filter(({ when }) => !when || when.some((condition) => conditionHolds(condition, facts)))
  if (needed.length === 0) throw new Error(`No step of ${object} applies; nothing passes unseen.`)
  return needed
}
