import type { BusinessType } from '@usance/domain/approval-flows'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

type Ids = (businessId: string) => RawBuilder<unknown> | null

/** SQL: the supplier, the funder and every owing buyer of the orders that a query finds. */
const partiesOf = (orders: RawBuilder<unknown>) => sql`
  select unnest(array[o.supplier_id, o.buyer_id, o.funder_id]) from finance_order o where o.id in (${orders})
  union select unnest(array[t.supplier_id, t.buyer_id]) from finance_order_item t where t.order_id in (${orders})`

const ofPayments = (payments: RawBuilder<unknown>) => sql`
  select unnest(array[p.supplier_id, p.buyer_id, p.funder_id, p.payee_company_id]) from payment p where p.id in (${payments})
  union ${partiesOf(sql`select p.order_id from payment p where p.id in (${payments})`)}`

const ofPayment: Ids = (id) => ofPayments(sql`select ${id}::uuid`)
const ofRepayment: Ids = (id) => sql`
  select unnest(array[r.supplier_id, r.buyer_id, r.funder_id, r.payer_buyer_id]) from repayment r where r.id = ${id}
  union ${partiesOf(sql`select unnest(array[r.order_id, r.top_up_of]) from repayment r where r.id = ${id}`)}`
const ofDirectPayment: Ids = (id) => sql`
  select unnest(array[p.supplier_id, p.buyer_id, i.funder_id]) from direct_payment p join invoice i on i.id = p.invoice_id
  where p.id = ${id}`
const ofUserChange: Ids = (id) => sql`select unnest(array[c.user_id, c.company_id]) from user_change c where c.id = ${id}`
/** Whom a change of the configuration concerns is said by its kind, when it is put forward. */
const saidByKind: Ids = () => null
const nobody: Ids = () => null

/**
 * The companies and people that each kind of object concerns, besides those that its approval names as parties. Whoever is one of
 * them, or introduced one of these companies, has an interest in the outcome and decides nothing.
 */
const concernedBy: Record<BusinessType, Ids> = {
  KYC: (id) => sql`select ${id}::uuid`,
  USER: ofUserChange,
  STAFF_USER: ofUserChange,
  ROLE: saidByKind,
  WORKFLOW: saidByKind,
  BANK_ACCOUNT: (id) => sql`select company_id from bank_account where id = ${id}`,
  LIMIT: saidByKind,
  BUYER_LIMIT: saidByKind,
  PRODUCT: saidByKind,
  RATE: saidByKind,
  CALENDAR: saidByKind,
  PO_ADJUSTMENT: (id) => sql`select unnest(array[o.supplier_id, o.buyer_id]) from purchase_order o where o.id = ${id}`,
  INVOICE_ADJUSTMENT: (id) =>
    sql`select unnest(array[a.supplier_id, a.buyer_id, a.funder_id]) from invoice_adjustment a where a.id = ${id}`,
  FINANCE_ORDER: (id) => partiesOf(sql`select ${id}::uuid`),
  PAYMENT: ofPayment,
  RELEASE: ofPayment,
  REFUND: ofPayment,
  PAYMENT_FILE: (id) => ofPayments(sql`select payment_id from payment_file_item where file_id = ${id}`),
  REPAYMENT: ofRepayment,
  REPAYMENT_REVERSAL: ofRepayment,
  DIRECT_PAYMENT: ofDirectPayment,
  DIRECT_PAYMENT_REVERSAL: ofDirectPayment,
  FEE_ADJUSTMENT: (id) => partiesOf(sql`select order_id from fee_adjustment where id = ${id}`),
  WRITE_OFF: (id) => partiesOf(sql`select order_id from write_off where id = ${id}`),
  CONTRACT_TEMPLATE: nobody,
}

type About = { businessType: BusinessType; businessId: string }
/** The ids of the companies and people that an object concerns. The transaction sees every company. */
export async function concernedIn(tx: Tx, { businessType, businessId }: About): Promise<string[]> {
  const query = concernedBy[businessType](businessId)
  const { rows } = query
    ? await sql<{ id: string | null }>`select found.id from (${query}) as found (id)`.execute(tx)
    : { rows: [] as { id: string | null }[] }
  return rows.flatMap(({ id }) => id ?? [])
}
