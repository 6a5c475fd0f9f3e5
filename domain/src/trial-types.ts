import type { BusinessDayConvention, Calendar } from './calendar.ts'
import type { DayCountCode } from './day-count.ts'
import type { BuyerStanding, EligibilityReason, FinanceDocument } from './eligibility.ts'
import type { Figure } from './explain.ts'
import type { Fee, FeeRule } from './fees.ts'
import type { BaseRateFixing, DiscountMethod, InterestMethod, Legs } from './interest.ts'
import type { FeeCode } from './ledger/fee-lines.ts'
import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import type { Rational } from './rational.ts'

export type ProductType = 'RECEIVABLE_PURCHASE' | 'PAYABLES_FINANCE' | 'PO_FINANCE' | 'POOL_FACTORING'

/** The terms of a financing product that price a trial; rates are percent. */
export type TrialProduct = {
  readonly id: string
  readonly type: ProductType
  readonly currencies: readonly string[]
  readonly advanceRate: Rational
  readonly minTenor: number
  readonly maxTenor: number
  /** The least and the most that one order may finance, in its only currency. */
  readonly minAmount?: Money
  readonly maxAmount?: Money
  readonly interestMethod: InterestMethod
  readonly discountMethod: DiscountMethod
  readonly rateType: 'FIXED' | 'FLOATING'
  /** The benchmark of a FLOATING product. */
  readonly baseRateType?: string
  /** The base rate of a FIXED product, zero when the margin is the whole rate. */
  readonly baseRate?: Rational
  readonly margin: Rational
  readonly floor?: Rational
  readonly dayCount: DayCountCode
  readonly resetFrequency: 'NONE' | 'DAILY' | 'MONTHLY'
  readonly lookbackBd: number
  readonly bdConvention: BusinessDayConvention
  /** SC moves the maturity first and counts interest to it; CS counts to the unadjusted date. */
  readonly accrualShift: 'SC' | 'CS'
  readonly minInterestDays: number
  readonly maturityOffsetDays?: number
  readonly dilutionThreshold?: Rational
  readonly fundLeg?: { readonly rate: Rational; readonly dayBase: 360 | 365 }
}

type TrialRequest = {
  readonly financingProductId: string
  readonly funderCode: string
  readonly buyerCode: string
  readonly currency: string
  readonly fundingDate: LocalDate
  /** applyAmount is decimal text; absent means as much as allowed. */
  readonly items: readonly {
    readonly docType: FinanceDocument['docType']
    readonly docId: string
    readonly applyAmount?: string
  }[]
}
/** A limit with what is free of it, in the order's currency. One of a buyer counts that buyer's documents alone. */
export type TrialLimit = { readonly type: string; readonly available: Money; readonly buyerId?: string }

/** A buyer as a trial judges its documents. */
export type TrialBuyer = BuyerStanding & {
  /** The buyer's dilution of the last twelve months in percent. */
  readonly dilution12m?: Rational
}

/** The standing beside the other terms is that of every document whose buyer has none of its own in `buyers`. */
export type TrialInput = TrialBuyer & {
  readonly request: TrialRequest
  readonly product: TrialProduct
  readonly documents: readonly FinanceDocument[]
  readonly fixings: readonly BaseRateFixing[]
  readonly fees: readonly FeeRule[]
  /** What a fee on the face is measured on: the contracted face, or the amount of the document in prices from before (decision 321). */
  readonly faceOfFees?: 'CONTRACTED' | 'AMOUNT'
  readonly limits: readonly TrialLimit[]
  readonly calendars: readonly Calendar[]
  /** The business date on which the trial is made. */
  readonly asOf: LocalDate
  /** Where documents of several buyers are on one order, each buyer by its id. */
  readonly buyers?: Readonly<Record<string, TrialBuyer>>
  /** The product tells the buyers of the assignment. */
  readonly disclosed?: boolean
  /** Set when the order converts purchase-order financing: what the proceeds must pay off. */
  readonly arpPayoff?: Money
}

