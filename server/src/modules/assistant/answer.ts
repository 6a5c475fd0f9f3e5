import { sql } from 'kysely'
import { allTools, runTool } from './all-tools.ts'
import { type Party, type Slots, slotsOf } from './slots.ts'
import { type Args, type Finding, type Request, say } from './tool.ts'
import { allQuestions, explain } from './tools/knowledge.ts'
import { continued, type Intent, understand } from './understand.ts'

export type Answer = { text: string; links: { label: string; to: string }[]; next: string[]; intent: Intent }

/** The language to answer in: the question's own, and the portal's where the question has no words. */
export const languageOf = (question: string, otherwise: Request['language']): Request['language'] =>
  /[\u4e00-\u9fff]/.test(question)
    ? 'zh-CN'
    : /[a-z]{3,}/i.test(question.replace(/\bFO-[\d-]+|\b[A-Z]{3}\b/g, ''))
      ? 'en-US'
      : otherwise

/** Whom the caller trades with; names beyond them are strangers. */
export async function partiesOf({ tx, actor }: Request): Promise<Party[]> {
  const me = actor.companyId
  const related = actor.staff
    ? sql`not c.is_platform`
    : {
        SUPPLIER: sql`(c.id in (select buyer_id from relationship where supplier_id = ${me}) or c.id in (select funder_id from finance_order where supplier_id = ${me})
          or c.id in (select p.funder_id from pricing_offer f join financing_product p on p.id = f.product_id where f.supplier_id = ${me}))`,
        BUYER: sql`c.id in (select supplier_id from relationship where buyer_id = ${me})`,
        FUNDER: sql`(c.id in (select i.buyer_id from finance_order o join finance_order_item i on i.order_id = o.id where o.funder_id = ${me}) or c.id in (select supplier_id from finance_order where funder_id = ${me}))`,
      }[actor.companyRole as 'SUPPLIER']
  if (!related) return []
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
  const [parties, own] = [await partiesOf(request), await ownCompany(request)]
  const intents = intentsOf(question, { request, parties, own, before })
  const found: Finding[] = []
  for (const intent of intents.slice(0, mostAtOnce)) found.push(await findingOf(request, question, intent))
  const links = [...new Map(found.flatMap(({ links: some }) => some).map((link) => [link.to, link])).values()]
  const next = [
    ...found.flatMap((one) => one.next ?? []),
    ...suggestions(request).filter((one) => one !== question.trim()),
  ].slice(0, 4)
  return {
    text: [...new Set(found.flatMap(({ text, quotes = [] }) => [text, ...quotes]))].join('\n'),
    links,
    next: [...new Set(next)],
    intent: intents.at(-1)!,
  }
}

type Known = { request: Request; parties: readonly Party[]; own: Party | undefined; before: Intent | undefined }
/** What a question asks for; one that compares, or that asks two things, asks for several. */
function intentsOf(question: string, { request, parties, own, before }: Known): Intent[] {
  const { today, actor } = request
  const read = (text: string, previous?: Intent) => {
    const slots = slotsOf(text, today, parties, own)
    const intent =
      continued(slots.text, slots, previous, actor.companyRole, today) ?? understand(slots.text, slots, actor.companyRole, today)
    return { slots, intent: sound(intent, slots) }
  }
  const whole = read(question, before)
  const { slots } = whole
  // Two questions in one, each of which can be answered by itself.
  const parts = partsOf(question)
  if (parts.length > 1 && !slots.orderNo && !slots.number) {
    const each = parts.map((part) => read(part).intent)
    if (each.every((intent) => 'tool' in intent && intent.tool !== 'help')) return each
  }
  if (!('tool' in whole.intent)) return [whole.intent]
  const { tool, args } = whole.intent
  const each = <T>(all: readonly T[] | undefined, put: (one: T) => Args): Intent[] | undefined =>
    all && all.length > 1 ? all.map((one) => ({ tool, args: { ...args, ...put(one) } })) : undefined
  if (args.orderNo) return each(slots.orderNos, (orderNo) => ({ orderNo })) ?? [whole.intent]
  if (args.number) return each(slots.numbers, (number) => ({ number })) ?? [whole.intent]
  if (args.party) return each(slots.parties, ({ code }) => ({ party: code })) ?? [whole.intent]
  if (args.currency) return each(slots.currencies, (currency) => ({ currency })) ?? [whole.intent]
  return [whole.intent]
}

const points = /\b(it|its|that|those|them|they|these|this)\b|它|其中|这(张|笔|个|些)|那(张|笔|个|些)/i
/** The questions a question is made of. */
function partsOf(question: string): string[] {
  if (points.test(question)) return [question]
  return question
    .split(/\s+and\s+(?=(?:how|what|which|when|who|where)\b)|[;；]\s*|[?？]\s*(?=\S)|[，,](?=[^，,]*(?:多少|哪|几|什么))/i)
    .map((part) => part.trim())
    .filter((part) => part.length > 3)
}

