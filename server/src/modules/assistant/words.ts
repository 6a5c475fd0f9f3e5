import type { Fee, Figure, Order } from './tools.ts'

type Money = (amount: string) => string
type OfFigure = (currency: string, figure: Figure, money: Money) => string
type Words = Record<'OVERDUE' | 'RECEIVABLES' | 'AVAILABLE' | 'FINANCING' | 'DUE_SOON', OfFigure> & {
  order: (order: Order, money: Money) => string
  fees: (order: Order, fees: Fee[], money: Money) => string
  askFees: (orderNo: string) => string
  noOrder: (orderNo: string) => string
  noInvoice: (number: string) => string
  prepare: (invoiceNo: string) => string
  openForm: string
  nothing: string
  notUnderstood: string
  allQuestions: string
  dashboard: string
  questions: string[]
}

/** Everything the assistant says, in both languages. */
export const words: Record<'en-US' | 'zh-CN', Words> = {
  'en-US': {
    OVERDUE: (_, { amount, count }, money) => `${money(amount)} is overdue, on ${count} invoices.`,
    RECEIVABLES: (_, { amount, count }, money) => `${money(amount)} is owed in all, on ${count} invoices.`,
    AVAILABLE: (_, { amount }, money) => `${money(amount)} could be financed now.`,
    FINANCING: (_, { amount }, money) => `${money(amount)} of principal is outstanding.`,
    DUE_SOON: (_, { amount, count }, money) => `${money(amount)} falls due within seven days, on ${count} financed documents.`,
    order: (order, money) =>
      `${order.orderNo} is ${order.status.toLowerCase().replaceAll('_', ' ')}: an advance of ${money(order.financeAmount)}, ${money(order.netAmount)} net${order.maturity ? `, due ${order.maturity}` : ''}.`,
    fees: (order, fees, money) =>
      `${[
        `${order.orderNo} costs ${money(order.interestAmount)} of interest`,
        ...fees.map((fee) => `${fee.code.toLowerCase()} fee ${money(fee.amount)}`),
      ].join(', ')}. Each figure of the order opens to its formula.`,
    askFees: (orderNo) => `What is the fee of ${orderNo} made of?`,
    noOrder: (orderNo) => `I find no order ${orderNo} that you may see.`,
    noInvoice: (number) => `I find no confirmed invoice ${number} of yours that could be financed.`,
    prepare: (invoiceNo) => `The form is ready with invoice ${invoiceNo}. You look at the price and submit it yourself.`,
    openForm: 'Open the order form',
    nothing: 'There are no invoices yet.',
    notUnderstood:
      'I can tell you what is owed, overdue, due soon or available for finance, where an order stands, and how the portal works. Please ask in other words.',
    allQuestions: 'All questions and answers',
    dashboard: 'Receivables',
    questions: ['What is overdue?', 'How much can I finance?', 'What falls due within 7 days?', 'What is my financing balance?'],
  },
  'zh-CN': {
    OVERDUE: (_, { amount, count }, money) => `逾期 ${money(amount)}，共 ${count} 张发票。`,
    RECEIVABLES: (_, { amount, count }, money) => `应收合计 ${money(amount)}，共 ${count} 张发票。`,
    AVAILABLE: (_, { amount }, money) => `目前可融资 ${money(amount)}。`,
    FINANCING: (_, { amount }, money) => `融资本金余额 ${money(amount)}。`,
    DUE_SOON: (_, { amount, count }, money) => `七天内到期 ${money(amount)}，涉及 ${count} 笔融资单据。`,
    order: (order, money) =>
      `${order.orderNo} 当前状态 ${order.status}：融资 ${money(order.financeAmount)}，净额 ${money(order.netAmount)}${order.maturity ? `，到期日 ${order.maturity}` : ''}。`,
    fees: (order, fees, money) =>
      `${[
        `${order.orderNo} 的利息 ${money(order.interestAmount)}`,
        ...fees.map((fee) => `${fee.code} 费 ${money(fee.amount)}`),
      ].join('，')}。订单上的每个数字都可以点开查看公式。`,
    askFees: (orderNo) => `${orderNo} 的费用构成是什么？`,
    noOrder: (orderNo) => `没有找到您可以查看的订单 ${orderNo}。`,
    noInvoice: (number) => `没有找到您可以融资的已确认发票 ${number}。`,
    prepare: (invoiceNo) => `表单已准备好，含发票 ${invoiceNo}。请您查看价格后自行提交。`,
    openForm: '打开订单表单',
    nothing: '还没有发票。',
    notUnderstood: '我可以告诉您应收、逾期、即将到期和可融资金额、订单进度，以及如何使用本平台。请换一种说法再问。',
    allQuestions: '全部问答',
    dashboard: '应收账款',
    questions: ['逾期多少？', '还有多少可融资？', '7天内到期多少？', '融资余额是多少？'],
  },
}
