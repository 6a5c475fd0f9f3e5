import type { Violation } from '@usance/domain/ledger/invariants'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** Journals that do not balance, balances that are not the sum of their postings, receipts or mirrors counted twice. */
export async function checkSums(tx: Tx): Promise<Violation[]> {
  const { rows: off } = await sql<{ key: string; book: string; currency: string; off: string }>`
    select j.key, p.book, p.currency, sum(case p.side when 'D' then p.amount else -p.amount end) as off
    from posting p join journal j on j.id = p.journal_id group by j.key, p.book, p.owner_id, p.currency
    having sum(case p.side when 'D' then p.amount else -p.amount end) <> 0 limit 20`.execute(tx)
  const { rows: apart } = await sql<{ account: string; currency: string; balance: string; posted: string }>`
    select coalesce(b.book, s.book) || coalesce(b.account, s.account) || ' ' || coalesce(b.order_id, s.order_id) as account,
           coalesce(b.currency, s.currency) as currency, coalesce(b.balance, 0) as balance, coalesce(s.posted, 0) as posted
    from (select owner_id, book, account, currency, order_id, sum(balance) as balance from ledger_balance group by 1, 2, 3, 4, 5) b full join (
      select owner_id, book, account, currency, coalesce(order_id, '00000000-0000-0000-0000-000000000000') as order_id,
             sum(case side when 'D' then amount else -amount end) as posted
      from posting group by 1, 2, 3, 4, 5) s
      on (s.order_id, s.owner_id, s.book, s.account, s.currency) = (b.order_id, b.owner_id, b.book, b.account, b.currency)
    where coalesce(b.balance, 0) <> coalesce(s.posted, 0) limit 20`.execute(tx)
  const { rows: lone } = await sql<{ key: string }>`
    select key from journal j where not exists (select from posting p where p.journal_id = j.id) limit 20`.execute(tx)
  const { rows: mirrors } = await sql<{ key: string }>`
    select m.key from journal m join journal j on j.id = m.reversal_of where (
      select coalesce(sum(case side when 'D' then amount else -amount end), 0) from (
        select p.side, p.amount from posting p where p.journal_id in (m.id, j.id)
          and p.account = (select min(account) from posting f where f.journal_id = j.id)) both_sides) <> 0 limit 20`.execute(tx)
  return [
    ...off.map((one) => ({
      invariant: 'JOURNALS_BALANCE' as const,
      subject: one.key,
      detail: amountsIn(one.currency)`Book ${one.book} is off by ${{ stored: one.off }}.`,
    })),
    ...apart.map((one) => ({
      invariant: 'JOURNALS_BALANCE' as const,
      subject: one.account,
      detail: amountsIn(one.currency)`Balance ${{ stored: one.balance }}, postings ${{ stored: one.posted }}.`,
    })),
    ...lone.map((one) => ({ invariant: 'JOURNALS_BALANCE' as const, subject: one.key, detail: 'It has no postings.' })),
    ...mirrors.map((one) => ({ invariant: 'JOURNALS_BALANCE' as const, subject: one.key, detail: 'It is no mirror.' })),
  ]
}
