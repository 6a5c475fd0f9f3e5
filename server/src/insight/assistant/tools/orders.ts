import { isPositive, type Money, toDecimal } from '@usance/domain/money'
import { withoutZeros } from '@usance/domain/rational'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { type RawBuilder, sql } from 'kysely'
import { feesToCharge } from '../../../books/servicing/load-fee.ts'
import { statusesOpenTo } from '../../../books/servicing/open-statuses.ts'
import { ordersSeen } from '../../../books/servicing/orders-seen.ts'
import { paidLate } from '../../../books/servicing/paid-late.ts'
import { ordersListed } from '../../../finance/finance-order/orders-listed.ts'
import { type Cut, firstOfAll, firstOfEach, firstRows, leftOut, leftUntold } from '../cut.ts'
import { type Finding, ofCurrency, ofPartyOnOrder, plural, quoted, type Request, say, shown, type Tool } from '../tool.ts'

export const needs = ['finance.finance-order.view']
export const orderNoun = ['order', 'orders', '笔'] as const
const orderStates: Record<string, [string, string]> = {
  DRAFT: ['draft', '草稿'],
  SUBMITTED: ['submitted', '已提交'],
  IN_APPROVE: ['in approval', '审批中'],
  PASSED: ['approved, right not yet confirmed', '已通过，待确权'],
  RIGHT_CONFIRMED: ['debt confirmed, to be paid out', '已确权，待放款'],
  FUNDING: ['being paid out', '放款中'],
  FUNDED: ['funded', '已放款'],
  PARTIALLY_REPAID: ['partly repaid', '部分还款'],
  OVERDUE: ['overdue', '逾期'],
  SETTLED: ['settled', '已结清'],
  CONVERTED: ['converted', '已转换'],
  WRITTEN_OFF: ['written off', '已核销'],
  REJECTED: ['sent back for change', '已退回修改'],
  REFUSED: ['refused', '已拒绝'],
  REVOKED: ['revoked', '已撤销'],
  EXPIRED: ['expired', '已失效'],
}
const stateIn = (request: Request, status: string) => {
  const [en, zh] = orderStates[status] ?? [status, status]
  return say(request, en, zh)
}

/** Orders as the order list shows them: a company's own side, and for staff what was submitted. */
export const visible = ({ actor }: Request): RawBuilder<unknown> => ordersListed(actor)

const unapproved = ['SUBMITTED', 'IN_APPROVE']
const awaiting = ['PASSED', 'RIGHT_CONFIRMED', 'FUNDING']

/** The states that a question asks for; undefined for all. Those that are open to the reader, and of them those that run, are given. */
function statusesAsked(
  which: string | undefined,
  { open, running }: Record<'open' | 'running', readonly string[]>,
): readonly string[] | undefined {
  switch (which) {
    case 'UNAPPROVED':
      return unapproved
    case 'AWAITING':
      return awaiting
    case 'OPEN':
      return [...unapproved, ...awaiting]
    case 'RUNNING':
      return open
    case 'NOT_OVERDUE':
      return running.filter((status) => status !== 'OVERDUE')
    default:
      return which && orderStates[which] ? [which] : undefined
  }
}

