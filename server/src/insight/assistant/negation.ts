import type { Args } from './tool.ts'

// What a question denies: “not confirmed”, “unpaid”, “yet to be approved”, “尚未确认”. It asks for the records that are not in the state.
// Denied states are read before those that are named plainly, since “not confirmed” also has the word of the state.

/** The words of each state; of two that begin alike the longer stands first. */
const states = {
  ON_TIME: [
    'pa(?:id|y|ys|ying) (?:us |me )?(?:(?:on[- ]time|punctually|promptly)\\b)',
    '(?:按时|准时|按期|及时)(?:付款|还款|支付|付|还)?',
  ],
  FUNDED: ['(?:paid out|funded|disbursed)\\b', '放款|发放'],
  REPAID: ['(?:repaid|paid back|pay back|repay)\\b', '还款|还清|偿还|归还|还'],
  RIGHT_CONFIRMED: ['(?:(?:debt|right)s? confirm(?:ed|ation)\\b)', '确权'],
  CONFIRMED: ['confirm(?:ed|ation|s|ing)?\\b', '确认'],
  PAID: ['(?:paid|pay|payment)\\b', '付款|支付|付清|付'],
  FINANCED: ['financ(?:ed|ing)\\b', '融资'],
  OVERDUE: ['(?:overdue|past due|late)\\b', '逾期|超期'],
  DUE: ['due\\b', '到期'],
  APPROVED: ['approv(?:ed|al)\\b', '审批通过|审批|批准|审核|通过'],
  SETTLED: ['settled\\b', '结清|结'],
  CLOSED: ['closed\\b', '关闭'],
  SUBMITTED: ['submitted\\b', '提交'],
  SIGNED: ['signed\\b', '签署|签字|签'],
  DISPUTED: ['disput(?:ed?|es)\\b', '争议|异议'],
  LOCKED: ['locked\\b', '锁定'],
  ISSUED: ['(?:issued|invoiced|billed)\\b', '开具|开票'],
  USED: ['(?:used|utili[sz]ed|drawn)\\b', '使用|动用|提款'],
  COMPLETED: ['(?:completed?|finished)\\b', '完成'],
  ACCEPTED: ['accepted\\b', '接受'],
  RECEIVED: ['(?:received|collected|receive)\\b', '收到|收回|到账'],
  ACTIVE: ['(?:running|active|open)\\b', '存续'],
  DRAFT: ['(?:in )?drafts?\\b', '草稿'],
  REJECTED: ['(?:rejected|sent back)\\b', '退回'],
  REFUSED: ['refused\\b', '拒绝'],
  REVOKED: ['(?:revoked|withdrawn|cancelled)\\b', '撤销|撤回|取消'],
  EXPIRED: ['(?:expired|lapsed|terminated)\\b', '失效|过期|终止'],
} as const satisfies Record<string, readonly [en: string, zh: string]>
type State = keyof typeof states

const not = "(?:\\b(?:not|never|no longer|neither|nor|dont|doesnt|didnt|wont|isnt|arent|hasnt|havent)\\b|n[’']t\\b)"
const notYet = `(?:${not}|\\b(?:yet|still|left|remain\\w*|waiting|due) to(?: be)?\\b|\\bto be\\b)`
// What may stand between “not” and the state; words that begin another clause may not.
const between = "(?:\\s+(?!(?:but|and|or|while|though|nor|than|not)\\b)[\\w’'-]+){0,3}?\\s+"
const without = '\\b(?:un[- ]?|non[- ]?|(?:no|without)(?: an?| any| the)? )'
const notZh =
  '(?:尚未|还未|并未|从未|未曾|未经|未被|未|还没有?|尚没有?|并没有?|没有?|不曾|不是|并非|非|无|不|待)(?:被|经|得到|完全|全部|全额|买方|对方|客户|供应商|我们|我方|您|我|再|过|已经|已|足额)*'

