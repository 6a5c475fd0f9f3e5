import * as M from '@usance/domain/money'
import { requiredText } from '@usance/wire/fields'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { type Notice, notifyAll } from '../../notify/notify.ts'
import { staffOfRole } from '../../notify/staff-of-role.ts'
import { Deposit } from './provider-told.ts'

const Reversal = Deposit.pick({ virtualAccount: true, amount: true, currency: true }).extend({ depositId: requiredText(100) })

/** The deposit that a report names; undefined where it names none that can be read. */
export const depositOf = (data: unknown): string | undefined => Reversal.safeParse(data).data?.depositId

/**
 * The provider reports that a deposit went back. From then on its receipt can be used for nothing, until a person records that the
 * bank took it back or that the report is wrong. Settlement is told, and of each posted repayment that rests on the receipt.
 */
export async function reportBack(context: UseCaseContext, data: unknown) {
  const { tx } = context
  const reversal = Reversal.safeParse(data)
  if (!reversal.success) return { status: 'REFUSED', reason: 'BAD_REQUEST' } as const
  const { depositId, virtualAccount, amount, currency } = reversal.data
  const receipt = await tx
    .selectFrom('collection')
    .selectAll()
    .where('id', 'in', (query) => query.selectFrom('providerEvent').select('collectionId').where('eventId', '=', depositId))
    .forUpdate()
    .executeTakeFirst()
  if (!receipt) return { status: 'REFUSED', reason: 'DEPOSIT_UNKNOWN' } as const
  const reported = M.parseAmount(amount, receipt.currency)
  const isSame =
    receipt.rawText === virtualAccount &&
    receipt.currency === currency &&
    reported.ok &&
    M.equals(reported.value, amountOf(receipt.amount, receipt.currency))
  if (!isSame) return { status: 'REFUSED', reason: 'DEPOSIT_DIFFERS' } as const
  await tx.updateTable('collection').set({ reversalReportedAt: sql`app_now()` }).where('id', '=', receipt.id).execute()
  await audit(context, {
    event: 'COLLECTION_REPORTED_BACK',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    after: { depositId, virtualAccount, amount: M.toDecimal(reported.value), currency },
  })
  const posted = await tx
    .selectFrom('repayment')
    .select(['id', 'no', 'amount', 'currency'])
    .where('collectionId', '=', receipt.id)
    .where('status', '=', 'POSTED')
    .orderBy('no')
    .execute()
  const userIds = await staffOfRole(tx, 'Settlement')
  const inCompany = await platformIdOf(tx)
  await notifyAll(tx, [
    {
      event: 'COLLECTION_REPORTED_BACK',
      userIds,
      inCompany,
      params: { no: receipt.no, amount: M.toDecimal(reported.value), currency, payer: receipt.payerName ?? '–' },
      objectType: 'COLLECTION',
      objectId: receipt.id,
      link: `/repayment/management?no=${receipt.no}`,
    } satisfies Notice<'COLLECTION_REPORTED_BACK'>,
    ...posted.map(
      (one) =>
        ({
          event: 'REPAYMENT_REPORTED_BACK',
          userIds,
          inCompany,
          params: {
            no: one.no,
            receipt: receipt.no,
            amount: M.toDecimal(amountOf(one.amount, one.currency)),
            currency: one.currency,
          },
          objectType: 'REPAYMENT',
          objectId: one.id,
          link: `/repayment/repaymentDetail?no=${one.no}&id=${one.id}`,
        }) satisfies Notice<'REPAYMENT_REPORTED_BACK'>,
    ),
  ])
  return { status: 'DONE', reason: null, collectionId: receipt.id } as const
}

/** Refuses the use of a receipt of which the provider reports that it went back. Throws RECEIPT_REPORTED_BACK. */
export async function refuseReportedBack(tx: Tx, collectionId: string | null): Promise<void> {
  if (!collectionId) return
  const receipt = await tx
    .selectFrom('collection')
    .select(['no', 'reversalReportedAt'])
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow()
  if (receipt.reversalReportedAt !== null) throw new Refused('RECEIPT_REPORTED_BACK', { no: receipt.no })
}

/** Of which of some receipts the provider reports that they went back. */
export async function reportedBackAmong(tx: Tx, collectionIds: readonly string[]): Promise<Set<string>> {
  if (collectionIds.length === 0) return new Set()
  const reported = await tx
    .selectFrom('collection')
    .select('id')
    .where('id', '=', anyOf(collectionIds))
    .where('reversalReportedAt', 'is not', null)
    .execute()
  return new Set(reported.map(({ id }) => id))
}

/**
 * Refuses the use of a locked receipt of which repayments and returns have taken more than there is: the bank has a return of it that was
 * cancelled (decision 254). Throws RECEIPT_WITH_BANK.
 */
export async function refuseGone(tx: Tx, collectionId: string | null): Promise<void> {
  if (!collectionId) return
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  if (M.isNegative(await leftOf(tx, receipt))) throw new Refused('RECEIPT_WITH_BANK', { no: receipt.no })
}

/** SQL: the number of a receipt that tops up a conversion and of which the provider reports that it went back; null where there is none. */
export const topUpReportedBack = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select min(c.no) from repayment t join collection c on c.id = t.collection_id
    where t.top_up_of = ${orderId} and t.status not in ('REVERSED', 'REFUSED') and c.reversal_reported_at is not null)`

/** Refuses to pay a conversion with a top-up that went back as the provider reports. Throws RECEIPT_REPORTED_BACK. */
export async function refuseToppedUpBack(tx: Tx, orderId: string): Promise<void> {
  const { no } = await tx.selectNoFrom(topUpReportedBack(sql`${orderId}::uuid`).as('no')).executeTakeFirstOrThrow()
  if (no) throw new Refused('RECEIPT_REPORTED_BACK', { no })
}

/**
 * Records that a deposit is there although the provider reported that it went back: the statement of the bank shows no debit. The
 * receipt can be used again; a later report bars it again.
 */
export const dismissReversal: Handler<typeof repaymentCalls.dismissReversal> = async (request) => {
  const { tx, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const receipt = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'status', 'reversalReportedAt'])
    .where('id', '=', seen.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (receipt.reversalReportedAt === null) throw new Refused('ILLEGAL_TRANSITION')
  await tx.updateTable('collection').set({ reversalReportedAt: null }).where('id', '=', receipt.id).execute()
  await audit(request, {
    event: 'COLLECTION_REVERSAL_DISMISSED',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    before: { reportedAt: receipt.reversalReportedAt },
    after: { reason: body.reason },
  })
  return { status: receipt.status }
}
