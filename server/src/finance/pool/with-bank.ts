import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { bankHasOf, isToldToBank } from '../../books/servicing/bank-has.ts'
import { anyOf, mustSeeAll, type Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { loadPools, poolState, uncoveredNow } from './figures.ts'

/** Another order that took a document of an order before and has ended since, and the file by which the bank has its funding. */
type WithBank = { fileNo: string; orderId: string; orderNo: string; docNo: string; currency: string }

/**
 * What the bank may have financed already of the documents of an order, or of the pool of a drawing (decision 255). What was withdrawn from a
 * pool counts while the pool does not cover its drawings without it. The transaction sees every company.
 */
export const withBankOf = async (tx: Tx, orderId: string): Promise<WithBank[]> =>
  (await withBankOfEach(tx, [orderId])).get(orderId) ?? []

/** The same of several orders, by the order; one of which the bank has nothing is not in it. Each pool is measured once. */
export async function withBankOfEach(tx: Tx, orderIds: readonly string[]): Promise<Map<string, WithBank[]>> {
  mustSeeAll(tx)
  const found = new Map<string, WithBank[]>()
  if (orderIds.length === 0) return found
  const { rows } = await sql<WithBank & { askedId: string; poolId: string | null }>`
    select a.id as "askedId", w.file_no as "fileNo", w.order_id as "orderId", w.order_no as "orderNo", w.pool_id as "poolId",
      w.doc_no as "docNo", w.currency
    from (select distinct unnest(${[...orderIds]}::uuid[]) as id) a cross join lateral financed_with_bank(a.id) w
    order by a.id, w.file_no, w.order_no`.execute(tx)
  const uncovered = await uncoveredAmong(
    tx,
    rows.flatMap(({ poolId }) => poolId ?? []),
  )
  for (const { askedId, poolId, ...one } of rows)
    if (poolId === null || uncovered.has(poolId)) found.set(askedId, [...(found.get(askedId) ?? []), one])
  return found
}

async function uncoveredAmong(tx: Tx, poolIds: readonly string[]): Promise<Set<string>> {
  const uncovered = new Set<string>()
  if (poolIds.length === 0) return uncovered
  const { businessDate } = await tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow()
  for (const pool of await loadPools(tx).where('p.id', '=', anyOf(poolIds)).execute())
    if (M.isPositive(uncoveredNow(await poolState(tx, pool, businessDate)))) uncovered.add(pool.id)
  return uncovered
}

/** What a refusal names of it: the order's own document alone, since a funder reads it too and the other order may be another funder's. */
export const namedOf = ({ docNo }: WithBank) => ({ docNo })

/**
 * Throws DOCUMENT_WITH_BANK where the bank may have financed a document of an order for another one. The documents are held, so that no
 * report is read meanwhile that says so of them. The transaction sees every company.
 */
export async function refuseFinancedWithBank(tx: Tx, orderId: string): Promise<void> {
  await holdDocuments(tx, orderId)
  const [found] = await withBankOf(tx, orderId)
  if (found) throw new Refused('DOCUMENT_WITH_BANK', namedOf(found))
}

/** Keeps what an order is financed on as it is to the end of the transaction: a report on another order that took it waits. */
export async function holdDocuments(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ invoiceId: string | null; purchaseOrderId: string | null }>`
    select d.invoice_id as "invoiceId", d.purchase_order_id as "purchaseOrderId" from documents_of(${orderId}, app_now()) d`.execute(
    tx,
  )
  for (const [table, ids] of [
    ['invoice', rows.flatMap(({ invoiceId }) => invoiceId ?? [])],
    ['purchaseOrder', rows.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? [])],
  ] as const)
    await tx.selectFrom(table).select('id').where('id', '=', anyOf(ids)).orderBy('id').forShare().execute()
}

/**
 * The orders on the documents of one that has ended and that the bank has funded after all; `isOut` where money of one of them is out
 * as well, or on its way, and `barredIds` are those that it bars. The transaction sees every company.
 */
export async function financedBeside(
  tx: Tx,
  orderId: string,
): Promise<{ orderNos: string[]; isOut: boolean; barredIds: string[] }> {
  mustSeeAll(tx)
  const { rows } = await sql<{ id: string; orderNo: string; isOut: boolean; isTold: boolean }>`
    select o.id, o.order_no as "orderNo", exists (select from payment p where p.order_id = o.id and p.type = 'FUNDING'
      and (p.status in ('INSTRUCTED', 'PAID') or ${bankHasOf('p.id')} is not null)) as "isOut",
      exists (select from payment p where p.order_id = o.id and p.type = 'FUNDING' and (p.status = 'PAID' or ${isToldToBank('p.id')})) as "isTold"
    from finance_order o where o.id in (select b.order_id from financings_beside(${orderId}) b) order by o.order_no`.execute(tx)
  const beside: typeof rows = []
  for (const row of rows) if ((await withBankOf(tx, row.id)).some((one) => one.orderId === orderId)) beside.push(row)
  return {
    orderNos: beside.map(({ orderNo }) => orderNo),
    isOut: beside.some(({ isOut }) => isOut),
    barredIds: beside.filter(({ isTold }) => !isTold).map(({ id }) => id),
  }
}
