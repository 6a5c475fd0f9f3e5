import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'staff' | 'companyRole' | 'permissions'>

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

/**
 * SQL for lists, pages, histories, search and assistant alike: whether the reader sees a payment of this alias, as far as types
 * and statuses decide. A supplier sees the money coming once the bank has it; drafts are the business of who pays.
 */
export function paymentsSeen(reader: Reader, alias: string): RawBuilder<boolean> {
  const [type, status] = [sql.ref(`${alias}.type`), sql.ref(`${alias}.status`)]
  const pays = reader.staff || reader.companyRole === 'FUNDER'
  return sql`(${type} = any(${typesSeen(reader)}::text[])
    and ${pays ? sql`true` : sql`(${type} <> 'FUNDING' or ${status} in ('INSTRUCTED', 'PAID', 'FAILED'))`})`
}
