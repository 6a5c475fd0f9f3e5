import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { endedAt } from './ended-at.ts'
import type { RepaymentRow } from './repayment-row.ts'

/**
 * Locks what an order rested on, and refuses where another order or a pool holds some of it by now: its invoices and purchase orders,
 * the invoices raised from these, and those that left its pool since it ended. Conversions of the order hold in its place, and an
 * invoice that was financed before that end was no security of a loan on its purchase order.
 * The transaction sees every company.
 */
export async function retakeDocuments(tx: Tx, orderId: string): Promise<void> {
  const pool = sql`(select o.pool_id from finance_order o where o.id = ${orderId})`
  const ended = sql`coalesce(${endedAt(sql`${orderId}`)}, '-infinity')`
  const own = sql`(select i.purchase_order_id from finance_order_item i where i.order_id = ${orderId})`
  const { rows: orders } = await sql<{ id: string; docNo: string }>`
    select p.id, p.po_no as doc_no from purchase_order p where p.id in ${own} order by p.id for no key update`.execute(tx)
  const { rows: invoices } = await sql<{ id: string; docNo: string }>`
    select v.id, v.invoice_no as doc_no from invoice v
    where v.id in (select i.invoice_id from finance_order_item i where i.order_id = ${orderId})
      or v.purchase_order_id in ${own}
      or v.id in (select a.invoice_id from pool_asset a where a.pool_id = ${pool}
        and a.released_at >= ${ended})
    order by v.id for no key update`.execute(tx)
  const documents = [...orders, ...invoices]
  const { rows: taken } = await sql<{ id: string }>`
    select d.id from unnest(${documents.map(({ id }) => id)}::uuid[]) as d (id)
    where exists (select from finance_order_item x join finance_order o on o.id = x.order_id
        where d.id in (x.invoice_id, x.purchase_order_id) and x.active and o.id <> ${orderId}
          and o.arp_of_order_id is distinct from ${orderId}
          and (o.submitted_at >= ${ended} or d.id in (select coalesce(i.invoice_id, i.purchase_order_id)
            from finance_order_item i where i.order_id = ${orderId})))
      or exists (select from pool_asset a where a.invoice_id = d.id and a.released_at is null and a.pool_id is distinct from ${pool})`.execute(
    tx,
  )
  const first = documents.find(({ id }) => taken.some((one) => one.id === id))
  if (first) throw new Refused('INVOICE_LOCKED', { docNo: first.docNo })
}

/**
 * Refuses to ask for the reversal of a repayment that would take back what another order or a pool holds by now. One that came after
 * the order had ended, and bore nothing of it, takes nothing back.
 */
export async function refuseLetGo(tx: Tx, { orderId, amount, surplus, currency }: RepaymentRow): Promise<void> {
  if (!orderId || M.equals(amountOf(amount, currency), amountOf(surplus, currency))) return
  const order = await tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
  if (order.status === 'SETTLED') await retakeDocuments(tx, orderId)
}
