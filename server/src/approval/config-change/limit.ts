import { parseAmount } from '@usance/domain/money'
import { newId } from '../../database/id.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import type { Kind, ValuesOf } from './kind.ts'
import { nameOf } from './party.ts'

const limitParties = {
  SUPPLIER_FACILITY: ['supplierId', 'funderId'],
  BUYER: ['buyerId', 'funderId'],
  RELATIONSHIP: ['supplierId', 'buyerId', 'funderId'],
  FUNDER: ['funderId'],
} as const

const roleOf = { supplierId: 'SUPPLIER', buyerId: 'BUYER', funderId: 'FUNDER' } as const

type Values = ValuesOf<'LIMIT'>

/** The parties that a limit of its kind keeps. */
function partiesOf(values: Values) {
  const named: readonly string[] = limitParties[values.type]
  return {
    supplierId: named.includes('supplierId') ? values.supplierId || null : null,
    buyerId: named.includes('buyerId') ? values.buyerId || null : null,
    funderId: values.funderId || null,
  }
}

type Kept = { type: string; currency: string; supplierId: string | null; buyerId: string | null; funderId: string | null }

/** Refuses a change of kind, party or currency (LIMIT_KEEPS_PARTIES): it would end the limit without asking the party that decides on it. */
function refuseAnother(before: Kept, values: Values): void {
  const after: Kept = { type: values.type, ...partiesOf(values), currency: values.currency }
  for (const field of ['type', 'supplierId', 'buyerId', 'funderId', 'currency'] as const)
    if (after[field] !== before[field]) throw faultyField(field, 'LIMIT_KEEPS_PARTIES')
}

/** Facilities and limits. The kind, the parties and the currency of one never change; its amount and its days do, and its end. */
export const limitKind: Kind<'LIMIT'> = {
  permission: 'system.limit.edit',
  page: '/system/limit',
  businessType: ({ type }) => (type === 'BUYER' ? 'BUYER_LIMIT' : 'LIMIT'),
  async prepare(tx, { values, targetId, version }) {
    if (values.expiryDate < values.effectiveDate) throw faultyField('expiryDate', 'VALUE_DATE')
    // A figure its currency cannot hold would stop every sum over the limits.
    const amount = parseAmount(values.amount, values.currency)
    if (!amount.ok) throw faultyAmount('amount', amount.refusal, values.currency)
    const names: string[] = []
    for (const party of limitParties[values.type]) names.push(await nameOf(tx, values[party] || null, roleOf[party], party))
    const before = targetId
      ? await tx.selectFrom('creditLimit').selectAll().where('id', '=', targetId).executeTakeFirst()
      : undefined
    if (targetId && !before) throw new Refused('NOT_FOUND')
    if (before && before.version !== version) throw new Refused('STALE_VERSION')
    if (before) refuseAnother(before, values)
    const { createdAt: _, updatedAt: __, productId: ___, ...standing } = before ?? {}
    return {
      before: before ? standing : null,
      title: `${names.join(' · ')}: ${values.amount} ${values.currency}`,
      concerns: [values, before].flatMap((one) => [one?.supplierId, one?.buyerId, one?.funderId]),
    }
  },
  async apply({ tx, now }, { values, targetId, version }) {
    const row = { ...values, ...partiesOf(values) }
    if (!targetId) {
      await tx
        .insertInto('creditLimit')
        .values({ id: newId(), ...row })
        .execute()
      return
    }
    const before = await tx.selectFrom('creditLimit').selectAll().where('id', '=', targetId).executeTakeFirst()
    if (before) refuseAnother(before, values)
    const changed = await tx
      .updateTable('creditLimit')
      .set({ ...row, version: version! + 1, updatedAt: now.toISOString() })
      .where('id', '=', targetId)
      .where('version', '=', version!)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
  },
}
