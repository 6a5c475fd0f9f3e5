import type { Permission } from '@usance/domain/permissions'
import type { ErrorName } from './errors.ts'
import type { CompanyRole } from './roles.ts'

/**
 * The role of the seat that an act needs: a maker prepares and requests, a checker decides for the company. A Director does both,
 * a Viewer neither; `any` is for acts on one's own data. Staff differ by their permissions alone.
 */
type Hand = 'making' | 'checking' | 'either' | 'any'

/** The kinds of records that a request can name by id; a `document` is an invoice or a purchase order. */
const recordKinds = [
  'financeOrder',
  'financeOrderItem',
  'invoice',
  'purchaseOrder',
  'payment',
  'repayment',
  'collection',
  'bankAccount',
  'funderAccount',
  'contract',
  'product',
  'pool',
  'poolAsset',
  'adjustment',
  'directPayment',
  'orderFee',
  'feeAdjustment',
  'paymentFile',
  'bankVerification',
  'pricingOffer',
  'intent',
  'company',
  'task',
  'delegation',
  'webhook',
  'delivery',
  'user',
  'funder',
  'templet',
  'cutOff',
  'mail',
  'document',
  'proofPaper',
  'file',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** The required owner of a named record; `seen` is any record that row-level security shows to the caller. */
type Ownership = 'supplier' | 'buyer' | 'funder' | 'company' | 'seen'

/** What can bar an act on a record whatever its state, by the name of the refusal that says so. */
export type Bar = 'RESERVE_RELEASED' | 'PAYOUT_UNDER_WAY' | 'LOSS_TAKEN_SINCE'

/**
 * The conditions on one id of a request, checked before its handler runs; otherwise the record is missing or in the wrong state.
 */
export type Named = {
  kind: RecordKind
  of: Ownership
  /** The states in which the request may refer to the record; in other states the record is missing. */
  in?: readonly string[]
  /** The states in which the act may change the record; in other states it is an illegal transition. */
  on?: readonly string[]
  /** The refusal in those other states, or in each of them, where a general one does not say what the user has to do. */
  otherwise?: ErrorName | Readonly<Record<string, ErrorName>>
  /** The events since that bar the act. */
  unless?: readonly Bar[]
  /** The permission by type of record, where one call serves several types. */
  permission?: Readonly<Record<string, Permission>>
  /** For a file: the record of the request that it may already be attached to, whichever party uploaded it. */
  keptOn?: `${'query' | 'body'}.${string}`
}

/** An id whose kind depends on the rest of the request: the code that judges it, and its rule. */
export type Judged = { judged: string }

/**
 * An id that the handler's own SELECT answers. `rows of the caller`: under row-level security, before the transaction sees more.
 * `records of the caller`: by a condition on the caller's company or user. `data of everybody`: of what belongs to no company.
 */
export type Selected = { selected: 'rows of the caller' | 'records of the caller' | 'data of everybody' }
export const ofCallersRows = { selected: 'rows of the caller' } as const satisfies Selected
export const ofCallersRecords = { selected: 'records of the caller' } as const satisfies Selected
export const ofEverybody = { selected: 'data of everybody' } as const satisfies Selected

/** Whether an id names a record of a stated kind. */
export const isNamed = (named: Named | Judged | Selected): named is Named => 'kind' in named

/**
 * Ids by their place in the request: `query.id`, `body.items[].docId`; `*` stands for any name. A missing id is not checked. The
 * server does not start while a call has an id in its request without a line here.
 */
export type Names = Readonly<Record<`${'params' | 'query' | 'body'}.${string}`, Named | Judged | Selected>>

/** A file that the caller's own company has uploaded, for imports; files made by the portal are excluded. */
export const ownFile = { kind: 'file', of: 'company' } as const satisfies Named
/** The same for papers of a record; papers already attached to it may be sent again. */
export const paperOn = (record: `${'query' | 'body'}.${string}`) => ({ kind: 'file', of: 'company', keptOn: record }) as const
/** A company by its code: any for staff, for others those that it trades with or is financed by. */
export const byCode = {
  judged: 'the record behind the field says which companies fit, and refuses others',
} as const satisfies Judged
/** A file that is only read: whoever may open its record may name it, and until it is attached its uploader. */
export const fileToRead = {
  judged: 'a file is read with the permission for its record (file/places.ts)',
} as const satisfies Judged

/** The second person of an act. */
export type SecondPerson =
  /** Nobody: the act binds nobody before another act, or only the actor. */
  | 'nobody'
  /** A later decision: the approval flow that the act starts, or the other party. */
  | 'approval'
  /** The actor is the second person, and the approval flow knows the makers. */
  | 'flow'
  /** The actor is the second person, and neither made nor corrected the named record. */
  | { readonly notMakerOf: `${'query' | 'body'}.${string}` }
  /**
   * The actor is the second person, and neither instructed the named payment nor took the file that holds it; with `ever`, nor a file
   * that held it once, and with `norApprover`, nor approved it.
   */
  | { readonly notSenderOf: `${'query' | 'body'}.${string}`; readonly ever?: true; readonly norApprover?: true }
  /** Once the named file was handed out, the actor is the second person, and neither has it nor sent a payment in it. */
  | { readonly notSenderIn: `${'query' | 'body'}.${string}` }
  /** The actor is the second person by what the handler reads, which then asks `refuseFormerSender`: no id in the request says it. */
  | 'notSender'

/**
 * The kinds of records of a matter: an order with its documents, contracts, payments and the approvals of all of them. Whatever an
 * act declares besides, a person acts for one party only within one matter.
 */
export const ofOneMatter: readonly RecordKind[] = [
  'financeOrder',
  'financeOrderItem',
  'invoice',
  'purchaseOrder',
  'document',
  'pool',
  'poolAsset',
  'adjustment',
  'directPayment',
  'contract',
  'payment',
  'repayment',
  'orderFee',
  'feeAdjustment',
  'task',
]

/** An act: a call that binds a company. Request handling, buttons, API description and the generated suite all use this value. */
export type Act = {
  /** The parties that may perform the act, and the role each needs. */
  by: { readonly [Party in CompanyRole]?: Hand }
  second: SecondPerson
  /** The user whom the act concerns: nobody does it to themselves. */
  notOneself?: `${'query' | 'body'}.${string}`
  /** The record on which the operator's staff decide alone here: nobody decides on companies that they introduced (decision 123). */
  decidesOn?: `${'query' | 'body'}.${string}`
  /** The terms that the person has been shown: members of the body that prove it, or a description of the page. */
  shows?: readonly string[]
  /** The event in audit and timeline. */
  event: string | readonly string[]
}

/**
 * Whether an act is a decision, which only a person takes: the actor is the second person, a company's checker or either of two people
 * acts for it, the operator's staff decide alone, or the company is bound at once by what was shown.
 */
export const isDecision = ({ by, second, decidesOn, shows }: Act): boolean =>
  (second !== 'nobody' && second !== 'approval') ||
  decidesOn !== undefined ||
  (shows !== undefined && second === 'nobody') ||
  Object.entries(by).some(([party, hand]) => party !== 'PLATFORM' && (hand === 'checking' || hand === 'either'))

/** The reason why a write binds nobody. */
export type Unbinding = { bindsNobody: string }

/** The act that a call declares; undefined for a call that binds nobody. */
export const actOf = (call: { act?: Act | Unbinding }): Act | undefined => (call.act && 'by' in call.act ? call.act : undefined)

const hands: Record<Exclude<Hand, 'any'>, readonly string[]> = {
  making: ['Maker', 'Director'],
  checking: ['Checker', 'Director'],
  either: ['Maker', 'Checker', 'Director'],
}

/** Whether party and role of the seat allow the act; the permission is checked separately. */
export function mayAct(
  { by }: Pick<Act, 'by'>,
  { companyRole, userRoles }: { companyRole: string; userRoles: readonly string[] },
) {
  const hand = by[companyRole as CompanyRole]
  if (!hand) return false
  return companyRole === 'PLATFORM' || hand === 'any' || userRoles.some((role) => hands[hand].includes(role))
}

/** The audit events of making or correcting a record; their actor is never its second person. */
export const makingEvents: Partial<Record<RecordKind, readonly string[]>> = {
  financeOrder: ['FINANCE_ORDER_CREATED', 'FINANCE_ORDER_EDITED', 'FINANCE_ORDER_SUBMITTED', 'FINANCE_ORDER_UPDATED'],
  invoice: ['INVOICE_ADDED', 'INVOICE_EDITED', 'INVOICE_PUT_FORWARD'],
  purchaseOrder: ['PURCHASE_ORDER_ADDED', 'PURCHASE_ORDER_EDITED'],
  collection: ['COLLECTION_RECEIVED'],
  bankAccount: ['BANK_ACCOUNT_ADDED', 'BANK_ACCOUNT_CHANGED'],
}
