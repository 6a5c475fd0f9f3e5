import { sql } from 'kysely'
import type { Loan } from '../../books/servicing/behind.ts'
import { notOfOrder } from '../../books/servicing/invoice-payments.ts'
import { billsNotOf } from '../../books/servicing/issue-bill.ts'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'

type OrderBuyer = { orderId: string; id: string; code: string; name: string }

/**
 * The buyers of orders that have several, by name: those of its invoices, and of a drawing those whose invoices are or were in its
 * pool. Orders of one buyer have none here.
 */
export async function buyersOfOrders(tx: Tx, orderIds: readonly string[]): Promise<OrderBuyer[]> {
  const { rows } = await sql<OrderBuyer>`
    select p.order_id, c.id, c.code, c.name from finance_order_part p join company c on c.id = p.buyer_id
    where p.order_id = any(${[...orderIds]}::uuid[])
    union select o.id, c.id, c.code, c.name from finance_order o join pool_asset a on a.pool_id = o.pool_id
      join invoice v on v.id = a.invoice_id join company c on c.id = v.buyer_id where o.id = any(${[...orderIds]}::uuid[])
    order by name, id`.execute(tx)
  return rows
}

type Paid = {
  payerRole: 'BUYER' | 'SUPPLIER'
  buyerCode?: string | undefined
  invoiceIds: readonly string[]
  feeBillIds: readonly string[]
  collection?: { payerCompanyId: string | null }
}
type PaidOrder = Loan & { type: string }

/**
 * Checks the invoices, the fee bills and the buyer that a payer names on an order, and returns which of its several buyers pays: the one named,
 * else the sender of the receipt, else the one that owes the named invoices. Returns null where the order has one buyer or the
 * supplier pays. Throws beside the field for an invoice, a bill or a buyer that is not of the order, `BILL_OF_BUYER` for a bill that a
 * supplier's money would pay, and `PAYER_UNNAMED` for a payer that stays open: nobody's money pays the debt of another. A drawing on a
 * pool has several buyers even while the pool holds the invoices of one. The transaction sees every company.
 */
export async function payingBuyerOf(tx: Tx, order: PaidOrder, paid: Paid, path = ''): Promise<string | null> {
  const field = (name: string) => (path ? `${path}.${name}` : name)
  if ((await notOfOrder(tx, order, paid.invoiceIds)).length > 0) throw faultyField(field('invoiceIds'), 'INVOICE_NOT_OF_ORDER')
  if ((await billsNotOf(tx, order.id, paid.feeBillIds)).length > 0) throw faultyField(field('feeBillIds'), 'BILL_NOT_OF_ORDER')
  if (paid.payerRole !== 'BUYER') {
    if (paid.feeBillIds.length > 0) throw faultyField(field('feeBillIds'), 'BILL_OF_BUYER')
    return null
  }
  const buyers = await buyersOfOrders(tx, [order.id])
  if (paid.buyerCode) {
    const named =
      buyers.find(({ code }) => code === paid.buyerCode) ??
      (await tx
        .selectFrom('company')
        .select('id')
        .where('id', '=', order.buyerId)
        .where('code', '=', paid.buyerCode)
        .executeTakeFirst())
    if (!named) throw faultyField(field('buyerCode'), 'PARTY_UNKNOWN')
    return buyers.length > 0 ? named.id : null
  }
  if (buyers.length === 0 && order.poolId === null) return null
  const sender = buyers.find(({ id }) => id === paid.collection?.payerCompanyId)
  if (sender) return sender.id
  const owing =
    paid.invoiceIds.length > 0
      ? await tx.selectFrom('invoice').select('buyerId').distinct().where('id', 'in', paid.invoiceIds).execute()
      : []
  const [only, another] = buyers.filter(({ id }) => owing.some(({ buyerId }) => buyerId === id))
  if (!only || another) throw faultyField(field('buyerCode'), 'PAYER_UNNAMED')
  return only.id
}

type Paying = { companyId: string | null; path: string }

/**
 * Refuses money that came in through the number of one company, `through`, for a debt of another (decision 138). A receipt without
 * such a number is attributed by settlement. The transaction sees every company.
 */
export async function refuseMoneyOfAnother(tx: Tx, through: string | null, { companyId, path }: Paying): Promise<void> {
  if (through === null || through === companyId) return
  const { name: payer } = await tx.selectFrom('company').select('name').where('id', '=', through).executeTakeFirstOrThrow()
  throw faultyField(path, 'PAYER_IS_ANOTHER', { payer })
}
