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
export async function withBankOf(tx: Tx, orderId: string): Promise<WithBank[]> {
  mustSeeAll(tx)
  const { rows } = await sql<WithBank & { poolId: string | null }>`
    select w.file_no as "fileNo", w.order_id as "orderId", w.order_no as "orderNo", w.pool_id as "poolId", w.doc_no as "docNo", w.currency
    from financed_with_bank(${orderId}) w order by w.file_no, w.order_no`.execute(tx)
  const found: WithBank[] = []
  for (const { poolId, ...one } of rows) if (poolId === null || (await isUncovered(tx, poolId))) found.push(one)
  return found
}

async function isUncovered(tx: Tx, poolId: string): Promise<boolean> {
  const { businessDate } = await tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow()
  const pool = await loadPools(tx).where('p.id', '=', poolId).executeTakeFirst()
  return pool !== undefined && M.isPositive(uncoveredNow(await poolState(tx, pool, businessDate)))
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
