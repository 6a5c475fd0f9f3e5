import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'
import type { Rational } from './rational.ts'
import * as Exact from './rational.ts'
import type { BuyerStop } from './stop-purchase.ts'

/** Why a document does not count for finance. Each has its words in both languages. */
export const eligibilityReasons = [
  'NOT_CONFIRMED',
  'DISPUTED',
  'LOCKED',
  'FINANCED',
  'SETTLED',
  'OVERDUE',
  'PO_FINANCED',
  'TENOR_TOO_SHORT',
  'TENOR_TOO_LONG',
  'RELATIONSHIP_DISABLED',
  'BUYER_DISABLED',
  'SUPPLIER_DISABLED',
  'CROSS_AGED',
  'CURRENCY_MISMATCH',
  'INTRA_GROUP',
  'FUNDER_IS_PARTY',
  'BUYER_NOT_TOLD',
  'STOP_LIMIT',
  'STOP_DILUTION',
  'NOTHING_LEFT',
] as const
export type EligibilityReason = (typeof eligibilityReasons)[number]

/** What eligibility must know about an invoice or a purchase order. */
export type FinanceDocument = {
  /** POOL is a drawing: its amount is the pool's availability. */
  readonly docType: 'INVOICE' | 'PO' | 'POOL'
  readonly docId: string
  readonly number: string
  /** Who owes it; a pool has no one debtor. */
  readonly buyerId?: string
  /** The invoice's contract due date, or the purchase order's latest ship date. */
  readonly dueDate: LocalDate
  readonly amount: Money
  /** What passed debit notes have added: its buyer accepted them, so they are confirmed too (decision 209). */
  readonly debitNotes?: Money
  /** Passed credit notes, deductions, returns, rebates and short pays. */
  readonly adjustments?: Money
  readonly payments?: Money
  readonly confirmedAmount?: Money
  /** What of the adjustments took off the part that the buyer had not confirmed: it leaves the confirmed amount as it is. */
  readonly unconfirmedReduced?: Money
  readonly pendingDeductions?: Money
  /** Of a purchase order: already invoiced and already financed. */
  readonly invoiced?: Money
  readonly financed?: Money
  readonly docStatus: string
  readonly financeStatus: 'UNFINANCED' | 'LOCKED' | 'FINANCED' | 'SETTLED' | 'OVERDUE' | null
  /** The document is locked by the very order being priced, which may price it again. */
  readonly heldByThisOrder?: boolean
  /** The invoice's purchase order is financed: only the conversion of that financing may take the invoice. */
  readonly poFinanced?: boolean
  /** Its buyer is not shown it. */
  readonly untold?: boolean
}
/** What eligibility must know about the buyer who owes a document, and the supplier's dealings with it. */
export type BuyerStanding = {
  readonly relationshipEnabled: boolean
  readonly buyerEnabled: boolean
  /** The operator has not blocked the supplier. */
  readonly supplierEnabled: boolean
  readonly crossAged: boolean
  readonly intraGroup: boolean
  /** The funder is the supplier or the buyer itself; absent in prices from before it was asked. */
  readonly funderIsParty?: boolean
  /** Why nothing more is bought against this buyer, where others are on the same order. */
  readonly stop?: BuyerStop | null
}
/** What eligibility must know about the parties and the product. */
export type EligibilityContext = BuyerStanding & {
  readonly currency: string
  readonly asOf: LocalDate
  readonly minTenor: number
  readonly maxTenor: number
  /** The order converts the financing of the documents' purchase order. */
  readonly isArp?: boolean
  /** The product tells the buyers of the assignment, so that each must be able to see what it owes. */
  readonly disclosed: boolean
}

/** face = amount; net = what the buyer still owes; eligible = what counts for finance, zero with the reasons why. */
export type Eligibility = {
  readonly face: Money
  readonly debitNotes: Money
  readonly adjustments: Money
  readonly payments: Money
  readonly net: Money
  readonly confirmedLeft: Money
  readonly pendingDeductions: Money
  readonly eligible: Money
  readonly reasons: readonly EligibilityReason[]
}

