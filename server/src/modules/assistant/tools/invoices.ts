import { type RawBuilder, sql } from 'kysely'
import { own } from '../../ar/population.ts'
import {
  type Args,
  between,
  days,
  type Finding,
  nameOf,
  ofCurrency,
  ofParty,
  otherSide,
  plural,
  type Request,
  say,
  shown,
  type Tool,
} from '../tool.ts'

const shownRows = 5
const kinds: Record<string, { where: RawBuilder<unknown>; en: string; zh: string; query: string; open: boolean }> = {
  DUE: {
    where: sql`i.doc_status not in ('DRAFT', 'CANCELLED') and i.outstanding > 0`,
    en: 'open',
    zh: '未结清',
    query: '',
    open: true,
  },
  OVERDUE: {
    where: sql`i.doc_status not in ('DRAFT', 'CANCELLED') and i.outstanding > 0`,
    en: 'overdue',
    zh: '逾期',
    query: '',
    open: true,
  },
  SUBMITTED: {
    where: sql`i.doc_status = 'SUBMITTED'`,
    en: 'waiting for confirmation',
    zh: '待确认',
    query: 'docStatus=SUBMITTED',
    open: false,
  },
  DISPUTED: { where: sql`i.doc_status = 'DISPUTED'`, en: 'disputed', zh: '有争议', query: 'docStatus=DISPUTED', open: false },
  DRAFT: { where: sql`i.doc_status = 'DRAFT'`, en: 'in draft', zh: '草稿', query: 'docStatus=DRAFT', open: false },
  CONFIRMED: { where: sql`i.doc_status = 'CONFIRMED'`, en: 'confirmed', zh: '已确认', query: 'docStatus=CONFIRMED', open: false },
  CLOSED: { where: sql`i.doc_status = 'CLOSED'`, en: 'closed', zh: '已关闭', query: 'docStatus=CLOSED', open: false },
  FINANCED: {
    where: sql`i.finance_status = 'FINANCED'`,
    en: 'financed',
    zh: '已融资',
    query: 'financeStatus=FINANCED',
    open: false,
  },
  LOCKED: {
    where: sql`i.finance_status = 'LOCKED'`,
    en: 'locked by an order',
    zh: '已被订单锁定',
    query: 'financeStatus=LOCKED',
    open: false,
  },
  READY: {
    // An invoice of a financed purchase order pays that order off by conversion; it is not financed anew.
    where: sql`i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
      and not exists (select from purchase_order o where o.id = i.purchase_order_id and o.finance_status in ('FINANCED', 'OVERDUE'))`,
    en: 'confirmed and not financed',
    zh: '已确认未融资',
    query: 'docStatus=CONFIRMED&financeStatus=UNFINANCED',
    open: true,
  },
}

async function run(request: Request, args: Args): Promise<Finding> {
  const { tx, actor, today } = request
  const kind = kinds[args.which ?? 'DUE'] ?? kinds.DUE!
  const late = args.which === 'OVERDUE'
  const future = args.which === 'READY' ? sql`i.due_date > ${today}::date` : sql`true`
  const found = sql`from invoice i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)}
    where ${own(actor)} and ${kind.where} and ${future} and ${ofCurrency(args.currency, 'i')} and ${ofParty(args.party, 'i')} and ${between('i.due_date', args.from, args.to)}
      and ${late ? sql`i.due_date <= ${today}::date - ${args.overdueDays ?? 1}::int` : sql`true`} and ${actor.staff ? sql`i.doc_status <> 'DRAFT'` : sql`true`}`
  const amount = kind.open ? sql`i.outstanding` : sql`i.amount`
  const { rows: sums } = await sql<{ currency: string; amount: string; count: number }>`
    select i.currency, sum(${amount})::text as amount, count(*)::int as count ${found} group by 1 order by 3 desc, 1`.execute(tx)
  const { rows } = await sql<{
    id: string
    invoiceNo: string
    name: string
    currency: string
    amount: string
    dueDate: string
    late: number
  }>`
    select i.id, i.invoice_no, c.name, i.currency, ${amount}::text as amount, i.due_date, ${today}::date - i.due_date as late ${found}
    order by i.due_date, i.invoice_no limit ${shownRows}`.execute(tx)
  const whose = args.party ? await nameOf(request, args.party) : ''
  const due = args.from || args.to
  const seesList = actor.permissions.has('trading.invoice.view')
  const toList = {
    label: say(request, 'Invoices', '发票'),
    to: seesList ? `/trading/invoice${kind.query ? `?${kind.query}` : ''}` : '/dashboard/ar',
  }
  const of = whose ? say(request, ` of ${whose}`, `${whose}`) : ''
  if (rows.length === 0)
    return {
      text: due
        ? say(
            request,
            `No${args.currency ? ` ${args.currency}` : ''} invoice${of} falls due${days(request, args)}.`,
            `${of}${args.currency ?? ''}没有在此期间到期的发票${days(request, args)}。`,
          )
        : say(
            request,
            `No${args.currency ? ` ${args.currency}` : ''} invoice${of} is ${kind.en}.`,
            `${of}没有${args.currency ?? ''}${kind.zh}的发票。`,
          ),
      links: [toList],
    }
  const head = sums.map(({ currency, amount: sum, count }) =>
    due
      ? say(
          request,
          `${plural(count, 'invoice')}${of} over ${shown(sum, currency)} ${count === 1 ? 'falls' : 'fall'} due${days(request, args)}.`,
          `${of}${days(request, args)}到期 ${count} 张发票，合计 ${shown(sum, currency)}。`,
        )
      : say(
          request,
          `${plural(count, 'invoice')}${of} over ${shown(sum, currency)} ${count === 1 ? 'is' : 'are'} ${kind.en}.`,
          `${of}${kind.zh}的发票 ${count} 张，合计 ${shown(sum, currency)}。`,
        ),
  )
  const lines = rows.map(({ invoiceNo, name, currency, amount: one, dueDate, late: daysLate }) =>
    say(
      request,
      `${invoiceNo}, ${name}: ${shown(one, currency)}, due ${dueDate}${daysLate > 0 ? ` (${plural(daysLate, 'day')} late)` : ''}`,
      `${invoiceNo}，${name}：${shown(one, currency)}，到期日 ${dueDate}${daysLate > 0 ? `（逾期 ${daysLate} 天）` : ''}`,
    ),
  )
  return {
    text: [...head, ...lines].join('\n'),
    links: [
      ...(seesList ? rows.map(({ id, invoiceNo }) => ({ label: invoiceNo, to: `/trading/invoice/${id}/details` })) : []),
      toList,
    ],
  }
}

