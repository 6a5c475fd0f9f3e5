import { candidateRoles } from '@usance/domain/approval'
import { businessTypes } from '@usance/domain/approval-flows'
import { businessDayConventions } from '@usance/domain/calendar'
import { dayCountCodes } from '@usance/domain/day-count'
import { z } from 'zod'
import { call } from '../call.ts'
import { AmountText, CurrencyCode, DateText, Id, IdempotencyKey, PercentText, requiredText, text } from '../fields.ts'

const base = '/{p}-financial-transaction/config/backend'
const configKinds = [
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
] as const
export type ConfigKind = (typeof configKinds)[number]

const CountryCode = z.string().regex(/^[A-Z]{2}$/)
const FxText = z.string().regex(/^\d{1,9}(\.\d{1,10})?$/)
const Status = z.enum(['ENABLE', 'DISABLE'])
const optionalId = z.union([Id, z.literal('')]).nullish()

/** Days of one or several calendars; NONE takes a special day away again. */
const HolidayValues = z.object({
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
const RateValues = z.object({
  fixings: z
    .array(z.object({ type: z.string().regex(/^[A-Z0-9_]{2,40}$/), effectiveDate: DateText, percentRate: PercentText }))
    .min(1)
    .max(1000),
  source: requiredText(60),
})
/** Exchange rates: one unit of the first currency in the second. */
const FxValues = z.object({
  rates: z
    .array(z.object({ fromCurrency: CurrencyCode, toCurrency: CurrencyCode, rateDate: DateText, rate: FxText }))
    .min(1)
    .max(1000),
})
const LimitValues = z.object({
  type: z.enum(['SUPPLIER_FACILITY', 'BUYER', 'RELATIONSHIP', 'FUNDER']),
  supplierId: optionalId,
  buyerId: optionalId,
  funderId: optionalId,
  currency: CurrencyCode,
  amount: AmountText,
  effectiveDate: DateText,
  expiryDate: DateText,
  revolving: z.boolean(),
  status: Status,
})
export const feeCodes = ['HANDLING', 'SERVICE', 'PLATFORM', 'FUNDER', 'BANK', 'EARLY'] as const
export const feeBases = ['FLAT', 'PER_INVOICE', 'PCT_FACE', 'PCT_ADVANCE', 'PCT_PA_ADVANCE'] as const
const FeeRule = z.object({
  code: z.enum(feeCodes),
  basis: z.enum(feeBases),
  currency: CurrencyCode.nullish(),
  value: FxText,
  minAmount: AmountText.nullish(),
  maxAmount: AmountText.nullish(),
  taxPct: PercentText.default('0'),
  payer: z.enum(['SUPPLIER', 'BUYER']),
  beneficiary: z.enum(['PLATFORM', 'FUNDER']),
  timing: z.enum(['FUNDING', 'SETTLEMENT']),
})
/** The choices of a product's terms, each in the order people are offered them. */
export const productChoices = {
  type: ['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'],
  poolKind: ['OWN', 'DBS'],
  rightConfirmParty: ['BUYER', 'SUPPLIER', 'NONE'],
  interestMethod: ['IN_ADVANCE', 'IN_ARREARS'],
  discountMethod: ['STRAIGHT', 'YIELD'],
  rateType: ['FLOATING', 'FIXED'],
  resetFrequency: ['NONE', 'MONTHLY', 'DAILY'],
  penaltyMode: ['RETROACTIVE', 'PROSPECTIVE'],
  bdConvention: businessDayConventions,
  accrualShift: ['SC', 'CS'],
  fundDayBase: ['360', '365'],
} as const
const whole = (most: number) => z.coerce.number().int().min(0).max(most)
/** What a product is, settled when it is made: whoever wants it otherwise makes another product. */
const ProductTerms = z.object({
  type: z.enum(productChoices.type),
  poolKind: z.enum(productChoices.poolKind).nullish(),
  funderId: Id,
  currencies: z.array(CurrencyCode).min(1).max(20),
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
  penaltyMultiplier: PercentText.nullish(),
  calendars: z.array(CountryCode).max(10),
  bdConvention: z.enum(productChoices.bdConvention),
  accrualShift: z.enum(productChoices.accrualShift),
  maturityOffset: whole(180),
  minInterestDays: whole(180),
  earlyFeePct: PercentText,
  breakDays: whole(90),
  rebateAllowed: z.boolean(),
  fundRate: PercentText.nullish(),
  fundDayBase: z.coerce.number().int().nullish(),
  arpTargetProduct: optionalId,
})
/** What of a product may change while it is on offer, and its fee rules. A new product states its terms too. */
const ProductValues = z.object({
  code: z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,19}$/),
  terms: ProductTerms.optional(),
  name: requiredText(120),
  nameCn: requiredText(120),
  advanceRate: PercentText,
  minTenor: z.coerce.number().int().min(1).max(720),
  maxTenor: z.coerce.number().int().min(1).max(720),
  margin: PercentText,
  floor: PercentText,
  graceDays: z.coerce.number().int().min(0).max(90),
  penaltyMargin: PercentText.nullish(),
  dilutionThreshold: PercentText,
  concentrationPct: PercentText.nullish(),
  status: Status,
  fees: z.array(FeeRule).max(30),
})

