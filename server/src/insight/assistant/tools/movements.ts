import { sql } from 'kysely'
import { paymentsSeen } from '../../../books/servicing/payments-seen.ts'
import { plural, type Request, say, shown, type Tool } from '../tool.ts'

const states: Record<string, [string, string]> = {
  DRAFT: ['in draft', '草稿'],
  IN_APPROVE: ['in approval', '审批中'],
  PASSED: ['approved', '已通过'],
  REJECTED: ['sent back', '已退回'],
  REFUSED: ['refused', '已拒绝'],
  INSTRUCTED: ['sent to the bank', '已指示银行'],
  PAID: ['paid', '已付款'],
  FAILED: ['failed', '失败'],
  CANCELLED: ['cancelled', '已取消'],
  POSTED: ['posted', '已入账'],
  REVERSED: ['reversed', '已冲销'],
}

/** One payment or repayment by its number, to whoever its list is open to. */
export const movementTool: Tool = {
  name: 'movement',
  description: 'One payment (PAY-…) or repayment (RP-…) by its number: its status, amount, day and order.',
  takes: ['number'],
  run: async (request: Request, { number = '' }) => {
    const { tx, actor } = request
    const wanted = number.toUpperCase()
    const may = (...some: string[]) => some.some((permission) => actor.permissions.has(permission))
    const isPayment = wanted.startsWith('PAY')
    const open = isPayment ? paymentsSeen(actor, 'x') : sql`${may('repayment.management.view', 'repayment.repaymentDetail.view')}`
    // What a buyer may see of payments to its supplier is decided by the lists; here it reads repayments alone.
    const mine =
      actor.staff || actor.companyRole !== 'BUYER' ? sql`true` : isPayment ? sql`false` : sql`x.buyer_id = ${actor.companyId}`
    type Row = {
      no: string
      status: string
      currency: string
      amount: string
      valueDate: string | null
      orderNo: string | null
      type?: string
    }
    const { rows } =
      await sql<Row>`select x.no, x.status, x.currency, x.amount::text as amount, x.value_date, o.order_no${isPayment ? sql`, x.type` : sql``} from ${sql.table(isPayment ? 'payment' : 'repayment')} x
          left join finance_order o on o.id = x.order_id where x.no = ${wanted} and ${mine} and ${open}`.execute(tx)
    const row = rows[0]
    const list = isPayment
      ? may('payment.management.view')
        ? '/payment/management'
        : row?.type === 'FUNDING'
          ? '/payment/financing'
          : '/payment/release-refund'
      : may('repayment.management.view')
        ? '/repayment/management'
        : '/repayment/repaymentDetail'
    if (!row)
      return {
        text: say(
          request,
          `I find no ${isPayment ? 'payment' : 'repayment'} ${wanted} that you may see.`,
          `没有找到您可以查看的${isPayment ? '付款' : '还款'} ${wanted}。`,
        ),
        links: [],
      }
    const [en, zh] = states[row.status] ?? [row.status, row.status]
    return {
      text: say(
        request,
        `${row.no} over ${shown(row.amount, row.currency)}${row.orderNo ? ` for ${row.orderNo}` : ''} is ${en}${row.valueDate ? `, value date ${row.valueDate}` : ''}.`,
        `${row.no}${row.orderNo ? `（订单 ${row.orderNo}）` : ''}${zh}：${shown(row.amount, row.currency)}${row.valueDate ? `，起息日 ${row.valueDate}` : ''}。`,
      ),
      links: [{ label: row.no, to: `${list}?no=${encodeURIComponent(row.no)}` }],
    }
  },
}

type PoolRow = Record<'code' | 'currency' | 'supplier' | 'funder' | 'businessDate' | 'base' | 'drawn' | 'free', string>

/** Pools of receivables: the base, what is drawn and what may still be drawn. */
export const poolTool: Tool = {
  name: 'pool',
  description: 'Pools of receivables: borrowing base, drawn and still to be drawn, as last calculated.',
  takes: ['currency', 'party'],
  needs: ['finance.poolFactoring.view'],
  run: async (request, { currency, party }) => {
    const { tx, actor } = request
    const side = { SUPPLIER: sql`p.supplier_id = ${actor.companyId}`, FUNDER: sql`p.funder_id = ${actor.companyId}` }[
      actor.companyRole as 'SUPPLIER'
    ]
    const { rows } = await sql<PoolRow>`
      select p.code, p.currency, s.name as supplier, f.name as funder, x.business_date, x.borrowing_base::text as base, x.drawn::text as drawn, x.availability::text as free
      from pool p join company s on s.id = p.supplier_id join company f on f.id = p.funder_id
      join lateral (select * from pool_position x where x.pool_id = p.id order by x.business_date desc limit 1) x on true
      where ${actor.staff ? sql`true` : (side ?? sql`false`)} and ${currency ? sql`p.currency = ${currency}` : sql`true`} and ${party ? sql`${party} in (s.code, f.code)` : sql`true`} order by p.code limit 6`.execute(
      tx,
    )
    const links = [{ label: say(request, 'Pools', '资金池'), to: '/finance/poolFactoring' }]
    if (rows.length === 0)
      return { text: say(request, 'I find no pool that you may see.', '没有找到您可以查看的资金池。'), links }
    const money = (row: PoolRow, amount: string) => shown(amount, row.currency)
    return {
      text: [
        ...(rows.length > 1 ? [say(request, `${plural(rows.length, 'pool')}:`, `共 ${rows.length} 个资金池：`)] : []),
        ...rows.map((row) =>
          say(
            request,
            `${row.supplier} with ${row.funder}: ${money(row, row.free)} may still be drawn; the borrowing base is ${money(row, row.base)}, ${money(row, row.drawn)} is drawn, as of ${row.businessDate}.`,
            `${row.supplier}（${row.funder}）：还可提款 ${money(row, row.free)}；借款基础 ${money(row, row.base)}，已提款 ${money(row, row.drawn)}（${row.businessDate}）。`,
          ),
        ),
      ].join('\n'),
      links,
    }
  },
}