/** What has been taken off a document, what is left of its net and its confirmed amount, and of the lower of them after what waits. */
function countedOf(document: FinanceDocument) {
  const none = M.zero(document.amount.currency)
  const { amount: face, debitNotes = none, adjustments = none, payments = none, pendingDeductions = none } = document
  const taken =
    document.docType === 'PO' ? M.add(document.invoiced ?? none, document.financed ?? none) : M.add(adjustments, payments)
  const net = M.atLeastZero(M.subtract(M.add(face, debitNotes), taken))
  // A product without right confirmation has no confirmed amount; then the net amount alone decides.
  const confirmedLeft = document.confirmedAmount
    ? M.atLeastZero(
        M.subtract(M.sum([document.confirmedAmount, debitNotes, document.unconfirmedReduced ?? none], face.currency), taken),
      )
    : net
  const left = M.atLeastZero(M.subtract(M.min(net, confirmedLeft), pendingDeductions))
  return { face, debitNotes, adjustments, payments, pendingDeductions, taken, net, confirmedLeft, left }
}

/**
 * The contracted face of a document. Of an invoice it is what its buyer still owes, which is the purchased amount (advance and reserve).
 * Of a purchase order and of a pool it is the amount.
 */
export const contractedFaceOf = (
  { docType }: Pick<FinanceDocument, 'docType'>,
  { face, net }: Pick<Eligibility, 'face' | 'net'>,
): Money => (docType === 'INVOICE' ? net : face)

/** What is left of a document for finance, whatever else speaks against it; reductions and payments that wait are off it. */
export const leftOf = (document: FinanceDocument): Money => countedOf(document).left

/** The eligible amount of one document (design section 5): zero with every reason that forbids it, else what is left of
 *  the lower of net and confirmed amount. tenorDays runs from funding to maturity. */
export function eligibilityOf(document: FinanceDocument, tenorDays: number, context: EligibilityContext): Eligibility {
  const { taken, left, adjustments, ...counted } = countedOf(document)
  const reasons = reasonsAgainst(document, tenorDays, context)
  if (!M.isPositive(left)) reasons.push('NOTHING_LEFT')
  const eligible = reasons.length > 0 ? M.zero(document.amount.currency) : left
  return { ...counted, adjustments: document.docType === 'PO' ? taken : adjustments, eligible, reasons }
}

function reasonsAgainst(document: FinanceDocument, tenorDays: number, context: EligibilityContext): EligibilityReason[] {
  const { docStatus, financeStatus, heldByThisOrder } = document
  const ruled: [boolean, EligibilityReason][] = [
    [docStatus === 'DISPUTED', 'DISPUTED'],
    [docStatus !== 'CONFIRMED' && docStatus !== 'DISPUTED', 'NOT_CONFIRMED'],
    [financeStatus === 'LOCKED' && !heldByThisOrder, 'LOCKED'],
    [(financeStatus === 'FINANCED' || financeStatus === 'OVERDUE') && !heldByThisOrder, 'FINANCED'],
    [financeStatus === 'SETTLED', 'SETTLED'],
    [document.dueDate < context.asOf, 'OVERDUE'],
    [document.poFinanced === true && !context.isArp, 'PO_FINANCED'],
    [tenorDays < context.minTenor, 'TENOR_TOO_SHORT'],
    [tenorDays > context.maxTenor, 'TENOR_TOO_LONG'],
    [!context.relationshipEnabled, 'RELATIONSHIP_DISABLED'],
    [!context.buyerEnabled, 'BUYER_DISABLED'],
    [!context.supplierEnabled, 'SUPPLIER_DISABLED'],
    [context.crossAged, 'CROSS_AGED'],
    [document.amount.currency !== context.currency, 'CURRENCY_MISMATCH'],
    [context.intraGroup, 'INTRA_GROUP'],
    [context.funderIsParty === true, 'FUNDER_IS_PARTY'],
    // What is not sent yet is shown to no buyer, whatever the relationship.
    [document.untold === true && context.disclosed && docStatus !== 'DRAFT', 'BUYER_NOT_TOLD'],
    [context.stop === 'STOP_LIMIT', 'STOP_LIMIT'],
    [context.stop === 'STOP_DILUTION', 'STOP_DILUTION'],
  ]
  return ruled.filter(([applies]) => applies).map(([, reason]) => reason)
}

/** A buyer is cross-aged when more than half of its balance is overdue by more than 90 days. */
export function isCrossAged(balances: readonly { readonly outstanding: Money; readonly overdueDays: number }[]): boolean {
  const total = balances.reduce((all, one) => all + one.outstanding.minor, 0n)
  const old = balances.filter((one) => one.overdueDays > 90).reduce((all, one) => all + one.outstanding.minor, 0n)
  return old * 2n > total
}

/** The most that may be advanced: eligible × advance rate, rounded down. */
export const maxAdvanceOf = (eligible: Money, advanceRatePercent: Rational): Money =>
  M.times(eligible, Exact.percent(advanceRatePercent), 'DOWN')