/** Orders by status. */
export const ordersTool: Tool = {
  name: 'orders',
  description: `Finance orders counted by status with their sums; which is one of ${Object.keys(orderStates).join(', ')}, OPEN (on their way), UNAPPROVED (submitted, not approved), AWAITING (approved, not paid out), RUNNING (paid out and not settled) or NOT_OVERDUE (running and not overdue); left out for all.`,
  takes: ['which', 'currency', 'party', 'sort', 'top'],
  needs,
  run: async (request, args) => {
    const open = statusesOpenTo(request.actor)
    const running: readonly string[] = open.filter((status) => status !== 'WRITTEN_OFF')
    const runs = sql<boolean>`o.status = any(${running}::text[])`
    // Of an order that runs its principal is still owed; of the others the advance is what was asked for, or was paid out.
    const amountOf = (isOwed: RawBuilder<boolean>) =>
      sql`case when ${isOwed} then o.principal_outstanding else o.finance_amount end`
    const told = (isOwed: boolean, amount: string) =>
      isOwed ? say(request, `${amount} of principal outstanding`, `未还本金 ${amount}`) : amount
    const wanted = statusesAsked(args.which, { open, running })
    const found = sql`from ${ordersSeen(request.actor)} o where ${visible(request)} and ${ofCurrency(args.currency, 'o')} and ${ofPartyOnOrder(args.party)} and ${wanted ? sql`o.status = any(${wanted}::text[])` : sql`true`}`
    const { rows } = await sql<{ status: string; currency: string; amount: string; count: number }>`
      select o.status, o.currency, sum(${amountOf(runs)})::text as amount, count(*)::int as count ${found} group by 1, 2 order by 4 desc, 1, 2`.execute(
      request.tx,
    )
    const query = wanted ? `?${wanted.map((status) => `status=${status}`).join('&')}` : ''
    const links = [{ label: say(request, 'Finance orders', '融资订单'), to: `/finance/finance-order${query}` }]
    const total = rows.reduce((all, { count }) => all + count, 0)
    if (total === 0) {
      const [en, zh] = args.which && orderStates[args.which] ? orderStates[args.which]! : ['', '']
      return {
        text: en
          ? say(request, `No finance order is ${en}.`, `没有${zh}的融资订单。`)
          : say(request, 'There are no such finance orders.', '没有这样的融资订单。'),
        links,
      }
    }
    const states = [...new Set(rows.map(({ status }) => status))]
    const lines = states.map((status) => {
      const of = rows.filter((row) => row.status === status)
      const count = of.reduce((all, one) => all + one.count, 0)
      const sums = told(
        running.includes(status),
        of.map(({ amount, currency }) => shown(amount, currency)).join(say(request, ' and ', '、')),
      )
      return say(
        request,
        `${plural(count, 'order')} ${stateIn(request, status)}: ${sums}`,
        `${stateIn(request, status)} ${count} 笔：${sums}`,
      )
    })
    // The largest of all orders are those of the largest advance; of running ones alone, those that owe the most.
    const isOwed = wanted ? runs : sql<boolean>`false`
    type Row = {
      id: string
      orderNo: string
      status: string
      currency: string
      amount: string
      isOwed: boolean
      maturity: string
    }
    const { rows: named, left }: Cut<Row> =
      wanted || args.sort
        ? await (args.sort === 'LARGEST' ? firstOfEach : firstOfAll)<Row>(
            request,
            sql`select o.id, o.order_no, o.status, o.currency, (${amountOf(isOwed)})::text as amount, ${isOwed} as is_owed, o.maturity ${found}`,
            args.sort === 'LARGEST' ? sql`amount::numeric desc, order_no` : sql`order_no desc`,
            args.top ?? 8,
          )
        : { rows: [], left: [] }
    const each = named.map((row) => {
      const amount = told(row.isOwed, shown(row.amount, row.currency))
      return say(
        request,
        `${row.orderNo}: ${amount}, ${stateIn(request, row.status)}, matures ${row.maturity}`,
        `${row.orderNo}：${amount}，${stateIn(request, row.status)}，到期日 ${row.maturity}`,
      )
    })
    const more = leftOut(request, left, orderNoun, args.top)
    if (args.sort && args.top)
      return {
        text: [...each, ...more].join('\n'),
        links: [...named.map(toOrder), ...links],
      }
    const head =
      wanted && states.length === 1 ? [] : [say(request, `${plural(total, 'finance order')} in all.`, `共 ${total} 笔融资订单。`)]
    return {
      text: [...head, ...lines, ...each, ...more].join('\n'),
      links: [...named.map(toOrder), ...links],
    }
  },
}

type Amounts = 'financeAmount' | 'netAmount' | 'interestAmount' | 'feeAmount' | 'reserveAmount' | 'principalOutstanding'
type OrderRow = Record<'id' | 'orderNo' | 'status' | 'currency' | 'interestMethod' | 'funder' | Amounts, string> &
  Record<'rate' | 'maturity' | 'fundingDate' | 'requestedFundingDate' | 'settledOn' | 'currentNode', string | null> & {
    trial: Pick<TrialAnswer, 'explain'> | null
  }
type FeeRow = Record<'id' | 'code' | 'basis' | 'value' | 'base' | 'amount' | 'tax' | 'payer', string>

