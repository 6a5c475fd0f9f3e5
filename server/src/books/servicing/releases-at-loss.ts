import * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { isDraftedRelease } from './payment-counts.ts'
import { movePayment } from './payment-row.ts'

/** SQL: whether the bank was told of a payment `p` by a file that holds it and that it has not refused, or has it by another one. */
const isTold = sql<boolean>`exists (select from payment_file_item i join payment_file f on f.id = i.file_id
  where i.payment_id = p.id and f.taken_at is not null
    and ((i.live and i.status <> 'REJECTED') or i.status in ('PENDING', 'ACCEPTED')))`

/** SQL: the number of a release of an order that is in approval, or passed and not sent; null where none is. */
export const releaseUnderWay = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select min(p.no) from payment p where p.order_id = ${orderId} and p.type = 'RELEASE'
    and p.status in ('IN_APPROVE', 'INSTRUCTED') and not ${isTold})`

/**
 * Refuses a write-off while a release of the order is in approval, or passed and not sent: it would be kept back after the loss, which
 * must bear its reserve. What the bank was told is paid whatever becomes of the order. The transaction sees every company. Throws
 * RELEASE_UNDER_WAY.
 */
export async function refuseReleaseUnderWay(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ no: string | null }>`select ${releaseUnderWay(sql`${orderId}::uuid`)} as no`.execute(tx)
  const no = rows[0]?.no
  if (no) throw new Refused('RELEASE_UNDER_WAY', { no })
}

/** Cancels the releases of a lost order that nobody has sent: their reserve bears the loss (decision 082). Payee and funder are told. */
export async function cancelDraftedReleases(context: UseCaseContext, order: { id: string; orderNo: string }): Promise<void> {
  const { tx } = context
  const drafts = await tx
    .selectFrom('payment as p')
    .selectAll('p')
    .where('p.orderId', '=', order.id)
    .where(isDraftedRelease)
    .orderBy('p.no')
    .forUpdate()
    .execute()
  for (const draft of drafts) {
    await movePayment(context, draft, 'cancel')
    const { no, currency } = draft
    await notify(tx, {
      event: 'PAYMENT_RELEASE_LOST',
      companyIds: [draft.payeeCompanyId, draft.funderId],
      params: { no, amount: M.toDecimal(amountOf(draft.amount, currency)), currency, orderNo: order.orderNo },
      objectType: 'PAYMENT',
      objectId: draft.id,
      link: `/payment/release-refund?no=${no}`,
    })
  }
}