export const invoicesTool: Tool = {
  name: 'invoices',
  description: `Invoices one by one, with their number and sum. which is one of ${Object.keys(kinds).join(', ')}; from and to bound the due date.`,
  takes: ['which', 'currency', 'party', 'from', 'to', 'overdueDays'],
  needs: ['dashboard.ar.view'],
  run,
}

const states: Record<string, [string, string]> = {
  DRAFT: ['in draft', '草稿'],
  SUBMITTED: ['waiting for the buyer’s confirmation', '待买方确认'],
  CONFIRMED: ['confirmed', '已确认'],
  DISPUTED: ['disputed', '有争议'],
  CLOSED: ['closed', '已关闭'],
  CANCELLED: ['cancelled', '已取消'],
  UNFINANCED: ['not financed', '未融资'],
  LOCKED: ['locked by an order', '已被订单锁定'],
  FINANCED: ['financed', '已融资'],
  SETTLED: ['its financing settled', '融资已结清'],
  OVERDUE: ['its financing overdue', '融资逾期'],
}

/** One invoice by its number. */
export const invoiceTool: Tool = {
  name: 'invoice',
  description: 'One invoice or purchase order by its number: where it stands, what is open on it, when it is due.',
  takes: ['number'],
  needs: ['dashboard.ar.view'],
  run: async (request, { number = '' }) => {
    const { tx, actor, today } = request
    const { rows } = await sql<{
      id: string
      invoiceNo: string
      docStatus: string
      financeStatus: string
      currency: string
      amount: string
      outstanding: string
      dueDate: string
      name: string
      late: number
    }>`
      select i.id, i.invoice_no, i.doc_status, i.finance_status, i.currency, i.amount::text as amount, i.outstanding::text as outstanding, i.due_date, c.name, ${today}::date - i.due_date as late
      from invoice i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)} where ${own(actor)} and upper(i.invoice_no) = ${number.toUpperCase()} order by i.created_at desc limit 1`.execute(
      tx,
    )
    const row = rows[0]
    if (!row) return purchaseOrder(request, number)
    const [en, zh] = states[row.docStatus] ?? [row.docStatus, row.docStatus]
    const [financeEn, financeZh] = states[row.financeStatus] ?? ['', '']
    const late = row.late > 0 && row.outstanding !== '0.0000'
    return {
      text: say(
        request,
        `Invoice ${row.invoiceNo} with ${row.name} is ${en} and ${financeEn}: ${shown(row.outstanding, row.currency)} of ${shown(row.amount, row.currency)} is open, due ${row.dueDate}${late ? `, ${plural(row.late, 'day')} late` : ''}.`,
        `发票 ${row.invoiceNo}（${row.name}）${zh}、${financeZh}：金额 ${shown(row.amount, row.currency)}，未结 ${shown(row.outstanding, row.currency)}，到期日 ${row.dueDate}${late ? `，逾期 ${row.late} 天` : ''}。`,
      ),
      links: [
        {
          label: row.invoiceNo,
          to: actor.permissions.has('trading.invoice.view') ? `/trading/invoice/${row.id}/details` : '/dashboard/ar',
        },
      ],
      ...(row.docStatus === 'CONFIRMED' &&
      row.financeStatus === 'UNFINANCED' &&
      actor.permissions.has('finance.finance-order.add')
        ? { next: [say(request, `Prepare a finance order for ${row.invoiceNo}`, `帮我准备 ${row.invoiceNo} 的融资订单`)] }
        : {}),
    }
  },
}

async function purchaseOrder(request: Request, number: string): Promise<Finding> {
  const { tx, actor } = request
  const row = actor.permissions.has('trading.purchase.view')
    ? (
        await sql<{
          id: string
          poNo: string
          docStatus: string
          currency: string
          amount: string
          latestShipDate: string
          name: string
        }>`
          select i.id, i.po_no, i.doc_status, i.currency, i.amount::text as amount, i.latest_ship_date, c.name from purchase_order i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)}
          where ${own(actor)} and upper(i.po_no) = ${number.toUpperCase()} limit 1`.execute(tx)
      ).rows[0]
    : undefined
  if (!row)
    return {
      text: say(
        request,
        `I find no invoice or purchase order ${number} that you may see.`,
        `没有找到您可以查看的发票或采购订单 ${number}。`,
      ),
      links: [],
    }
  const [en, zh] = states[row.docStatus] ?? [row.docStatus, row.docStatus]
  return {
    text: say(
      request,
      `Purchase order ${row.poNo} with ${row.name} is ${en}: ${shown(row.amount, row.currency)}, to be shipped by ${row.latestShipDate}.`,
      `采购订单 ${row.poNo}（${row.name}）${zh}：${shown(row.amount, row.currency)}，最晚发货日 ${row.latestShipDate}。`,
    ),
    links: [{ label: row.poNo, to: `/trading/purchase/details/${row.id}` }],
  }
}
