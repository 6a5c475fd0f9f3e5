import { candidateRoles, payingParties } from '@usance/domain/approval'
import { businessTypes } from '@usance/domain/approval-flows'
import { businessDayConventions } from '@usance/domain/calendar'
import { dayCountCodes } from '@usance/domain/day-count'
import { feeBases } from '@usance/domain/fees'
import { interestMethods } from '@usance/domain/interest'
import { feeCodes, feePayers } from '@usance/domain/ledger/fee-lines'
import { type PaperKind, paperKinds, paperStages } from '@usance/domain/papers'
import { z } from 'zod'
import { riskGrades } from '../company/standing.ts'
import {
  AmountText,
  CompanyName,
  CurrencyCode,
  DateText,
  figureText,
  Id,
  IdempotencyKey,
  KnownCurrency,
  PercentText,
  RegistrationNumber,
  requiredText,
  text,
  wholeNumber,
} from '../fields.ts'

export const configKinds = [
  'HOLIDAY',
  'RATE',
  'FX',
  'LIMIT',
  'PRODUCT',
  'ROLE',
  'WORKFLOW',
  'COMMISSION',
  'RELATIONSHIP',
  'PRICING',
  'PAPER',
  'TOLERANCE',
  'PARTNER',
  'COMPANY',
  'TEMPLATE',
] as const
export type ConfigKind = (typeof configKinds)[number]

export const CountryCode = z.string().regex(/^[A-Z]{2}$/)
const FxText = figureText('fxRate')
const Status = z.enum(['ENABLE', 'DISABLE'])
const optionalId = z.union([Id, z.literal('')]).nullish()

/** Days of one or several calendars; NONE takes a special day away again. */
export const HolidayValues = z.object({
  days: z
    .array(
      z.object({
        countryCode: CountryCode,
        calendarDate: DateText,
        type: z.enum(['J', 'W', 'NONE']),
        holidayNameEn: text(120),
        holidayNameCn: text(120).default(''),
      }),
    )
    .min(1)
    .max(1000),
})
/** Fixings of benchmarks; a second one for a day is its next revision. */
export const RateValues = z.object({
  fixings: z
    .array(z.object({ type: z.string().regex(/^[A-Z0-9_]{2,40}$/), effectiveDate: DateText, percentRate: PercentText }))
    .min(1)
    .max(1000),
  source: requiredText(60),
})
/** Exchange rates: one unit of the first currency in the second. */
export const FxValues = z.object({
  rates: z
    .array(
      z.object({
        fromCurrency: KnownCurrency,
        toCurrency: KnownCurrency,
        rateDate: DateText,
        rate: FxText,
        /** The rate of the other direction as it was agreed; worked out from the rate where it is left out. */
        inverse: FxText.optional(),
      }),
    )
    .min(1)
    .max(1000),
})
export const LimitValues = z.object({
  type: z.enum(['SUPPLIER_FACILITY', 'BUYER', 'RELATIONSHIP', 'FUNDER']),
  supplierId: optionalId,
  buyerId: optionalId,
  funderId: optionalId,
  currency: KnownCurrency,
  amount: AmountText,
  effectiveDate: DateText,
  expiryDate: DateText,
  revolving: z.boolean(),
  status: Status,
})
const FeeRule = z.object({
  code: z.enum(feeCodes),
  basis: z.enum(feeBases),
  currency: CurrencyCode.nullish(),
  value: figureText('feeValue'),
  minAmount: AmountText.nullish(),
  maxAmount: AmountText.nullish(),
  taxPct: PercentText.default('0'),
  payer: z.enum(feePayers),
  beneficiary: z.enum(['PLATFORM', 'FUNDER']),
  timing: z.enum(['FUNDING', 'SETTLEMENT']),
})
/** The choices of a product's terms, each in the order people are offered them. */
export const productChoices = {
  type: ['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'],
  poolKind: ['OWN', 'DBS'],
  rightConfirmParty: ['BUYER', 'SUPPLIER', 'NONE'],
  interestMethod: interestMethods,
  discountMethod: ['STRAIGHT', 'YIELD'],
  rateType: ['FLOATING', 'FIXED'],
  resetFrequency: ['NONE', 'MONTHLY', 'DAILY'],
  penaltyMode: ['RETROACTIVE', 'PROSPECTIVE'],
  bdConvention: businessDayConventions,
  accrualShift: ['SC', 'CS'],
  fundDayBase: ['360', '365'],
} as const
const whole = (most: number) => wholeNumber(0, most)
/** So many currencies and calendars a product has at most. */
export const mostCurrencies = 20
export const mostCalendars = 10
/** What a product is, settled when it is made: whoever wants it otherwise makes another product. */
export const ProductTerms = z.object({
  type: z.enum(productChoices.type),
  poolKind: z.enum(productChoices.poolKind).nullish(),
  funderId: Id,
  currencies: z.array(CurrencyCode).min(1).max(mostCurrencies),
  recourse: z.boolean(),
  disclosed: z.boolean(),
  rightConfirmParty: z.enum(productChoices.rightConfirmParty),
  interestMethod: z.enum(productChoices.interestMethod),
  discountMethod: z.enum(productChoices.discountMethod),
  rateType: z.enum(productChoices.rateType),
  baseRateType: z.union([z.string().regex(/^[A-Z0-9_]{2,40}$/), z.literal('')]).nullish(),
  dayCount: z.enum(dayCountCodes),
  resetFrequency: z.enum(productChoices.resetFrequency),
  lookbackBd: whole(10),
  penaltyMode: z.enum(productChoices.penaltyMode),
  penaltyMultiplier: figureText('multiple').nullish(),
  calendars: z.array(CountryCode).max(mostCalendars),
  bdConvention: z.enum(productChoices.bdConvention),
  accrualShift: z.enum(productChoices.accrualShift),
  maturityOffset: whole(180),
  minInterestDays: whole(180),
  earlyFeePct: PercentText,
  breakDays: whole(90),
  rebateAllowed: z.boolean(),
  fundRate: PercentText.nullish(),
  fundDayBase: z.union([z.literal(360), z.literal(365)]).nullish(),
  arpTargetProduct: optionalId,
})
/** What of a product may change while it is on offer, and its fee rules. A new product states its terms too. */
export const ProductValues = z.object({
  code: z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,19}$/),
  terms: ProductTerms.optional(),
  name: requiredText(120),
  nameCn: requiredText(120),
  advanceRate: PercentText,
  minTenor: wholeNumber(1, 720),
  maxTenor: wholeNumber(1, 720),
  margin: PercentText,
  floor: PercentText,
  graceDays: wholeNumber(0, 90),
  penaltyMargin: PercentText.nullish(),
  dilutionThreshold: PercentText,
  concentrationPct: PercentText.nullish(),
  /** The minimum and maximum that one order may finance, in the product's only currency. */
  minAmount: AmountText.nullish(),
  maxAmount: AmountText.nullish(),
  status: Status,
  fees: z.array(FeeRule).max(30),
})

