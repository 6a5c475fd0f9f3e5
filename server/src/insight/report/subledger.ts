import { accountOf } from '@usance/domain/ledger/accounts'
import * as M from '@usance/domain/money'
import type { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { bookOfSeat } from '../../books/ledger/own-book.ts'
import { amountOf } from '../../database/amount.ts'
import { ofOneMoment } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'

const most = 1000

/** One sub-ledger of the caller's own books between two value dates, line by line, on the account's normal side. */
export const readSubledger: Handler<typeof reportCalls.subledger> = async ({ tx, actor, body }) => {
  const { ownerId, book, account, currency, orderId, counterpartyId, from = '0001-01-01', to = '9999-12-31' } = body
  if (to < from) throw faultyField('to', 'DAY_TOO_EARLY', { earliest: from })
  // Lines, sums and the general ledger tie when they are of one moment.
  ofOneMoment(tx)
  const own = sql`p.owner_id = ${ownerId} and p.book = ${book} and p.account = ${account} and p.currency = ${currency}`
  const here = sql`${own} and p.order_id is not distinct from ${orderId}::uuid and p.counterparty_id is not distinct from ${counterpartyId}::uuid`
  const { rows: sums } = await sql<{ before: string; debit: string; credit: string; total: number; any: number }>`
    select coalesce(sum(case side when 'D' then amount else -amount end) filter (where p.value_date < ${from}::date), 0) as before,
      coalesce(sum(amount) filter (where side = 'D' and p.value_date between ${from}::date and ${to}::date), 0) as debit,
      coalesce(sum(amount) filter (where side = 'C' and p.value_date between ${from}::date and ${to}::date), 0) as credit,
      (count(*) filter (where p.value_date between ${from}::date and ${to}::date))::int as total, count(*)::int as any
    from posting p where ${here} and ${bookOfSeat(actor)}`.execute(tx)
  const sum = sums[0]!
  if (sum.any === 0) throw new Refused('NOT_FOUND')
  const { rows } = await sql<{
    id: string
    valueDate: string
    event: string
    key: string
    reversalOf: string | null
    side: string
    amount: string
  }>`
    select p.id::text as id, p.value_date, j.event, j.key, j.reversal_of, p.side, p.amount
    from posting p join journal j on j.id = p.journal_id
    where ${here} and p.value_date between ${from}::date and ${to}::date order by p.value_date, p.id limit ${most}`.execute(tx)
  const { rows: whole } = await sql<{ subledgers: number; sum: string; general: string }>`
    select count(distinct (p.order_id, p.counterparty_id))::int as subledgers,
      coalesce(sum(case side when 'D' then amount else -amount end), 0) as sum,
      (select coalesce(sum(b.balance), 0) from ledger_balance b where b.owner_id = ${ownerId} and b.book = ${book}
        and b.account = ${account} and b.currency = ${currency}) as general
    from posting p where ${own}`.execute(tx)
  const { normalSide } = accountOf(`${book}${account}`)
  const onNormal = (debitPositive: M.Money) => (normalSide === 'D' ? debitPositive : M.negate(debitPositive))
  const amount = (text: string) => amountOf(text, currency)
  let running = onNormal(amount(sum.before))
  const opening = running
  const lines = rows.map((row) => {
    const debit = row.side === 'D'
    running = M.add(running, onNormal(debit ? amount(row.amount) : M.negate(amount(row.amount))))
    const text = M.toDecimal(amount(row.amount))
    return {
      id: row.id,
      date: row.valueDate,
      event: row.reversalOf ? 'REVERSAL' : row.event,
      reference: row.key,
      debit: debit ? text : null,
      credit: debit ? null : text,
      balance: M.toDecimal(running),
    }
  })
  const account_ = whole[0]!
  return {
    opening: M.toDecimal(opening),
    lines,
    debit: M.toDecimal(amount(sum.debit)),
    credit: M.toDecimal(amount(sum.credit)),
    closing: M.toDecimal(M.add(opening, onNormal(M.subtract(amount(sum.debit), amount(sum.credit))))),
    total: sum.total,
    account: {
      subledgers: account_.subledgers,
      sum: M.toDecimal(onNormal(amount(account_.sum))),
      general: M.toDecimal(onNormal(amount(account_.general))),
      ties: amount(account_.sum).minor === amount(account_.general).minor,
    },
  }
}
