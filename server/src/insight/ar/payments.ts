import type { arCalls } from '@usance/wire/ar/calls'
import type { Answer } from '@usance/wire/call'
import { type RawBuilder, sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Handler, Reading } from '../../http/context.ts'
import { type RowsAsked, rowsPage } from '../../list/rows-page.ts'
import { idFound, ownPaymentsOnInvoices } from '../../trade/invoice/own-receivables.ts'
import { sumsBy } from './months.ts'
import { type ArNarrowed, type ArRequest, countedAt, inCurrency, ofBuyers, queryOf, receivables } from './population.ts'
import { fromSums, type Later, sumsOf } from './sums.ts'

/**
 * Payments up to a day, on the invoices issued by then: a receipt may be older than the invoice that it pays. Waived amounts are not
 * payments. A funder's are those of the time for which it held the receivable.
 */
const payments = (request: ArRequest) => {
  const { asOf, currency, buyerCode } = queryOf(request)
  const { dateBegin, dateEnd } = request.body
  return sql`select p.amount, p.pay_date, p.buyer_id, i.issue_date, i.due_date, ${idFound} as invoice_id, i.invoice_no, p.id
    from ${ownPaymentsOnInvoices(request.actor)}
    where not p.waived and p.currency = ${currency} and i.doc_status not in ('DRAFT', 'CANCELLED') and ${ofBuyers(buyerCode, 'p')} and greatest(p.pay_date, i.issue_date) <= ${asOf}::date
      ${dateBegin ? sql`and p.pay_date >= ${dateBegin}::date` : sql``} ${dateEnd ? sql`and p.pay_date <= ${dateEnd}::date` : sql``}`
}
const behaviour = sql`
  round(sum(amount) filter (where pay_date <= due_date) * 100 / nullif(sum(amount), 0), 2)::text as on_time_pct,
  round(sum(amount * (pay_date - issue_date)) / nullif(sum(amount), 0), 1)::text as days_to_pay,
  round(sum(amount * (pay_date - due_date)) / nullif(sum(amount), 0), 1)::text as days_late`
type Behaviour = { onTimePct: string | null; daysToPay: string | null; daysLate: string | null }

/** The sums hold whole months; between two days the payments themselves answer. */
const ofPayments = <R extends object>(request: ArRequest, ofSums: (later: Later) => Promise<R[]>, ofRows: () => Promise<R[]>) =>
  request.body.dateBegin || request.body.dateEnd ? ofRows() : fromSums(request, ofSums, ofRows)

type BuyerPaid = Behaviour & { buyerCode: string | null; buyerName: string | null; paid: string; sharePct: string | null }

/** Paid by each buyer: how much, how punctually, after how many days. */
export const queryPaymentHistoryByBuyer: Reading<typeof arCalls.queryPaymentHistoryByBuyer> = async (request) => {
  const rows = await ofPayments<BuyerPaid>(
    request,
    async (later) => (await sumsBy(request, 'buyer', later)).filter(({ paid }) => Number(paid) !== 0),
    async () => {
      const { rows } = await sql<BuyerPaid>`
        select c.code as buyer_code, c.name as buyer_name, r.*, round(r.paid * 100 / nullif(sum(r.paid) over (), 0), 2)::text as share_pct
        from (select buyer_id, sum(amount) as paid, ${behaviour} from (${payments(request)}) p group by 1) r join company c on c.id = r.buyer_id order by r.paid desc, c.code`.execute(
        request.tx,
      )
      return rows
    },
  )
  return rows.map((row) => ({
    buyerCode: row.buyerCode ?? '',
    buyerName: row.buyerName ?? '',
    amount: amountText(row.paid, request.body.currency),
    sharePct: row.sharePct,
    ratePct: row.onTimePct ?? '0.00',
    daysToPay: row.daysToPay,
    daysLate: row.daysLate,
  }))
}

