import {
  type CandidateRole,
  candidateRoles,
  candidateSeats,
  type FlowStep,
  type PayingParty,
  type StepCondition,
} from './approval.ts'
import { effectivePermissions, type MatrixRow, type Permission, permissionRows } from './permissions.ts'

type Options = Partial<Pick<FlowStep, 'mode' | 'when' | 'skippable' | 'standIn' | 'slaHours'>> & { node?: string }
type Draft = { roles: CandidateRole[] } & Options

const by = (roles: CandidateRole | CandidateRole[], options: Options = {}): Draft => ({
  roles: Array.isArray(roles) ? roles : [roles],
  ...options,
})
const overUsd = (amount: string): StepCondition => ({ kind: 'AMOUNT_OVER_USD', amount })
const paysMore = (party: PayingParty): StepCondition => ({ kind: 'PAYS_MORE', party })

/** Numbers the steps of a flow; a node is named for its role unless it has a name of its own. */
const flow = (...drafts: Draft[]): readonly FlowStep[] =>
  drafts.map(({ roles, node, ...options }, index) => ({
    seq: index + 1,
    node: node ?? `${roles[0]}_CHECK`,
    roles,
    mode: 'ANY',
    slaHours: 24,
    ...options,
  }))

// Operations make these changes, so theirs is the first signature already.
const riskSettlement = flow(by('RISK'), by('SETTLEMENT'))
// What was submitted out of the ordinary, such as at night from a device its maker never used, is looked at by one more.
const oneMore = by('RISK', { when: [{ kind: 'ANY_WARNING' }] })
// The maker is one of the operator's settlement staff; the first step is therefore always another one.
const payment = flow(
  by('SETTLEMENT'),
  oneMore,
  by('FUNDER'),
  by('FUNDER', { node: 'FUNDER_SECOND_CHECK', when: [overUsd('1000000')] }),
)
const adjustment = flow(
  by(['BUYER', 'OPERATIONS'], { node: 'ADJUSTMENT_CHECK' }),
  by('RISK', { when: [{ kind: 'SHARE_OVER', percent: '5' }] }),
)

// Only the creditor knows that the money came. Settlement confirms what the creditor itself reports (`rolesOfSide`).
const received = flow(by(['SUPPLIER', 'SETTLEMENT'], { node: 'RECEIPT_CHECK' }))

