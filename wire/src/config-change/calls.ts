import { candidateRoles } from '@usance/domain/approval'
import { businessTypes } from '@usance/domain/approval-flows'
import { businessDayConventions } from '@usance/domain/calendar'
import { dayCountCodes } from '@usance/domain/day-count'
import { feeBases } from '@usance/domain/fees'
import { feeCodes, feePayers } from '@usance/domain/ledger/fee-lines'
import { type PaperKind, paperKinds, paperStages } from '@usance/domain/papers'
import { productHarms, productWarnings, provedLives } from '@usance/domain/product-proof/lives'
import { z } from 'zod'
import { ownFile } from '../act.ts'
import { funding, only } from '../audience.ts'
import { call } from '../call.ts'
import {
  AmountText,
  CurrencyCode,
  DateText,
  figureText,
  Id,
  IdempotencyKey,
  PercentText,
  requiredText,
  text,
  wholeNumber,
} from '../fields.ts'
import { ImportResult } from '../invoice/calls.ts'

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
  'PAPER',
  'TOLERANCE',
] as const
export type ConfigKind = (typeof configKinds)[number]

const CountryCode = z.string().regex(/^[A-Z]{2}$/)
const FxText = figureText('fxRate')
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
    .array(
      z.object({
        fromCurrency: CurrencyCode,
        toCurrency: CurrencyCode,
        rateDate: DateText,
        rate: FxText,
        /** The rate of the other direction as it was agreed; worked out from the rate where it is left out. */
        inverse: FxText.optional(),
      }),
    )
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
  interestMethod: ['IN_ADVANCE', 'IN_ARREARS'],
  discountMethod: ['STRAIGHT', 'YIELD'],
  rateType: ['FLOATING', 'FIXED'],
  resetFrequency: ['NONE', 'MONTHLY', 'DAILY'],
  penaltyMode: ['RETROACTIVE', 'PROSPECTIVE'],
  bdConvention: businessDayConventions,
  accrualShift: ['SC', 'CS'],
  fundDayBase: ['360', '365'],
} as const
const whole = (most: number) => wholeNumber(0, most)
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
  penaltyMultiplier: figureText('multiple').nullish(),
  calendars: z.array(CountryCode).max(10),
  bdConvention: z.enum(productChoices.bdConvention),
  accrualShift: z.enum(productChoices.accrualShift),
  maturityOffset: whole(180),
  minInterestDays: whole(180),
  earlyFeePct: PercentText,
  breakDays: whole(90),
  rebateAllowed: z.boolean(),
  fundRate: PercentText.nullish(),
  fundDayBase: wholeNumber(0, 366).nullish(),
  arpTargetProduct: optionalId,
})
/** What of a product may change while it is on offer, and its fee rules. A new product states its terms too. */
const ProductValues = z.object({
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
  /** The least and the most one order may finance, in the product's only currency. */
  minAmount: AmountText.nullish(),
  maxAmount: AmountText.nullish(),
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
  termDays: wholeNumber(1, 720),
  disclosed: z.boolean(),
  confirmMode: z.enum(confirmModes),
  status: Status,
})
/** A price of a product for a supplier, who accepts or rejects it. */
const PricingValues = z.object({ supplierId: Id, productId: Id, margin: PercentText, validUntil: DateText })

