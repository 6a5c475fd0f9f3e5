import { sql } from 'kysely'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { anyOf, type Tx, together } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/** The items of an order, by their documents, as they are to be locked. */
export const itemsToLock = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(['i.id', 'i.invoiceId', 'i.purchaseOrderId', 'i.docNo', 'i.funderId', 'o.arpOfOrderId'])
    .where('i.orderId', '=', orderId)
    .orderBy('i.invoiceId')
    .orderBy('i.purchaseOrderId')
    .execute()

/**
 * Locks documents before they are priced for submission, in the order in which `lockDocuments` takes them: what somebody reports or
 * deducts at the same moment is either in the price or finds the document taken. Ids of both kinds may be named, of one supplier or
 * of any; the caller's own documents are looked for afterwards. The transaction must see every company.
 */
export async function holdForPricing(tx: Tx, supplierId: string | null, ids: readonly string[]): Promise<void> {
  const hold = (table: 'invoice' | 'purchaseOrder') =>
    tx
      .selectFrom(table)
      .select('id')
      .where('id', '=', anyOf(ids))
      .$if(supplierId !== null, (query) => query.where('supplierId', '=', supplierId))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  await together(hold('invoice'), hold('purchaseOrder'))
}

/**
 * Takes the documents of an order for it alone. The partial unique index decides who was first, across companies and
 * servers; whoever comes second is told that the receivable is taken. The transaction must see every company. All is asked
 * at once and done one after the other: each document's row first, in one order for everybody, so that two orders over the
 * same documents never wait for each other in a ring.
 */
export async function lockDocuments(tx: Tx, items: Awaited<ReturnType<typeof itemsToLock>>): Promise<void> {
  await together(...items.map((item) => together(take(tx, item), activate(tx, item))))
}

type ItemToLock = Awaited<ReturnType<typeof itemsToLock>>[number]

async function take(tx: Tx, { invoiceId, purchaseOrderId, funderId, docNo, arpOfOrderId }: ItemToLock): Promise<void> {
  const taken = invoiceId
    ? await tx
        .updateTable('invoice')
        .set({ financeStatus: 'LOCKED', funderId, updatedAt: sql`app_now()` })
        .where('id', '=', invoiceId)
        .where('docStatus', '=', 'CONFIRMED')
        .where('financeStatus', '=', 'UNFINANCED')
        .returning('purchaseOrderId')
        .executeTakeFirst()
    : purchaseOrderId
      ? await tx
          .updateTable('purchaseOrder')
          .set({ funderId, updatedAt: sql`app_now()` })
          .where('id', '=', purchaseOrderId)
          .where('docStatus', '=', 'CONFIRMED')
          .where('financeStatus', 'is', null)
          .returning(sql<null>`null`.as('purchaseOrderId'))
          .executeTakeFirst()
      : { purchaseOrderId: null }
  if (!taken) throw new Refused('INVOICE_LOCKED', { docNo })
  if (taken.purchaseOrderId && !arpOfOrderId) await refuseFinanced(tx, taken.purchaseOrderId, docNo)
}

/**
 * Refuses an invoice whose purchase order carries a loan by now, one that was opened again or applied for since the price was made
 * among them.
 */
export async function refuseFinanced(tx: Tx, purchaseOrderId: string, docNo: string): Promise<void> {
  // Financing the order and opening its loan again lock this row: their outcome is read once the lock is held.
  await tx.selectFrom('purchaseOrder').select('id').where('id', '=', purchaseOrderId).forShare().execute()
  const { rows } = await sql<{ carries: boolean }>`select ${carriesLoan(sql`${purchaseOrderId}::uuid`)} as carries`.execute(tx)
  if (rows[0]!.carries) throw new Refused('INVOICE_LOCKED', { docNo })
}

async function activate(tx: Tx, { id, docNo }: ItemToLock): Promise<void> {
  try {
    await tx.updateTable('financeOrderItem').set({ active: true }).where('id', '=', id).execute()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Refused('INVOICE_LOCKED', { docNo })
    throw error
  }
}

/** Frees the documents of an order that ended without money: others may finance them again. Answers how many. */
export async function unlockDocuments(tx: Tx, orderId: string): Promise<number> {
  const items = await tx
    .updateTable('financeOrderItem')
    .set({ active: false })
    .where('orderId', '=', orderId)
    .where('active', '=', true)
    .returning(['invoiceId', 'purchaseOrderId'])
    .execute()
  const invoices = items.flatMap((item) => item.invoiceId ?? [])
  const orders = items.flatMap((item) => item.purchaseOrderId ?? [])
  if (invoices.length > 0)
    await tx
      .updateTable('invoice')
      .set({ financeStatus: 'UNFINANCED', funderId: null, updatedAt: sql`app_now()` })
      .where('id', 'in', invoices)
      .where('financeStatus', '=', 'LOCKED')
      .execute()
  if (orders.length > 0)
    await tx
      .updateTable('purchaseOrder')
      .set({ funderId: null, updatedAt: sql`app_now()` })
      .where('id', 'in', orders)
      .where('financeStatus', 'is', null)
      .execute()
  return items.length
}

/**
 * Takes the documents of an order that has ended once more, since its money is out after all; not those that another order or a pool has
 * taken since. Answers how many. The transaction must see every company.
 */
export async function lockDocumentsAgain(tx: Tx, orderId: string): Promise<number> {
  const items = await itemsToLock(tx, orderId)
  const invoices = items.flatMap((item) => item.invoiceId ?? [])
  const orders = items.flatMap((item) => item.purchaseOrderId ?? [])
  await holdForPricing(tx, null, [...invoices, ...orders])
  const free = await tx
    .selectFrom('financeOrderItem as i')
    .leftJoin('invoice as v', 'v.id', 'i.invoiceId')
    .leftJoin('purchaseOrder as p', 'p.id', 'i.purchaseOrderId')
    .select(['i.id', 'i.invoiceId', 'i.purchaseOrderId', 'i.funderId'])
    .where('i.orderId', '=', orderId)
    .where('i.active', '=', false)
    .where(sql<boolean>`coalesce(v.doc_status, p.doc_status, 'CONFIRMED') in ('CONFIRMED', 'DISPUTED')
      and (i.invoice_id is null or v.finance_status = 'UNFINANCED')
      and (i.purchase_order_id is null or p.finance_status is null)
      and not exists (select from finance_order_item x where x.active and (x.invoice_id = i.invoice_id or x.purchase_order_id = i.purchase_order_id))`)
    .execute()
  for (const { id, invoiceId, purchaseOrderId, funderId } of free) {
    await tx.updateTable('financeOrderItem').set({ active: true }).where('id', '=', id).execute()
    const updatedAt = sql<string>`app_now()`
    if (invoiceId)
      await tx.updateTable('invoice').set({ financeStatus: 'LOCKED', funderId, updatedAt }).where('id', '=', invoiceId).execute()
    if (purchaseOrderId)
      await tx.updateTable('purchaseOrder').set({ funderId, updatedAt }).where('id', '=', purchaseOrderId).execute()
  }
  return free.length
}
