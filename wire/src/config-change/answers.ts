import { paperKinds } from '@usance/domain/papers'
import { productHarms, productWarnings, provedLives } from '@usance/domain/product-proof/lives'
import { z } from 'zod'
import { funding, only } from '../audience.ts'
import {
  CommissionValues,
  CompanyValues,
  type ConfigKind,
  FxValues,
  HolidayValues,
  LimitValues,
  PaperValues,
  PartnerValues,
  PricingValues,
  ProductTerms,
  ProductValues,
  productChoices,
  RateValues,
  RelationshipValues,
  RoleValues,
  TemplateValues,
  ToleranceValues,
  WorkflowValues,
} from './values.ts'

const optionalText = z.string().nullable()
const version = z.number()
const Party = { supplierName: optionalText, buyerName: optionalText }
const Step = WorkflowValues.shape.steps.element.extend({ seq: z.number().optional() })
/** The values in force of each kind, for the staff pages and for proposed changes. */
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
    type: z.enum(productChoices.type),
    poolKind: z.enum(productChoices.poolKind).nullable(),
    funderId: z.string(),
    currencies: z.array(z.string()),
    recourse: z.boolean(),
    disclosed: z.boolean(),
    rightConfirmParty: z.enum(productChoices.rightConfirmParty),
    advanceRate: z.string(),
    minTenor: z.number(),
    maxTenor: z.number(),
    interestMethod: z.enum(productChoices.interestMethod),
    discountMethod: z.enum(productChoices.discountMethod),
    rateType: z.enum(productChoices.rateType),
    baseRateType: optionalText,
    margin: z.string(),
    floor: z.string(),
    dayCount: z.string(),
    resetFrequency: z.enum(productChoices.resetFrequency),
    lookbackBd: z.number(),
    graceDays: z.number(),
    penaltyMode: z.enum(productChoices.penaltyMode),
    penaltyMargin: optionalText,
    penaltyMultiplier: optionalText,
    calendars: z.array(z.string()),
    bdConvention: z.string(),
    accrualShift: z.enum(productChoices.accrualShift),
    maturityOffset: z.number(),
    minInterestDays: z.number(),
    earlyFeePct: z.string(),
    breakDays: z.number(),
    rebateAllowed: z.boolean(),
    concentrationPct: optionalText,
    dilutionThreshold: z.string(),
    fundRate: only(funding, optionalText),
    fundDayBase: only(funding, ProductTerms.shape.fundDayBase),
    arpTargetProduct: optionalText,
    /** Missing in a change that was put forward before products had them. */
    minAmount: optionalText.optional(),
    maxAmount: optionalText.optional(),
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
  PARTNER: z.object({ companyId: z.string(), partnerId: optionalText }),
  TEMPLATE: z.object({
    templetId: z.string(),
    name: z.string(),
    nameCn: z.string(),
    bodyEn: z.string(),
    bodyCn: z.string(),
  }),
  COMPANY: z.object({
    companyId: z.string(),
    name: z.string(),
    nameLocal: optionalText,
    bizRegNo: z.string(),
    country: z.string(),
    riskGrade: optionalText,
    blockFlag: z.boolean(),
  }),
} satisfies Record<ConfigKind, z.ZodObject>

