import type { Violation } from '@usance/domain/ledger/invariants'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** A book is that of a company with the role: nobody but a funder has a book of a funder. Returns the books of others. */
export async function checkOwners(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ book: string; owner: string | null }>`
    with books as (select distinct book, owner_id from ledger_balance),
    role (book, name) as (values ('F', 'FUNDER'), ('S', 'SUPPLIER'), ('B', 'BUYER'), ('P', 'PLATFORM'))
    select b.book, c.code as owner from books b join role r using (book) left join company c on c.id = b.owner_id
    where not exists (select from company_role x where x.company_id = b.owner_id and x.role = r.name) order by 1, 2 limit 20`.execute(
    tx,
  )
  return rows.map(({ book, owner }) => ({
    invariant: 'BOOKS_AGREE',
    subject: `${owner ?? 'Nobody'} ${book}`,
    detail: amountsIn('')`It has a book ${book} without the role of it.`,
  }))
}

type Row = { account: string; owner: string; currency: string; booked: string; moved: string }

/**
 * Law 9, and what of law 4 concerns all receipts of a funder at once: each bank account stands where its receipts and
 * payments have brought it, and surpluses that nobody paid back wait in 2200. Answers what differs, by funder and currency.
 */
export async function checkBank(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<Row>`
    with moved as (
      select 'F1010' as account, funder_id as owner, currency::text, amount from collection
      union all select 'F2200', funder_id, currency::text, surplus from repayment where status = 'POSTED'
      union all select 'F2200', o.funder_id, o.currency::text, a.refunded from fee_adjustment a
        join order_fee f on f.id = a.order_fee_id join finance_order o on o.id = f.order_id where a.status = 'PASSED'
      union all select 'F2200', funder_id, currency::text, -amount from payment where status = 'PAID' and type = 'REFUND'
      union all select 'F' || coalesce(from_bank, case when type in ('FUNDING', 'FEE_REMIT') then '1000' else '1010' end),
        funder_id, currency::text, -amount from payment where status = 'PAID'
      union all select 'P1000', payee_company_id, currency::text, amount from payment where status = 'PAID' and type = 'FEE_REMIT'),
    booked as (
      select book || account as account, owner_id as owner, currency::text,
        sum(case when account = '2200' then -balance else balance end) as amount
      from ledger_balance where (book = 'F' and account in ('1000', '1010', '2200')) or (book = 'P' and account = '1000') group by 1, 2, 3)
    select coalesce(m.account, b.account) as account, coalesce(c.code, '') as owner, coalesce(m.currency, b.currency) as currency,
      coalesce(b.amount, 0)::text as booked, coalesce(m.amount, 0)::text as moved
    from (select account, owner, currency, sum(amount) as amount from moved group by 1, 2, 3) m
      full join booked b using (account, owner, currency) left join company c on c.id = coalesce(m.owner, b.owner)
    where coalesce(b.amount, 0) <> coalesce(m.amount, 0) order by 2, 1, 3 limit 20`.execute(tx)
  return rows.map(({ account, owner, currency, booked, moved }) => ({
    invariant: account === 'F2200' ? 'RECEIPT_ALLOCATED' : 'BANK_AGREES',
    subject: `${owner} ${account} ${currency}`,
    detail: amountsIn(currency)`Books ${{ stored: booked }}, receipts and payments ${{ stored: moved }}.`,
  }))
}

/**
 * A payment is booked on the bank account of the funder's book that is the account it left: 1000 when that makes payments, 1010 when
 * it collects. What an earlier version drafted is booked by its type. Answers at most 20 payments that are booked on the other.
 */
export async function checkFromBank(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; booked: string; account: string }>`
    select distinct p.no, l.account as booked, from_account.account
    from payment p
      left join bank_account a on a.id = p.from_account_id
      cross join lateral (select case a.purpose when 'PAYMENT' then '1000' when 'COLLECTION' then '1010' else p.from_bank end as account) from_account
      join journal j on j.source_type = 'PAYMENT' and j.source_id = p.id::text
      join posting l on l.journal_id = j.id and l.book = 'F' and l.account in ('1000', '1010')
    where p.from_bank is not null and p.status = 'PAID' and l.account <> from_account.account order by 1 limit 20`.execute(tx)
  return rows.map(({ no, booked, account }) => ({
    invariant: 'BANK_AGREES',
    subject: no,
    detail: amountsIn('')`Booked on F${booked}, paid from an account of F${account}.`,
  }))
}
