import { sql } from 'kysely'
import { asTrader } from '../../party/account/as-trader.ts'
import { findsCompanies } from '../../party/company/companies-found.ts'
import { runTool } from './all-tools.ts'
import { type AskedFor, intentsOf } from './intents.ts'
import type { Party } from './slots.ts'
import { type Finding, quoted, type Request, say } from './tool.ts'
import { allQuestions, explain } from './tools/knowledge.ts'
import type { Intent } from './understand.ts'

export type Answer = { text: string; links: { label: string; to: string }[]; next: string[]; intent: Intent }

/** The language to answer in: the question's own, and the portal's where the question has no words. */
export const languageOf = (question: string, otherwise: Request['language']): Request['language'] =>
  /[\u4e00-\u9fff]/.test(question)
    ? 'zh-CN'
    : /[a-z]{3,}/i.test(question.replace(/\bFO-[\d-]+|\b[A-Z]{3}\b/g, ''))
      ? 'en-US'
      : otherwise

/** Whom the caller trades with; names beyond them are strangers. */
async function partiesOf({ tx, actor }: Request): Promise<Party[]> {
  const me = actor.companyId
  const related = actor.staff
    ? sql`not c.is_platform`
    : {
        SUPPLIER: sql`(c.id in (select buyer_id from relationship where supplier_id = ${me}) or c.id in (select funder_id from finance_order where supplier_id = ${me})
          or c.id in (select p.funder_id from pricing_offer f join financing_product p on p.id = f.product_id where f.supplier_id = ${me}))`,
        BUYER: sql`c.id in (select supplier_id from relationship where buyer_id = ${me})`,
        FUNDER: sql`(c.id in (select i.buyer_id from finance_order o join finance_order_item i on i.order_id = o.id where o.funder_id = ${me}) or c.id in (select supplier_id from finance_order where funder_id = ${me}))`,
      }[actor.companyRole as 'SUPPLIER']
  if (!related || !findsCompanies(actor)) return []
  const { rows } =
    await sql<Party>`select c.code, c.name, c.name_local from company c where ${related} and c.id <> ${me} order by c.code limit 1000`.execute(
      tx,
    )
  return rows
}
const ownCompany = async ({ tx, actor }: Request): Promise<Party | undefined> =>
  tx.selectFrom('company').select(['code', 'name', 'nameLocal']).where('id', '=', actor.companyId).executeTakeFirst()

const mostAtOnce = 4
/** Answers a question by rules, from what the caller may see, with a link to the record behind every figure. */
export async function answerTo(asked: Request, question: string, before?: Intent): Promise<Answer> {
  const request = { ...asked, language: languageOf(question, asked.language) }
  // Somebody in the seat of the whole company asks as one in its trade; what waits for that seat alone, its tool tells.
  const trader = await asTrader(request)
  const [parties, own] = [await partiesOf(trader), await ownCompany(trader)]
  const asks = intentsOf(question, { request: trader, parties, own, before })
  const [answered, left] = [asks.slice(0, mostAtOnce), asks.slice(mostAtOnce)]
  const found: Finding[] = []
  for (const { intent } of answered) found.push(await findingOf({ request, trader }, question, intent))
  const links = [...new Map(found.flatMap(({ links: some }) => some).map((link) => [link.to, link])).values()]
  const next = [...found.flatMap((one) => one.next ?? []), ...suggestions(trader).filter((one) => one !== question.trim())].slice(
    0,
    4,
  )
  return {
    text: [...new Set(found.flatMap(({ text, quotes = [] }) => [text, ...quotes])), ...notAnswered(request, left)].join('\n'),
    links,
    next: [...new Set(next)],
    intent: answered.at(-1)!.intent,
  }
}

/** The line that names what of a message is not answered; none where all of it is. */
const notAnswered = (request: Request, left: readonly AskedFor[]): string[] => {
  const words = left.map((one) => quoted(one.words))
  return words.length === 0
    ? []
    : [
        say(
          request,
          `I answer the first ${mostAtOnce} questions of a message. Please ask again: ${words.join(', ')}.`,
          `每条消息只回答前 ${mostAtOnce} 个问题。以下未作回答，请再次提问：${words.join('、')}。`,
        ),
      ]
}

type Asking = { request: Request; trader: Request }
async function findingOf({ request, trader }: Asking, question: string, intent: Intent): Promise<Finding> {
  if (!('tool' in intent)) return replyOf(trader, intent)
  if (intent.tool !== 'help') return runTool(request, intent.tool, intent.args)
  return (await explain(request, question)) ?? unknown(request)
}

