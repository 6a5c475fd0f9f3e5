import { type RawBuilder, sql } from 'kysely'
import { bankHas, bankHasOf } from '../../books/servicing/bank-has.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { endedUnpaid } from '../../books/servicing/used-by.ts'
import { mustSeeAll, type Tx } from '../../database/database.ts'
import { notify } from '../../notify/notify.ts'
import { lockDocumentsAgain, unlockDocuments } from './documents.ts'

type Cancelled = Pick<PaymentRow, 'id' | 'type' | 'orderId'>

/** Tells the supplier of an ended order that its documents are locked again, or free again. */
async function tellSupplier(tx: Tx, orderId: string, event: 'FINANCE_ORDER_HELD_BY_BANK' | 'FINANCE_ORDER_FREE_OF_BANK') {
  const { orderNo, supplierId } = await tx
    .selectFrom('financeOrder')
    .select(['orderNo', 'supplierId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    event,
    companyIds: [supplierId],
    params: { orderNo },
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    link: `/finance/finance-order/${orderId}/detail`,
  })
}

/**
 * The documents of an order that ended unpaid while the bank has its transfer: those that it holds, and the rest, which another order or a
 * pool may have taken and on which no other order is paid (decision 255). Null where the bank has none. The transaction sees every company.
 */
export async function heldAtBank(tx: Tx, orderId: string): Promise<{ locked: string[]; barred: string[] } | null> {
  mustSeeAll(tx)
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(['i.docNo', 'i.active'])
    .where('o.id', '=', orderId)
    .where(sql<boolean>`o.status in ${endedUnpaid}
      and exists (select from payment p where p.order_id = o.id and p.type = 'FUNDING' and ${bankHasOf('p.id')} is not null)`)
    .orderBy('i.docNo')
    .execute()
  if (items.length === 0) return null
  const named = (active: boolean) => items.filter((item) => item.active === active).map(({ docNo }) => docNo)
  return { locked: named(true), barred: named(false) }
}

/** The documents of a cancelled payment are taken while the bank has it: its money is out, or may go out. */
export async function takeAgain(tx: Tx, { id, type, orderId }: Cancelled): Promise<void> {
  if (type !== 'FUNDING' || !orderId || !(await bankHas(tx, id))) return
  if ((await lockDocumentsAgain(tx, orderId)) > 0) await tellSupplier(tx, orderId, 'FINANCE_ORDER_HELD_BY_BANK')
}

/** Frees what a cancelled payment held, once the bank has it no more. */
export async function freeAgain(tx: Tx, { id, type, orderId, status }: Cancelled & Pick<PaymentRow, 'status'>): Promise<void> {
  if (status !== 'CANCELLED' || type !== 'FUNDING' || !orderId || (await bankHas(tx, id))) return
  if ((await freeDocuments(tx, orderId)) > 0) await tellSupplier(tx, orderId, 'FINANCE_ORDER_FREE_OF_BANK')
}

/**
 * Frees the documents of an order that ended without money. Those that the bank has financed for another ended order are locked again for
 * that one, as on the report itself (decision 236). Answers how many it freed. The transaction sees every company.
 */
export const freeDocuments = (tx: Tx, orderId: string): Promise<number> =>
  lettingGo(
    tx,
    {
      of: sql`select x.order_id from finance_order_item x join finance_order_item own
        on own.invoice_id = x.invoice_id or own.purchase_order_id = x.purchase_order_id where own.order_id = ${orderId}`,
      besides: orderId,
    },
    () => unlockDocuments(tx, orderId),
  )

/** The same of an invoice that leaves its pool unpaid. */
export const freeOfPool = (tx: Tx, invoiceId: string, release: () => Promise<void>): Promise<number> =>
  lettingGo(tx, { of: sql`select order_id from finance_order_item where invoice_id = ${invoiceId}`, besides: null }, async () => {
    await release()
    return 1
  })

/**
 * Lets go of documents: `free` does so and answers how many it freed. What of them the bank has financed for an ended order is locked for
 * that one. The payment is locked before the documents, in the same order as when a bank report is imported.
 */
async function lettingGo(
  tx: Tx,
  { of, besides }: { of: RawBuilder<unknown>; besides: string | null },
  free: () => Promise<number>,
) {
  const cancelled = await tx
    .selectFrom('payment as p')
    .select(['p.id', 'p.type', 'p.orderId'])
    .where('p.type', '=', 'FUNDING')
    .where('p.status', '=', 'CANCELLED')
    .where(sql<boolean>`p.order_id is distinct from ${besides}::uuid and p.order_id in (${of})`)
    .orderBy('p.id')
    .forUpdate()
    .execute()
  const freed = await free()
  if (freed > 0) for (const payment of cancelled) await takeAgain(tx, payment)
  return freed
}
