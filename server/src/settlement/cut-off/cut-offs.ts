import type { cutOffCalls } from '@usance/wire/cut-off/calls'
import { sql } from 'kysely'
import { staffName } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { isZone } from '../../books/servicing/payment-timing.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { maskedAccount } from '../../party/bank-account/account-number.ts'

/** The cut-offs of currencies, and those of accounts the caller may see. */
export const listCutOffs: Handler<typeof cutOffCalls.list> = async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('paymentCutOff as c')
    .leftJoin('bankAccount as a', 'a.id', 'c.bankAccountId')
    .select([
      'c.id',
      'c.currency',
      'c.bankAccountId',
      'c.cutOffTime',
      'c.zone',
      'c.updatedAt',
      staffName(actor, sql.ref('c.updated_by'), sql.ref('c.updated_at')).as('updatedBy'),
      'a.bankName',
      'a.bankAccount',
    ])
    .where((eb) => eb.or([eb('c.bankAccountId', 'is', null), eb('a.id', 'is not', null)]))
    .orderBy('c.currency')
    .orderBy('c.bankAccountId', (order) => order.asc().nullsFirst())
    .execute()
  return {
    cutOffs: rows.map((row) => ({
      id: row.id,
      currency: row.currency,
      bankAccountId: row.bankAccountId,
      account: row.bankAccountId ? `${row.bankName} ${maskedAccount(row.bankAccount ?? '')}` : null,
      time: row.cutOffTime,
      zone: row.zone,
      updatedAt: row.updatedAt,
      updatedBy: row.updatedBy,
    })),
  }
}

/** Sets one cut-off; one of the same currency and account is replaced. */
export const saveCutOff: Handler<typeof cutOffCalls.save> = async (request) => {
  const { tx, actor, now, body } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  if (!isZone(body.zone)) throw faultyField('zone', 'BAD_REQUEST')
  await elevate(tx)
  const bankAccountId = body.bankAccountId ?? null
  if (bankAccountId !== null) {
    const account = await tx.selectFrom('bankAccount').select('currency').where('id', '=', bankAccountId).executeTakeFirst()
    if (!account) throw new Refused('NOT_FOUND')
    if (!account.currency.split(',').includes(body.currency)) throw faultyField('bankAccountId', 'CURRENCY_MISMATCH')
  }
  const before = await tx
    .selectFrom('paymentCutOff')
    .select(['id', 'cutOffTime', 'zone'])
    .where('currency', '=', body.currency)
    .where('bankAccountId', bankAccountId === null ? 'is' : '=', bankAccountId)
    .forUpdate()
    .executeTakeFirst()
  const set = { cutOffTime: body.time, zone: body.zone, updatedBy: actor.userId, updatedAt: now.toISOString() }
  const saved = await tx
    .insertInto('paymentCutOff')
    .values({ id: newId(), currency: body.currency, bankAccountId, ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['currency', 'bankAccountId'])
        .doUpdateSet((eb) => ({ ...set, version: eb('paymentCutOff.version', '+', 1) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(request, {
    event: 'CUT_OFF_SAVED',
    objectType: 'CUT_OFF',
    objectId: saved.id,
    objectNo: body.currency,
    ...(before ? { before: { time: before.cutOffTime, zone: before.zone } } : {}),
    after: { time: body.time, zone: body.zone, bankAccountId },
  })
  return saved
}

/** Takes a cut-off away: payments then follow the one of the currency, or none. */
export const removeCutOff: Handler<typeof cutOffCalls.remove> = async (request) => {
  const { tx, actor, body } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  await elevate(tx)
  const gone = await tx.deleteFrom('paymentCutOff').where('id', '=', body.id).returningAll().executeTakeFirst()
  if (!gone) throw new Refused('NOT_FOUND')
  await audit(request, {
    event: 'CUT_OFF_REMOVED',
    objectType: 'CUT_OFF',
    objectId: gone.id,
    objectNo: gone.currency,
    before: { time: gone.cutOffTime, zone: gone.zone, bankAccountId: gone.bankAccountId },
  })
  return { id: gone.id }
}
