import type { Violation } from '@usance/domain/ledger/invariants'
import { amountsIn } from '@usance/domain/ledger/law-words'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** The laws of fees and discounts: bills are their fees, are paid, waived or open; an order ends with all of them charged and earned. */
export const checkFeeBills = async (tx: Tx): Promise<Violation[]> => [
  ...(await checkBilled(tx)),
  ...(await checkPaid(tx)),
  ...(await checkEnded(tx)),
  ...(await checkEarned(tx)),
]

/** A bill is the sum of its agreed fees and their passed adjustments. */
async function checkBilled(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; billed: string; fees: string }>`
    select b.no, b.currency, b.amount as billed, coalesce(sum(f.amount + f.tax + coalesce(a.changed, 0)), 0) as fees
    from fee_bill b left join order_fee f on f.bill_id = b.id
    left join (select order_fee_id, sum(delta + tax_delta) as changed from fee_adjustment where status = 'PASSED' group by 1) a
      on a.order_fee_id = f.id
    group by b.id having b.amount <> coalesce(sum(f.amount + f.tax + coalesce(a.changed, 0)), 0) limit 20`.execute(tx)
  return rows.map((one) => ({
    invariant: 'BOOKS_AGREE',
    subject: one.no,
    detail: amountsIn(one.currency)`Bills ${{ stored: one.billed }}, its fees come to ${{ stored: one.fees }}.`,
  }))
}

/**
 * Every quoted fee was charged before the order ended, or was cancelled by an adjustment. A written-off order ends with the full
 * recovery of its loss.
 */
async function checkEnded(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; status: string; currency: string; code: string; amount: string }>`
    select o.order_no as no, o.status, o.currency, f.code, f.amount + f.tax + coalesce(a.changed, 0) as amount
    from finance_order o join order_fee f on f.order_id = o.id and not f.charged
    left join (select order_fee_id, sum(delta + tax_delta) as changed from fee_adjustment where status = 'PASSED' group by 1) a
      on a.order_fee_id = f.id
    where (o.status in ('SETTLED', 'CONVERTED') or o.status = 'WRITTEN_OFF'
        and exists (select from journal j where j.order_id = o.id and j.event = 'RECOVERY' and j.reversal_of is null
          and not exists (select from journal m where m.reversal_of = j.id))
        and not exists (select from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0))
      and f.amount + f.tax + coalesce(a.changed, 0) <> 0 limit 20`.execute(tx)
  return rows.map(({ no, status, currency, code, amount }) => ({
    invariant: 'BOOKS_AGREE',
    subject: no,
    detail: amountsIn(currency)`It has ended as ${status}, but its fee ${code} of ${{ stored: amount }} was never charged.`,
  }))
}

/** Of an order that has ended, no discount is left unearned: it was earned, given back, or is break costs. */
async function checkEarned(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; status: string; currency: string; account: string; left: string }>`
    select o.order_no as no, o.status, b.currency, b.book || b.account as account, abs(sum(b.balance)) as left
    from ledger_balance b join finance_order o on o.id = b.order_id
    where o.status in ('SETTLED', 'CONVERTED') and b.book || b.account in ('F2100', 'F2110', 'S1300')
    group by o.id, b.currency, b.book, b.account having sum(b.balance) <> 0 limit 20`.execute(tx)
  return rows.map(({ no, status, currency, account, left }) => ({
    invariant: 'BOOKS_AGREE',
    subject: no,
    detail: amountsIn(currency)`It has ended as ${status}, but ${{ stored: left }} on ${account} was never earned.`,
  }))
}

/** What a buyer was billed for an order is what it paid and was not given back, what was waived, and what is open. */
async function checkPaid(tx: Tx): Promise<Violation[]> {
  const { rows } = await sql<{ no: string; currency: string; billed: string; settled: string; refunded: string; open: string }>`
    select * from (
      select o.order_no as no, o.currency, sum(b.amount) as billed, sum(b.open_amount) as open,
        coalesce((select sum(a.amount) from allocation a where a.order_id = o.id and a.component = 'BUYER_FEE' and not a.reversed), 0) as settled,
        coalesce((select sum(j.refunded) from fee_adjustment j join order_fee f on f.id = j.order_fee_id
          where f.order_id = o.id and f.payer = 'BUYER' and j.status = 'PASSED'), 0) as refunded
      from fee_bill b join finance_order o on o.id = b.order_id group by o.id) orders
    where billed <> settled - refunded + open limit 20`.execute(tx)
  return rows.map(({ no, currency, billed, settled, refunded, open }) => ({
    invariant: 'BOOKS_AGREE',
    subject: no,
    detail: amountsIn(
      currency,
    )`Billed ${{ stored: billed }}: ${{ stored: settled }} paid or waived, ${{ stored: refunded }} given back, ${{ stored: open }} open.`,
  }))
}
