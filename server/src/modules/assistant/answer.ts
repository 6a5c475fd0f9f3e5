import { formatAmount } from './format-amount.ts'
import type { Answer } from './tools.ts'
import * as tools from './tools.ts'
import { understand } from './understand.ts'
import { words } from './words.ts'

/** Answers a question from what the caller may see, with a link to the record behind every figure. */
export async function answerTo(request: tools.Request, question: string): Promise<Answer> {
  const say = words[request.language]
  const intent = understand(question)
  const next = say.questions
  switch (intent.about) {
    case 'ORDER':
    case 'FEES': {
      const order = await tools.orderByNo(request, intent.orderNo)
      if (!order) return { text: say.noOrder(intent.orderNo), links: [], next }
      const money = (amount: string) => formatAmount(amount, order.currency)
      const links = [{ label: order.orderNo, to: `/finance/finance-order/${order.id}/detail` }]
      const text =
        intent.about === 'FEES' ? say.fees(order, await tools.feesOf(request, order.id), money) : say.order(order, money)
      return { text, links, next: [say.askFees(order.orderNo)] }
    }
    case 'PREPARE': {
      const invoice = await tools.invoiceByNo(request, intent.number)
      if (!invoice) return { text: say.noInvoice(intent.number), links: [], next }
      return {
        text: say.prepare(invoice.invoiceNo),
        links: [{ label: say.openForm, to: `/finance/finance-order/add?invoice=${invoice.id}` }],
        next,
      }
    }
    case 'HELP': {
      const found = await tools.helpFor(request, question)
      if (!found) return { text: say.notUnderstood, links: [{ label: say.allQuestions, to: '/faq/all/0/1' }], next }
      return { text: found.body, links: [{ label: found.title, to: `/faqs/${found.id}` }], next }
    }
    default: {
      const currencies = intent.currency ? [intent.currency] : await tools.currenciesOf(request)
      if (currencies.length === 0) return { text: say.nothing, links: [], next }
      const lines = []
      for (const currency of currencies) lines.push(await tools.figure(request, intent.about, currency))
      return {
        text: lines
          .map(({ currency, ...figure }) => say[intent.about](currency, figure, (a) => formatAmount(a, currency)))
          .join('\n'),
        links: [{ label: say.dashboard, to: '/dashboard/ar' }],
        next: next.filter((one) => one !== question),
      }
    }
  }
}
