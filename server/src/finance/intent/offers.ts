import { pricingOfferMachine } from '@usance/domain/states/pricing-offer'
import type { intentCalls } from '@usance/wire/intent/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'

/** The prices offered to the own company, open ones first; row-level security keeps those of others away. */
export const ownOffers: Handler<typeof intentCalls.offers> = async ({ tx, actor, today }) => {
  const offers = await tx
    .selectFrom('pricingOffer as o')
    .innerJoin('company as s', 's.id', 'o.supplierId')
    .innerJoin('financingProduct as p', 'p.id', 'o.productId')
    .innerJoin('company as f', 'f.id', 'p.funderId')
    .select([
      'o.id',
      'o.no',
      's.name as supplierName',
      'p.name as productName',
      'p.nameCn as productNameCn',
      'f.name as funderName',
      'p.type',
      'p.rateType',
      'p.baseRateType',
      'o.margin',
      'o.validUntil',
      'o.status',
      'o.supplierId',
    ])
    .orderBy(sql`o.status = 'OFFERED'`, 'desc')
    .orderBy('o.createdAt', 'desc')
    .limit(200)
    .execute()
  return offers.map(({ supplierId, ...offer }) => {
    const open = offer.status === 'OFFERED' && offer.validUntil >= today
    return {
      ...offer,
      status: offer.status === 'OFFERED' && !open ? 'EXPIRED' : offer.status,
      mayDecide: open && supplierId === actor.companyId && actor.permissions.has('org.info.ar'),
    }
  })
}

/**
 * An offer to the own company, with all offers of its product locked: of two that are accepted at the same moment the later one ends the
 * other.
 */
async function lockOffer(tx: Tx, id: string, supplierId: string) {
  const offers = await tx
    .selectFrom('pricingOffer')
    .select(['id', 'no', 'supplierId', 'productId', 'status', 'validUntil'])
    .where('supplierId', '=', supplierId)
    .where('productId', 'in', (eb) => eb.selectFrom('pricingOffer as named').select('named.productId').where('named.id', '=', id))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const offer = offers.find((one) => one.id === id)
  if (!offer) throw new Refused('NOT_FOUND')
  return offer
}

/** Both decisions are final: an accepted price takes the place of the earlier one of the same product. */
const decide =
  (event: 'accept' | 'reject'): Handler<typeof intentCalls.accept> =>
  async (request) => {
    const { tx, actor, body, today } = request
    const offer = await lockOffer(tx, body.id, actor.companyId)
    const status = accepted(pricingOfferMachine.next(offer.status, event))
    if (offer.validUntil < today) throw new Refused('PRICING_EXPIRED')
    await elevate(tx)
    if (status === 'ACCEPTED')
      await tx
        .updateTable('pricingOffer')
        .set({ status: 'EXPIRED', version: sql`version + 1` })
        .where('supplierId', '=', offer.supplierId)
        .where('productId', '=', offer.productId)
        .where('status', '=', 'ACCEPTED')
        .execute()
    await tx.updateTable('pricingOffer').set({ status, version: sql`version + 1` }).where('id', '=', offer.id).execute()
    await audit(request, {
      event: `PRICING_${status}`,
      objectType: 'PRICING',
      objectId: offer.id,
      objectNo: offer.no,
      before: offer.status,
      after: status,
    })
    return { status }
  }
export const acceptOffer = decide('accept')
export const rejectOffer = decide('reject')