/** So many permissions one change gives or takes at most. */
export const mostRights = 200
/** Permissions with the letters of the roles that hold them. */
export const RoleValues = z.object({
  changes: z
    .array(
      z.object({ permission: z.string().max(120), roles: z.string().regex(/^S?B?F?D?O?R?T?P?A?U?$/), version: z.number().int() }),
    )
    .min(1)
    .max(mostRights),
})

/** A channel partner's share of the platform's fees on orders funded from a day on; without a partner, everybody else's. */
export const CommissionValues = z.object({
  partnerId: optionalId,
  ratePct: z.string().regex(/^(100(\.0{1,6})?|\d{1,2}(\.\d{1,6})?)$/),
  effectiveDate: DateText,
})

/** Who introduced a company, from the day on which the change is passed; nobody, where it is null. */
export const PartnerValues = z.object({ companyId: Id, partnerId: Id.nullable() })

/** A new version of a contract template, which keeps its signatories. */
export const TemplateValues = z.object({
  templetId: Id,
  name: requiredText(200),
  nameCn: requiredText(200),
  bodyEn: requiredText(60_000),
  bodyCn: requiredText(60_000),
})

/** What changes of the identity and the standing of an admitted company; what stays is left out. */
export const CompanyValues = z.object({
  companyId: Id,
  name: CompanyName.optional(),
  nameLocal: text(200).optional(),
  bizRegNo: RegistrationNumber.optional(),
  country: CountryCode.optional(),
  riskGrade: z.enum(riskGrades).optional(),
  blockFlag: z.boolean().optional(),
})

/** A supplier and a buyer who trade: on which terms, and how the buyer confirms what it owes. */
export const confirmModes = ['MANUAL', 'UPLOAD', 'NONE'] as const
export const RelationshipValues = z.object({
  supplierId: Id,
  buyerId: Id,
  termDays: wholeNumber(1, 720),
  disclosed: z.boolean(),
  confirmMode: z.enum(confirmModes),
  status: Status,
})
/** A price of a product for a supplier, who accepts or rejects it. */
export const PricingValues = z.object({ supplierId: Id, productId: Id, margin: PercentText, validUntil: DateText })

const PaperTitle = requiredText(120)
/**
 * The groups of papers of a kind of document. Those of an order belong to one product, or to all products without groups of their
 * own.
 */
