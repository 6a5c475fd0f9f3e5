import { adjust, calendarCodesFor } from '@usance/domain/calendar'
import { latestFixingDay } from '@usance/domain/interest'
import type { FeePayer } from '@usance/domain/ledger/fee-lines'
import * as M from '@usance/domain/money'
import { type HarmName, proofBounds } from '@usance/domain/product-proof/lives'
import { type ProvedProduct, proveProduct } from '@usance/domain/product-proof/prove'
import { soundTenorsOf } from '@usance/domain/product-proof/sound-tenors'
import { faultsOf, type ProposedFee, type ProposedTerms } from '@usance/domain/product-terms'
import { parseDecimal, toDecimalText } from '@usance/domain/rational'
import type { FieldError } from '@usance/wire/errors'
import type { Kind, ValuesOf } from '../../approval/config-change/kind.ts'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { fixingFor } from '../../books/servicing/funding-figures.ts'
import { earlyFeeOf, servicingTerms, termsOfProduct } from '../../books/servicing/terms.ts'
import type { Tx } from '../../database/database.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { benchmarkName } from '../../reference/benchmark-name.ts'
import { plain } from '../finance-order/plain.ts'
import { feeRuleOf, type ProductTermsRow, productOf } from '../finance-order/product-of.ts'

type Values = ValuesOf<'PRODUCT'>
/** The fields that a product's form and its row share: the terms fixed with the product and the terms that change. */
type Stated = Omit<NonNullable<Values['terms']>, 'fundDayBase'> &
  Omit<Values, 'terms' | 'fees'> & { fundDayBase?: 360 | 365 | null | undefined }
type Row = Omit<ProductTermsRow, 'id' | 'offeredMargin'> & { rightConfirmParty: string }
type Optional = 'minAmount' | 'maxAmount' | 'fundRate' | 'fundDayBase'
/** The row of a product as a change has stored it. */
type Standing = Omit<Row, Optional> & { [Name in Optional]?: Row[Name] | undefined }
type Fees = Values['fees']

const optional = (text: string | null | undefined) => (text ? parseDecimal(text) : undefined)
const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }

const feeOf = (fee: Fees[number]): ProposedFee => ({
  code: fee.code,
  basis: fee.basis,
  ...given('currency', fee.currency ?? undefined),
  value: parseDecimal(fee.value),
  ...given('min', optional(fee.minAmount)),
  ...given('max', optional(fee.maxAmount)),
  taxPct: parseDecimal(fee.taxPct),
  payer: fee.payer,
  beneficiary: fee.beneficiary,
})

const proposedOf = (row: Row, fees: Fees): ProposedTerms => {
  // Amounts are validated below, before any code reads them as money.
  const {
    minAmount: _,
    maxAmount: __,
    ...product
  } = productOf({
    ...row,
    id: '',
    offeredMargin: row.margin,
    minAmount: null,
    maxAmount: null,
  })
  return {
    ...product,
    disclosed: row.disclosed,
    rightConfirmParty: row.rightConfirmParty as ProposedTerms['rightConfirmParty'],
    recourse: row.recourse,
    floor: parseDecimal(row.floor),
    ...given('minAmount', optional(row.minAmount)),
    ...given('maxAmount', optional(row.maxAmount)),
    earlyFeePct: parseDecimal(row.earlyFeePct),
    ...given('penaltyMargin', optional(row.penaltyMargin)),
    ...given('penaltyMultiplier', optional(row.penaltyMultiplier)),
    dilutionThreshold: parseDecimal(row.dilutionThreshold),
    ...given('concentrationPct', optional(row.concentrationPct)),
    ...given('fundRate', optional(row.fundRate)),
    ...given('fundDayBase', row.fundDayBase ?? undefined),
    fees: fees.map(feeOf),
  }
}

// An amount of zero sets no limit.
export const amountOrNone = (text: string | null | undefined) => (text && /[1-9]/.test(text) ? text : null)

/** A form's terms as the row that they will be stored in. */
const rowOf = (stated: Stated | Standing): Row => ({
  ...stated,
  baseRateType: (stated.rateType === 'FLOATING' && stated.baseRateType) || null,
  minAmount: amountOrNone(stated.minAmount),
  maxAmount: amountOrNone(stated.maxAmount),
  penaltyMargin: stated.penaltyMargin || null,
  penaltyMultiplier: stated.penaltyMultiplier || null,
  concentrationPct: stated.concentrationPct || null,
  fundRate: stated.fundRate || null,
  fundDayBase: stated.fundDayBase ?? null,
})

/** The day on which a document in a currency would be financed at the earliest, and the calendars that say so. */
async function fundingDay(tx: Tx, row: Row, currency: string, today: string) {
  const codes = calendarCodesFor(row.calendars, currency)
  const calendars = await calendarsOf(tx, codes)
  return { codes, calendars, fundedOn: adjust(today, 'FOLLOWING', calendars) }
}

/** Refuses a floating rate whose benchmark has no fixing that prices today, and names the latest day that one may be of. */
async function refuseUnfixed(tx: Tx, row: Row, today: string, field: string | undefined): Promise<void> {
  const type = row.baseRateType
  if (!type) return
  for (const currency of row.currencies) {
    const { codes, calendars, fundedOn } = await fundingDay(tx, row, currency, today)
    if (await fixingFor(tx, type, fundedOn, { ...row, calendars: codes })) continue
    const named = await benchmarkName(tx, type)
    const params = {
      benchmark: named.en,
      benchmarkCn: named.cn,
      day: latestFixingDay(fundedOn, row.lookbackBd, calendars),
    }
    throw field ? faultyField(field, 'FIXING_MISSING', params) : new Refused('FIXING_MISSING', params)
  }
}

