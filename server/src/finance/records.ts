import { sql } from 'kysely'
import { ordersSeen, tradesInSeat } from '../books/servicing/orders-seen.ts'
import { isOfSeat, rowOfSeat } from '../books/servicing/side-of-seat.ts'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name in a seat, each with the companies that a record belongs to. */
export const financeRecords = {
  financeOrder: (actor) =>
    sql`select id, status, type, supplier_id as supplier, buyer_id as buyer, funder_id as funder from ${ordersSeen(actor)} x`,
  financeOrderItem: (actor) => sql`select id, supplier_id as supplier, buyer_id as buyer, funder_id as funder
    from finance_order_item i where ${rowOfSeat(actor, 'i')}`,
  contract: (actor) => sql`select id, status from contract c where ${rowOfSeat(actor, 'c')}`,
  templet: () => sql`select id from contract_template`,
  product: () => sql`select id, status, pool_kind as type, funder_id as funder from financing_product`,
  pool: (actor) => sql`select p.id, p.status, f.pool_kind as type, p.supplier_id as supplier, p.funder_id as funder
    from pool p join financing_product f on f.id = p.product_id where ${tradesInSeat(actor, 'p')}`,
  poolAsset: (actor) => sql`select a.id, f.pool_kind as type, p.supplier_id as supplier, p.funder_id as funder
    from pool_asset a join pool p on p.id = a.pool_id join financing_product f on f.id = p.product_id where ${tradesInSeat(actor, 'p')}`,
  orderFee: (actor) => sql`select f.id from order_fee f join finance_order o on o.id = f.order_id where ${rowOfSeat(actor, 'o')}`,
  feeAdjustment: (actor) => sql`select a.id, a.status
    from fee_adjustment a join finance_order o on o.id = a.order_id where ${rowOfSeat(actor, 'o')}`,
  pricingOffer: (actor) => sql`select id, status, supplier_id as supplier
    from pricing_offer p where ${isOfSeat(actor, { SUPPLIER: sql.ref('p.supplier_id') })}`,
  intent: () => sql`select id, company_id as company from financing_intent`,
} satisfies RecordSources
