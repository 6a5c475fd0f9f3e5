import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'
import { noForeignDraft } from './invoice/drafts.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const tradeRecords = {
  invoice: (actor) =>
    sql`select id, doc_status as status, supplier_id as supplier, buyer_id as buyer from invoice v where ${noForeignDraft(actor, 'v')}`,
  purchaseOrder: (actor) =>
    sql`select id, doc_status as status, doc_status as type, supplier_id as supplier, buyer_id as buyer
    from purchase_order p where ${noForeignDraft(actor, 'p')}`,
  document: (actor) => sql`select id, doc_status as status, supplier_id as supplier, buyer_id as buyer
    from invoice v where ${noForeignDraft(actor, 'v')}
    union all select id, doc_status, supplier_id, buyer_id from purchase_order p where ${noForeignDraft(actor, 'p')}`,
  adjustment: () => sql`select id, status, supplier_id as supplier, buyer_id as buyer from invoice_adjustment`,
} satisfies RecordSources
