import { type RawBuilder, sql } from 'kysely'
import { owingStatuses, runningStatuses } from '../../books/servicing/open-statuses.ts'
import { anyOf, type Tx } from '../../database/database.ts'

export type Suggestion = {
  orderId: string
  orderNo: string
  /** Why it could be this one: its number, one of its open fee bills or invoices, an invoice of exactly this amount of the payer, or only the payer. */
  reason: 'ORDER_NO' | 'BILL_NO' | 'INVOICE_NO' | 'AMOUNT' | 'PAYER' | null
}

// What a receipt on an order is paid on: its own invoices, or the receivables of the pool that the drawing stands on.
const behind = sql`(
              select i.invoice_id from finance_order_item i where i.order_id = o.id
              union all
              select a.invoice_id from pool_asset a where a.pool_id = o.pool_id and a.released_at is null) behind
            join invoice v on v.id = behind.invoice_id`
const invoicesBehind = sql`select 1 from ${behind} where true`

/** SQL of the letters and digits of a text that somebody typed, in capitals and in signs of usual width: what `plain` makes of it. */
export const plainSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(upper(normalize(${text}, NFKC)), '[^[:alnum:]]', '', 'g')`
const plainNo = plainSql(sql`v.invoice_no`)

// What the buyer of an order is billed for and has not paid: it stays open when the order is settled.
const openBills = sql`select 1 from fee_bill bill where bill.order_id = o.id and bill.open_amount > 0`

// Numbers are compared without signs and spaces, since banks drop or add them, and in signs of usual width.
const inCapitals = (text: string) => text.normalize('NFKC').toUpperCase()
const plain = (text: string) => inCapitals(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a text has the number of an invoice as a word of its own, with whatever signs and spaces a bank put into it. A short number in
 * a longer one does not count, nor does a number of digits alone in an amount or a date.
 */
export function isNumberIn(text: string | null, no: string): boolean {
  const letters = [...plain(no)]
  if (!text || letters.length === 0) return false
  if (letters.every((letter) => /\p{N}/u.test(letter)))
    return new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}[.,/:-])${letters.join('')}(?![\\p{L}\\p{N}]|[.,/:-]\\p{N})`, 'u').test(
      inCapitals(text),
    )
  const apart = '[^\\p{L}\\p{N}]*'
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters.join(apart)}(?![\\p{L}\\p{N}])`, 'u').test(inCapitals(text))
}

/** The open fee bills of some orders, the first due first, and whether a text has their number. The transaction sees every company. */
export async function openBillsOf(tx: Tx, orderIds: readonly string[], text: string | null) {
  const named = plain(text ?? '')
  const bills = await tx
    .selectFrom('feeBill')
    .select(['id', 'orderId', 'no', 'openAmount', 'dueOn'])
    .where('orderId', '=', anyOf(orderIds))
    .where('openAmount', '>', '0')
    .orderBy('dueOn')
    .orderBy('no')
    .execute()
  return bills.map((bill) => ({ ...bill, isNamed: named.includes(plain(bill.no)) }))
}

/**
 * Of a pool on which nothing is drawn the last drawing `o`, while its receivables are open: their buyers pay them by way of it (decision 116).
 */
const lastOfPool = sql`(o.status = 'SETTLED' and o.pool_id is not null
  and exists (select from pool_asset a join invoice v on v.id = a.invoice_id where a.pool_id = o.pool_id and a.released_at is null and v.outstanding > 0)
  and not exists (select from finance_order later where later.pool_id = o.pool_id and later.funding_date is not null
    and (later.status in ${owingStatuses}
      or (later.funding_date, later.order_no) > (o.funding_date, o.order_no))))`

/** So many orders are suggested at a time; others are searched for. */
export const mostSuggested = 50

/**
 * Open orders a receipt could pay, one more than are shown: those its text names first, by the longest number of theirs that stands in it,
 * as a short one may be part of another; then those of its payer. Those that run come before those of which only a bill is open, or
 * only receivables of their pool, by maturity.
 */
export async function suggest(
  tx: Tx,
  {
    funderId,
    currency,
    text,
    payerCompanyId,
    search,
    amount,
  }: {
    funderId: string
    currency: string
    text?: string | null | undefined
    payerCompanyId?: string | null
    search?: string | undefined
    amount?: string | undefined
  },
): Promise<Suggestion[]> {
  const named = plain(text ?? '')
  const { rows } = await sql<Suggestion & { rank: number }>`
    select id as order_id, order_no, reason, case reason when 'ORDER_NO' then 0 when 'BILL_NO' then 1 when 'INVOICE_NO' then 2 when 'AMOUNT' then 3 when 'PAYER' then 4 else 5 end as rank
    from (
      select o.id, o.order_no, o.maturity,
        case
          when ${named} <> '' and position(regexp_replace(upper(o.order_no), '[^[:alnum:]]', '', 'g') in ${named}) > 0 then 'ORDER_NO'
          when ${named} <> '' and exists (
            ${openBills} and position(regexp_replace(upper(bill.no), '[^[:alnum:]]', '', 'g') in ${named}) > 0) then 'BILL_NO'
          when longest.length is not null then 'INVOICE_NO'
          when ${payerCompanyId ?? null}::uuid in (o.buyer_id, o.supplier_id) and exists (
            select 1 from finance_order_item i join invoice v on v.id = i.invoice_id
            where i.order_id = o.id and v.outstanding = ${amount ?? null}::numeric) then 'AMOUNT'
          when o.buyer_id is null and exists (
            ${invoicesBehind} and v.buyer_id = ${payerCompanyId ?? null}::uuid and v.outstanding = ${amount ?? null}::numeric) then 'AMOUNT'
          when ${payerCompanyId ?? null}::uuid in (o.buyer_id, o.supplier_id) then 'PAYER'
          when o.buyer_id is null and exists (
            ${invoicesBehind} and v.buyer_id = ${payerCompanyId ?? null}::uuid and v.outstanding > 0) then 'PAYER'
        end as reason,
        longest.length as named_length,
        o.status in ${runningStatuses} as is_running
      from finance_order o
      cross join lateral (
        select max(length(${plainNo})) as length from ${behind}
        where ${named} <> '' and length(v.norm_no) >= 4 and position(${plainNo} in ${named}) > 0) longest
      where o.funder_id = ${funderId} and o.currency = ${currency} and o.funding_date is not null
        and (o.status in ${owingStatuses}
          or exists (select 1 from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account in ('1100','1230','1300') and b.balance > 0)
          or ${lastOfPool})
        ${
          search
            ? sql`and (o.order_no ilike ${`%${search}%`} or exists (select 1 from finance_order_item i where i.order_id = o.id and i.doc_no ilike ${`%${search}%`})
          or exists (${openBills} and bill.no ilike ${`%${search}%`})
          or exists (select 1 from pool_asset a join invoice v on v.id = a.invoice_id where a.pool_id = o.pool_id and a.released_at is null and v.invoice_no ilike ${`%${search}%`}))`
            : sql``
        }
    ) found
    order by rank, named_length desc nulls last, is_running desc, maturity, order_no limit ${mostSuggested + 1}`.execute(tx)
  return rows
}