const PaperTitle = requiredText(120)
/** The groups of papers of a kind of document; of an order, those of one product or of all that have none of their own. */
const PaperValues = z.object({
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
/** By what a change of papers is told from another one, so that two people never change the same groups at once. */
export const paperTarget = (kind: PaperKind, productId?: string | null): string => (productId ? `${kind} ${productId}` : kind)

/** What of a remainder is let go in a currency: in all, and at most so much of it as principal. */
const ToleranceValues = z.object({ currency: CurrencyCode, totalAmount: AmountText, principalAmount: AmountText })

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
        slaHours: wholeNumber(1, 720),
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

const optionalText = z.string().nullable()
const version = z.number()
const Party = { supplierName: optionalText, buyerName: optionalText }
const Step = WorkflowValues.shape.steps.element.extend({ seq: z.number().optional() })
/** What is in force of each kind, as the staff pages and a change that is put forward show it. */
const standing = {
  HOLIDAY: z.object({
    countryCode: z.string(),
    calendarDate: z.string(),
    type: z.string(),
    holidayNameEn: z.string(),
    holidayNameCn: z.string(),
  }),
  RATE: z.object({
    type: z.string(),
    effectiveDate: z.string(),
    revision: z.number(),
    percentRate: z.string(),
    source: z.string(),
  }),
  FX: z.object({ fromCurrency: z.string(), toCurrency: z.string(), rateDate: z.string(), rate: z.string() }),
  LIMIT: z.object({
    id: z.string(),
    type: z.string(),
    supplierId: optionalText,
    buyerId: optionalText,
    funderId: optionalText,
    currency: z.string(),
    amount: z.string(),
    effectiveDate: z.string(),
    expiryDate: z.string(),
    revolving: z.boolean(),
    status: z.string(),
    version,
  }),
  PRODUCT: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameCn: z.string(),
    type: z.string(),
    poolKind: optionalText,
    funderId: z.string(),
    currencies: z.array(z.string()),
    recourse: z.boolean(),
    disclosed: z.boolean(),
    rightConfirmParty: z.string(),
    advanceRate: z.string(),
    minTenor: z.number(),
    maxTenor: z.number(),
    interestMethod: z.string(),
    discountMethod: z.string(),
    rateType: z.string(),
    baseRateType: optionalText,
    margin: z.string(),
    floor: z.string(),
    dayCount: z.string(),
    resetFrequency: z.string(),
    lookbackBd: z.number(),
    graceDays: z.number(),
    penaltyMode: z.string(),
    penaltyMargin: optionalText,
    penaltyMultiplier: optionalText,
    calendars: z.array(z.string()),
    bdConvention: z.string(),
    accrualShift: z.string(),
    maturityOffset: z.number(),
    minInterestDays: z.number(),
    earlyFeePct: z.string(),
    breakDays: z.number(),
    rebateAllowed: z.boolean(),
    concentrationPct: optionalText,
    dilutionThreshold: z.string(),
    fundRate: only(funding, optionalText),
    fundDayBase: only(funding, z.number().nullable()),
    arpTargetProduct: optionalText,
    status: z.string(),
    version,
    fees: z.array(
      z.object({
        code: z.string(),
        basis: z.string(),
        currency: optionalText,
        value: z.string(),
        minAmount: optionalText,
        maxAmount: optionalText,
        taxPct: z.string(),
        payer: z.string(),
        beneficiary: z.string(),
        timing: z.string(),
      }),
    ),
  }),
  ROLE: z.object({ roles: z.string(), alwaysGranted: z.boolean(), version }),
  WORKFLOW: z.object({ version, steps: z.array(Step) }),
  COMMISSION: z.object({ ratePct: z.string(), effectiveDate: z.string() }),
  RELATIONSHIP: z.object({
    id: z.string(),
    supplierId: z.string(),
    buyerId: z.string(),
    termDays: z.number(),
    disclosed: z.boolean(),
    confirmMode: z.string(),
    status: z.string(),
    version,
  }),
  PRICING: z.object({ no: z.string(), margin: z.string(), validUntil: z.string(), status: z.string() }),
  PAPER: z.object({ documentKind: z.enum(paperKinds), productId: optionalText, groups: PaperValues.shape.groups }),
  TOLERANCE: z.object({ currency: z.string(), totalAmount: z.string(), principalAmount: z.string() }),
} satisfies Record<ConfigKind, z.ZodObject>

const row = <K extends ConfigKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), id: z.string(), ...shape })
/** Which fields there are depends on the kind that was asked for. */
const CurrentRow: z.ZodType<Record<string, any>> = z.discriminatedUnion('kind', [
  row('HOLIDAY', { ...standing.HOLIDAY.shape, source: z.string() }),
  row('RATE', { ...standing.RATE.shape, importedAt: z.string() }),
  row('FX', { ...standing.FX.shape, inverse: z.string() }),
  row('LIMIT', { ...standing.LIMIT.shape, ...Party, funderName: optionalText }),
  row('PRODUCT', { ...standing.PRODUCT.shape, funderName: z.string() }),
  row('ROLE', standing.ROLE.shape),
  row('WORKFLOW', { ...standing.WORKFLOW.shape, createdAt: optionalText, createdByName: optionalText }),
  row('COMMISSION', { ...standing.COMMISSION.shape, partnerId: optionalText, partnerName: optionalText }),
  row('RELATIONSHIP', { ...standing.RELATIONSHIP.shape, ...Party }),
  row('PAPER', { ...standing.PAPER.shape, productCode: optionalText, version, updatedAt: optionalText }),
  row('TOLERANCE', { ...standing.TOLERANCE.shape, version }),
  row('PRICING', {
    ...standing.PRICING.shape,
    ...Party,
    supplierId: z.string(),
    productId: z.string(),
    createdAt: z.string(),
    productCode: z.string(),
    productName: z.string(),
    productNameCn: optionalText,
  }),
])

const changeFacts = {
  id: z.string(),
  no: z.string(),
  targetId: z.string().nullable(),
  title: z.string(),
  /** The companies and products that the change names by their ids. */
  names: z.record(z.string(), z.string()),
  status: z.enum(['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED']),
  comment: z.string().nullable(),
  createdByName: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
}
const change = <K extends ConfigKind, V extends z.ZodType, B extends z.ZodType>(kind: K, values: V, before: B) =>
  z.object({
    ...changeFacts,
    kind: z.literal(kind),
    before: before.nullable(),
    after: z.object({ kind: z.literal(kind), targetId: z.string().optional(), version: version.optional(), values }),
  })