type Paid = Behaviour & { month: string | null; paid: string; payments: number }

/** Payments by month, and as a whole without a month. */
async function paidByMonth(request: ArRequest): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select to_char(month, 'YYYY-MM') as month, coalesce(sum(amount), 0) as paid, count(*)::int as payments, ${behaviour}
    from (select p.*, date_trunc('month', pay_date) as month from (${payments(request)}) p) p group by grouping sets ((month), ()) order by 1`.execute(
    request.tx,
  )
  return rows
}

/** Days sales outstanding: what is owed against what was invoiced in ninety days; null where nothing was. */
async function daysOutstanding(request: ArRequest): Promise<string | null> {
  const { tx, actor } = request
  const query = queryOf(request)
  const ask = async (owed: RawBuilder<unknown>, gross: RawBuilder<unknown>, later: Later) => {
    const { rows } = await sql<{
      dso: string | null
    }>`select round((select coalesce(sum(owed), 0) from (${owed}) r) * 90 / nullif((${gross}), 0), 1)::text as dso, ${later} as later`.execute(
      tx,
    )
    return rows
  }
  const [row] = await fromSums(
    request,
    (later) =>
      ask(
        sql`select owed_due as owed from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s`,
        sql`select sum(invoiced) from (${sumsOf(actor, query, 'day', sql`s.day >= ${query.asOf}::date - 89`)}) s`,
        later,
      ),
    () =>
      ask(
        receivables(actor, query),
        sql`select sum(i.amount) from ${countedAt(actor, query)} and i.issue_date >= ${query.asOf}::date - 89`,
        sql`null::boolean`,
      ),
  )
  return row!.dso
}

/** Paid by month of payment, with the whole's punctuality and days sales outstanding. */
export const queryPaymentHistoryByDate: Reading<typeof arCalls.queryPaymentHistoryByDate> = async (request) => {
  const { currency } = request.body
  const [rows, dso] = await Promise.all([
    ofPayments<Paid>(
      request,
      (later) => sumsBy(request, 'month', later),
      () => paidByMonth(request),
    ),
    daysOutstanding(request),
  ])
  const all = rows.find(({ month }) => month === null)
  const isPaid = all !== undefined && all.payments > 0
  return {
    total: amountText(all?.paid ?? '0', currency),
    onTimePct: isPaid ? (all.onTimePct ?? '0.00') : null,
    daysToPay: all?.daysToPay ?? null,
    daysLate: all?.daysLate ?? null,
    dso,
    series: rows
      .filter((row) => row.month !== null && row.payments > 0)
      .slice(-24)
      .map((row) => ({ date: row.month!, amount: amountText(row.paid, currency), ratePct: row.onTimePct ?? '0.00' })),
  }
}

/** Payments, one row each, the newest first. */
export function paymentRows(request: ArRequest & ArNarrowed): RowsAsked {
  const { body } = request
  const month = body.filterFields?.month ?? body.month
  return {
    found: sql`select * from (${payments(request)}) p ${month ? sql`where to_char(pay_date, 'YYYY-MM') = ${month}` : sql``}`,
    order: sql`r.pay_date desc, r.id`,
    amount: sql`r.amount`,
    shown: (rows) =>
      sql`select r.id, r.invoice_id, r.invoice_no, c.name as buyer_name, c.code as buyer_code, r.pay_date, r.issue_date, r.due_date, r.amount, r.pay_date - r.due_date as days_late, r.pay_date - r.issue_date as days_to_pay
        from ${rows} join company c on c.id = r.buyer_id`,
  }
}

type PaymentRow = Omit<Answer<typeof arCalls.queryPaymentHistoryTable>['list'][number], 'currency'>

export const queryPaymentHistoryTable: Handler<typeof arCalls.queryPaymentHistoryTable> = async (request) =>
  inCurrency(await rowsPage<PaymentRow>(request.tx, request.body, paymentRows(request)), request.body.currency)
