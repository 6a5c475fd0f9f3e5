import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'

type OrderBuyer = { orderId: string; id: string; code: string; name: string }

/** The buyers of orders that have several, by name. Orders of one buyer, and drawings on a pool, have none here. */
export async function buyersOfOrders(tx: Tx, orderIds: readonly string[]): Promise<OrderBuyer[]> {
  const { rows } = await sql<OrderBuyer>`
    select p.order_id, c.id, c.code, c.name from finance_order_part p join company c on c.id = p.buyer_id
    where p.order_id = any(${[...orderIds]}::uuid[]) order by c.name, c.id`.execute(tx)
  return rows
}

type Paid = {
  payerRole: 'BUYER' | 'SUPPLIER'
  buyerCode?: string | undefined
  invoiceIds?: string[]
  collection?: { payerCompanyId: string | null }
}

/**
 * Which of an order's several buyers pays: the one named, else the sender of the receipt, else the one that owes the invoices
 * it names. None where the order has one buyer or the supplier pays; refuses when it stays open.
 */
export async function payingBuyerOf(tx: Tx, order: { id: string }, paid: Paid, path = ''): Promise<string | null> {
  if (paid.payerRole !== 'BUYER') return null
  const buyers = await buyersOfOrders(tx, [order.id])
  if (buyers.length === 0) return null
  const field = path ? `${path}.buyerCode` : 'buyerCode'
  if (paid.buyerCode) {
    const named = buyers.find(({ code }) => code === paid.buyerCode)
    if (!named) throw faultyField(field, 'PARTY_UNKNOWN')
    return named.id
  }
  const sender = buyers.find(({ id }) => id === paid.collection?.payerCompanyId)
  if (sender) return sender.id
  const owing = paid.invoiceIds?.length
    ? await tx.selectFrom('invoice').select('buyerId').distinct().where('id', 'in', paid.invoiceIds).execute()
    : []
  const [only, another] = buyers.filter(({ id }) => owing.some(({ buyerId }) => buyerId === id))
  if (!only || another) throw faultyField(field, 'PARTY_UNKNOWN')
  return only.id
}
