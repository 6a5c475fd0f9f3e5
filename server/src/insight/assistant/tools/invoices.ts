import { scaleOf } from '@usance/domain/currencies'
import { type RawBuilder, sql } from 'kysely'
import { seeingAll } from '../../../auth/seeing-all.ts'
import { carriesLoan } from '../../../books/servicing/carries-loan.ts'
import { ordersSeen } from '../../../books/servicing/orders-seen.ts'
import { openOffers } from '../../../finance/finance-order/open-offers.ts'
import type { Actor } from '../../../http/context.ts'
import { noForeignDraft } from '../../../trade/invoice/drafts.ts'
import { financeStatusTold, isFinanceTold, payStatusTold } from '../../../trade/invoice/finance-status-told.ts'
import { own } from '../../../trade/invoice/own-receivables.ts'
import { financeable } from '../../ar/advances.ts'
import { firstOfAll, firstOfEach, firstRows, leftOut } from '../cut.ts'
import {
  type Args,
  between,
  days,
  exceptParty,
  type Finding,
  nameOf,
  ofCurrency,
  ofPartyOnInvoice,
  otherSide,
  plural,
  quoted,
  type Request,
  say,
  shown,
  type Tool,
} from '../tool.ts'

const shownRows = 5
const thousands = (amount: string) => amount.replace(/\B(?=(\d{3})+$)/g, ',')
const kinds: Record<
  string,
  { where: RawBuilder<unknown> | ((actor: Actor) => RawBuilder<unknown>); en: string; zh: string; query: string; open: boolean }