/** The approval flows as the product ships them, with thresholds in US dollars. An edited definition goes before these. */
export const defaultFlows = {
  KYC: flow(by('OPERATIONS'), by('RISK'), by('SETTLEMENT', { when: [{ kind: 'RISK_GRADE', grades: ['D', 'E'] }] })),
  // The second director, where there are two. An only director cannot check themselves, so operations do.
  USER: flow(by('DIRECTOR', { skippable: true }), by('OPERATIONS', { standIn: true })),
  // Administrators make staff users; they are no business approvers.
  STAFF_USER: flow(by('OPERATIONS')),
  ROLE: flow(by('OPERATIONS')),
  WORKFLOW: flow(by('OPERATIONS')),
  BANK_ACCOUNT: flow(by('OPERATIONS'), by('SETTLEMENT'), oneMore),
  LIMIT: riskSettlement,
  BUYER_LIMIT: flow(by('RISK'), by('SETTLEMENT'), by('FUNDER', { when: [overUsd('1000000')] })),
  // A supplier whose buyer was told nothing agrees before that changes.
  DISCLOSURE: flow(by('RISK'), by('SETTLEMENT'), by('SUPPLIER')),
  PRODUCT: riskSettlement,
  RATE: riskSettlement,
  CALENDAR: riskSettlement,
  PO_ADJUSTMENT: adjustment,
  INVOICE_ADJUSTMENT: adjustment,
  DIRECT_PAYMENT: received,
  DIRECT_PAYMENT_REVERSAL: received,
  FINANCE_ORDER: flow(
    by('SUPPLIER', { skippable: true }),
    by('OPERATIONS', { node: 'DOCUMENT_CHECK' }),
    by('RISK', { when: [overUsd('100000'), { kind: 'ANY_WARNING' }] }),
    by('FUNDER'),
    by('FUNDER', { node: 'FUNDER_SECOND_CHECK', when: [overUsd('1000000')] }),
  ),
  PAYMENT: payment,
  RELEASE: payment,
  REFUND: flow(
    by('SETTLEMENT'),
    by('RISK', { when: [{ kind: 'NEW_ACCOUNT' }, { kind: 'ANY_WARNING' }] }),
    by('FUNDER'),
    by('FUNDER', { node: 'FUNDER_SECOND_CHECK', when: [overUsd('1000000')] }),
  ),
  // Each payment in it has been approved; the file has to hold them and nothing else.
  PAYMENT_FILE: flow(by('SETTLEMENT'), oneMore),
  REPAYMENT: flow(by('SETTLEMENT'), oneMore),
  REPAYMENT_REVERSAL: flow(by('SETTLEMENT'), oneMore, by('FUNDER')),
  // A price above the contracted one needs the consent of whoever pays it.
  FEE_ADJUSTMENT: flow(
    by('SETTLEMENT'),
    by('SUPPLIER', { when: [paysMore('SUPPLIER')] }),
    by('BUYER', { when: [paysMore('BUYER')] }),
    by('FUNDER', { when: [{ kind: 'SHARE_OVER', percent: '10' }, paysMore('FUNDER')] }),
  ),
  WRITE_OFF: flow(by('RISK'), by('SETTLEMENT'), by('FUNDER', { mode: 'ALL', slaHours: 72 })),
  CONTRACT_TEMPLATE: flow(by('OPERATIONS')),
} as const satisfies Record<string, readonly FlowStep[]>

export type BusinessType = keyof typeof defaultFlows
export const businessTypes = Object.keys(defaultFlows) as BusinessType[]

/** The seats of the parties; all others are the operator's own. */
export const partyRoles = ['SUPPLIER', 'BUYER', 'FUNDER', 'DIRECTOR'] as const satisfies readonly CandidateRole[]
export type PartyRole = (typeof partyRoles)[number]

/**
 * The parties that decide on each kind of object whatever flow is in force: it is their money, their debt or their own people. An
 * edited flow keeps the shipped steps of these parties, or asks them more often (`droppedSteps`).
 */
export const heldParties: Record<BusinessType, readonly PartyRole[]> = {
  KYC: [],
  USER: ['DIRECTOR'],
  STAFF_USER: [],
  ROLE: [],
  WORKFLOW: [],
  BANK_ACCOUNT: [],
  LIMIT: [],
  BUYER_LIMIT: ['FUNDER'],
  DISCLOSURE: ['SUPPLIER'],
  PRODUCT: [],
  RATE: [],
  CALENDAR: [],
  PO_ADJUSTMENT: ['BUYER'],
  INVOICE_ADJUSTMENT: ['BUYER'],
  DIRECT_PAYMENT: ['SUPPLIER'],
  DIRECT_PAYMENT_REVERSAL: ['SUPPLIER'],
  FINANCE_ORDER: ['SUPPLIER', 'FUNDER'],
  PAYMENT: ['FUNDER'],
  RELEASE: ['FUNDER'],
  REFUND: ['FUNDER'],
  PAYMENT_FILE: [],
  REPAYMENT: [],
  REPAYMENT_REVERSAL: ['FUNDER'],
  FEE_ADJUSTMENT: ['SUPPLIER', 'BUYER', 'FUNDER'],
  WRITE_OFF: ['FUNDER'],
  CONTRACT_TEMPLATE: [],
}

/**
 * Kinds that belong to a matter of trade, in which the acts of a person tell for which party they work. Outside of one a seat at a
 * company that the object concerns is enough to keep a person from deciding for another company.
 */
