import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'
import { documentsSeen, isOfOwnSide } from './invoice/drafts.ts'

/** The tables of the records that a request may name in a seat, each with the companies that a record belongs to. */
export const tradeRecords = {
  invoice: (actor) =>
    sql`select id, doc_status as status, supplier_id as supplier, buyer_id as buyer from invoice v where ${documentsSeen(actor, 'v')}`,
  purchaseOrder: (actor) =>
    sql`select id, doc_status as status, doc_status as type, supplier_id as supplier, buyer_id as buyer
    from purchase_order p where ${documentsSeen(actor, 'p')}`,
  document: (actor) => sql`select id, doc_status as status, supplier_id as supplier, buyer_id as buyer
    from invoice v where ${documentsSeen(actor, 'v')}
    union all select id, doc_status, supplier_id, buyer_id from purchase_order p where ${documentsSeen(actor, 'p')}`,
  adjustment: (actor) =>
    sql`select id, status, supplier_id as supplier, buyer_id as buyer from invoice_adjustment a where ${isOfOwnSide(actor, 'a')}`,
} satisfies RecordSources