> = {
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
  NOT_DUE: {
    where: sql`i.doc_status not in ('DRAFT', 'CANCELLED') and i.outstanding > 0`,
    en: 'not overdue',
    zh: '未逾期',
    query: '',
    open: true,
  },
  ISSUED: {
    where: sql`i.doc_status not in ('DRAFT', 'CANCELLED')`,
    en: 'issued',
    zh: '已开具',
    query: '',
    open: false,
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
  PAID: {
    where: (actor) => sql`i.doc_status not in ('DRAFT', 'CANCELLED') and ${payStatusTold(actor, 'i')} = 'PAID'`,
    en: 'paid in full',
    zh: '已付清',
    query: 'payStatus=PAID',
    open: false,
  },
  CLOSED: { where: sql`i.doc_status = 'CLOSED'`, en: 'closed', zh: '已关闭', query: 'docStatus=CLOSED', open: false },
  FINANCED: {
    where: (actor) => sql`${financeStatusTold(actor, 'i')} = 'FINANCED'`,
    en: 'financed',
    zh: '已融资',
    query: 'financeStatus=FINANCED',
    open: false,
  },
  LOCKED: {
    where: (actor) => sql`${financeStatusTold(actor, 'i')} = 'LOCKED'`,
    en: 'locked by an order',
    zh: '已被订单锁定',
    query: 'financeStatus=LOCKED',
    open: false,
  },
  READY: {
    // An invoice of a purchase order with a loan pays that loan off by conversion; it is not financed anew.
    where: (actor) => sql`i.doc_status = 'CONFIRMED' and ${financeStatusTold(actor, 'i')} = 'UNFINANCED' and i.outstanding > 0
      and not (${carriesLoan(sql`i.purchase_order_id`)} and ${isFinanceTold(actor, 'i.purchase_order_id')})`,
    en: 'confirmed and not financed',
    zh: '已确认未融资',
    query: 'docStatus=CONFIRMED&financeStatus=UNFINANCED',
    open: true,
  },
}

/** The bounds of an amount; “at least” and “at most” take in what they name. */
const within = (amount: RawBuilder<unknown>, { above, below, atLeast, atMost }: Args): RawBuilder<unknown> => {
  const bounds = [
    above ? sql`${amount} > ${above}::numeric` : null,
    below ? sql`${amount} < ${below}::numeric` : null,
    atLeast ? sql`${amount} >= ${atLeast}::numeric` : null,
    atMost ? sql`${amount} <= ${atMost}::numeric` : null,
  ].filter((one) => one !== null)
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`true`
}

type Sum = { currency: string; amount: string; count: number }
/** What is asked for: a kind of invoices, by the day of issue or within a span of due days, and of whom they are. */
type Words = { kind: { en: string; zh: string }; issued: boolean; due: boolean; of: string }

/** The parties and bounds of amount that a question names, as they follow the word invoice. */
async function ofWhat(request: Request, args: Args): Promise<string> {
  const whose = args.party ? await nameOf(request, args.party) : ''
  const without = args.except ? await nameOf(request, args.except) : ''
  const bound = [
    args.above ? say(request, ` above ${thousands(args.above)}`, `大于 ${thousands(args.above)} 的`) : '',
    args.below ? say(request, ` below ${thousands(args.below)}`, `小于 ${thousands(args.below)} 的`) : '',
    args.atLeast ? say(request, ` of at least ${thousands(args.atLeast)}`, `不少于 ${thousands(args.atLeast)} 的`) : '',
    args.atMost ? say(request, ` of at most ${thousands(args.atMost)}`, `不超过 ${thousands(args.atMost)} 的`) : '',
  ].join('')
  return `${whose ? say(request, ` of ${whose}`, `${whose}`) : ''}${without ? say(request, ` without ${without}`, `（不含${without}）`) : ''}${bound}`
}

function noneFound(request: Request, args: Args, { kind, issued, due, of }: Words): string {
  if (issued)
    return say(request, `No invoice${of} was issued${days(request, args)}.`, `${of}${days(request, args)}没有开具发票。`)
  return due
    ? say(
        request,
        `No${args.currency ? ` ${args.currency}` : ''} invoice${of} falls due${days(request, args)}.`,
        `${of}${args.currency ?? ''}没有在此期间到期的发票${days(request, args)}。`,
      )
    : say(
        request,
        `No${args.currency ? ` ${args.currency}` : ''} invoice${of} is ${kind.en}.`,
        `${of}没有${args.currency ?? ''}${kind.zh}的发票。`,
      )
}

function foundIn(request: Request, args: Args, { kind, issued, due, of }: Words, { currency, amount, count }: Sum): string {
  const sum = shown(amount, currency)
  if (issued)
    return say(
      request,
      `${plural(count, 'invoice')}${of} over ${sum} ${count === 1 ? 'was' : 'were'} issued${days(request, args)}.`,
      `${of}${days(request, args)}开具 ${count} 张发票，合计 ${sum}。`,
    )
  return due
    ? say(
        request,
        `${plural(count, 'invoice')}${of} over ${sum} ${count === 1 ? 'falls' : 'fall'} due${days(request, args)}.`,
        `${of}${days(request, args)}到期 ${count} 张发票，合计 ${sum}。`,
      )
    : say(
        request,
        `${plural(count, 'invoice')}${of} over ${sum} ${count === 1 ? 'is' : 'are'} ${kind.en}.`,
        `${of}${kind.zh}的发票 ${count} 张，合计 ${sum}。`,
      )
}

async function run(request: Request, args: Args): Promise<Finding> {
  const { tx, actor, today } = request
  const kind = kinds[args.which ?? 'DUE'] ?? kinds.DUE!
  const where = typeof kind.where === 'function' ? kind.where(actor) : kind.where
  const late = args.which === 'OVERDUE'
  const future =
    args.which === 'READY'
      ? sql`i.due_date > ${today}::date`
      : args.which === 'NOT_DUE'
        ? sql`i.due_date >= ${today}::date`
        : sql`true`
  const issued = args.which === 'ISSUED'
  const amount = kind.open ? sql`i.outstanding` : sql`i.amount`
  const found = sql`from invoice i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)}
    where ${own(actor)} and ${where} and ${future} and ${ofCurrency(args.currency, 'i')} and ${ofPartyOnInvoice(actor, args.party, 'i')} and ${exceptParty(args.except, 'i')} and ${between(issued ? 'i.issue_date' : 'i.due_date', args.from, args.to)}
      and ${within(amount, args)} and ${late ? sql`i.due_date <= ${today}::date - ${args.overdueDays ?? 1}::int` : sql`true`} and ${noForeignDraft(actor, 'i')}`
  const { rows: sums } = await sql<Sum>`
    select i.currency, sum(${amount})::text as amount, count(*)::int as count ${found} group by 1 order by 3 desc, 1`.execute(tx)
  const { rows, left } = await (args.sort === 'LARGEST' ? firstOfEach : firstOfAll)<{
    id: string
    invoiceNo: string
    name: string
    currency: string
    amount: string
    dueDate: string
    late: number
  }>(
    request,
    sql`select i.id, i.invoice_no, c.name, i.currency, ${amount}::text as amount, i.issue_date, i.due_date, overdue_days(i.outstanding, i.due_date, ${today}::date) as late ${found}`,
    sql`${args.sort === 'LARGEST' ? sql`amount::numeric desc` : args.sort === 'NEWEST' ? sql`issue_date desc` : sql`due_date`}, invoice_no, id`,
    args.top ?? shownRows,
  )
  const seesList = actor.permissions.has('trading.invoice.view')
  const toList = {
    label: say(request, 'Invoices', '发票'),
    to: seesList ? `/trading/invoice${kind.query ? `?${kind.query}` : ''}` : '/dashboard/ar',
  }
  const words = { kind, issued, due: Boolean(args.from || args.to), of: await ofWhat(request, args) }
  if (rows.length === 0) return { text: noneFound(request, args, words), links: [toList] }
  const head = sums.map((sum) => foundIn(request, args, words, sum))
  const lines = rows.map(({ invoiceNo, name, currency, amount: one, dueDate, late: daysLate }) =>
    say(
      request,
      `${invoiceNo}, ${name}: ${shown(one, currency)}, due ${dueDate}${daysLate > 0 ? ` (${plural(daysLate, 'day')} late)` : ''}`,
      `${invoiceNo}，${name}：${shown(one, currency)}，到期日 ${dueDate}${daysLate > 0 ? `（逾期 ${daysLate} 天）` : ''}`,
    ),
  )
  return {
    text: [...(args.top ? [] : head), ...lines, ...leftOut(request, left, ['invoice', 'invoices', '张'], args.top)].join('\n'),
    links: [
      ...(seesList ? rows.map(({ id, invoiceNo }) => ({ label: invoiceNo, to: `/trading/invoice/${id}/details` })) : []),
      toList,
    ],
  }
}

export const invoicesTool: Tool = {
  name: 'invoices',
  description: `Invoices one by one, with their number and sum. which is one of ${Object.keys(kinds).join(', ')}; from and to bound the due date, of ISSUED the issue date.`,
  takes: [
    'which',
    'currency',
    'party',
    'except',
    'from',
    'to',
    'overdueDays',
    'above',
    'below',
    'atLeast',
    'atMost',
    'sort',
    'top',
  ],
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

const payStates: Record<string, [string, string]> = {
  UNPAID: ['unpaid', '未付'],
  PARTIAL: ['partly paid', '部分付款'],
  PAID: ['paid in full', '已付清'],
  WRITTEN_OFF: ['written off', '已核销'],
}

/** The finance order an invoice is in, as far as the caller sees orders. */
async function orderOf({ tx, actor }: Request, invoiceId: string): Promise<{ id: string; orderNo: string } | undefined> {
  if (!actor.permissions.has('finance.finance-order.view') || actor.companyRole === 'BUYER') return undefined
  const { rows } = await sql<{ id: string; orderNo: string }>`
    select o.id, o.order_no from finance_order_item x join ${ordersSeen(actor)} o on o.id = x.order_id where x.invoice_id = ${invoiceId} and o.status not in ('REFUSED', 'REVOKED', 'EXPIRED') and ${actor.staff ? sql`o.submitted_at is not null` : sql`true`}
    order by x.active desc, o.created_at desc limit 1`.execute(tx)
  return rows[0]
}

/** The advance on one invoice of the caller's own, at the best rate of the offers that may finance it now; undefined when none may. */
async function advanceOn({ tx, actor, today }: Request, invoiceId: string, currency: string): Promise<string | undefined> {
  if (actor.companyRole !== 'SUPPLIER') return undefined
  const asked = { supplierId: actor.companyId, currency, today }
  const offers = (await seeingAll(tx, actor, () => openOffers(tx, asked))).filter(({ type }) => type === 'RECEIVABLE_PURCHASE')
  if (offers.length === 0) return undefined
  const open = sql`unnest(${offers.map((one) => one.buyerId)}::uuid[], ${offers.map((one) => one.advanceRate)}::numeric[],
    ${offers.map((one) => one.untold)}::boolean[], ${offers.map((one) => one.dueFrom)}::date[], ${offers.map((one) => one.dueTo)}::date[])
    as o(buyer_id, advance_rate, untold, due_from, due_to)`
  const { rows } = await sql<{ advance: string | null }>`
    select trunc(${financeable} * max(o.advance_rate) / 100, ${scaleOf(currency)})::text as advance
    from invoice i join ${open} on o.buyer_id = i.buyer_id and (i.buyer_visible or o.untold)
      and i.due_date between o.due_from and o.due_to
    where i.id = ${invoiceId} and ${own(actor)} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
      and not ${carriesLoan(sql`i.purchase_order_id`)} group by i.id`.execute(tx)
  return rows[0]?.advance ?? undefined
}

/** How many others have the number, since two suppliers may give the same. */
const ofSameNumber = (request: Request, left: number, [one, many, zh]: readonly [string, string, string]): string =>
  left === 0
    ? ''
    : say(
        request,
        ` There ${left === 1 ? 'is' : 'are'} ${plural(left, `more ${one}`, `more ${many}`)} of this number.`,
        `另有 ${left} ${zh}使用此编号。`,
      )

/** One invoice by its number. */
export const invoiceTool: Tool = {
  name: 'invoice',
  description: 'One invoice or purchase order by its number: where it stands, what is open on it, when it is due.',
  takes: ['number'],
  needs: ['dashboard.ar.view'],
  run: async (request, { number = '' }) => {
    const { actor, today } = request
    const { rows, left } = await firstRows<{
      id: string
      invoiceNo: string
      docStatus: string
      financeStatus: string
      currency: string
      amount: string
      outstanding: string
      dueDate: string
      issueDate: string
      payStatus: string
      disputeReason: string | null
      returnComment: string | null
      name: string
      late: number
    }>(
      request,
      sql`select i.id, i.invoice_no, i.created_at, i.doc_status, ${financeStatusTold(actor, 'i')} as finance_status, ${payStatusTold(actor, 'i')} as pay_status, i.currency, i.amount::text as amount, i.outstanding::text as outstanding, i.issue_date, i.due_date, i.dispute_reason, i.return_comment, c.name, overdue_days(i.outstanding, i.due_date, ${today}::date) as late
      from invoice i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)} where ${own(actor)} and ${noForeignDraft(actor, 'i')} and upper(i.invoice_no) = ${number.toUpperCase()}`,
      sql`created_at desc, id`,
      1,
    )
    const row = rows[0]
    if (!row) return purchaseOrder(request, number)
    const [en, zh] = states[row.docStatus] ?? [row.docStatus, row.docStatus]
    const [financeEn, financeZh] = states[row.financeStatus] ?? ['', '']
    const late = row.late > 0
    const [paidEn, paidZh] = payStates[row.payStatus] ?? ['', '']
    const order = await orderOf(request, row.id)
    const advance = await advanceOn(request, row.id, row.currency)
    const more = [
      order ? say(request, ` It is in order ${order.orderNo}.`, `所在订单 ${order.orderNo}。`) : '',
      advance
        ? say(
            request,
            ` Financed now, it would bring an advance of up to ${shown(advance, row.currency)}, as far as limits allow.`,
            `现在融资最多可得 ${shown(advance, row.currency)}（以额度为限）。`,
          )
        : '',
      ofSameNumber(request, left, ['invoice', 'invoices', '张发票']),
    ].join('')
    // The reason it came back was written to the supplier; what is disputed is known to both sides.
    const reason =
      row.docStatus === 'DISPUTED'
        ? row.disputeReason
        : row.docStatus === 'DRAFT' && actor.companyRole === 'SUPPLIER'
          ? row.returnComment
          : null
    return {
      text: say(
        request,
        `Invoice ${row.invoiceNo} with ${row.name} is ${en}, ${paidEn} and ${financeEn}: ${shown(row.outstanding, row.currency)} of ${shown(row.amount, row.currency)} is open, issued ${row.issueDate}, due ${row.dueDate}${late ? `, ${plural(row.late, 'day')} late` : ''}.${more}`,
        `发票 ${row.invoiceNo}（${row.name}）${zh}、${paidZh}、${financeZh}：金额 ${shown(row.amount, row.currency)}，未结 ${shown(row.outstanding, row.currency)}，开票日 ${row.issueDate}，到期日 ${row.dueDate}${late ? `，逾期 ${row.late} 天` : ''}。${more}`,
      ),
      ...(reason
        ? {
            quotes: [
              row.docStatus === 'DISPUTED'
                ? say(request, `The reason given for the dispute: ${quoted(reason)}`, `争议原因：${quoted(reason)}`)
                : say(request, `It was sent back with the words: ${quoted(reason)}`, `退回意见：${quoted(reason)}`),
            ],
          }
        : {}),
      links: [
        {
          label: row.invoiceNo,
          to: actor.permissions.has('trading.invoice.view') ? `/trading/invoice/${row.id}/details` : '/dashboard/ar',
        },
        ...(order ? [{ label: order.orderNo, to: `/finance/finance-order/${order.id}/detail` }] : []),
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
  const { actor } = request
  const { rows, left } = actor.permissions.has('trading.purchase.view')
    ? await firstRows<{
        id: string
        poNo: string
        docStatus: string
        currency: string
        amount: string
        latestShipDate: string
        name: string
      }>(
        request,
        sql`select i.id, i.po_no, i.created_at, i.doc_status, i.currency, i.amount::text as amount, i.latest_ship_date, c.name from purchase_order i join company c on c.id = ${sql.ref(`i.${otherSide(actor)}_id`)}
          where ${own(actor)} and ${noForeignDraft(actor, 'i')} and upper(i.po_no) = ${number.toUpperCase()}`,
        sql`created_at desc, id`,
        1,
      )
    : { rows: [], left: 0 }
  const row = rows[0]
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
  const others = ofSameNumber(request, left, ['purchase order', 'purchase orders', '份采购订单'])
  return {
    text: say(
      request,
      `Purchase order ${row.poNo} with ${row.name} is ${en}: ${shown(row.amount, row.currency)}, to be shipped by ${row.latestShipDate}.${others}`,
      `采购订单 ${row.poNo}（${row.name}）${zh}：${shown(row.amount, row.currency)}，最晚发货日 ${row.latestShipDate}。${others}`,
    ),
    links: [{ label: row.poNo, to: `/trading/purchase/details/${row.id}` }],
  }
}