export const tradeTypes: readonly BusinessType[] = [
  'PO_ADJUSTMENT',
  'INVOICE_ADJUSTMENT',
  'DIRECT_PAYMENT',
  'DIRECT_PAYMENT_REVERSAL',
  'FINANCE_ORDER',
  'PAYMENT',
  'RELEASE',
  'REFUND',
  'PAYMENT_FILE',
  'REPAYMENT',
  'REPAYMENT_REVERSAL',
  'FEE_ADJUSTMENT',
  'WRITE_OFF',
]

/** Why the right to decide at all is enough for a role. */
type InWords = Partial<Record<CandidateRole, string>>
/** What somebody needs to decide on a kind of object besides the right to decide at all, and why some roles of its flow need nothing. */
type Deciding = { permission: Permission; without?: InWords } | { permission: null; without: InWords }

const checksPapers = 'Operations check what others entered; the matrix gives them no right to approve it.'
const lastWord = 'The funder gives its consent; the matrix has no row of its own for that.'
const payerAgrees = 'Who bears a fee agrees to a higher one; the matrix has no row of its own for that.'
const ownSecret = 'The supplier was promised that its buyer is told nothing; the matrix has no row of its own for that.'
const secondLook = 'Risk only takes a second look at money that settlement approves.'
const knowsReceipt = 'Only the supplier knows that it was paid.'
const adjusters: InWords = {
  BUYER: 'The checker of the buyer judges a change of what it owes; the right to adjust is for those who enter it.',
  SUPPLIER: 'The checker of the supplier judges what its buyer takes off; the right to adjust is for those who enter it.',
  OPERATIONS: 'Operations stand in for a buyer that is not on the portal.',
  RISK: 'Risk looks at large changes only.',
}

export const deciding: Record<BusinessType, Deciding> = {
  KYC: { permission: 'system.company.approve', without: { OPERATIONS: checksPapers } },
  USER: {
    permission: null,
    without: {
      DIRECTOR: 'Every director decides on the users of their company.',
      OPERATIONS: 'Operations stand in for a second director.',
    },
  },
  STAFF_USER: {
    permission: null,
    without: { OPERATIONS: 'Operations pass what the administrator makes; the role is their right.' },
  },
  ROLE: { permission: 'system.role.approve' },
  WORKFLOW: { permission: 'system.workflow.approve' },
  BANK_ACCOUNT: { permission: 'system.bank.approve', without: { OPERATIONS: checksPapers } },
  LIMIT: { permission: 'system.limit.approve' },
  BUYER_LIMIT: { permission: 'system.limit.approve', without: { FUNDER: lastWord } },
  DISCLOSURE: { permission: 'system.limit.approve', without: { SUPPLIER: ownSecret } },
  PRODUCT: { permission: 'system.product.approve' },
  RATE: { permission: 'system.rate.approve' },
  CALENDAR: { permission: 'system.holiday.approve' },
  PO_ADJUSTMENT: { permission: null, without: adjusters },
  INVOICE_ADJUSTMENT: { permission: null, without: adjusters },
  DIRECT_PAYMENT: {
    permission: 'repayment.management.approve',
    without: { SUPPLIER: knowsReceipt },
  },
  DIRECT_PAYMENT_REVERSAL: {
    permission: 'repayment.management.approve',
    without: { SUPPLIER: knowsReceipt },
  },
  FINANCE_ORDER: { permission: 'finance.finance-order.approve' },
  PAYMENT: { permission: 'payment.management.approve', without: { RISK: secondLook } },
  RELEASE: { permission: 'payment.release-refund.approve', without: { RISK: secondLook } },
  REFUND: { permission: 'payment.release-refund.approve', without: { RISK: secondLook } },
  PAYMENT_FILE: { permission: 'payment.management.approve', without: { RISK: secondLook } },
  REPAYMENT: { permission: 'repayment.management.approve', without: { RISK: secondLook } },
  REPAYMENT_REVERSAL: { permission: 'repayment.management.approve', without: { RISK: secondLook } },
  FEE_ADJUSTMENT: {
    permission: 'finance.costs.approve',
    without: { SUPPLIER: payerAgrees, BUYER: payerAgrees, FUNDER: lastWord },
  },
  WRITE_OFF: {
    permission: 'finance.finance-order.write-off',
    without: {
      RISK: 'Only a funder writes off; risk checks the reasons.',
      SETTLEMENT: 'Only a funder writes off; settlement checks the figures.',
    },
  },
  CONTRACT_TEMPLATE: { permission: null, without: { OPERATIONS: 'A new version is approved as a product is (PRODUCT).' } },
}

