import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import { openStatuses, statusesOpenTo } from '../../../books/servicing/open-statuses.ts'
import { openOn, ordersSeen } from '../../../books/servicing/orders-seen.ts'
import { amountText } from '../../../database/amount.ts'
import { queryFinancingBalanceAmount } from '../../ar/financing.ts'
import { firstOfAll, firstOfEach, leftOut, mostParties, partyNouns } from '../cut.ts'
import {
  type Args,
  between,
  days,
  type Finding,
  notOpened,
  ofCurrency,
  ofParty,
  plural,
  type Request,
  say,
  shown,
  type Tool,
} from '../tool.ts'
import { needs, orderNoun, toOrder, visible } from './orders.ts'

// A buyer whose order is lost may be late with what it still owes on it.
const lateStatuses: readonly string[] = ['OVERDUE', 'WRITTEN_OFF']

/** Principal falling due on paid-out orders. */
export const repaymentsTool: Tool = {
  name: 'repayments',
  description: 'Principal of paid-out orders that falls due between from and to; which = OVERDUE for what is past its maturity.',
  takes: ['from', 'to', 'currency', 'party', 'which', 'sort', 'top'],
  needs,
  run: async (request, args) => {
    const late = args.which === 'OVERDUE'
    const next = args.sort === 'SOONEST'
    const span: Args =
      late || args.from || args.to ? args : { ...args, from: request.today, to: addDays(request.today, next ? 730 : 30) }
    const found = sql`from finance_order_item i join ${ordersSeen(request.actor)} o on o.id = i.order_id
      where ${visible(request)} and o.status in ${openStatuses(request.actor)} and ${openOn(request.actor)} > 0 and ${ofCurrency(args.currency, 'o')} and ${ofParty(args.party, 'i')}
        and ${late ? sql`i.maturity < ${request.today}::date` : between('i.maturity', span.from, span.to)}`
    const { rows: sums } = await sql<{ currency: string; amount: string; count: number }>`
      select o.currency, sum(${openOn(request.actor)})::text as amount, count(distinct o.id)::int as count ${found} group by 1 order by 3 desc, 1`.execute(
      request.tx,
    )
    const { rows, left } = await firstOfAll<{ id: string; orderNo: string; currency: string; amount: string; maturity: string }>(
      request,
      sql`select o.id, o.order_no, o.currency, sum(${openOn(request.actor)})::text as amount, min(i.maturity) as maturity ${found} group by 1, 2, 3`,
      sql`maturity, order_no`,
      args.top ?? 6,
    )
    const list = {
      label: say(request, 'Finance orders', '融资订单'),
      to: `/finance/finance-order?${statusesOpenTo(request.actor)
        .filter((status) => !late || lateStatuses.includes(status))
        .map((status) => `status=${status}`)
        .join('&')}`,
    }
    if (sums.length === 0)
      return {
        text: late
          ? say(
              request,
              `No repayment is overdue${args.currency ? ` in ${args.currency}` : ''}.`,
              `没有逾期的${args.currency ?? ''}还款。`,
            )
          : say(
              request,
              `No repayment${args.currency ? ` in ${args.currency}` : ''} falls due${days(request, span)}.`,
              `没有${args.currency ?? ''}还款在此期间到期${days(request, span)}。`,
            ),
        links: [list],
      }
    const head = sums.map(({ currency, amount, count }) =>
      late
        ? say(
            request,
            `${shown(amount, currency)} of principal is past its maturity, on ${plural(count, 'order')}.`,
            `逾期本金 ${shown(amount, currency)}，共 ${count} 笔订单。`,
          )
        : say(
            request,
            `${shown(amount, currency)} of principal falls due${days(request, span)}, on ${plural(count, 'order')}.`,
            `到期本金 ${shown(amount, currency)}${days(request, span)}，共 ${count} 笔订单。`,
          ),
    )
    const lines = rows.map(({ orderNo, amount, currency, maturity }) =>
      say(request, `${orderNo}: ${shown(amount, currency)}, ${maturity}`, `${orderNo}：${shown(amount, currency)}，${maturity}`),
    )
    return {
      text: [...(next && args.top ? [] : head), ...lines, ...leftOut(request, left, orderNoun, args.top)].join('\n'),
      links: [...rows.map(toOrder), list],
    }
  },
}