/** Permissions with the letters of the roles that hold them. */
const RoleValues = z.object({
  changes: z
    .array(
      z.object({ permission: z.string().max(120), roles: z.string().regex(/^S?B?F?D?O?R?T?P?A?U?$/), version: z.number().int() }),
    )
    .min(1)
    .max(200),
})

/** A channel partner's share of the platform's fees on orders funded from a day on; without a partner, everybody else's. */
const CommissionValues = z.object({
  partnerId: optionalId,
  ratePct: z.string().regex(/^(100(\.0{1,6})?|\d{1,2}(\.\d{1,6})?)$/),
  effectiveDate: DateText,
})

/** A supplier and a buyer who trade: on which terms, and how the buyer confirms what it owes. */
export const confirmModes = ['MANUAL', 'UPLOAD', 'NONE'] as const
const RelationshipValues = z.object({
  supplierId: Id,
  buyerId: Id,
  termDays: z.coerce.number().int().min(1).max(720),
  disclosed: z.boolean(),
  confirmMode: z.enum(confirmModes),
  status: Status,
})
/** A price of a product for a supplier, who accepts or rejects it. */
const PricingValues = z.object({ supplierId: Id, productId: Id, margin: PercentText, validUntil: DateText })

const StepCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('AMOUNT_OVER_USD'), amount: z.string().regex(/^\d{1,15}$/) }),
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
  z.object({ kind: z.literal('PRODUCT'), codes: z.array(z.string().min(1).max(40)).min(1).max(50) }),
])
/** The steps of an approval flow in their order. A step is needed when one of its conditions holds, or always without any. */
const WorkflowValues = z.object({
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
        slaHours: z.coerce.number().int().min(1).max(720),
      }),
    )
    .min(1)
    .max(8),
})

const idempotencyKey = IdempotencyKey.optional()
const Change = z.discriminatedUnion('kind', [
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

const ChangeRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.string(),
  targetId: z.string().nullable(),
  title: z.string(),
  before: z.any(),
  after: z.any(),
  /** The companies and products that the change names by their ids. */
  names: z.record(z.string(), z.string()),
  status: z.enum(['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED']),
  comment: z.string().nullable(),
  createdByName: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})
export type ChangeRow = z.infer<typeof ChangeRow>

const view = [
  'system.holiday.view',
  'system.rate.view',
  'system.limit.view',
  'system.product.view',
  'system.role.view',
  'system.workflow.view',
] as const
const edit = [
  'system.holiday.edit',
  'system.rate.edit',
  'system.limit.edit',
  'system.product.edit',
  'system.role.edit',
  'system.workflow.edit',
] as const

/** What staff run the portal with: as it is, who changed it when, and changes put forward for approval. */
export const configChangeCalls = {
  current: call({
    method: 'POST',
    path: `${base}/current`,
    access: { permission: view },
    scope: 'company',
    effect: 'read',
    title: 'The calendars, rates, limits or products that are in force',
    body: z.object({
      kind: z.enum(configKinds),
      countryCode: CountryCode.optional(),
      year: z.number().int().min(1990).max(2100).optional(),
    }),
    answer: z.array(z.record(z.string(), z.any())),
  }),
  changes: call({
    method: 'POST',
    path: `${base}/changes`,
    access: { permission: view },
    scope: 'company',
    effect: 'read',
    title: 'Changes of one kind, the newest first, at most a hundred',
    body: z.object({ kind: z.enum(configKinds) }),
    answer: z.array(ChangeRow),
  }),
  change: call({
    method: 'POST',
    path: `${base}/change`,
    // Whoever has a part in its approval reads it, also those who never open the page it was put forward on.
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    title: 'One change with what it alters, for those who decide on it',
    body: z.object({ no: z.string().min(1).max(120) }),
    answer: ChangeRow,
  }),
  parties: call({
    method: 'POST',
    path: `${base}/parties`,
    access: { permission: ['system.limit.edit', 'system.product.edit'] },
    scope: 'company',
    effect: 'read',
    title: 'The companies that limits, relationships and prices name, with their roles',
    body: z.object({}),
    answer: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
  }),
  propose: call({
    method: 'POST',
    path: `${base}/propose`,
    access: { permission: edit },
    scope: 'company',
    effect: 'write',
    title: 'Put a change forward; it is in force when its last approver has passed it',
    body: Change,
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
}