/** The permissions that somebody needs to decide on any kind of object, besides the right to decide at all. */
export const decidingPermissions: ReadonlySet<string> = new Set(
  Object.values(deciding).flatMap(({ permission }) => (permission ? [permission] : [])),
)

/** The permissions that each seat has by the shipped matrix; read once, as every list of tasks asks for them. */
const shippedPermissions = new Map(
  candidateRoles.map((role) => {
    const { companyRole, userRoles } = candidateSeats[role]
    return [role, new Set(effectivePermissions(permissionRows, companyRole, userRoles))]
  }),
)

const otherSide: Partial<Record<CandidateRole, CandidateRole>> = { BUYER: 'SUPPLIER', SUPPLIER: 'BUYER' }
/** Kinds that change what one side owes the other. */
const betweenTwoSides: readonly BusinessType[] = ['INVOICE_ADJUSTMENT', 'PO_ADJUSTMENT']

/**
 * The roles that decide in a step, for an object put forward from a seat in `makerRole`: of what changes a debt between two sides,
 * the other side decides in place of the maker's, whatever the definition of the flow says.
 */
export function rolesAgainst(type: BusinessType, makerRole: string, roles: readonly CandidateRole[]): CandidateRole[] {
  if (!betweenTwoSides.includes(type)) return [...roles]
  return [...new Set(roles.map((role) => (role === makerRole ? (otherSide[role] ?? role) : role)))]
}

/** The side that alone gives something up: the buyer of a debt that grows, the supplier of a claim that shrinks. */
export type AnsweringSide = 'BUYER' | 'SUPPLIER'
const sides: readonly CandidateRole[] = ['BUYER', 'SUPPLIER']

/**
 * The roles of a step where a side answers alone: in a step that asks a side neither the other side nor the platform's staff decide in
 * its place. A step that asks staff alone is their own check, and stays theirs.
 */
export const rolesOfSide = (side: AnsweringSide, roles: readonly CandidateRole[]): CandidateRole[] =>
  roles.some((role) => sides.includes(role)) ? [side] : [...roles]

/**
 * The permission that a seat needs to decide on a kind of object, besides the right to decide at all (`approval.pass` and its
 * sisters). Null where that right is enough: for kinds without a permission of their own, and for seats without one in the
 * shipped matrix; `deciding` says why.
 */
export function permissionToDecide(type: BusinessType, role: CandidateRole): Permission | null {
  const { permission } = deciding[type]
  return permission && shippedPermissions.get(role)?.has(permission) ? permission : null
}

/**
 * The permission that a role lacks by a matrix to decide on a kind of object: to read approvals, to pass them, or the one of the kind.
 * Undefined where it lacks none.
 */
export function lacksToDecide(rows: readonly MatrixRow[], type: BusinessType, role: CandidateRole): Permission | undefined {
  const { companyRole, userRoles } = candidateSeats[role]
  const own = permissionToDecide(type, role)
  const needed: Permission[] = ['approval.view', 'approval.pass', ...(own ? [own] : [])]
  const held = effectivePermissions(
    rows.filter(({ permission }) => needed.some((one) => one === permission)),
    companyRole,
    userRoles,
  )
  return needed.find((one) => !held.includes(one))
}
