import { releasedTooMuch } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { shortReserves } from '@usance/domain/servicing/released'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { post, reverseJournal } from '../ledger/post.ts'
import { loadFinancings } from './load-order.ts'
import { reservesOf, shortOf } from './reserves.ts'

/** The supplier's debt for reserve that was released too much, paid or not, in the order's currency. */
export async function shortSum(tx: Tx, orderId: string, currency: string): Promise<M.Money> {
  const { rows } = await sql<{ short: string | null }>`select ${shortOf(sql`${orderId}::uuid`)} as short`.execute(tx)
  return amountOf(rows[0]?.short ?? '0', currency)
}

/**
 * Charges the supplier with what was released through a day beyond the reserve that receipts through that day have filled
 * (decision 115). It is a cost of the order from that day on, which the supplier, later reserve or the tolerance ends.
 */
export async function chargeShortReserve({ tx, today, actor }: UseCaseContext, orderId: string, on: LocalDate): Promise<void> {
  const short = shortReserves(await reservesOf(tx, [orderId], on))
  if (short.length === 0) return
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  if (!financing) return
  for (const { itemId, amount } of short) {
    const before = await tx
      .selectFrom('journal')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('sourceType', '=', 'ORDER_ITEM')
      .where('sourceId', '=', itemId)
      .executeTakeFirstOrThrow()
    const key = { eventType: 'RESERVE_SHORT', sourceType: 'ORDER_ITEM', sourceId: itemId, seq: Number(before.n) }
    const journal = releasedTooMuch(key, { ...financing.deal, itemId }, amount)
    const invoiceId = financing.invoiceOf.get(itemId) ?? null
    await post(tx, journal, { valueDate: on, postedOn: today, orderId, invoiceId, by: actor.userId })
  }
}

/** Takes off what a supplier was charged for releases after a day, which are judged again behind a receipt of that day. */
export async function takeShortReserveOff(
  { tx, today, actor }: UseCaseContext,
  orderId: string,
  after: LocalDate,
): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select j.id from journal j where j.order_id = ${orderId} and j.event = 'RESERVE_SHORT'
    and j.reversal_of is null and j.value_date > ${after} and not exists (select from journal m where m.reversal_of = j.id)
    order by j.created_at desc, j.id desc`.execute(tx)
  for (const { id } of rows) await reverseJournal(tx, id, { postedOn: today, by: actor.userId })
}

/** The value dates after a day on which reserve of an order was paid out. */
export async function releaseDays(tx: Tx, orderId: string, after: LocalDate): Promise<LocalDate[]> {
  const rows = await tx
    .selectFrom('payment')
    .select('valueDate')
    .distinct()
    .where('orderId', '=', orderId)
    .where('type', '=', 'RELEASE')
    .where('status', '=', 'PAID')
    .where('valueDate', '>', after)
    .orderBy('valueDate')
    .execute()
  return rows.flatMap(({ valueDate }) => valueDate ?? [])
}

/** Tells supplier and funder that more of a reserve was released than the receipts have filled, by how much more than `before`. */
export async function tellShortReserve(context: UseCaseContext, orderId: string, before: M.Money): Promise<void> {
  const { tx } = context
  const more = M.subtract(await shortSum(tx, orderId, before.currency), before)
  if (!M.isPositive(more)) return
  const order = await tx
    .selectFrom('financeOrder')
    .select(['orderNo', 'supplierId', 'funderId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const params = { orderNo: order.orderNo, amount: M.toDecimal(more), currency: before.currency }
  await audit(context, {
    event: 'FINANCE_ORDER_RESERVE_SHORT',
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    objectNo: order.orderNo,
    after: { amount: params.amount, currency: params.currency },
  })
  await notify(tx, {
    event: 'FINANCE_ORDER_RESERVE_SHORT',
    companyIds: [order.supplierId, order.funderId],
    params,
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    link: `/finance/finance-order/${orderId}/detail`,
  })
}
