import { parseAmount } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import type { Kind } from './kind.ts'
import { besideThem, type LimitValues, limitParties, partiesOf } from './limit-parties.ts'
import { nameOf } from './party.ts'
import { aloneIn } from './stale.ts'

const roleOf = { supplierId: 'SUPPLIER', buyerId: 'BUYER', funderId: 'FUNDER' } as const

type Kept = { type: string; currency: string; supplierId: string | null; buyerId: string | null; funderId: string | null }

/** Refuses a change of kind, party or currency (LIMIT_KEEPS_PARTIES): it would end the limit without asking the party that decides on it. */
function refuseAnother(before: Kept, values: LimitValues): void {
  const after: Kept = { type: values.type, ...partiesOf(values), currency: values.currency }
  for (const field of ['type', 'supplierId', 'buyerId', 'funderId', 'currency'] as const)
    if (after[field] !== before[field]) throw faultyField(field, 'LIMIT_KEEPS_PARTIES')
}

/**
 * Refuses a limit beside another one of its kind, between the same parties and in the same currency, that is in force on one of its days
 * (LIMIT_TWICE): the smaller would take the place of the larger. The end of a limit is never refused.
 */
async function refuseTwice(tx: Tx, values: LimitValues, limitId: string | undefined): Promise<void> {
  if (values.status !== 'ENABLE') return
  const { rows } = await sql`select from credit_limit l
    where ${besideThem(values)} and l.currency = ${values.currency} and l.id is distinct from ${limitId ?? null}::uuid limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw faultyField('effectiveDate', 'LIMIT_TWICE')
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
    await refuseTwice(tx, values, targetId)
    const { createdAt: _, updatedAt: __, productId: ___, ...standing } = before ?? {}
    return {
      before: before ? standing : null,
      title: `${names.join(' · ')}: ${values.amount} ${values.currency}`,
      concerns: [values, before].flatMap((one) => [one?.supplierId, one?.buyerId, one?.funderId]),
    }
  },
  async apply({ tx, now }, { values, targetId, version }) {
    const row = { ...values, ...partiesOf(values) }
    await aloneIn(tx, 'LIMIT')
    await refuseTwice(tx, values, targetId)
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
