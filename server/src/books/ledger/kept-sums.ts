import type { Violation } from '@usance/domain/ledger/invariants'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { BookDayTable } from '../../database/tables.ts'

/** Folds the changes of the books into their sums by day; answers how many. */
export async function foldBookChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_book_changes() as folded`.execute(tx)
  return rows[0]!.folded
}

/** Folds the parts of the balances of no order; answers how many. */
export async function foldBalanceParts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_balance_parts() as folded`.execute(tx)
  return rows[0]!.folded
}

type Apart = Pick<Selectable<BookDayTable>, 'ownerId' | 'account' | 'currency' | 'valueDate' | 'postedOn' | 'debit' | 'credit'>

/**
 * Where the kept sums of the books differ from what the postings that their owners may read add up to: nothing, or there is a fault. The
 * transaction must see every company.
 */
export async function checkKeptSums(tx: Tx): Promise<Violation[]> {
  const key = sql.raw('owner_id, book, account, currency, value_date, posted_on')
  const { rows } = await sql<Apart>`
    select owner_id, book || account as account, currency, value_date, posted_on, debit, credit from (
      select ${key}, sum(debit) as debit, sum(credit) as credit, sum(lines) as lines from (
        select ${key}, debit, credit, lines from book_sum
        union all select p.owner_id, p.book, p.account, p.currency, p.value_date, j.posted_on,
          case p.side when 'D' then -p.amount else 0 end, case p.side when 'C' then -p.amount else 0 end, -1
        from posting p join journal j on j.id = p.journal_id where book_told(p.book, p.order_id)) x group by ${key}) d
    where debit <> 0 or credit <> 0 or lines <> 0 limit 20`.execute(tx)
  return rows.map(({ ownerId, account, currency, valueDate, postedOn, debit, credit }) => ({
    invariant: 'JOURNALS_BALANCE',
    subject: `${account} ${ownerId} ${valueDate}, booked ${postedOn}`,
    detail: amountsIn(
      currency,
    )`The kept sums differ from the postings by ${{ stored: debit }} of debits, ${{ stored: credit }} of credits.`,
  }))
}