async function replyOf(request: Request, intent: Exclude<Intent, { tool: string }>): Promise<Finding> {
  switch (intent.reply) {
    case 'GREETING':
      return { text: say(request, `Hello. ${abilities[0]}`, `您好。${abilities[1]}`), links: [] }
    case 'THANKS':
      return { text: say(request, 'You are welcome. Ask on whenever you like.', '不客气，随时可以继续提问。'), links: [] }
    case 'ABILITIES':
      return { text: say(request, ...abilities), links: [allQuestions(request)] }
    case 'OTHERS':
      return {
        text: say(
          request,
          'I answer from what you yourself may see in the portal and from nothing else: no other company’s data, no settings, no secrets.',
          '我只根据您本人在平台中有权查看的内容回答，不提供其他公司的数据、系统设置或任何密钥。',
        ),
        links: [],
      }
    case 'ACTION':
      return doesNothing(request, intent)
    case 'ADVICE':
      return {
        text: say(
          request,
          'I give figures, not advice: the decision is yours. The order form shows the price before you submit anything.',
          '我只提供数据，不提供建议，决定由您作出。提交前，订单表单会显示完整价格。',
        ),
        links: request.actor.permissions.has('finance.finance-order.add')
          ? [{ label: say(request, 'Open the order form', '打开订单表单'), to: '/finance/finance-order/add' }]
          : [],
      }
    case 'CONVERT':
      return {
        text: say(
          request,
          'I do not convert between currencies: each currency is shown by itself, as the books keep it.',
          '我不做币种折算：各币种按账面分别列示。',
        ),
        links: [],
      }
    case 'STRANGER':
      return {
        text: say(
          request,
          `I know nobody called ${intent.name} among those you trade with.`,
          `在您的交易对手中没有找到“${intent.name}”。`,
        ),
        links: [],
        next: [
          say(
            request,
            request.actor.companyRole === 'BUYER' ? 'Who are our suppliers?' : 'Who are our buyers?',
            request.actor.companyRole === 'BUYER' ? '我们有哪些供应商？' : '我们有哪些买方？',
          ),
        ],
      }
    case 'SIDE':
      return otherSideAsked(request)
    case 'UNREAD':
      return unread(request, intent.words)
    default:
      return unknown(request)
  }
}

/** Asked from the side that the caller does not have, it says which figures there are on the caller's own. */
const otherSideAsked = (request: Request): Finding => ({
  text:
    request.actor.companyRole === 'BUYER'
      ? say(
          request,
          'In this role you are the one who owes, so I cannot tell what is owed to you. Ask what you owe, or what falls due.',
          '您以买方身份登录，没有应收款项，因此无法回答。可以问应付多少、何时到期。',
        )
      : say(
          request,
          'In this role you are the one who is owed, so I cannot tell what you owe on invoices. Ask what is owed to you, or for your financing balance.',
          '您以供应商身份登录，没有应付发票，因此无法回答。可以问应收多少，或融资余额是多少。',
        ),
  links: [{ label: say(request, 'Home', '首页'), to: '/home' }],
})

/** Names the words that were not read, and gives no figure. */
function unread(request: Request, heard: readonly string[]): Finding {
  // A number that somebody put into the question is not said again: it could be read as an answer.
  const words = [
    ...new Set(
      heard
        .slice(0, 4)
        .map((word) => (/\d{3}/.test(word.replace(/\d{4}-\d\d-\d\d/g, '')) ? say(request, 'the number', '数字') : word)),
    ),
  ]
  return {
    text: say(
      request,
      `I am not sure what to make of ${words.map((word) => `“${word}”`).join(', ')} here, so I cannot give a figure that answers it. ${abilities[0]}`,
      `问题中的${words.map((word) => `“${word}”`).join('、')}我无法据以作答，因此不给出数字。${abilities[1]}`,
    ),
    links: [allQuestions(request)],
  }
}

/** Asked to do something, it names the place where a person does it. */
async function doesNothing(
  request: Request,
  { orderNo, number }: { orderNo?: string | undefined; number?: string | undefined },
): Promise<Finding> {
  const there = orderNo
    ? await runTool(request, 'order', { orderNo })
    : number
      ? await runTool(request, 'invoice', { number })
      : undefined
  return {
    text: say(
      request,
      'I change nothing and decide nothing: you do that yourself, on the page of the record.',
      '我不会更改任何内容，也不会代您作出决定，请您在相应页面自行操作。',
    ),
    links: there?.links ?? [{ label: say(request, 'Home', '首页'), to: '/home' }],
  }
}

const abilities = [
  'I can tell you what is owed, overdue or falls due, by buyer, age and currency; where an order stands and what it costs; limits, repayments and what could be financed; and how the portal works.',
  '我可以告诉您应收、逾期和即将到期的金额（按买方、账龄、币种），订单进度和费用构成，额度、还款与可融资金额，以及如何使用本平台。',
] as const

const unknown = (request: Request): Finding => ({
  text: say(
    request,
    `I do not know that. ${abilities[0]} Please ask in other words.`,
    `这个问题我无法回答。${abilities[1]}请换一种说法再问。`,
  ),
  links: [allQuestions(request)],
})

/** Questions that fit the caller's side. */
export function suggestions({ actor, language }: Pick<Request, 'actor' | 'language'>): string[] {
  const zh = language === 'zh-CN'
  if (actor.staff)
    return zh
      ? ['逾期多少？', '各状态的融资订单有多少？', '有哪些待审批？', '未来7天有哪些还款到期？']
      : [
          'What is overdue?',
          'How many finance orders are in each status?',
          'What waits for my approval?',
          'Which repayments fall due within 7 days?',
        ]
  switch (actor.companyRole) {
    case 'BUYER':
      return zh
        ? ['我们欠各供应商多少？', '本周有哪些发票到期？', '哪些发票待确认？', '逾期多少？']
        : [
            'How much do we owe each supplier?',
            'Which invoices fall due this week?',
            'Which invoices wait for confirmation?',
            'What is overdue?',
          ]
    case 'FUNDER':
      return zh
        ? ['融资余额是多少？', '未来7天有哪些还款到期？', '逾期还款有多少？', '额度还剩多少？']
        : [
            'What is the financing balance?',
            'Which repayments fall due within 7 days?',
            'Which repayments are overdue?',
            'How much of the limits is free?',
          ]
    default:
      return zh
        ? ['逾期多少？', '还有多少可融资？', '本周有哪些发票到期？', '融资余额是多少？']
        : ['What is overdue?', 'How much can I finance?', 'Which invoices fall due this week?', 'What is my financing balance?']
  }
}
