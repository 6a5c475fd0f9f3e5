import { isNearDuplicate } from '@usance/domain/fingerprint'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { numberSkeleton } from '../number-skeleton.ts'

type Order = { poNo: string; orderDate: string; currency: string; amount: string }
type Pair = { id: string; own: Order; other: Order; confusable: boolean }

/**
 * Which of these purchase orders look like another one between the same parties: a number that a hurried eye takes for the other's,
 * or one slip away at about the same amount and day. Looks no further than the transaction sees, so that nobody learns of an order
 * that is hidden from them.
 */
export async function nearDuplicates(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const skeleton = (of: 'p' | 'o') => numberSkeleton(`${of}.norm_no`)
  const orderOf = (of: 'p' | 'o') =>
    sql`jsonb_build_object('poNo', ${sql.ref(`${of}.po_no`)}, 'orderDate', ${sql.ref(`${of}.order_date`)}, 'currency', ${sql.ref(`${of}.currency`)}, 'amount', ${sql.ref(`${of}.amount`)}::text)`
  const { rows } = await sql<Pair>`
    select p.id, ${orderOf('p')} as own, ${orderOf('o')} as other, ${skeleton('p')} = ${skeleton('o')} as confusable
    from purchase_order p join purchase_order o on o.supplier_id = p.supplier_id and o.buyer_id = p.buyer_id and o.id <> p.id
      and (${skeleton('o')} = ${skeleton('p')}
        or (o.order_date between p.order_date - 10 and p.order_date + 10 and o.currency = p.currency
          and o.amount between p.amount * 0.98 and p.amount * 1.02))
    where p.id = any(${ids}::uuid[]) and p.doc_status <> 'CANCELLED' and o.doc_status <> 'CANCELLED'`.execute(tx)
  return new Set(
    rows
      .filter(({ own, other, confusable }) => confusable || isNearDuplicate(comparable(own), comparable(other)))
      .map(({ id }) => id),
  )
}

const comparable = ({ poNo, orderDate, currency, amount }: Order) => ({
  number: poNo,
  issueDate: orderDate,
  amount: amountOf(amount, currency),
})
