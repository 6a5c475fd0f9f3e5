import { sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Actor, Context } from '../../http/context.ts'
import { bucketsOf } from '../ar/due-balance.ts'
import { availableForFinanceAmount, queryFinancingBalanceAmount, queryRepaymentDueInNext7DaysAmount } from '../ar/financing.ts'
import { own } from '../ar/population.ts'

export type Request = Context & { actor: Actor }
export type Answer = { text: string; links: { label: string; to: string }[]; next: string[] }
export type Order = {
  id: string
  orderNo: string
  status: string
  currency: string
  financeAmount: string
  netAmount: string
  interestAmount: string
  maturity: string | null
}
export type Fee = { code: string; amount: string }
export type Figure = { amount: string; count: number }

/** An order that the caller may see, by its number. */
export async function orderByNo({ tx, actor }: Request, orderNo: string): Promise<Order | undefined> {
  if (!actor.permissions.has('finance.finance-order.view') || actor.companyRole === 'BUYER') return undefined
  const row = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'status', 'currency', 'financeAmount', 'netAmount', 'interestAmount', 'maturity'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst()
  if (!row) return undefined
  const text = (amount: string) => amountText(amount, row.currency)
  return {
    ...row,
    financeAmount: text(row.financeAmount),
    netAmount: text(row.netAmount),
    interestAmount: text(row.interestAmount),
  }
}

export async function feesOf({ tx }: Request, orderId: string): Promise<Fee[]> {
  const rows = await tx
    .selectFrom('orderFee as f')
    .innerJoin('financeOrder as o', 'o.id', 'f.orderId')
    .select(['f.code', 'f.amount', 'o.currency'])
    .where('f.orderId', '=', orderId)
    .orderBy('f.code')
    .execute()
  return rows.map(({ code, amount, currency }) => ({ code, amount: amountText(amount, currency) }))
}

/** An invoice of the caller's own that could be financed, by its number. */
export async function invoiceByNo(
  { tx, actor }: Request,
  number: string,
): Promise<{ id: string; invoiceNo: string } | undefined> {
  if (!actor.permissions.has('finance.finance-order.add')) return undefined
  return tx
    .selectFrom('invoice')
    .select(['id', 'invoiceNo'])
    .where('supplierId', '=', actor.companyId)
    .where(sql`lower(invoice_no)`, '=', number.toLowerCase())
    .where('docStatus', '=', 'CONFIRMED')
    .executeTakeFirst()
}

/** The currencies the caller trades in, most used first. */
export async function currenciesOf({ tx, actor }: Request): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select i.currency from invoice i where ${own(actor)} and i.doc_status not in ('DRAFT', 'CANCELLED') group by 1 order by count(*) desc limit 5`.execute(
    tx,
  )
  return rows.map(({ currency }) => currency)
}

/** One figure of the dashboard, worked out by the dashboard's own question. */
export async function figure(
  request: Request,
  about: 'OVERDUE' | 'RECEIVABLES' | 'AVAILABLE' | 'FINANCING' | 'DUE_SOON',
  currency: string,
): Promise<Figure & { currency: string }> {
  const asked = { ...request, body: { currency, buyerCode: 'ALL' } } as never
  if (about === 'AVAILABLE') return { currency, count: 0, amount: (await availableForFinanceAmount(asked)).amount }
  if (about === 'FINANCING') return { currency, count: 0, amount: (await queryFinancingBalanceAmount(asked)).amount }
  if (about === 'DUE_SOON') {
    const { amount, orders } = await queryRepaymentDueInNext7DaysAmount(asked)
    return { currency, count: orders.length, amount }
  }
  const buckets = (await bucketsOf(asked)).filter(({ bucket }) => about === 'RECEIVABLES' || bucket !== 'NOT_DUE')
  const { rows } = await sql<{
    total: string
  }>`select coalesce(sum(a), 0)::text as total from unnest(${buckets.map(({ amount }) => amount)}::numeric[]) a`.execute(
    request.tx,
  )
  return { currency, count: buckets.reduce((sum, { count }) => sum + count, 0), amount: amountText(rows[0]!.total, currency) }
}

/** The help text whose words meet those of the question most; undefined when hardly any do. */
export async function helpFor(
  { tx, language }: Request,
  question: string,
): Promise<{ id: number; title: string; body: string } | undefined> {
  const zh = language === 'zh-CN'
  const rows = await tx
    .selectFrom('helpText')
    .select(['id', 'titleEn', 'titleCn', 'bodyEn', 'bodyCn'])
    .where('published', '=', true)
    .where('category', 'not in', ['guide', 'event'])
    .execute()
  const asked = tokens(question)
  const scored = rows
    .map((row) => ({
      row,
      score: 3 * shared(asked, tokens(zh ? row.titleCn : row.titleEn)) + shared(asked, tokens(zh ? row.bodyCn : row.bodyEn)),
    }))
    .sort((a, b) => b.score - a.score)
  const best = scored[0]
  if (!best || best.score < 3) return undefined
  const { id, titleEn, titleCn, bodyEn, bodyCn } = best.row
  return { id, title: zh ? titleCn : titleEn, body: zh ? bodyCn : bodyEn }
}

const common = new Set(
  'a an and are can do does for how i in is it me my of on or the to we what when where who why with you your'.split(' '),
)
/** Words of a text; of Chinese, each pair of neighbouring characters. */
function tokens(text: string): Set<string> {
  const found = new Set<string>()
  for (const word of text.toLowerCase().match(/[a-z]{2,}/g) ?? [])
    if (!common.has(word)) found.add(word.replace(/(ing|ed|es|s)$/, ''))
  for (const run of text.match(/[\u4e00-\u9fff]{2,}/g) ?? [])
    for (let at = 0; at + 1 < run.length; at++) found.add(run.slice(at, at + 2))
  return found
}
const shared = (a: Set<string>, b: Set<string>) => [...a].filter((token) => b.has(token)).length