const row = <K extends ConfigKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), id: z.string(), ...shape })
/** The fields depend on the requested kind. */
export type CurrentRow = z.infer<typeof CurrentRow>
export type CurrentOf<K extends ConfigKind> = Extract<CurrentRow, { kind: K }>
export const CurrentRow = z.discriminatedUnion('kind', [
  row('HOLIDAY', { ...standing.HOLIDAY.shape, source: optionalText }),
  row('RATE', { ...standing.RATE.shape, importedAt: z.string() }),
  row('FX', { ...standing.FX.shape, inverse: z.string() }),
  row('LIMIT', { ...standing.LIMIT.shape, ...Party, funderName: optionalText }),
  row('PRODUCT', { ...standing.PRODUCT.shape, funderName: z.string() }),
  row('ROLE', standing.ROLE.shape),
  row('WORKFLOW', { ...standing.WORKFLOW.shape, createdAt: optionalText, createdByName: optionalText }),
  row('COMMISSION', { ...standing.COMMISSION.shape, partnerId: optionalText, partnerName: optionalText }),
  row('RELATIONSHIP', { ...standing.RELATIONSHIP.shape, ...Party }),
  row('PAPER', { ...standing.PAPER.shape, productCode: optionalText, version, updatedAt: optionalText }),
  row('PARTNER', {
    ...standing.PARTNER.shape,
    companyName: z.string(),
    partnerName: optionalText,
    /** From this day on; null where it was so before days were kept. */
    fromDay: optionalText,
  }),
  row('TEMPLATE', standing.TEMPLATE.shape),
  row('COMPANY', standing.COMPANY.shape),
  row('TOLERANCE', { ...standing.TOLERANCE.shape, version }),
  row('PRICING', {
    ...standing.PRICING.shape,
    supplierName: optionalText,
    supplierId: z.string(),
    productId: z.string(),
    createdAt: z.string(),
    productCode: z.string(),
    productName: z.string(),
    productNameCn: optionalText,
  }),
])
/** The rows of one kind, in place of a union of all kinds. */
export const rowsOfKind = <K extends ConfigKind>(kind: K, rows: readonly CurrentRow[]): CurrentOf<K>[] =>
  rows.filter((row): row is CurrentOf<K> => row.kind === kind)

const changeFacts = {
  id: z.string(),
  no: z.string(),
  targetId: z.string().nullable(),
  title: z.string(),
  /** The companies, products and partners that the change names by their ids. */
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
/** The rate in force on the day of a proposed one; absent without one. */
const inForce = { inForceDate: optionalText, inForce: optionalText }
/** A change with its old and new values; their fields depend on the kind. */
export type ChangeRow = z.infer<typeof ChangeRow>
export type ChangeOf<K extends ConfigKind> = Extract<ChangeRow, { kind: K }>
export const ChangeRow = z.discriminatedUnion('kind', [
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
  change('PARTNER', PartnerValues, standing.PARTNER),
  change('TEMPLATE', TemplateValues, standing.TEMPLATE),
  change('COMPANY', CompanyValues, standing.COMPANY),
  change('PRICING', PricingValues, standing.PRICING),
])

const Figure = z.string()
const shownOfProof = {
  /** The document that shows it: its face and its tenor. */
  face: Figure.nullable(),
  days: z.number().nullable(),
  life: z.enum(provedLives).nullable(),
  amount: Figure.nullable(),
  percent: Figure.nullable(),
}
const ProvedSample = z.object({
  face: Figure,
  advance: Figure,
  interest: Figure,
  net: Figure,
  /** Its tenor. */
  days: z.number(),
  allInApr: Figure.nullable(),
})
const ProvedLife = z.object({
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
})
/** The proof of a product in one currency: who pays and earns what in each life of a document. */
export const ProductProof = z.object({
  currency: z.string(),
  /** The usual document; null where none could be financed. */
  sample: ProvedSample.nullable(),
  lives: z.array(ProvedLife),
  /** Documents of the same face with the shortest and the longest tenor, and with those that show a harm or a warning. */
  otherTenors: z.array(z.object({ sample: ProvedSample, lives: z.array(ProvedLife) })),
  harms: z.array(z.object({ harm: z.enum(productHarms), ...shownOfProof })),
  /** Harms on a small document of a product without a minimum amount: shown, and refused for no product. */
  small: z.array(z.object({ harm: z.enum(productHarms), ...shownOfProof })),
  warnings: z.array(z.object({ warning: z.enum(productWarnings), ...shownOfProof })),
})
export type ProductProof = z.infer<typeof ProductProof>