export type TrialFee = {
  readonly code: FeeCode
  readonly payer: FeeRule['payer']
  readonly timing: FeeRule['timing']
  readonly amount: Money
  readonly tax: Money
}
export type TrialItem = {
  readonly docType: FinanceDocument['docType']
  readonly docId: string
  readonly number: string
  readonly buyerId?: string
  readonly face: Money
  /** Reductions less debit notes: below zero where a document was raised. */
  readonly adjustments: Money
  readonly paid: Money
  readonly netReceivable: Money
  readonly eligible: Money
  readonly reasons: readonly EligibilityReason[]
  readonly advanceRate: Rational
  readonly maxAdvance: Money
  readonly applyAmount: Money
  readonly dueDate: LocalDate
  readonly maturity: LocalDate
  /** Where interest stops: the maturity, or the unadjusted date under CS. */
  readonly interestTo: LocalDate
  readonly days: number
  readonly baseRate: Rational
  readonly margin: Rational
  readonly rate: Rational
  /** Deducted at funding when in advance; projected to maturity when in arrears. */
  readonly interest: Money
  readonly fees: readonly TrialFee[]
  readonly net: Money
  readonly reserve: Money
  readonly legs: Legs | null
}
export type TrialTotal = {
  readonly face: Money
  readonly netReceivable: Money
  readonly eligible: Money
  readonly maxAdvance: Money
  readonly applyAmount: Money
  readonly interest: Money
  readonly feesAtFunding: Money
  readonly feesAtSettlement: Money
  readonly net: Money
  readonly reserve: Money
  readonly fundInterest: Money | null
  readonly spread: Money | null
  /** All costs of the supplier as percent a year of what it receives, null where no time passes. */
  readonly allInApr: Rational | null
  /** ARP only: what reaches the supplier in cash, or is missing when the payoff is larger. */
  readonly cashToSupplier: Money
  readonly topUp: Money
}

const trialWarnings = [
  'ITEM_NOT_ELIGIBLE',
  'LIMIT_CAPPED',
  'PARTIAL_USE',
  'MATURITY_MOVED',
  'FUNDING_DATE_NOT_BUSINESS_DAY',
  'MIN_INTEREST_APPLIED',
  'RATE_FLOOR_APPLIED',
  'RATE_WILL_RESET',
  'ADVANCE_RATE_REDUCED',
  'FEE_MIN_APPLIED',
  'FEE_MAX_APPLIED',
  'NET_NOT_POSITIVE',
  'COSTS_MUCH',
  'COSTS_MORE_THAN_MONEY',
  'ARP_SHORTFALL',
] as const
export type TrialWarning = { readonly code: (typeof trialWarnings)[number]; readonly docId?: string; readonly detail?: string }

export type TrialRefusal =
  | { readonly code: 'NO_ITEMS' }
  | { readonly code: 'CURRENCY_NOT_OFFERED'; readonly currency: string }
  | { readonly code: 'DATE_ORDER'; readonly fundingDate: LocalDate; readonly asOf: LocalDate }
  | {
      readonly code:
        | 'DUPLICATE_ITEM'
        | 'DOCUMENT_NOT_FOUND'
        | 'AMOUNT_SCALE'
        | 'AMOUNT_TOO_LARGE'
        | 'NOT_AN_AMOUNT'
        | 'AMOUNT_NOT_POSITIVE'
      readonly docId: string
    }
  | { readonly code: 'NO_FIXING'; readonly baseRateType: string; readonly resetDate: LocalDate }
  | { readonly code: 'TENOR_OUT_OF_RANGE'; readonly days: number; readonly min: number; readonly max: number }
  | { readonly code: 'INVOICE_NOT_ELIGIBLE'; readonly items: readonly { docId: string; reasons: readonly EligibilityReason[] }[] }
  | { readonly code: 'AMOUNT_EXCEEDS_MAX_ADVANCE'; readonly docId: string; readonly maxAdvance: Money; readonly requested: Money }
  | { readonly code: 'ORDER_BELOW_PRODUCT_MIN'; readonly min: Money; readonly requested: Money }
  | { readonly code: 'LIMIT_EXCEEDED'; readonly limitType: string; readonly available: Money; readonly requested: Money }

export type Trial = {
  /** The pricing day: the business day asked for, or the first one after it. */
  readonly fundingDate: LocalDate
  readonly items: readonly TrialItem[]
  readonly total: TrialTotal
  readonly fees: readonly Fee[]
  readonly fixing: BaseRateFixing | null
  readonly limits: readonly TrialLimit[]
  readonly warnings: readonly TrialWarning[]
  /** Every figure above with the way it was worked out. */
  readonly explain: readonly Figure[]
  /** The stable text whose SHA-256 is the pricingHash. */
  readonly canonicalPricing: string
}