async function orderByNo(request: Request, orderNo: string) {
  const { rows } = await sql<OrderRow>`
    select o.id, o.order_no, o.status, o.currency, o.finance_amount::text as finance_amount, o.net_amount::text as net_amount, o.interest_amount::text as interest_amount, o.fee_amount::text as fee_amount, o.reserve_amount::text as reserve_amount,
      o.principal_outstanding::text as principal_outstanding, o.rate::text as rate, o.maturity, o.funding_date, o.requested_funding_date, o.settled_on, p.interest_method, ${request.actor.companyRole === 'BUYER' ? sql`null::jsonb` : sql`o.pricing -> 'trial'`} as trial,
      f.name as funder, w.current_node
    from ${ordersSeen(request.actor)} o join financing_product p on p.id = o.product_id join company f on f.id = o.funder_id
    left join lateral (select current_node from workflow_instance w where w.business_type = 'FINANCE_ORDER' and w.business_id = o.id and w.status = 'IN_APPROVE' order by w.created_at desc limit 1) w on true
    where ${visible(request)} and o.order_no = ${orderNo.toUpperCase()}`.execute(request.tx)
  return rows[0]
}
const noOrder = (request: Request, orderNo: string): Finding => ({
  text: say(request, `I find no order ${orderNo} that you may see.`, `没有找到您可以查看的订单 ${orderNo}。`),
  links: [{ label: say(request, 'Finance orders', '融资订单'), to: '/finance/finance-order' }],
})
export const toOrder = (row: { id: string; orderNo: string }) => ({
  label: row.orderNo,
  to: `/finance/finance-order/${row.id}/detail`,
})

