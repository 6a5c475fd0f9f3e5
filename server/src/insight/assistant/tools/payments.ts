import { addDays } from '@usance/domain/local-date'
import { sql } from 'kysely'
import { paymentsSeen, readsType } from '../../../books/servicing/payments-seen.ts'
import { idFound, ownPayments, ownPaymentsOnInvoices } from '../../../trade/invoice/own-receivables.ts'
import { firstOfAll, leftOut } from '../cut.ts'
import {
  type Args,
  between,
  days,
  type Finding,
  nameOf,
  ofCurrency,
  ofPartyOnInvoice,
  ofPartyOnOrder,
  otherSide,
  plural,
  type Request,
  say,
  shown,
  type Tool,
} from '../tool.ts'
import { dashboard } from './trade.ts'

/** Money that moved: paid out on orders, or paid by buyers. */
export const paymentsTool: Tool = {
  name: 'payments',
  description:
    'Money moved between from and to. which = FUNDED: advances paid out to suppliers; which = RECEIVED: paid by buyers on invoices.',
  takes: ['which', 'from', 'to', 'currency', 'party', 'sort', 'top'],
  needs: ['dashboard.ar.view'],
  run: async (request, args) => {
    const { actor, tx, today } = request
    if (args.sort === 'NEWEST' && args.which === 'RECEIVED') return latestPayments(request, args)
    const span = args.from || args.to ? args : { ...args, from: addDays(today, -30), to: today }
    const funded = args.which === 'FUNDED'
    const side = { SUPPLIER: 'o.supplier_id', FUNDER: 'o.funder_id' }[actor.companyRole as 'SUPPLIER']
    if (
      funded &&
      (!actor.permissions.has('finance.finance-order.view') || !readsType(actor, 'FUNDING') || (!side && !actor.staff))
    )
      return { text: say(request, 'Your role does not show what was paid out.', '您的角色不显示放款信息。'), links: [] }
    const found = funded
      ? sql`select p.currency, p.amount from payment p join finance_order o on o.id = p.order_id where p.type = 'FUNDING' and p.status = 'PAID' and ${paymentsSeen(actor, 'p')} and ${side ? sql`${sql.ref(side)} = ${actor.companyId}` : sql`true`}
          and ${ofCurrency(args.currency, 'p')} and ${ofPartyOnOrder(args.party)} and ${between('p.value_date', span.from, span.to)}`
      : sql`select p.currency, sum(p.amount) as amount from ${ownPayments(actor)} where not p.waived and ${ofCurrency(args.currency, 'p')} and ${ofPartyOnInvoice(actor, args.party, 'p', 'p.invoice_id')} and ${between('p.pay_date', span.from, span.to)}
          group by coalesce(p.repayment_id, p.direct_payment_id, p.id), p.currency having sum(p.amount) <> 0`
    const { rows } = await sql<{
      currency: string
      amount: string
      count: number
    }>`select currency, sum(amount)::text as amount, count(*)::int as count from (${found}) p group by 1 order by 3 desc, 1`.execute(
      tx,
    )
    const links = [
      funded && actor.permissions.has('payment.financing.view')
        ? { label: say(request, 'Payments', '付款'), to: '/payment/financing' }
        : dashboard(request),
    ]
    const paid = actor.companyRole === 'BUYER'
    const whose = args.party ? await nameOf(request, args.party) : ''
    const [ofEn, ofZh] = whose ? [` ${funded ? 'by' : paid ? 'to' : 'from'} ${whose}`, whose] : ['', '']
    if (rows.length === 0)
      return {
        text: funded
          ? say(request, `Nothing was paid out${ofEn}${days(request, span)}.`, `${ofZh}${days(request, span)}没有放款。`)
          : say(
              request,
              `Nothing was ${paid ? 'paid' : 'received'}${ofEn}${days(request, span)}.`,
              `${ofZh}${days(request, span)}没有${paid ? '付款' : '回款'}。`,
            ),
        links,
      }
    return {
      text: rows
        .map(({ currency, amount, count }) =>
          funded
            ? say(
                request,
                `${shown(amount, currency)} was paid out${ofEn}${days(request, span)}, in ${plural(count, 'payment')}.`,
                `${ofZh}放款 ${shown(amount, currency)}${days(request, span)}，共 ${count} 笔。`,
              )
            : say(
                request,
                `${shown(amount, currency)} was ${paid ? 'paid' : 'received'}${ofEn}${days(request, span)}, in ${plural(count, 'payment')}.`,
                `${ofZh}${paid ? '付款' : '回款'} ${shown(amount, currency)}${days(request, span)}，共 ${count} 笔。`,
              ),
        )
        .join('\n'),
      links,
    }
  },
}

/** The last payments of buyers, one by one; what was taken back and booked again stands once. */
async function latestPayments(request: Request, args: Args): Promise<Finding> {
  const { actor } = request
  const { rows, left } = await firstOfAll<{
    day: string
    currency: string
    amount: string
    id: string
    idFound: string | null
    invoiceNo: string
    name: string
  }>(
    request,
    sql`select p.pay_date as day, p.currency, sum(p.amount)::text as amount, i.id, ${idFound} as id_found, i.invoice_no, c.name, max(p.created_at) as made from ${ownPaymentsOnInvoices(actor)}
    join company c on c.id = ${sql.ref(`p.${otherSide(actor)}_id`)}
    where not p.waived and ${ofCurrency(args.currency, 'p')} and ${ofPartyOnInvoice(actor, args.party, 'p', 'p.invoice_id')} and ${between('p.pay_date', args.from, args.to)}
    group by coalesce(p.repayment_id, p.direct_payment_id, p.id), i.id, id_found, i.invoice_no, p.pay_date, p.currency, c.name having sum(p.amount) <> 0`,
    sql`day desc, made desc, id`,
    args.top ?? 1,
  )
  if (rows.length === 0)
    return { text: say(request, 'There are no payments yet.', '还没有付款记录。'), links: [dashboard(request)] }
  return {
    text: [
      ...rows.map((row) =>
        say(
          request,
          `${row.day}: ${shown(row.amount, row.currency)} on ${row.invoiceNo}, ${row.name}`,
          `${row.day}：${shown(row.amount, row.currency)}，${row.invoiceNo}，${row.name}`,
        ),
      ),
      ...leftOut(request, left, ['payment', 'payments', '笔'], args.top),
    ].join('\n'),
    links: [
      ...(actor.permissions.has('trading.invoice.view')
        ? rows.flatMap(({ idFound: id, invoiceNo }) => (id ? [{ label: invoiceNo, to: `/trading/invoice/${id}/details` }] : []))
        : []),
      dashboard(request),
    ],
  }
}
