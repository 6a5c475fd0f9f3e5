import { sql } from 'kysely'
import { ordersSeen } from '../books/servicing/orders-seen.ts'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const financeRecords = {
  financeOrder: (actor) =>
    sql`select id, status, type, supplier_id as supplier, buyer_id as buyer, funder_id as funder from ${ordersSeen(actor)} x`,
  financeOrderItem: () => sql`select id, supplier_id as supplier, buyer_id as buyer, funder_id as funder from finance_order_item`,
  contract: () => sql`select id, status from contract`,
  templet: () => sql`select id from contract_template`,
  product: () => sql`select id, status, pool_kind as type, funder_id as funder from financing_product`,
  pool: () => sql`select p.id, p.status, f.pool_kind as type, p.supplier_id as supplier, p.funder_id as funder
    from pool p join financing_product f on f.id = p.product_id`,
  poolAsset: () => sql`select a.id, f.pool_kind as type, p.supplier_id as supplier, p.funder_id as funder
    from pool_asset a join pool p on p.id = a.pool_id join financing_product f on f.id = p.product_id`,
  orderFee: () => sql`select id from order_fee`,
  feeAdjustment: () => sql`select id, status from fee_adjustment`,
  pricingOffer: () => sql`select id, status, supplier_id as supplier from pricing_offer`,
  intent: () => sql`select id, company_id as company from financing_intent`,
} satisfies RecordSources
