import { isCurrency } from '@usance/domain/currencies'
import * as M from '@usance/domain/money'
import { withoutZeros } from '@usance/domain/rational'
import type { Intent, intentCalls } from '@usance/wire/intent/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler } from '../../http/context.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { answersTo } from '../../platform/dynamic-form/answers.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('financingIntent as i')
    .innerJoin('company as c', 'c.id', 'i.companyId')
    .select([
      'i.id',
      'i.no',
      'c.name as companyName',
      'i.type',
      'i.buyerName',
      'i.currency',
      'i.yearlyAmount',
      'i.tenorDays',
      'i.remark',
      'i.answers',
      'i.version',
      'i.createdAt',
    ])
    // The table's check admits these types alone.
    .$narrowType<{ type: Intent['type'] }>()

export const ownIntents: Handler<typeof intentCalls.intents> = async ({ tx, body: { pageNum, pageSize } }) => {
  const list = await rows(tx)
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await tx
    .selectFrom('financingIntent')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { list: list.map(inItsScale), total: Number(total) }
}

export const oneIntent: Handler<typeof intentCalls.intent> = async ({ tx, body }) => {
  const found = await rows(tx).where('i.id', '=', body.id).executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  return inItsScale(found)
}

/**
 * The yearly amount with the decimals of its currency, the format of the form. One that was kept before amounts were checked may have more
 * decimals, or a currency that is none: it is shown as it stands.
 */
function inItsScale<Row extends { yearlyAmount: string; currency: string }>(row: Row): Row {
  const parsed = isCurrency(row.currency) ? M.parseAmount(withoutZeros(row.yearlyAmount), row.currency) : undefined
  return { ...row, yearlyAmount: parsed?.ok ? M.toDecimal(parsed.value) : withoutZeros(row.yearlyAmount) }
}

/** The yearly amount in the decimals of its currency; what is no amount of it, or none at all, is refused beside its field. */
function amountWished({ yearlyAmount, currency }: { yearlyAmount: string; currency: string }): string {
  const parsed = M.parseAmount(yearlyAmount, currency)
  if (!parsed.ok) throw faultyAmount('yearlyAmount', parsed.refusal, currency)
  if (!M.isPositive(parsed.value)) throw faultyField('yearlyAmount', 'AMOUNT_NOT_POSITIVE')
  return M.toDecimal(parsed.value)
}

export const addIntent: Handler<typeof intentCalls.addIntent> = async (request) => {
  const { tx, actor, today, body } = request
  const { companyCode, idempotencyKey: _, remark = null, answers: given, ...wish } = body
  const yearlyAmount = amountWished(wish)
  const answers = await answersTo(request, 'FINANCING_INTENT', given)
  const company = await tx
    .selectFrom('company')
    .select('id')
    .where('isPlatform', '=', false)
    .$if(actor.staff, (query) => query.where('code', '=', companyCode ?? ''))
    .$if(!actor.staff, (query) => query.where('id', '=', actor.companyId))
    .executeTakeFirst()
  if (!company) throw faultyField('companyCode', 'PARTY_UNKNOWN')
  const intent = { id: newId(), no: await nextNumber(tx, 'INT', today) }
  await tx
    .insertInto('financingIntent')
    .values({
      ...intent,
      ...wish,
      yearlyAmount,
      remark,
      answers: JSON.stringify(answers),
      companyId: company.id,
      createdBy: actor.userId,
    })
    .execute()
  await audit(request, {
    event: 'INTENT_ADDED',
    objectType: 'INTENT',
    objectId: intent.id,
    objectNo: intent.no,
    after: { ...wish, answers },
  })
  return intent
}

export const editIntent: Handler<typeof intentCalls.editIntent> = async (request) => {
  const { tx, body } = request
  const { id, version, idempotencyKey: _, remark = null, answers: given, ...wish } = body
  const before = await rows(tx).where('i.id', '=', id).executeTakeFirst()
  if (!before) throw new Refused('NOT_FOUND')
  const yearlyAmount = amountWished(wish)
  const answers = await answersTo(request, 'FINANCING_INTENT', given)
  const saved = await tx
    .updateTable('financingIntent')
    .set({ ...wish, yearlyAmount, remark, answers: JSON.stringify(answers), version: version + 1, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refused('STALE_VERSION')
  await audit(request, {
    event: 'INTENT_CHANGED',
    objectType: 'INTENT',
    objectId: id,
    objectNo: before.no,
    before,
    after: { ...wish, answers },
  })
  return { id, version: version + 1 }
}
