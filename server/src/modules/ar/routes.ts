import { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { type Actor, type Context, type Handler, routes } from '../../http/context.ts'
import * as split from './by-buyer-and-month.ts'
import { queryDueBalance, queryDueBalanceCount, queryDueBalanceTable, queryHistoryDueBalance, queryOf } from './due-balance.ts'
import { availableForFinanceAmount, queryFinancingBalanceAmount, queryRepaymentDueInNext7DaysAmount } from './financing.ts'
import { ofBuyers, own, receivables } from './population.ts'
import { sumsAnswer, sumsOf } from './sums.ts'

const buyers = async ({ tx, actor }: Pick<Context, 'tx'> & { actor: Actor }, currency?: string) =>
  (
    await sql<{ buyerCode: string; buyerName: string }>`
    select c.code as buyer_code, c.name as buyer_name from company c
    where exists (select 1 from invoice i where i.buyer_id = c.id and ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED') ${currency ? sql`and i.currency = ${currency}` : sql``}) order by c.name`.execute(
      tx,
    )
  ).rows

const queryTradeInfoCount: Handler<typeof arCalls.queryTradeInfoCount> = async (request) => {
  const { tx, actor, body } = request
  const query = queryOf(request)
  const open = (await sumsAnswer(tx, actor, query))
    ? sql`select buyer_id, sum(open_due) as n, sum(open_due) filter (where day < ${query.today}::date) as late from (${sumsOf(actor, query, 'day', sql`s.owed_due <> 0`)}) s group by 1 having sum(open_due) > 0`
    : sql`select buyer_id, 1 as n, case when overdue_days > 0 then 1 else 0 end as late from (${receivables(actor, query)}) r`
  const invoices =
    await sql<any>`select count(distinct buyer_id)::int as buyers, coalesce(sum(n), 0)::int as open_invoices, coalesce(sum(late), 0)::int as overdue_invoices from (${open}) r`.execute(
      tx,
    )
  const orders = await sql<{
    n: number
  }>`select count(*)::int as n from purchase_order i where ${own(actor)} and i.currency = ${body.currency} and i.doc_status in ('SUBMITTED', 'CONFIRMED') and ${ofBuyers(body.buyerCode)}`.execute(
    tx,
  )
  return { ...invoices.rows[0], openPurchaseOrders: orders.rows[0]!.n }
}

export const arRoutes = routes(arCalls, {
  queryBuyerList: (request) => buyers(request, request.body.currency),
  queryTradeInfoCount,
  queryDueBalance,
  queryDueBalanceCount,
  queryHistoryDueBalance,
  queryAccountReceivaleByBuyer: split.queryAccountReceivaleByBuyer,
  queryAccountReceivaleByDate: split.queryAccountReceivaleByDate,
  queryPaymentHistoryByBuyer: split.queryPaymentHistoryByBuyer,
  queryPaymentHistoryByDate: split.queryPaymentHistoryByDate,
  queryDilutionByBuyer: split.queryDilutionByBuyer,
  queryDilutionByDate: split.queryDilutionByDate,
  queryDilutionCount: split.queryDilutionCount,
  queryFinancingBalanceAmount,
  queryRepaymentDueInNext7DaysAmount,
  availableForFinanceAmount,
  queryDueBalanceTable,
  queryPaymentHistoryTable: split.queryPaymentHistoryTable,
  queryDilutionByBuyerTable: split.dilutionTable,
  queryDilutionByDateTable: split.dilutionTable,
  queryCurrencyList: async ({ tx, actor }) =>
    (
      await sql<{
        currency: string
      }>`select distinct i.currency from invoice i where ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED') order by 1`.execute(
        tx,
      )
    ).rows.map((row) => row.currency),
  queryBuyerCodeList: (request) => buyers(request),
})
