import { isFarFrom } from '@usance/domain/unusual-figure'
import type { ErrorName } from '@usance/wire/errors'
import type { Proposal } from '../../approval/config-change/kind.ts'
import { nameOf } from '../../approval/config-change/party.ts'
import { farFromFormer } from '../../approval/config-change/unusual.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { amountOrNone, checkProduct } from './prove-product.ts'

type Product = Proposal<'PRODUCT'>
type Values = Product['values']
type Terms = NonNullable<Values['terms']>

const feesOf = (tx: Tx, productId: string) =>
  tx
    .selectFrom('feeRule')
    .select(['code', 'basis', 'currency', 'value', 'minAmount', 'maxAmount', 'taxPct', 'payer', 'beneficiary', 'timing'])
    .where('productId', '=', productId)
    .orderBy('code')
    .execute()

/** Whether the terms of a new product go together: its funder lends, its rate has a benchmark, its choices suit its type. */
async function checkTerms(tx: Tx, terms: Terms): Promise<void> {
  const at = (field: keyof Terms, reason: ErrorName) => faultyField(`terms.${field}`, reason)
  await nameOf(tx, terms.funderId, 'FUNDER', 'terms.funderId')
  const known = await tx
    .selectFrom('dictionaryEntry')
    .select(['grp', 'dicKey'])
    .where('grp', 'in', ['CURRENCY', 'BASE_RATE_TYPE'])
    .execute()
  const isKnown = (grp: string, dicKey: string) => known.some((one) => one.grp === grp && one.dicKey === dicKey)
  if (terms.currencies.some((currency) => !isKnown('CURRENCY', currency))) throw at('currencies', 'CURRENCY_MISMATCH')
  if (terms.rateType === 'FLOATING' && !isKnown('BASE_RATE_TYPE', terms.baseRateType ?? '')) throw at('baseRateType', 'NO_FIXING')
  if ((terms.type === 'POOL_FACTORING') !== Boolean(terms.poolKind)) throw at('poolKind', 'BAD_REQUEST')
  const target = terms.arpTargetProduct
    ? await tx
        .selectFrom('financingProduct')
        .select(['type', 'funderId'])
        .where('id', '=', terms.arpTargetProduct)
        .executeTakeFirst()
    : undefined
  // The funder of the loan takes the invoices over.
  const takesOver = target?.type === 'RECEIVABLE_PURCHASE' && target.funderId === terms.funderId
  if (terms.arpTargetProduct && (terms.type !== 'PO_FINANCE' || !takesOver)) throw at('arpTargetProduct', 'PRODUCT_NOT_AVAILABLE')
}

/**
 * A product's terms without an unused early fee. Products from before the fee was refused beside interest in advance keep it for
 * good, and may still be changed.
 */
const neverCharged = <T extends { interestMethod: string; earlyFeePct: string }>(found: T): T =>
  found.interestMethod === 'IN_ADVANCE' ? { ...found, earlyFeePct: '0' } : found

type PricedFee = { code: string; basis: string; value: string; currency?: string | null | undefined }
type Priced = { margin: string; floor: string; penaltyMargin?: string | null | undefined; fees: readonly PricedFee[] }
const nameOfFee = ({ code, basis, currency }: PricedFee) => `${code} ${basis} ${currency ?? ''}`

/** The prices of a product, each as it was and as it is to be; a fee that was reckoned otherwise has no former price. */
const pricesOf = (now: Priced, former: Priced): [string | null | undefined, string | null | undefined][] => [
  [former.margin, now.margin],
  [former.floor, now.floor],
  [former.penaltyMargin, now.penaltyMargin],
  ...now.fees.map((fee): [string | undefined, string] => [
    former.fees.find((one) => nameOfFee(one) === nameOfFee(fee))?.value,
    fee.value,
  ]),
]

/** The highest margin of the products on offer, with which that of a new product is compared. */
async function highestMargin(tx: Tx): Promise<string | null> {
  const { margin } = await tx
    .selectFrom('financingProduct')
    .select(({ fn }) => fn.max<string | null>('margin').as('margin'))
    .where('status', '=', 'ENABLE')
    .executeTakeFirstOrThrow()
  return margin
}

/** A product as it is on offer with its fee rules, for the change that is put forward. */
export async function productBefore(tx: Tx, { values, targetId, version }: Product, today: string) {
  const names = values.fees.map((fee) => `${fee.code}|${fee.currency ?? ''}`)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) throw faultyField(`fees.${again}.code`, 'FEE_TWICE')
  const title = `${values.code} ${values.name}`
  if (targetId) {
    const found = await tx.selectFrom('financingProduct').selectAll().where('id', '=', targetId).executeTakeFirst()
    if (!found) throw new Refused('NOT_FOUND')
    if (found.version !== version || found.code !== values.code) throw new Refused('STALE_VERSION')
    // A product taken off the offer needs no proof.
    if (values.status === 'ENABLE') await checkProduct(tx, { ...neverCharged(found), ...values }, values.fees, today)
    const { createdAt: _, updatedAt: __, ...terms } = found
    const fees = await feesOf(tx, targetId)
    return {
      before: { ...terms, fees },
      title,
      concerns: [found.funderId],
      warnings: farFromFormer(pricesOf(values, { ...terms, fees }).some(([former, now]) => isFarFrom(former, now))),
    }
  }
  if (!values.terms) throw faultyField('terms', 'BAD_REQUEST')
  await checkTerms(tx, values.terms)
  await checkProduct(tx, { ...values.terms, ...values }, values.fees, today)
  const taken = await tx.selectFrom('financingProduct').select('id').where('code', '=', values.code).executeTakeFirst()
  if (taken) throw faultyField('code', 'ALREADY_EXISTS')
  return {
    before: null,
    title,
    concerns: [values.terms.funderId],
    warnings: farFromFormer(isFarFrom(await highestMargin(tx), values.margin)),
  }
}

/** Puts a passed product change in force: it prices new orders, and accepted orders keep their agreed terms. */
export async function applyProduct({ tx, now }: UseCaseContext, { values, targetId, version }: Product): Promise<void> {
  const { terms, fees, ...rest } = {
    ...values,
    minAmount: amountOrNone(values.minAmount),
    maxAmount: amountOrNone(values.maxAmount),
  }
  let id = targetId
  if (id) {
    const changed = await tx
      .updateTable('financingProduct')
      .set({ ...rest, version: version! + 1, updatedAt: now.toISOString() })
      .where('id', '=', id)
      .where('version', '=', version!)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
    await tx.deleteFrom('feeRule').where('productId', '=', id).execute()
  } else {
    id = newId()
    const { baseRateType, arpTargetProduct, ...plain } = terms!
    const added = await tx
      .insertInto('financingProduct')
      .values({
        ...plain,
        ...rest,
        id,
        baseRateType: terms!.rateType === 'FLOATING' ? baseRateType || null : null,
        arpTargetProduct: arpTargetProduct || null,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .executeTakeFirst()
    if (Number(added.numInsertedOrUpdatedRows) !== 1) throw new Refused('STALE_VERSION')
  }
  if (fees.length > 0)
    await tx
      .insertInto('feeRule')
      .values(fees.map((fee) => ({ id: newId(), productId: id, ...fee })))
      .execute()
}
