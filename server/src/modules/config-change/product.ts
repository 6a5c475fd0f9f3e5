import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import type { Proposal } from './kinds.ts'

type Product = Proposal<'PRODUCT'>

const feesOf = (tx: Tx, productId: string) =>
  tx
    .selectFrom('feeRule')
    .select(['code', 'basis', 'currency', 'value', 'minAmount', 'maxAmount', 'taxPct', 'payer', 'beneficiary', 'timing'])
    .where('productId', '=', productId)
    .orderBy('code')
    .execute()

/** A product as it is on offer with its fee rules, for the change that is put forward. */
export async function productBefore(tx: Tx, { values, targetId, version }: Product) {
  if (values.maxTenor < values.minTenor) throw faultyField('maxTenor', 'VALUE_DATE')
  const once = new Set(values.fees.map((fee) => `${fee.code}|${fee.currency ?? ''}`))
  if (once.size !== values.fees.length) throw faultyField('fees', 'ALREADY_EXISTS')
  const id = targetId ?? values.copyOf
  if (!id) throw faultyField('copyOf', 'NOT_FOUND')
  const found = await tx.selectFrom('financingProduct').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  const title = `${values.code} ${values.name}`
  if (targetId) {
    if (found.version !== version || found.code !== values.code) throw new Refused('STALE_VERSION')
    return { before: { ...found, fees: await feesOf(tx, id) }, title }
  }
  const taken = await tx.selectFrom('financingProduct').select('id').where('code', '=', values.code).executeTakeFirst()
  if (taken) throw faultyField('code', 'ALREADY_EXISTS')
  return { before: null, title }
}

/** Puts a passed product change in force: new orders are priced by it, running ones keep the terms they were funded at. */
export async function applyProduct({ tx, now }: UseCaseContext, { values, targetId, version }: Product): Promise<void> {
  const { copyOf, fees, ...terms } = values
  let id = targetId
  if (id) {
    const changed = await tx
      .updateTable('financingProduct')
      .set({ ...terms, version: version! + 1, updatedAt: now.toISOString() })
      .where('id', '=', id)
      .where('version', '=', version!)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
    await tx.deleteFrom('feeRule').where('productId', '=', id).execute()
  } else {
    const model = await tx.selectFrom('financingProduct').selectAll().where('id', '=', copyOf!).executeTakeFirstOrThrow()
    id = newId()
    const { createdAt: _created, updatedAt: _updated, version: _version, ...kept } = model
    const added = await tx
      .insertInto('financingProduct')
      .values({ ...kept, ...terms, id })
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