/** A product as its proof needs it, in each of its currencies and at the benchmark of the day. */
async function provedOf(tx: Tx, row: Row, fees: Fees, today: string): Promise<ProvedProduct[]> {
  const inOne = async (currency: string): Promise<ProvedProduct> => {
    const { codes, calendars, fundedOn } = await fundingDay(tx, row, currency, today)
    const fixing = row.baseRateType ? await fixingFor(tx, row.baseRateType, fundedOn, { ...row, calendars: codes }) : undefined
    const inCurrency = fees.filter((fee) => !fee.currency || fee.currency === currency)
    const terms = { ...termsOfProduct({ ...row, calendars: codes, ...earlyFeeOf(inCurrency) }, row.margin), items: {} }
    return {
      product: productOf({ ...row, id: '', offeredMargin: row.margin }),
      servicing: servicingTerms(terms, calendars),
      fees: inCurrency.map((fee) =>
        feeRuleOf({ ...fee, minAmount: fee.minAmount ?? null, maxAmount: fee.maxAmount ?? null }, currency),
      ),
      recourse: row.recourse,
      disclosed: row.disclosed,
      currency,
      fixings: fixing ? [fixing] : [],
      calendars,
      on: today,
    }
  }
  const all: ProvedProduct[] = []
  for (const currency of row.currencies) all.push(await inOne(currency))
  return all
}

/** The first harm of a product in any of its currencies, beside the field that causes it. */
function harmIn(
  products: readonly ProvedProduct[],
  fieldOf: (harm: HarmName) => string,
): (FieldError & { message: HarmName }) | undefined {
  for (const product of products)
    for (const { harm, face, days, amount, percent } of proveProduct(product).harms)
      return {
        field: fieldOf(harm),
        message: harm,
        params: {
          currency: product.currency,
          ...(face ? { face: M.toDecimal(face) } : {}),
          ...given('days', days ?? undefined),
          ...(amount ? { amount: M.toDecimal(amount) } : {}),
          ...(percent ? { percent: toDecimalText(percent, 2) } : {}),
          ...given('most', mostOf[harm]),
        },
      }
  return undefined
}

/** The tenors to which the product can be narrowed to harm nobody, beside the tenor that has to change. */
function soundTenors(products: readonly ProvedProduct[], { minTenor }: Row): FieldError[] {
  const sound = soundTenorsOf(products)
  if (!sound) return []
  return [{ field: sound.least > minTenor ? 'minTenor' : 'maxTenor', message: 'TENORS_WITHOUT_HARM', params: { ...sound } }]
}

const mostOf: Partial<Record<HarmName, number>> = {
  BUYER_OVERCHARGED: proofBounds.buyerFees.refused,
  SUPPLIER_OVERCHARGED: proofBounds.supplierYear.refused,
}

/**
 * The party that bears the cost of a harm. The harm is shown at the first fee of that party, or at the margin where it bears no
 * fee.
 */
const payerOf: Partial<Record<HarmName, FeePayer>> = {
  COSTS_EXCEED_ADVANCE: 'SUPPLIER',
  SUPPLIER_OVERCHARGED: 'SUPPLIER',
  BUYER_OVERCHARGED: 'BUYER',
  FUNDER_LOSES: 'FUNDER',
  PLATFORM_LOSES: 'PLATFORM',
}

function fieldOfHarm(harm: HarmName, fees: Fees): string {
  if (harm === 'NEVER_FINANCED') return 'maxTenor'
  const index = fees.findIndex(({ payer }) => payer === payerOf[harm])
  return index < 0 ? 'margin' : `fees.${index}.value`
}

/** Refuses terms that are out of range or contradict each other, and a product that harms a party by construction. */
export async function checkProduct(tx: Tx, stated: Stated | Row, fees: Fees, today: string): Promise<void> {
  const row = rowOf(stated)
  const fields = faultsOf(proposedOf(row, fees)).map(({ field, message, params }) => ({
    field,
    message,
    ...(params ? { params: { ...params } } : {}),
  }))
  if (fields[0]) throw new Refused(fields[0].message, { fields })
  // The form of a product on offer shows no benchmark: it was agreed for good.
  await refuseUnfixed(tx, row, today, 'id' in stated ? undefined : 'terms.baseRateType')
  const products = await provedOf(tx, row, fees, today)
  const harm = harmIn(products, (name) => fieldOfHarm(name, fees))
  if (harm) throw new Refused(harm.message, { fields: [harm, ...soundTenors(products, row)] })
}

/** Refuses a price of a product that harms a party by construction. */
export async function checkMargin(tx: Tx, product: Row & { id: string }, margin: string, today: string): Promise<void> {
  await refuseUnfixed(tx, product, today, 'productId')
  const fees = await feesNow(tx, product.id)
  const harm = harmIn(await provedOf(tx, rowOf({ ...product, margin }), fees, today), () => 'margin')
  if (harm) throw new Refused(harm.message, { fields: [harm] })
}

const feesNow = async (tx: Tx, productId: string): Promise<Fees> =>
  await tx
    .selectFrom('feeRule')
    .selectAll()
    // The table's checks admit these choices alone.
    .$narrowType<Pick<Fees[number], 'code' | 'basis' | 'payer' | 'beneficiary' | 'timing'>>()
    .where('productId', '=', productId)
    .execute()

/** The proof of a proposed product for its approvers, by the rules of today. */
export const proofOf: NonNullable<Kind<'PRODUCT'>['proof']> = async ({ tx, today }, row) => {
  const { values } = row.after
  const stated = values.terms ? { ...values.terms, ...values } : row.before && { ...row.before, ...values }
  if (!stated) throw new Refused('NOT_FOUND')
  const products = await provedOf(tx, rowOf(stated), values.fees, today)
  return products.map((product) => plain(proveProduct(product)))
}
