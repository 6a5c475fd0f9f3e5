import { sql } from 'kysely'
import { paymentsSeen, paymentsTold } from '../../../books/servicing/payments-seen.ts'
import { rowOfSeat } from '../../../books/servicing/side-of-seat.ts'
import { type Request, say, shown, type Tool } from '../tool.ts'

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
    const open = isPayment
      ? paymentsSeen(actor, 'x')
      : sql`${may('repayment.management.view', 'repayment.repaymentDetail.view')} and ${rowOfSeat(actor, 'x')}`
    // Of payments a buyer reads what comes back to it, and none to its supplier.
    const own = sql.ref(isPayment ? 'x.payee_company_id' : 'x.buyer_id')
    const mine = actor.staff || actor.companyRole !== 'BUYER' ? sql`true` : sql`${own} = ${actor.companyId}`
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
      await sql<Row>`select x.no, x.status, x.currency, x.amount::text as amount, x.value_date, o.order_no${isPayment ? sql`, x.type` : sql``} from ${isPayment ? paymentsTold(actor) : sql`repayment`} x
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