/** A sentence with one full stop, also behind a name that ends with one. */
const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`)

/** How many documents of an order are named. */
const mostDocuments = 8

/** Where one order stands. */
export const orderTool: Tool = {
  name: 'order',
  description: 'One finance order: its status, who decides next, its amounts, its maturity and what is still to be repaid.',
  takes: ['orderNo'],
  needs,
  run: async (request, { orderNo = '' }) => {
    const row = await orderByNo(request, orderNo)
    if (!row) return noOrder(request, orderNo)
    const money = (amount: string) => shown(amount, row.currency)
    const buyer = request.actor.companyRole === 'BUYER'
    const { rows: items, left } = await firstRows<{ docNo: string }>(
      request,
      sql`select i.doc_no, i.seq from finance_order_item i where i.order_id = ${row.id}`,
      sql`seq`,
      mostDocuments,
    )
    const documents = [
      ...items.map(({ docNo }) => docNo),
      ...leftUntold(request, left, ['document', 'documents', '份单据']),
    ].join(say(request, ', ', '、'))
    const en = [
      sentence(
        `${row.orderNo} is ${orderStates[row.status]?.[0] ?? row.status}${row.currentNode ? ` at the step “${row.currentNode}”` : ''}: an advance of ${money(row.financeAmount)} from ${row.funder}${buyer ? '' : `, ${money(row.netAmount)} net`}`,
      ),
    ]
    const zh = [
      `${row.orderNo} ${orderStates[row.status]?.[1] ?? row.status}${row.currentNode ? `（当前步骤“${row.currentNode}”）` : ''}：资金方 ${row.funder}，融资 ${money(row.financeAmount)}${buyer ? '' : `，净额 ${money(row.netAmount)}`}。`,
    ]
    const isOpen = statusesOpenTo(request.actor).some((status) => status === row.status)
    if (isOpen) {
      en.push(`${money(row.principalOutstanding)} of principal is outstanding, due ${row.maturity}.`)
      zh.push(`未还本金 ${money(row.principalOutstanding)}，到期日 ${row.maturity}。`)
    } else if (row.settledOn) {
      en.push(`It was settled on ${row.settledOn}.`)
      zh.push(`已于 ${row.settledOn} 结清。`)
    } else if (row.fundingDate ?? row.requestedFundingDate) {
      en.push(`The funding date is ${row.fundingDate ?? row.requestedFundingDate}.`)
      zh.push(`放款日 ${row.fundingDate ?? row.requestedFundingDate}。`)
    }
    if (isOpen && row.fundingDate) {
      en.push(`It was paid out on ${row.fundingDate}.`)
      zh.push(`放款日 ${row.fundingDate}。`)
    }
    if (!buyer && row.rate) {
      en.push(`The rate is ${withoutZeros(row.rate)} % a year.`)
      zh.push(`年利率 ${withoutZeros(row.rate)}%。`)
    }
    if (documents) {
      en.push(`It holds ${documents}.`)
      zh.push(`单据：${documents}。`)
    }
    const said =
      !buyer && ['REFUSED', 'REJECTED'].includes(row.status)
        ? (
            await sql<{ said: string | null }>`
              select h.audit_comment as said from workflow_history h join workflow_instance w on w.id = h.instance_id
              where w.business_type = 'FINANCE_ORDER' and w.business_id = ${row.id} and h.operation = ${row.status} order by h.update_time desc limit 1`.execute(
              request.tx,
            )
          ).rows[0]?.said
        : undefined
    return {
      text: say(request, en.join(' '), zh.join('')),
      ...(said ? { quotes: [say(request, `The reason given: ${quoted(said)}`, `给出的理由：${quoted(said)}`)] } : {}),
      links: [toOrder(row)],
      ...(buyer
        ? {}
        : { next: [say(request, `What is the fee of ${row.orderNo} made of?`, `${row.orderNo} 的费用构成是什么？`)] }),
    }
  },
}

const feeNames: Record<string, [string, string]> = {
  HANDLING: ['handling fee', '手续费'],
  SERVICE: ['service fee', '服务费'],
  PLATFORM: ['platform fee', '平台费'],
  FUNDER: ['funder’s fee', '资金方费用'],
  BANK: ['bank fee', '银行费'],
  EARLY: ['early repayment fee', '提前还款费'],
}
const bases: Record<string, (value: string, base: () => string, currency: string) => [string, string]> = {
  FLAT: () => ['a flat amount', '固定金额'],
  PER_INVOICE: (value, _, currency) => [`${shown(value, currency)} for each document`, `每张单据 ${shown(value, currency)}`],
  PCT_FACE: (value, base) => [`${value} % of the face amount ${base()}`, `票面 ${base()} 的 ${value}%`],
  PCT_ADVANCE: (value, base) => [`${value} % of the advance ${base()}`, `融资额 ${base()} 的 ${value}%`],
  PCT_PA_ADVANCE: (value) => [`${value} % a year on the advance, for its days`, `融资额按年 ${value}% 乘以天数`],
}

/** The interest of an order, with the rate and the days that it is made of. */
function interestLine(request: Request, row: OrderRow): string {
  const money = (amount: string) => shown(amount, row.currency)
  const explain = row.trial?.explain ?? []
  const rate = explain.find((one) => one.key === 'rate')
  const dayCounts = explain.flatMap((one) => (one.key === 'interest' && one.dayCount ? [one.dayCount] : []))
  const inputs = (one: (typeof explain)[number], name: string) => one.inputs.find((input) => input.name === name)?.value
  const spans = [...new Set(dayCounts.map(({ days }) => days))]
  const [dayCount] = dayCounts
  const how =
    rate && dayCount
      ? say(
          request,
          `, at ${withoutZeros(rate.result)} % a year${rate.fixing ? ` (${rate.fixing.type} ${withoutZeros(rate.fixing.percentRate)} % and a margin of ${withoutZeros(inputs(rate, 'margin') ?? '0')} %)` : ''} over ${spans.join(', ')} days, ${dayCount.name}`,
          `：年利率 ${withoutZeros(rate.result)}%${rate.fixing ? `（${rate.fixing.type} ${withoutZeros(rate.fixing.percentRate)}% + 利差 ${withoutZeros(inputs(rate, 'margin') ?? '0')}%）` : ''}，${spans.join('、')} 天，${dayCount.name}`,
        )
      : row.rate
        ? say(request, `, at ${withoutZeros(row.rate)} % a year`, `：年利率 ${withoutZeros(row.rate)}%`)
        : ''
  return row.interestMethod === 'IN_ADVANCE'
    ? say(request, `Interest in advance ${money(row.interestAmount)}${how}`, `前收利息 ${money(row.interestAmount)}${how}`)
    : say(
        request,
        `Interest, paid at the end, ${money(row.interestAmount)}${how}`,
        `到期支付利息 ${money(row.interestAmount)}${how}`,
      )
}

/** A fee of an order as it is charged now, with its basis. */
function feeLine(request: Request, currency: string, { fee, ...now }: { fee: FeeRow; amount: Money; tax: Money }): string {
  const money = (amount: string) => shown(amount, currency)
  const [nameEn, nameZh] = feeNames[fee.code] ?? [fee.code, fee.code]
  // Charged with a repayment, it keeps no basis of its own.
  const [basisEn, basisZh] =
    fee.code === 'EARLY'
      ? ['on principal repaid early', '按提前偿还的本金收取']
      : (bases[fee.basis]?.(withoutZeros(fee.value), () => money(fee.base), currency) ?? [fee.basis, fee.basis])
  const [amount, tax] = [money(toDecimal(now.amount)), money(toDecimal(now.tax))]
  const isCorrected = amount !== money(fee.amount)
  const [changedEn, changedZh] = isCorrected
    ? [`, corrected since from ${money(fee.amount)}`, `，由 ${money(fee.amount)} 更正而来`]
    : ['', '']
  const taxed = isPositive(now.tax)
  return say(
    request,
    `${nameEn[0]!.toUpperCase()}${nameEn.slice(1)} ${amount}: ${basisEn}${changedEn}${taxed ? `, and tax of ${tax}` : ''}${fee.payer === 'BUYER' ? ', paid by the buyer' : ''}`,
    `${nameZh} ${amount}：${basisZh}${changedZh}${taxed ? `，另计税 ${tax}` : ''}${fee.payer === 'BUYER' ? '，由买方承担' : ''}`,
  )
}

/** What an order costs and why. */
export const priceTool: Tool = {
  name: 'price',
  description: 'What one finance order costs: the interest with its rate, days and day count, and each fee with its basis.',
  takes: ['orderNo'],
  needs,
  run: async (request, { orderNo = '' }) => {
    const row = await orderByNo(request, orderNo)
    if (!row) return noOrder(request, orderNo)
    // Its buyer sees the order, and reads of it in other answers: to deny it here would be untrue.
    if (request.actor.companyRole === 'BUYER')
      return {
        text: say(
          request,
          `What ${row.orderNo} costs is between its supplier and its funder.`,
          `${row.orderNo} 的价格只告知其供应商与资金方。`,
        ),
        links: [toOrder(row)],
      }
    const money = (amount: string) => shown(amount, row.currency)
    const { rows: fees } = await sql<FeeRow>`
      select id, code, basis, value::text as value, base::text as base, amount::text as amount, tax::text as tax, payer from order_fee where order_id = ${row.id} order by code, id`.execute(
      request.tx,
    )
    const lines = [interestLine(request, row)]
    const late = await paidLate(request.tx, row.id)
    if (late) {
      const [interest, reserve] = [late.booked.interest, late.booked.reserve].map((amount) => money(toDecimal(amount)))
      lines.push(
        say(
          request,
          `The bank paid later than agreed: the interest is ${interest} since, and the reserve ${reserve}`,
          `银行付款晚于约定：利息现为 ${interest}，保留款 ${reserve}`,
        ),
      )
    }
    const charged = await feesToCharge(
      request.tx,
      fees.map((fee) => ({ ...fee, currency: row.currency })),
    )
    lines.push(...charged.map((one) => feeLine(request, row.currency, one)))
    if (fees.length === 0) lines.push(say(request, 'No fees', '无费用'))
    lines.push(
      say(
        request,
        `Advance ${money(row.financeAmount)}, net ${money(row.netAmount)}${row.fundingDate ? `, paid out on ${row.fundingDate}` : ''}`,
        `融资 ${money(row.financeAmount)}，净额 ${money(row.netAmount)}${row.fundingDate ? `，放款日 ${row.fundingDate}` : ''}`,
      ),
    )
    return {
      text: [
        say(request, `What ${row.orderNo} costs:`, `${row.orderNo} 的费用构成：`),
        ...lines,
        say(request, 'On the order, each figure opens to its formula.', '在订单上，每个数字都可以点开查看公式。'),
      ].join('\n'),
      links: [toOrder(row)],
    }
  },
}
