import { sql } from 'kysely'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name, each with the companies that a record belongs to. */
export const settlementRecords = {
  payment: () => sql`select id, status, type, supplier_id as supplier, buyer_id as buyer, funder_id as funder from payment
    union all select id, status, type, null::uuid, null::uuid, null::uuid from refunds_untold()`,
  repayment: () => sql`select id, status, supplier_id as supplier, buyer_id as buyer, funder_id as funder from repayment`,
  collection: () => sql`select id, status, funder_id as funder from collection`,
  directPayment: () => sql`select id, status, supplier_id as supplier, buyer_id as buyer from direct_payment`,
  paymentFile: () => sql`select id, status, funder_id as funder from payment_file`,
  cutOff: () => sql`select id from payment_cut_off`,
} satisfies RecordSources