// Answers about one record say everything about it, so that a word too many changes nothing.
const ofOneRecord = ['order', 'price', 'invoice', 'movement', 'prepare', 'help', 'business_date', 'contracts']
const computed =
  /\b(average|mean|median|percent(?:age)?|ratio|share|growth|trend|probability|difference|versus|compared (?:to|with)|per (?:day|week|month|quarter|year)|minus|more than|less than|smallest|lowest|cheapest|best|worst)\b|平均|百分之|百分比|占比|比例|增长|趋势|差额|减去|变化|最小|最低|最便宜|比[^，]{1,12}[多少]|相差|差多少|每天|每周|每月|每年/i
const computes: Record<string, RegExp> = {
  payment_behaviour: /average|mean|percent|share|best|worst|平均|占比|比例|百分/i,
  dilution: /percent|share|ratio|占比|比例|百分/i,
  offers: /lowest|best|cheapest|最低|最便宜|比例/i,
  base_rate: /percent|百分/i,
}

// What only some tools can speak of. A question that names it is not answered by another, which would leave it out.
const spokenOf: readonly [RegExp, readonly string[]][] = [
  [/\binterest\b|\bfees?\b|\bcosts?\b|\bcharges?\b|利息|费用|手续费|服务费|成本/i, ['price', 'offers', 'base_rate']],
  [/\breserves?\b|保留款/i, []],
  [/\b(limits?|facilit(y|ies)|headroom)\b|额度|授信/i, ['limits', 'available']],
  [/disput|争议|异议/i, ['invoices', 'tasks']],
  [/\bcontracts?\b|合同/i, ['tasks']],
  [/\bpools?\b|资金池/i, ['pool']],
  [
    /\b(over|past[ -])due\b|逾期/i,
    ['receivables', 'invoices', 'repayments', 'orders', 'tasks', 'payment_behaviour', 'financing'],
  ],
  [/confirm|确认/i, ['invoices', 'orders', 'purchase_orders', 'tasks']],
  [/\bdrafts?\b|草稿/i, ['invoices', 'orders', 'purchase_orders', 'tasks']],
  [/\bdilution\b|deduct|credit notes?|稀释|扣款|抵减/i, ['dilution']],
  [/refund|\breleased?\b|\btax\b|退款|释放|税/i, []],
  [/write[- ]?off|written off|核销|坏账/i, ['orders']],
  [/\bnot? (been )?financed|unfinanced|未融资|没融资/i, ['invoices', 'available']],
]

/**
 * An intent that uses everything the question names. What no tool can narrow by, or was not understood at all, would make
 * the answer one to another question: a figure that is right by itself and wrong here. Then it is said instead.
 */
function sound(intent: Intent, slots: Slots): Intent {
  if (!('tool' in intent) || ofOneRecord.includes(intent.tool)) return intent
  const unread = intent.tool === 'base_rate' ? slots.unread.filter((word) => !/^\d/.test(word)) : slots.unread
  if (unread.join('').length > 1) return { reply: 'UNREAD', words: unread }
  const bounded = slots.above ?? slots.below ?? slots.lateDays
  const more = (bounded ? slots.text.replace(/(more|less) than/i, '') : slots.text).match(computed)?.[0]
  if (more && !computes[intent.tool]?.test(more)) return { reply: 'UNREAD', words: [more] }
  const noun = spokenOf.find(([words, tools]) => words.test(slots.text) && !tools.includes(intent.tool))
  if (noun) return { reply: 'UNREAD', words: [slots.text.match(noun[0])![0]] }
  const tool = allTools.find(({ name }) => name === intent.tool)!
  const { from, to, ...rest } = intent.args
  const asOfNow = from !== undefined && from === to && !tool.takes.includes('from')
  const args: Args = asOfNow ? rest : intent.args
  const beyond = (Object.keys(args) as (keyof Args)[]).filter((name) => args[name] !== undefined && !tool.takes.includes(name))
  if (beyond.length === 0) return { tool: intent.tool, args }
  return {
    reply: 'UNREAD',
    words: [
      ...new Set(beyond.map((name) => (name === 'from' || name === 'to' ? `${args.from} – ${args.to}` : String(args[name])))),
    ],
  }
}

async function findingOf(request: Request, question: string, intent: Intent): Promise<Finding> {
  if ('tool' in intent) {
    if (intent.tool !== 'help') return runTool(request, intent.tool, intent.args)
    return (await explain(request, question)) ?? unknown(request)
  }
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
      return {
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
      }
    case 'UNREAD': {
      const words = intent.words.slice(0, 4)
      return {
        text: say(
          request,
          `I am not sure what to make of ${words.map((word) => `“${word}”`).join(', ')} here, so I cannot give a figure that answers it. ${abilities[0]}`,
          `问题中的${words.map((word) => `“${word}”`).join('、')}我无法据以作答，因此不给出数字。${abilities[1]}`,
        ),
        links: [allQuestions(request)],
      }
    }
    default:
      return unknown(request)
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