export const PaperValues = z.object({
  documentKind: z.enum(paperKinds),
  productId: optionalId,
  groups: z
    .array(
      z.object({
        code: z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/),
        titleEn: PaperTitle,
        titleCn: PaperTitle,
        explainEn: text(300).default(''),
        explainCn: text(300).default(''),
        need: z.enum(['REQUIRED', 'OPTIONAL']),
        stage: z.enum(paperStages),
      }),
    )
    .min(1)
    .max(20),
})
/** The identity of a change of papers; two people never change the same groups at once. */
export const paperTarget = (kind: PaperKind, productId?: string | null): string => (productId ? `${kind} ${productId}` : kind)

/** The tolerance for remainders in a currency: the total, and the part of it that may be principal. */
export const ToleranceValues = z.object({ currency: CurrencyCode, totalAmount: AmountText, principalAmount: AmountText })

/** So many products a condition of a step names at most. */
export const mostProducts = 50
const StepCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('AMOUNT_OVER_USD'), amount: figureText('count') }),
  z.object({ kind: z.literal('SHARE_OVER'), percent: PercentText }),
  z.object({ kind: z.literal('ANY_WARNING') }),
  z.object({
    kind: z.literal('RISK_GRADE'),
    grades: z
      .array(z.enum(['A', 'B', 'C', 'D', 'E']))
      .min(1)
      .max(5),
  }),
  z.object({ kind: z.literal('NEW_ACCOUNT') }),
  z.object({ kind: z.literal('PRODUCT'), codes: z.array(z.string().min(1).max(40)).min(1).max(mostProducts) }),
  z.object({ kind: z.literal('PAYS_MORE'), party: z.enum(payingParties) }),
])
/** The steps of an approval flow in their order. A step is needed when one of its conditions holds, or always without any. */
export const WorkflowValues = z.object({
  steps: z
    .array(
      z.object({
        node: z
          .string()
          .regex(/^[A-Z][A-Z_]{1,60}$/)
          .optional(),
        roles: z.array(z.enum(candidateRoles)).min(1).max(3),
        mode: z.enum(['ANY', 'ALL']),
        when: z.array(StepCondition).min(1).max(6).optional(),
        skippable: z.boolean().optional(),
        standIn: z.boolean().optional(),
        passNeedsComment: z.boolean().optional(),
        slaHours: wholeNumber(1, 720),
      }),
    )
    .min(1)
    .max(8),
})

const idempotencyKey = IdempotencyKey.optional()
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('HOLIDAY'), values: HolidayValues, idempotencyKey }),
  z.object({ kind: z.literal('RATE'), values: RateValues, idempotencyKey }),
  z.object({ kind: z.literal('ROLE'), values: RoleValues, idempotencyKey }),
  z.object({
    kind: z.literal('WORKFLOW'),
    targetId: z.enum(businessTypes),
    version: z.number().int(),
    values: WorkflowValues,
    idempotencyKey,
  }),
  z.object({ kind: z.literal('FX'), values: FxValues, idempotencyKey }),
  z.object({ kind: z.literal('COMMISSION'), values: CommissionValues, idempotencyKey }),
  z.object({ kind: z.literal('PRICING'), values: PricingValues, idempotencyKey }),
  z.object({
    kind: z.literal('PAPER'),
    targetId: z.string().max(60),
    version: z.number().int(),
    values: PaperValues,
    idempotencyKey,
  }),
  z.object({
    kind: z.literal('TOLERANCE'),
    targetId: CurrencyCode,
    version: z.number().int(),
    values: ToleranceValues,
    idempotencyKey,
  }),
  z.object({ kind: z.literal('PARTNER'), targetId: Id, values: PartnerValues, idempotencyKey }),
  z.object({ kind: z.literal('TEMPLATE'), targetId: Id, values: TemplateValues, idempotencyKey }),
  z.object({ kind: z.literal('COMPANY'), targetId: Id, values: CompanyValues, idempotencyKey }),
  z.object({
    kind: z.literal('RELATIONSHIP'),
    targetId: Id.optional(),
    version: z.number().int().optional(),
    values: RelationshipValues,
    idempotencyKey,
  }),
  z.object({
    kind: z.literal('LIMIT'),
    targetId: Id.optional(),
    version: z.number().int().optional(),
    values: LimitValues,
    idempotencyKey,
  }),
  z.object({
    kind: z.literal('PRODUCT'),
    targetId: Id.optional(),
    version: z.number().int().optional(),
    values: ProductValues,
    idempotencyKey,
  }),
])
export type Change = z.infer<typeof Change>
