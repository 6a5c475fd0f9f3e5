import { adjust } from '@usance/domain/calendar'
import type { FeePayer } from '@usance/domain/ledger/fee-lines'
import * as M from '@usance/domain/money'
import { type HarmName, proofBounds } from '@usance/domain/product-proof/lives'
import { type ProductProof, proveProduct } from '@usance/domain/product-proof/prove'
import { faultsOf, type ProposedFee, type ProposedTerms } from '@usance/domain/product-terms'
import { parseDecimal, toDecimalText } from '@usance/domain/rational'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { plain } from '../finance-order/plain.ts'
import { feeRuleOf, type ProductTermsRow, productOf } from '../finance-order/price.ts'
import { fixingFor } from '../payment/funding-figures.ts'
import { calendarsOf } from '../servicing/calendars.ts'
import { earlyFeeOf, servicingTerms, termsOfProduct } from '../servicing/terms.ts'
import { change } from './changes.ts'
import type { ValuesOf } from './kinds.ts'

type Values = ValuesOf<'PRODUCT'>
/** What a product's form and its row have in common: all terms, those that are settled with the product and those that change. */
type Stated = Omit<NonNullable<Values['terms']>, 'fundDayBase'> &
  Omit<Values, 'terms' | 'fees'> & { fundDayBase?: number | null | undefined }
type Row = Omit<ProductTermsRow, 'id' | 'offeredMargin'> & { rightConfirmParty: string }
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
  // Amounts are judged below, before anything takes them for money.
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

// An amount of nothing limits nothing.
export const amountOrNone = (text: string | null | undefined) => (text && /[1-9]/.test(text) ? text : null)

/** A form's terms as the row they become. */
const rowOf = (stated: Stated | Row): Row => ({
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

/** Lives a product through in each of its currencies, at the benchmark of the day. */
async function proofsOf(tx: Tx, row: Row, fees: Fees, today: string): Promise<ProductProof[]> {
  const calendars = await calendarsOf(tx, row.calendars)
  const fundedOn = adjust(today, 'FOLLOWING', calendars)
  const fixing = row.baseRateType ? await fixingFor(tx, row.baseRateType, fundedOn, row) : undefined
  return row.currencies.map((currency) => {
    const inCurrency = fees.filter((fee) => !fee.currency || fee.currency === currency)
    const terms = { ...termsOfProduct({ ...row, ...earlyFeeOf(inCurrency) }, row.margin), items: {} }
    return proveProduct({
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
    })
  })
}

function refuseHarm(proofs: readonly ProductProof[], fieldOf: (harm: HarmName) => string): void {
  for (const { currency, harms } of proofs)
    for (const { harm, face, amount, percent } of harms)
      throw faultyField(fieldOf(harm), harm, {
        currency,
        ...(face ? { face: M.toDecimal(face) } : {}),
        ...(amount ? { amount: M.toDecimal(amount) } : {}),
        ...(percent ? { percent: toDecimalText(percent, 2) } : {}),
        ...given('most', mostOf[harm]),
      })
}

const mostOf: Partial<Record<HarmName, number>> = {
  BUYER_OVERCHARGED: proofBounds.buyerFees.refused,
  SUPPLIER_OVERCHARGED: proofBounds.supplierYear.refused,
}

/** Who bears what harms it: the first fee of that party is where the harm is told, or the margin where it bears none. */
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
  refuseHarm(await proofsOf(tx, row, fees, today), (harm) => fieldOfHarm(harm, fees))
}

/** Refuses a price of a product at which it harms a party by construction. */
export async function checkMargin(tx: Tx, product: Row & { id: string }, margin: string, today: string): Promise<void> {
  const fees = await feesNow(tx, product.id)
  refuseHarm(await proofsOf(tx, rowOf({ ...product, margin }), fees, today), () => 'margin')
}

const feesNow = async (tx: Tx, productId: string): Promise<Fees> =>
  (await tx.selectFrom('feeRule').selectAll().where('productId', '=', productId).execute()) as unknown as Fees

/** What a proposed product does to each party, for those who decide on it: lived through by the rules of today. */
export const proof: Handler<typeof configChangeCalls.proof> = async (request) => {
  // Whoever may not see the change does not see its proof.
  const row = await change(request)
  if (row.kind !== 'PRODUCT') throw new Refused('NOT_FOUND')
  await elevate(request.tx)
  const values = row.after.values as Values
  const stated = values.terms ? { ...values.terms, ...values } : { ...row.before, ...values }
  const proofs = await proofsOf(request.tx, rowOf(stated), values.fees, request.today)
  return proofs.map((one) => plain(one)) as never
}
