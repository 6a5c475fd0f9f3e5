import { isFarFrom } from '@usance/domain/unusual-figure'
import { sql } from 'kysely'
import type { Kind } from '../../approval/config-change/kind.ts'
import { nameOf } from '../../approval/config-change/party.ts'
import { farFromFormer } from '../../approval/config-change/unusual.ts'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { checkMargin } from './prove-product.ts'

/** A price offered to a supplier. It finances nothing before the supplier has accepted it, and ends those that wait for the same product. */
export const pricingKind: Kind<'PRICING'> = {
  permission: 'system.product.edit',
  page: '/system/pricing',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values: { supplierId, productId, margin, validUntil } }, today) {
    const supplier = await nameOf(tx, supplierId, 'SUPPLIER', 'supplierId')
    const product = await tx.selectFrom('financingProduct').selectAll().where('id', '=', productId).executeTakeFirst()
    if (product?.status !== 'ENABLE') throw faultyField('productId', 'PRODUCT_NOT_AVAILABLE')
    if (validUntil < today) throw faultyField('validUntil', 'DAY_TOO_EARLY', { earliest: today })
    await checkMargin(tx, product, margin, today)
    const before = await tx
      .selectFrom('pricingOffer')
      .select(['no', 'margin', 'validUntil', 'status'])
      .where('supplierId', '=', supplierId)
      .where('productId', '=', productId)
      .where('status', '=', 'ACCEPTED')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    const former = before?.margin ?? product.margin
    return {
      before: before ?? null,
      title: `${supplier} · ${product.code}: ${margin} % · ${validUntil}`,
      concerns: [supplierId, product.funderId],
      warnings: farFromFormer(isFarFrom(former, margin)),
    }
  },
  async apply(context, { values }) {
    const { tx, today } = context
    await endWaiting(context, values)
    const id = newId()
    const no = await nextNumber(tx, 'PR', today)
    await tx
      .insertInto('pricingOffer')
      .values({ id, no, status: 'OFFERED', ...values })
      .execute()
    await notify(tx, {
      event: 'PRICING_OFFERED',
      companyIds: [values.supplierId],
      params: { no },
      objectType: 'PRICING',
      objectId: id,
      link: '/org/info/ar',
    })
  },
}

/** Ends the offers of a product that its supplier has not answered: a new one takes the place of what may have been a mistake. */
async function endWaiting(
  context: UseCaseContext,
  { supplierId, productId }: { supplierId: string; productId: string },
): Promise<void> {
  const { tx } = context
  // Locked like an answer of the supplier locks them.
  const offers = await tx
    .selectFrom('pricingOffer')
    .select(['id', 'no', 'status'])
    .where('supplierId', '=', supplierId)
    .where('productId', '=', productId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id, no } of offers.filter(({ status }) => status === 'OFFERED')) {
    await tx.updateTable('pricingOffer').set({ status: 'EXPIRED', version: sql`version + 1` }).where('id', '=', id).execute()
    await audit(context, {
      event: 'PRICING_EXPIRED',
      objectType: 'PRICING',
      objectId: id,
      objectNo: no,
      before: 'OFFERED',
      after: 'EXPIRED',
    })
  }
}
