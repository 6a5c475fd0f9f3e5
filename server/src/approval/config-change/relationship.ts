import { newId } from '../../database/id.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { buyersWithoutConfirmation } from './buyers-without-confirmation.ts'
import type { Kind } from './kind.ts'
import { nameOf } from './party.ts'

/**
 * Who trades with whom. The pair never changes; its terms do, and it is stopped rather than removed. Only a buyer that wants none is
 * left without confirmation, and only a supplier that agrees has a buyer told what was kept from it.
 */
export const relationshipKind: Kind<'RELATIONSHIP'> = {
  permission: 'system.limit.edit',
  page: '/system/relationship',
  businessType: () => 'LIMIT',
  async prepare(tx, { values: { supplierId, buyerId, disclosed, confirmMode }, targetId, version }) {
    const supplier = await nameOf(tx, supplierId, 'SUPPLIER', 'supplierId')
    const buyer = await nameOf(tx, buyerId, 'BUYER', 'buyerId')
    if (supplierId === buyerId) throw faultyField('buyerId', 'PARTY_UNKNOWN')
    const before = await tx
      .selectFrom('relationship')
      .selectAll()
      .where('supplierId', '=', supplierId)
      .where('buyerId', '=', buyerId)
      .executeTakeFirst()
    if (before?.id !== targetId) throw targetId ? new Refused('NOT_FOUND') : faultyField('buyerId', 'ALREADY_EXISTS')
    if (before && before.version !== version) throw new Refused('STALE_VERSION')
    if (disclosed && confirmMode === 'NONE' && !(await buyersWithoutConfirmation(tx, [buyerId])).has(buyerId))
      throw faultyField('confirmMode', 'BUYER_CONFIRMS_ITSELF')
    return {
      before: before ?? null,
      title: `${supplier} · ${buyer}`,
      concerns: [supplierId, buyerId],
      asks: before?.disclosed === false && disclosed ? { businessType: 'DISCLOSURE', supplierId } : undefined,
    }
  },
  async apply({ tx }, { values, targetId, version }) {
    const { supplierId: _supplier, buyerId: _buyer, ...terms } = values
    const done = targetId
      ? await tx
          .updateTable('relationship')
          .set({ ...terms, version: version! + 1 })
          .where('id', '=', targetId)
          .where('version', '=', version!)
          .returning('id')
          .executeTakeFirst()
      : await tx
          .insertInto('relationship')
          .values({ id: newId(), ...values })
          .onConflict((conflict) => conflict.columns(['supplierId', 'buyerId']).doNothing())
          .returning('id')
          .executeTakeFirst()
    if (!done) throw new Refused('STALE_VERSION')
  },
}