const FundedTerms = ProductTerms.extend({
  fundRate: only(funding, ProductTerms.shape.fundRate),
  fundDayBase: only(funding, ProductTerms.shape.fundDayBase),
})
/** The rate in force on the day of a proposed one, where there is one. */
const inForce = { inForceDate: optionalText, inForce: optionalText }
/** What it was and what it becomes; which fields those have depends on the kind. */
export type ChangeRow = z.infer<z.ZodObject<typeof changeFacts>> & { kind: ConfigKind; before: any; after: any }
const ChangeRow: z.ZodType<ChangeRow> = z.discriminatedUnion('kind', [
  change('HOLIDAY', HolidayValues, z.array(standing.HOLIDAY)),
  change('RATE', RateValues, z.array(z.object({ type: z.string(), effectiveDate: z.string(), ...inForce }))),
  change(
    'FX',
    FxValues,
    z.array(z.object({ fromCurrency: z.string(), toCurrency: z.string(), rateDate: z.string(), ...inForce })),
  ),
  change('LIMIT', LimitValues, standing.LIMIT),
  change('PRODUCT', ProductValues.extend({ terms: FundedTerms.optional() }), standing.PRODUCT),
  change('ROLE', RoleValues, z.array(standing.ROLE.extend({ permission: z.string() }))),
  change('WORKFLOW', WorkflowValues, standing.WORKFLOW),
  change('COMMISSION', CommissionValues, standing.COMMISSION),
  change('RELATIONSHIP', RelationshipValues, standing.RELATIONSHIP),
  change('PAPER', PaperValues, standing.PAPER),
  change('TOLERANCE', ToleranceValues, standing.TOLERANCE),
  change('PRICING', PricingValues, standing.PRICING),
])

const Figure = z.string()
const shownOfProof = {
  /** The document on which it shows. */
  face: Figure.nullable(),
  life: z.enum(provedLives).nullable(),
  amount: Figure.nullable(),
  percent: Figure.nullable(),
}
/** A product lived through in one currency: who pays and earns what in each life. */
const ProductProof = z.object({
  currency: z.string(),
  sample: z
    .object({
      face: Figure,
      advance: Figure,
      interest: Figure,
      net: Figure,
      days: z.number(),
      allInApr: Figure.nullable(),
    })
    .nullable(),
  lives: z.array(
    z.object({
      name: z.enum(provedLives),
      supplierReceives: Figure,
      supplierInterest: Figure,
      supplierFees: Figure,
      supplierApr: Figure.nullable(),
      buyerPays: Figure,
      buyerFees: Figure,
      funderEarns: Figure,
      funderLoss: Figure,
      platformEarns: Figure,
      tax: Figure,
    }),
  ),
  harms: z.array(z.object({ harm: z.enum(productHarms), ...shownOfProof })),
  /** What harms on a small document of a product without a least amount: shown, and no refusal. */
  small: z.array(z.object({ harm: z.enum(productHarms), ...shownOfProof })),
  warnings: z.array(z.object({ warning: z.enum(productWarnings), ...shownOfProof, days: z.number().nullable() })),
})
export type ProductProof = z.infer<typeof ProductProof>

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

const byItsKind = {
  judged: 'the kind of the change says whom or what it may name, and refuses others beside their field',
} as const

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
    answer: z.array(CurrentRow),
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
  proof: call({
    method: 'POST',
    path: `${base}/proof`,
    // Whoever has a part in the approval of a product sees what it does to each party before passing it.
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    title: 'What a proposed product does to each party in the lives it is tried in, by currency',
    body: z.object({ no: z.string().min(1).max(120) }),
    answer: z.array(ProductProof),
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
    names: {
      'body.targetId': byItsKind,
      'body.values.partnerId': byItsKind,
      'body.values.supplierId': byItsKind,
      'body.values.productId': byItsKind,
      'body.values.buyerId': byItsKind,
      'body.values.funderId': byItsKind,
      'body.values.terms.funderId': byItsKind,
      'body.values.terms.arpTargetProduct': byItsKind,
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'CONFIG_PROPOSED' },
    title: 'Put a change forward; it is in force when its last approver has passed it',
    body: Change,
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  rateTemplate: call({
    method: 'POST',
    path: `${base}/rates/template/download`,
    access: { permission: 'system.rate.edit' },
    scope: 'none',
    effect: 'read',
    kind: 'file',
    title: 'The sheet of fixings or exchange rates as a workbook in the reader’s language',
    body: z.object({ kind: z.enum(['RATE', 'FX']) }),
    answer: z.any(),
  }),
  importRates: call({
    method: 'POST',
    path: `${base}/rates/importExcel`,
    access: { permission: 'system.rate.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'CONFIG_PROPOSED' },
    title: 'Read fixings or exchange rates from an uploaded sheet and put them forward; faulty lines come back with reasons',
    query: z.object({ fileKey: z.string().max(300), kind: z.enum(['RATE', 'FX']) }),
    answer: ImportResult.extend({
      /** The change that the lines were put forward as; null where none could be. */
      no: z.string().nullable(),
    }),
  }),
}
