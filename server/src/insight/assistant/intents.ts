import { allTools } from './all-tools.ts'
import { continued } from './continued.ts'
import { deniedUnheard } from './negation.ts'
import { type Party, type Slots, slotsOf } from './slots.ts'
import type { Args, Request } from './tool.ts'
import { type Intent, stateUnheard, understand } from './understand.ts'

type Asked = Pick<Request, 'today'> & { actor: Pick<Request['actor'], 'companyRole'> }
type Known = { request: Asked; parties: readonly Party[]; own: Party | undefined; before: Intent | undefined }
/** What is asked for, and the words of the message that ask it. */
export type AskedFor = { intent: Intent; words: string }
/** What a question asks for; one that compares, or that asks two things, asks for several. */
export function intentsOf(question: string, { request, parties, own, before }: Known): AskedFor[] {
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
    const each = parts.map((words) => ({ intent: read(words).intent, words }))
    if (each.every(({ intent }) => 'tool' in intent && intent.tool !== 'help')) return each
  }
  const one: AskedFor[] = [{ intent: whole.intent, words: question }]
  if (!('tool' in whole.intent)) return one
  const { tool, args } = whole.intent
  const each = (all: readonly { put: Args; words: string }[] = []): AskedFor[] =>
    all.length > 1 ? all.map(({ put, words }) => ({ intent: { tool, args: { ...args, ...put } }, words })) : one
  if (args.orderNo) return each(slots.orderNos?.map((orderNo) => ({ put: { orderNo }, words: orderNo })))
  if (args.number) return each(slots.numbers?.map((number) => ({ put: { number }, words: number })))
  if (args.party) return each(slots.parties?.map(({ code, name }) => ({ put: { party: code }, words: name })))
  if (args.currency) return each(slots.currencies?.map((currency) => ({ put: { currency }, words: currency })))
  return one
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
  if (!('tool' in intent)) return intent
  // “Not financed” is the opposite of what is asked for by the state alone.
  const denied = deniedUnheard(intent.tool, intent.args, slots.text)
  // Without an order contracts are told by their state.
  const isByState = intent.tool === 'contracts' && !intent.args.orderNo
  if (ofOneRecord.includes(intent.tool)) return denied && isByState ? { reply: 'UNREAD', words: [denied] } : intent
  const unread = intent.tool === 'base_rate' ? slots.unread.filter((word) => !/^\d/.test(word)) : slots.unread
  if (unread.join('').length > 1) return { reply: 'UNREAD', words: unread }
  const bounded = slots.above ?? slots.below ?? slots.atLeast ?? slots.atMost ?? slots.lateDays
  const more = (bounded ? slots.text.replace(/(more|less) than/i, '') : slots.text).match(computed)?.[0]
  if (more && !computes[intent.tool]?.test(more)) return { reply: 'UNREAD', words: [more] }
  if (denied) return { reply: 'UNREAD', words: [denied] }
  const state = intent.tool === 'invoices' ? stateUnheard(slots.text, intent.args.which) : undefined
  if (state) return { reply: 'UNREAD', words: [state] }
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
