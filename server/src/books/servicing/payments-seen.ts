import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'
import type { PaymentRow } from './payment-row.ts'
import { rowOfSeat } from './side-of-seat.ts'

type Reader = Pick<Actor, 'staff' | 'companyRole' | 'permissions'>

/** A payment as a list reads it; what comes back on a financing that its payee was not told of names no funder. */
type PaymentTold = Pick<
  PaymentRow,
  | 'id'
  | 'no'
  | 'type'
  | 'status'
  | 'payeeCompanyId'
  | 'toAccountId'
  | 'amount'
  | 'currency'
  | 'dueDate'
  | 'valueDate'
  | 'bankRef'
  | 'createdAt'
  | 'orderId'
  | 'instructedOn'
  | 'collectionId'
  | 'fromAccountId'
  | 'payeeName'
  | 'payeeAccount'
  | 'payeeBankCode'
  | 'supplierId'
  | 'buyerId'
> & { funderId: string | null }

/** The right to the list of each type of payment, beside the right to all of them. */
const rightTo: Readonly<Record<string, string>> = {
  FUNDING: 'payment.financing.view',
  RELEASE: 'payment.release-refund.view',
  REFUND: 'payment.release-refund.view',
  RECEIPT_RETURN: 'payment.release-refund.view',
}
const allTypes = [...Object.keys(rightTo), 'FEE_REMIT']

/** The types of payments that somebody reads: no right to one list stands in for another. */
const typesSeen = ({ permissions }: Reader): string[] =>
  permissions.has('payment.management.view') ? allTypes : Object.keys(rightTo).filter((type) => permissions.has(rightTo[type]!))

/** SQL: whether the right of a reader goes as far as the type of a payment of this alias. */
export const typeSeen = (reader: Reader, alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.type`)} = any(${typesSeen(reader)}::text[])`

/** Whether somebody reads payments of a type. */
export const readsType = (reader: Reader, type: string): boolean => typesSeen(reader).includes(type)

/**
 * SQL for lists, pages, histories, search and assistant alike: whether the reader sees a payment of this alias, as far as types,
 * statuses and the side of the seat decide. A supplier sees the money coming once the bank has it; drafts are the business of who pays.
 */
export function paymentsSeen(reader: Reader & Pick<Actor, 'companyId'>, alias: string): RawBuilder<boolean> {
  const [type, status] = [sql.ref(`${alias}.type`), sql.ref(`${alias}.status`)]
  const pays = reader.staff || reader.companyRole === 'FUNDER'
  return sql`(${typeSeen(reader, alias)} and ${rowOfSeat(reader, alias)}
    and ${pays ? sql`true` : sql`(${type} <> 'FUNDING' or ${status} in ('INSTRUCTED', 'PAID', 'FAILED'))`})`
}

/**
 * The payments that row-level security shows the caller, as a table, and with them what comes back to its company on a financing that it
 * was not told of: without order, funder and paying account (decision 147). Only a page of one payment reads more of those that are told.
 */
export function paymentsTold({ staff, companyRole }: Pick<Actor, 'staff' | 'companyRole'>): RawBuilder<PaymentTold> {
  const columns = sql`id, no, type, status, payee_company_id, to_account_id, amount, currency, due_date, value_date, bank_ref, created_at`
  const told = sql`select ${columns}, order_id, collection_id, funder_id, from_account_id, payee_name, payee_account, payee_bank_code, instructed_on, supplier_id, buyer_id from payment`
  if (staff || companyRole === 'FUNDER') return sql`(${told})`
  return sql`(${told} union all select ${columns}, null::uuid, null::uuid, null::uuid, null::uuid, null::text, null::text, null::text, null::date, null::uuid, buyer_id from refunds_untold())`
}