// Phrases with “not” that deny no state: bounds of amounts and days, choices, politeness, and the future.
const idle =
  /\bwhy (not|don[’']?t|doesn[’']?t|can[’']?t)\b|\b(or|if|whether or) not\b|\bnot only\b|\b(isn|aren|don|doesn|hasn|haven)[’']?t (it|they|we|you)\?|\b(do not|don[’']?t) (know|understand|mind|forget|care)\b|\b(not|no) (sure|over|above|under|below|more|less|fewer|larger|greater|smaller|longer than|older|later|counting|including|one)\b|\bno (idea|matter|worries)\b|有没有|有无|是不是|是否|能不能|可不可以|会不会|要不要|对不对|没有?(?=[？?。，,吗\s]*$|[，,？?])|未来|不(含|包括|计|算|少于|超过|低于|到|足|大于|高于|多于|小于|知道|好意思|同)|差不多|(未|没有?)(超过|低于)|(?<=有)没有/gi
/** “Cannot be financed” asks what bars an invoice; one that is not financed yet may still be. */
const unable =
  /\b(can ?not|can[’']?t|could not|couldn[’']?t|may not|unable|not (able|eligible|available|ready|allowed|possible))\b[\w ]*|不(能|可以?)|无法|没法/i
const denier = new RegExp(not, 'i')
const denierZh = /尚未|未(?!付|还|到期|结|收)|没有?(?!付|还|收)|不是|并非/

const patterns = (Object.entries(states) as [State, (typeof states)[State]][]).map(([state, [en, zh]]) => ({
  state,
  denied: new RegExp(`${notYet}${between}${en}|${without}${en}|${notZh}(?:${zh})`, 'gi'),
  named: new RegExp(`\\b${en}|${zh}`, 'i'),
}))

export type Denial = {
  /** The states that are denied. */
  denied: State[]
  /** The question without them. */
  rest: string
  /** A word that denies something that is no state. */
  unread?: string
}

/** What a question denies. */
export function denialIn(question: string): Denial {
  let rest = question.replace(idle, ' ')
  const cannot = rest.match(unable)?.[0].trim()
  const denied: State[] = []
  for (const { state, denied: words } of patterns) {
    const found = rest.replace(words, ' ')
    if (found === rest) continue
    denied.push(state)
    rest = found
  }
  const unread = cannot ?? rest.match(denier)?.[0] ?? rest.match(denierZh)?.[0]
  return { denied, rest, ...(unread ? { unread } : {}) }
}

/** By tool, the kinds of its answers that leave out the records in a state. A denial of the state asks for the first; each heeds it. */
const kinds: Record<string, Partial<Record<State, readonly string[]>>> = {
  invoices: {
    CONFIRMED: ['SUBMITTED'],
    PAID: ['DUE', 'OVERDUE', 'NOT_DUE'],
    SETTLED: ['DUE', 'OVERDUE', 'NOT_DUE'],
    CLOSED: ['DUE', 'OVERDUE', 'NOT_DUE'],
    ON_TIME: ['OVERDUE'],
    FINANCED: ['READY'],
    OVERDUE: ['NOT_DUE'],
    DUE: ['NOT_DUE'],
    SUBMITTED: ['DRAFT'],
  },
  purchase_orders: { CONFIRMED: ['SUBMITTED'], CLOSED: ['OPEN'], SUBMITTED: ['DRAFT'], COMPLETED: ['OPEN'] },
  orders: {
    APPROVED: ['UNAPPROVED', 'IN_APPROVE'],
    FUNDED: ['AWAITING'],
    FINANCED: ['AWAITING'],
    SETTLED: ['RUNNING'],
    CLOSED: ['RUNNING'],
    REPAID: ['RUNNING'],
    OVERDUE: ['NOT_OVERDUE'],
    RIGHT_CONFIRMED: ['PASSED'],
    CONFIRMED: ['PASSED'],
    SUBMITTED: ['DRAFT'],
    COMPLETED: ['OPEN'],
  },
  contracts: { SIGNED: ['TO_SIGN'] },
  receivables: { OVERDUE: ['NOT_DUE'], DUE: ['NOT_DUE'] },
}
/** The denials that a tool hears whatever its kind: what is owed is not paid, and a limit tells what is not used. */
const always: Record<string, readonly State[]> = {
  receivables: ['PAID', 'SETTLED', 'CLOSED', 'ON_TIME', 'RECEIVED'],
  repayments: ['REPAID', 'PAID', 'SETTLED', 'DUE', 'OVERDUE'],
  financing: ['REPAID', 'PAID', 'SETTLED'],
  available: ['FINANCED'],
  payment_behaviour: ['ON_TIME'],
  limits: ['USED'],
  pool: ['USED'],
  offers: ['ACCEPTED'],
  tasks: ['APPROVED', 'CONFIRMED', 'SIGNED', 'RIGHT_CONFIRMED'],
}
// Answered together: what is confirmed and not financed, what is overdue and not paid, what is approved and not paid out.
const together: readonly (readonly [denied: State, named: State, kind: string])[] = [
  ['FINANCED', 'CONFIRMED', 'READY'],
  ['PAID', 'OVERDUE', 'OVERDUE'],
  ['PAID', 'DUE', 'DUE'],
  ['SETTLED', 'OVERDUE', 'OVERDUE'],
  ['CONFIRMED', 'SUBMITTED', 'SUBMITTED'],
  ['APPROVED', 'SUBMITTED', 'UNAPPROVED'],
  ['FUNDED', 'APPROVED', 'AWAITING'],
  ['FUNDED', 'RIGHT_CONFIRMED', 'AWAITING'],
  ['SETTLED', 'FUNDED', 'RUNNING'],
  ['REPAID', 'FUNDED', 'RUNNING'],
]

/** The kind of a tool that answers for the first state that is denied. */
export const kindWithout = (tool: string, { denied }: Denial): string | undefined =>
  denied.map((state) => kinds[tool]?.[state]?.[0]).find((kind) => kind !== undefined)

/** The word of a denial that an answer of a tool would pass over; undefined where it holds all of them. */
export function deniedUnheard(tool: string, { which, by }: Pick<Args, 'which' | 'by'>, question: string): string | undefined {
  const { denied, rest, unread } = denialIn(question)
  if (unread) return unread
  const heard = (state: State) =>
    which !== state &&
    (always[tool]?.includes(state) ||
      (which !== undefined && kinds[tool]?.[state]?.includes(which)) ||
      // By age, what is not overdue stands beside what is.
      (state === 'OVERDUE' && by === 'AGE'))
  const passed = denied.find((state) => !heard(state))
  if (passed) return question.match(patterns.find(({ state }) => state === passed)!.denied)?.[0].trim() ?? passed
  if (denied.length === 0 || !kinds[tool]) return undefined
  // The “finance” of “finance order” names no state.
  const plain = rest.replace(/\bfinanc\w* (orders?|applications?|requests?)|融资(订单|申请)/gi, ' ')
  const also = patterns.find(
    ({ state, named }) =>
      named.test(plain) &&
      ['CONFIRMED', 'PAID', 'FINANCED', 'OVERDUE', 'APPROVED', 'FUNDED', 'DISPUTED', 'LOCKED'].includes(state) &&
      !together.some(([one, other, kind]) => denied.includes(one) && other === state && (which === undefined || kind === which)),
  )
  return also ? plain.match(also.named)?.[0] : undefined
}
