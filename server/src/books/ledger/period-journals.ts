import { sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { ordersSeen } from '../servicing/orders-seen.ts'
import { mostLines } from './book-bounds.ts'
import { type BookAsked, inBook } from './own-book.ts'

// The server answers other calls between two batches, so a batch is short.
const batchSize = 500

/** One line of a journal in the book, with what it says of its journal. */
export type BookLine = {
  id: string
  reference: string
  event: string
  valueDate: string
  postedOn: string
  /** The journal that this one takes back. */
  reversalOf: string | null
  account: string
  currency: string
  side: string
  amount: string
  orderNo: string | null
  counterparty: string | null
}

/**
 * The lines of the period in batches, journal after journal, as they are read. Refuses a period with more lines than a pack holds before
 * the first is read.
 */
export async function periodLines(tx: Tx, actor: Actor, asked: BookAsked): Promise<AsyncGenerator<BookLine[]>> {
  const { ownerId, book, from, to, basis } = asked
  const inPeriod = sql`${inBook(asked)} and s.value_date >= ${from}::date`
  const { rows } = await sql<{ lines: number }>`
    select coalesce(sum(s.lines), 0)::int as lines from book_sum s where ${inPeriod}`.execute(tx)
  const count = rows[0]?.lines ?? 0
  if (count > mostLines) throw faultyField('to', 'BOOKS_TOO_LARGE', { count, most: mostLines })
  // The index of postings leads to the days of an account: the sums name the accounts, so that no other day is looked at.
  await sql`
    declare book_lines no scroll cursor for
    select j.id, j.key as reference, j.event, j.value_date, j.posted_on, j.reversal_of, p.book || p.account as account, p.currency, p.side, p.amount::text as amount,
      o.order_no, party.name as counterparty
    from (select distinct s.account, s.currency from book_sum s where ${inPeriod}) moved
    join posting p on p.owner_id = ${ownerId} and p.book = ${book} and p.account = moved.account and p.currency = moved.currency
      and p.value_date between ${from}::date and ${to}::date
    join journal j on j.id = p.journal_id ${basis === 'REPORTED' ? sql`and j.posted_on <= ${to}::date` : sql``}
    left join company party on party.id = p.counterparty_id
    left join ${ordersSeen(actor)} o on o.id = p.order_id
    order by j.value_date, j.posted_on, j.created_at, j.id, p.id`.execute(tx)
  return batches(tx)
}

async function* batches(tx: Tx): AsyncGenerator<BookLine[]> {
  for (;;) {
    const { rows } = await sql<BookLine>`fetch ${sql.lit(batchSize)} from book_lines`.execute(tx)
    if (rows.length > 0) yield rows.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) }))
    if (rows.length < batchSize) return
  }
}
