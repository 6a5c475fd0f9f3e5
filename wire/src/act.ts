import type { CompanyRole } from './roles.ts'

/**
 * What the seat inside a company must be good for: who makes prepares and asks, who checks decides for the company. A
 * Director does both, a Viewer neither; `any` is for what everybody does about themselves. Staff are told apart by their permissions alone.
 */
export type Hand = 'making' | 'checking' | 'either' | 'any'

/** The kinds of records that a request can name by id; a `document` is an invoice or a purchase order. */
export const recordKinds = [
  'financeOrder',
  'financeOrderItem',
  'invoice',
  'purchaseOrder',
  'payment',
  'repayment',
  'collection',
  'bankAccount',
  'contract',
  'product',
  'pool',
  'poolAsset',
  'adjustment',
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
  'partner',
  'file',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** Whose a named record must be; `seen` is any record that row-level security shows to the caller. */
export type Ownership = 'supplier' | 'buyer' | 'funder' | 'company' | 'seen'

/** What must hold for one id of a request, before its handler runs; else the record is like missing, or in the wrong state. */
export type Named = {
  kind: RecordKind
  of: Ownership
  /** The states in which the record may be referred to; in another one it is like missing. */
  in?: readonly string[]
  /** The states in which the act may be done to the record; in another one it is an illegal transition. */
  on?: readonly string[]
  /** Which permission the act on a record of this type needs, where one call serves several types. */
  permission?: Readonly<Record<string, string>>
  /** For a file: the record of the request on which it may hang already, put up by whichever party. */
  keptOn?: `${'query' | 'body'}.${string}`
}

/** An id whose kind the rest of the request decides: who says what it may be, and how. */
export type Judged = { judged: string }

/** Whether an id names a record of a stated kind. */
export const isNamed = (named: Named | Judged): named is Named => 'kind' in named

/**
 * Ids by their place in the request: `query.id`, `body.items[].docId`; `*` stands for any name. An id that is not given is not
 * asked about. An act whose request has an id without a line here stops the start.
 */
export type Names = Readonly<Record<`${'params' | 'query' | 'body'}.${string}`, Named | Judged>>

/** A file that the caller's own company has put up, and that is nothing the portal made: for data that is read in. */
export const ownFile = { kind: 'file', of: 'company' } as const satisfies Named
/** The same for papers that are hung on a record, where those that hang on it already may be sent again. */
export const paperOn = (record: `${'query' | 'body'}.${string}`) => ({ kind: 'file', of: 'company', keptOn: record }) as const

/** Who must decide beside whoever acts. */
export type SecondPerson =
  /** Nobody: it binds nobody until another act takes it up, or only the actor. */
  | 'nobody'
  /** Whoever decides on it later: the flow of approvals that it starts, or the other party. */
  | 'approval'
  /** Whoever acts is the second person, and the flow knows its makers. */
  | 'flow'
  /** Whoever acts is the second person: never who made the named record, nor who corrected it. */
  | { readonly notMakerOf: `${'query' | 'body'}.${string}` }

/** An act: a call that binds a company. Choke point, buttons, API description and the generated suite read this one value. */
export type Act = {
  /** The parties that may do it, and with which hand. */
  by: { readonly [Party in CompanyRole]?: Hand }
  second: SecondPerson
  /** What the person has been shown, as the members of the body that prove it, or as the page says it. */
  shows?: readonly string[]
  /** What audit and timeline write. */
  event: string | readonly string[]
}

/** A write that binds nobody says why. */
export type Unbinding = { bindsNobody: string }

/** The act that a call declares; undefined where it binds nobody. */
export const actOf = (call: { act?: Act | Unbinding }): Act | undefined => (call.act && 'by' in call.act ? call.act : undefined)

const hands: Record<Exclude<Hand, 'any'>, readonly string[]> = {
  making: ['Maker', 'Director'],
  checking: ['Checker', 'Director'],
  either: ['Maker', 'Checker', 'Director'],
}

/** Whether somebody in this seat may do the act at all, as far as party and hand decide; the permission is asked besides. */
export function mayAct(
  { by }: Pick<Act, 'by'>,
  { companyRole, userRoles }: { companyRole: string; userRoles: readonly string[] },
) {
  const hand = by[companyRole as CompanyRole]
  if (!hand) return false
  return companyRole === 'PLATFORM' || hand === 'any' || userRoles.some((role) => hands[hand].includes(role))
}

/** The events of the audit by which somebody makes or corrects a record, and so is never its second person. */
export const makingEvents: Partial<Record<RecordKind, readonly string[]>> = {
  financeOrder: ['FINANCE_ORDER_CREATED', 'FINANCE_ORDER_EDITED', 'FINANCE_ORDER_SUBMITTED', 'FINANCE_ORDER_UPDATED'],
  invoice: ['INVOICE_ADDED', 'INVOICE_EDITED', 'INVOICE_PUT_FORWARD'],
}
