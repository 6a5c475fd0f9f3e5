import type { ErrorName } from '@usance/wire/errors'
import { type RawBuilder, sql } from 'kysely'
import { bankHasOf, bankHasOtherOf, isUnclear } from '../../books/servicing/bank-has.ts'
import { mayBeSent } from '../../books/servicing/payment-counts.ts'
import { shortOf } from '../../books/servicing/reserves.ts'
import { hasTransferBeside } from './transfers-out.ts'
import { hasRunSince } from './unfund-order.ts'

/** Why a paid payment is not taken back. */
type Stays = Extract<ErrorName, 'FUNDING_STAYS_PAID' | 'RETURN_UNDER_WAY' | 'RELEASE_IN_LOSS'>

/**
 * SQL of what keeps a paid payment `p` from being taken back; null where nothing does. An order that has run since its funding goes on,
 * one return of a receipt at a time is under way, and a debt that was lost with its order is not undone.
 */
export const staysPaid = (p: string): RawBuilder<Stays | null> => {
  const column = (name: string) => sql.ref(`${p}.${name}`)
  return sql`case when ${column('status')} <> 'PAID' then null when ${column('type')} = 'FUNDING' and ${hasRunSince(p)} then 'FUNDING_STAYS_PAID'
    when ${column('type')} = 'RECEIPT_RETURN' and exists (select from payment other where other.collection_id = ${column('collection_id')}
      and other.type = 'RECEIPT_RETURN' and ${mayBeSent('other')}) then 'RETURN_UNDER_WAY'
    when ${column('type')} = 'RELEASE' and ${shortOf(column('order_id'))} <> 0
      and exists (select from finance_order lost where lost.id = ${column('order_id')} and lost.status = 'WRITTEN_OFF')
      then 'RELEASE_IN_LOSS' end`
}

/**
 * SQL: whether money of a payment `p` may have come back: it is paid and nothing keeps it so, or the bank has it by another transfer; the
 * bank has it by an earlier file while the portal holds it as not paid, or by a file that was not handed out; or what the bank said
 * of it is unclear.
 */
export const mayReturn = (p: string): RawBuilder<boolean> =>
  sql`((${sql.ref(`${p}.status`)} = 'PAID' and (${staysPaid(p)} is null or ${hasTransferBeside(p)}))
    or (${sql.ref(`${p}.status`)} in ('FAILED', 'DRAFT', 'CANCELLED') and ${bankHasOf(`${p}.id`)} is not null)
    or (${sql.ref(`${p}.status`)} = 'INSTRUCTED' and (${bankHasOtherOf(p)} is not null or ${isUnclear(`${p}.id`)} or (${bankHasOf(`${p}.id`)} is not null
      and not exists (select from payment_file_item held join payment_file f on f.id = held.file_id
        where held.payment_id = ${sql.ref(`${p}.id`)} and held.live and f.status <> 'TAKEN')))))`