/** Principal outstanding by whom the caller stands opposite: a funder's or an operator's suppliers, a supplier's funders. */
async function financingByParty(request: Request, { currency, party }: Args): Promise<Finding> {
  const side = request.actor.companyRole === 'SUPPLIER' ? 'funder' : 'supplier'
  const { rows, left } = await firstOfEach<{
    name: string
    nameLocal: string | null
    currency: string
    amount: string
    count: number
  }>(
    request,
    sql`select c.id, c.name, c.name_local, o.currency, sum(${openOn(request.actor)})::text as amount, count(distinct o.id)::int as count
      from finance_order_item i join ${ordersSeen(request.actor)} o on o.id = i.order_id join company c on c.id = ${sql.ref(`i.${side}_id`)}
      where ${visible(request)} and o.status in ${openStatuses(request.actor)} and ${openOn(request.actor)} > 0 and ${ofCurrency(currency, 'o')} and ${ofParty(party, 'i')}
      group by c.id, o.currency`,
    sql`amount::numeric desc, name, id`,
    mostParties,
  )
  const links = [{ label: say(request, 'Finance orders', '融资订单'), to: '/finance/finance-order' }]
  if (rows.length === 0) return { text: say(request, 'No principal is outstanding.', '没有未还的融资本金。'), links }
  return {
    text: [
      say(request, 'Principal outstanding, the largest first:', '未还本金，由大到小：'),
      ...rows.map((row) =>
        say(
          request,
          `${row.name}: ${shown(row.amount, row.currency)} on ${plural(row.count, 'order')}`,
          `${row.nameLocal ?? row.name}：${shown(row.amount, row.currency)}，${row.count} 笔订单`,
        ),
      ),
      ...leftOut(request, left, partyNouns[side]),
    ].join('\n'),
    links,
  }
}

async function isBuyerAlone({ tx }: Request, code: string): Promise<boolean> {
  const roles = await tx
    .selectFrom('companyRole as r')
    .innerJoin('company as c', 'c.id', 'r.companyId')
    .select('r.role')
    .where('c.code', '=', code)
    .execute()
  const has = (role: 'SUPPLIER' | 'BUYER' | 'FUNDER') => roles.some((one) => one.role === role)
  return has('BUYER') && !has('SUPPLIER') && !has('FUNDER')
}

/** Principal outstanding. */
export const financingTool: Tool = {
  name: 'financing',
  description: 'The financing balance: principal outstanding of paid-out orders.',
  takes: ['currency', 'party', 'by'],
  needs: ['dashboard.ar.view'],
  needsOf: ({ by }) => (by === 'PARTY' ? needs : undefined),
  run: async (request, { currency, party, by }) => {
    if (by === 'PARTY') return financingByParty(request, { currency, party })
    // Of one party the dashboard tells what stands on a buyer, and the list of orders what stands on any other.
    const readsOrders = needs.some((permission) => request.actor.permissions.has(permission))
    if (party && !readsOrders && !(await isBuyerAlone(request, party))) return notOpened(request)
    const { rows } = await sql<{ currency: string; count: number }>`
      select o.currency, count(distinct o.id)::int as count from finance_order_item i join ${ordersSeen(request.actor)} o on o.id = i.order_id
      where ${visible(request)} and o.status in ${openStatuses(request.actor)} and ${openOn(request.actor)} > 0 and ${ofCurrency(currency, 'o')} and ${ofParty(party, 'i')} group by 1 order by 2 desc, 1`.execute(
      request.tx,
    )
    const links = [{ label: say(request, 'Receivables', '应收账款'), to: '/dashboard/ar' }]
    if (rows.length === 0)
      return {
        text: say(
          request,
          `No principal is outstanding${currency ? ` in ${currency}` : ''}.`,
          `没有未还的${currency ?? ''}融资本金。`,
        ),
        links,
      }
    const lines: string[] = []
    for (const row of rows) {
      const { rows: ofOne } = party
        ? await sql<{
            amount: string
          }>`select sum(${openOn(request.actor)})::text as amount from finance_order_item i join ${ordersSeen(request.actor)} o on o.id = i.order_id
            where ${visible(request)} and o.status in ${openStatuses(request.actor)} and o.currency = ${row.currency} and ${ofParty(party, 'i')}`.execute(
            request.tx,
          )
        : {
            rows: [await queryFinancingBalanceAmount({ ...request, body: { currency: row.currency, buyerCode: 'ALL' } })],
          }
      const amount = shown(amountText(ofOne[0]!.amount, row.currency), row.currency)
      lines.push(
        say(
          request,
          `${amount} of principal is outstanding, on ${plural(row.count, 'order')}.`,
          `融资本金余额 ${amount}，共 ${row.count} 笔订单。`,
        ),
      )
    }
    return { text: lines.join('\n'), links }
  },
}
