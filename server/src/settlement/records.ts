import { sql } from 'kysely'
import { isOfSeat, receiptOfSeat, rowOfSeat } from '../books/servicing/side-of-seat.ts'
import type { RecordSources } from '../http/records.ts'

/** The tables of the records that a request may name in a seat, each with the companies that a record belongs to. */
export const settlementRecords = {
  payment: (actor) => sql`select id, status, type, supplier_id as supplier, buyer_id as buyer, funder_id as funder
    from payment p where ${rowOfSeat(actor, 'p')}
    union all select id, status, type, null::uuid, null::uuid, null::uuid
    from refunds_untold() u where ${isOfSeat(actor, { BUYER: sql.ref('u.buyer_id') })}`,
  repayment: (actor) => sql`select id, status, supplier_id as supplier, buyer_id as buyer, funder_id as funder
    from repayment r where ${rowOfSeat(actor, 'r')}`,
  collection: (actor) => sql`select id, status, funder_id as funder from collection c where ${receiptOfSeat(actor, 'c')}`,
  directPayment: (actor) => sql`select id, status, supplier_id as supplier, buyer_id as buyer
    from direct_payment d where ${isOfSeat(actor, { SUPPLIER: sql.ref('d.supplier_id'), BUYER: sql.ref('d.buyer_id') })}`,
  paymentFile: (actor) => sql`select id, status, funder_id as funder
    from payment_file f where ${isOfSeat(actor, { FUNDER: sql.ref('f.funder_id') })}`,
  cutOff: () => sql`select id from payment_cut_off`,
} satisfies RecordSources
