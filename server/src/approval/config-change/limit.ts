import { parseAmount } from '@usance/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
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

/** Tells a limit to those who may read it, its supplier and its funder: never to the buyer that it is on (decision 159). */
async function tellOwners(tx: Tx, id: string, values: LimitValues): Promise<void> {
  const { supplierId, buyerId, funderId } = partiesOf(values)
  const ids = [supplierId, buyerId, funderId].flatMap((one) => one ?? [])
  const companies = await tx.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  const { amount, currency, effectiveDate, expiryDate } = values
  const told = {
    companyIds: [supplierId, funderId],
    objectType: 'LIMIT',
    objectId: id,
  }
  const parties = ids.map((one) => companies.find((company) => company.id === one)?.name ?? '').join(' · ')
  if (values.status === 'ENABLE')
    await notify(tx, {
      event: 'LIMIT_CHANGED',
      params: { parties, amount, currency, fromDate: effectiveDate, toDate: expiryDate },
      ...told,
    })
  else await notify(tx, { event: 'LIMIT_ENDED', params: { parties, amount, currency }, ...told })
}

/** Facilities and limits. The kind, the parties and the currency of one never change; its amount and its days do, and its end. */
export const limitKind: Kind<'LIMIT'> = {
  permission: 'system.limit.edit',
  page: '/system/limit',
  businessType: ({ type }) => (type === 'BUYER' ? 'BUYER_LIMIT' : 'LIMIT'),
  async prepare(tx, { values, targetId, version }) {
    if (values.expiryDate < values.effectiveDate)
      throw faultyField('expiryDate', 'DAY_TOO_EARLY', { earliest: values.effectiveDate })
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
  async apply(context, { values, targetId, version }) {
    const { tx, now } = context
    const row = { ...values, ...partiesOf(values) }
    await aloneIn(tx, 'LIMIT')
    await refuseTwice(tx, values, targetId)
    if (!targetId) {
      const id = newId()
      await tx
        .insertInto('creditLimit')
        .values({ id, ...row })
        .execute()
      await tellOwners(tx, id, values)
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
    await tellOwners(tx, targetId, values)
  },
}
