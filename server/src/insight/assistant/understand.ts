import { addDays } from '@usance/domain/local-date'
import { type Denial, denialIn, kindWithout } from './negation.ts'
import type { Slots } from './slots.ts'
import type { Args } from './tool.ts'
import { terms } from './tools/terms.ts'

/** What a question asks for: a tool with its particulars, or one of the things that are answered without data. */
export type Intent =
  | { tool: string; args: Args }
  | {
      reply: 'GREETING' | 'THANKS' | 'ABILITIES' | 'OTHERS' | 'ACTION' | 'ADVICE' | 'CONVERT' | 'SIDE' | 'UNKNOWN'
      orderNo?: string | undefined
      number?: string | undefined
    }
  | { reply: 'STRANGER'; name: string }
  /** Something in it was not understood, or cannot narrow what it asks for. */
  | { reply: 'UNREAD'; words: string[] }

const howTo =
  /^(please )?(can you )?(tell me |explain )?(how (do|can|could|should|to|does|are|is)\b|where (do|can) i|may i|can i (change|correct|edit|switch|reset|cancel)|why (can|do|does|is|am|are)|what happens|when (is|does|do) (the|my) money|who approves for me|what do i pay)|怎么|如何|怎样|为什么|为何|能否|忘记|(可以|能)(修改|更正|更改|切换).*吗|什么时候放款|what (should|do|can) (i|we) do\b|该怎么|怎么办|我(是|们是)?(新手|新来)|第一次(用|使用|登录)|\bhow (do|can|should) (i|we) (?!owe|stand|still)\w+|\bi.?m new\b|new here|从哪(里|儿)?开始|指南|手册|教程|\b(user )?guide\b|\bmanual\b|迟付.*会|会怎么?样|谁.*代.*审批/i
const notHowTo =
  /^how (much|many|late|long|punctual|well|good|high|is .* pay|do(es)? .* (pay|buyer))|是怎样|怎么样|how (do|does) (my |our )?(buyers?|customers?|[A-Z]\w+.*) pay/i
const meaning = /^(what('s| is| are| does)|define|explain|meaning of)\b.*|什么是|什么叫|是什么(意思)?[？?]?$|何谓|意思|含义|解释/i

const others =
  /\b(other|another|different|every|all) (suppliers?|compan(y|ies)|tenants?|customers?’?|clients?|users?|competitors?)\b(?!.*\bowe)|competitor|someone else|somebody else|其他(公司|供应商|企业|租户|客户|用户)|别的(公司|供应商)|竞争对手|所有(公司|租户|用户)|全平台/i
const attack =
  /\b(ignore|disregard|forget|override)\b.*\b(rules?|instructions?|prompt|above|previous|restrictions?|polic)|system prompt|jailbreak|developer mode|password of|secrets?\b|api keys? of|drop table|select \*|<script|<!--|\bsystem ?:|you are (now )?(an? )?(admin|root|developer)|your (system )?(prompt|tools|instructions|rules)|reveal|你(现在)?是(管理员|开发者)|提示词|(告诉|给)我.{0,12}密码|密码(是|告诉)|忽略.*(规则|指令|指示|限制)|系统提示|密码是|密钥是|绕过/i
const action =
  /^(please |can you |could you |kindly |just |now )*(submit|approve|reject|refuse|pay|transfer|send|delete|remove|cancel|withdraw|sign|confirm|repay|release|book|execute|upload|change|update|edit|write off|mark|raise|increase|lower|extend|remind|email|notify|block|unblock|lock|unlock|reverse|refund|accept|revoke|terminate|order|print)\b(?!-\d)|把.{1,24}(提高|提升|降低|调高|调低|调整|改成|通过|批准|批了|删|撤|取消|付了|付掉|转给|关闭)|给.{1,20}(发|打|寄|写).{0,10}(邮件|信|短信|消息|催|电话|通知|提醒)|催(款|收|付)|提高.{0,10}额度|订.{0,6}(机票|酒店|车)|^(请|帮我|请帮我|麻烦|替我|给我)?(直接|立即|马上|立刻|赶紧)?(提交|撤销|作废|审批|批准|通过|拒绝|付款|支付|转账|删除|取消|撤回|签署|签字|确认|还款|放款|修改|更改|核销)/i
const prepare =
  /\b(prepare|draft|raise|start|create|open|make|set up|apply for|new)\b.*\b(order|financ\w*|application|advance|request)\b|\bfinance (invoice )?[A-Z]+[-\d]|i (want|would like|need) to finance|(准备|起草|发起|新建|创建|申请).*(融资|订单)|(我)?(想|要|需要)(对.*)?融资/i
const advice =
  /\bshould (i|we)\b|do you recommend|your advice|is it (worth|wise|better)|best (option|choice)|该不该|应该.*吗|建议我|值得.*吗|哪个更划算/i
const convert = /\b(convert|exchange rate|fx rate)\b|\bin total in\b|汇率|折算|换算|折合/i
const addedUp =
  /\b(together|combined|one total|grand total|single (total|figure)|add(ed)? up|sum of (all|everything))\b|加在一起|加起来|合在一起|合并/i
const greeting = /^(hi|hello|hey|good (morning|afternoon|evening)|你好|您好|早上好|下午好|嗨|在吗)[\s!,.。！，]*$/i
const thanks = /^(thanks?|thank you|thx|great|ok|okay|谢谢|多谢|好的|感谢).{0,20}$/i
const abilities =
  /what (can|do) you (do|know|answer|help)|who are you|help me$|^help[.!?]?$|你(能|会|可以)(做|干|回答|帮).*|你是谁|^帮助$|有什么功能/i

// Which come first: the largest, the soonest, the newest. “Last month” and “next week” are days, not ranks.
const unit = '(?! ?(few|couple|several|\\d|one\\b|two|three|four|five|six|seven|ten|day|week|month|quarter|year|fortnight))'
const largest = /\b(biggest|largest|highest|greatest|top)\b|最大|最高|金额最多/i
const soonest = new RegExp(
  `\\bnext\\b${unit}|\\b(soonest|earliest|nearest)\\b|\\bfirst to\\b|\\b(falls?|matures?|due|repay) (next|first)\\b${unit}|最近(的?一|要|将|到期)|最先|最早|下一(张|笔|个)|马上要`,
  'i',
)
const newest = new RegExp(
  `\\b(last|latest|most recent)\\b${unit}|\\bnewest\\b|最新|最近(的?)一(次|笔|张|个)|上一(次|笔|张)|最后一(次|笔|张)`,
  'i',
)
const oldest = /\b(oldest|longest)\b|最久|最早|最长/i
const notLate =
  /\bnot (yet |currently )?(overdue|late|past due|due)\b|\b(isn|aren)[’']t (yet )?(overdue|late|due)|未到期|没到期|未逾期|(?<!有)没有?逾期|不逾期/i
const several = /\b(invoices|orders|bills|payments)\b|哪些/i

const orderState: readonly [string, RegExp][] = [
  [
    'AWAITING',
    /approved but|not (yet )?(been )?(paid out|funded|disbursed)|yet to be (paid out|funded)|unfunded|(还没有?|未|没有?|待)放款|waiting for (the )?(payout|money|funding)/i,
  ],
  [
    'IN_APPROVE',
    /in approval|under approval|being approved|awaiting approval|approval pending|pending approval|waiting for approval|under review|审批中|在审批|等待审批|待审批/i,
  ],
  ['PARTIALLY_REPAID', /part(ly|ially) repaid|部分还款/i],
  ['SETTLED', /settled|\brepaid\b|closed orders?|已?结清|已.{0,2}还清/i],
  ['OVERDUE', /overdue|past (its |their )?maturity|逾期/i],
  ['REJECTED', /rejected|sent back|被?退回/i],
  ['REFUSED', /refused|被?拒绝/i],
  ['REVOKED', /revoked|withdrawn|已?撤销|已?撤回/i],
  ['EXPIRED', /expired|lapsed|已?失效|过期/i],
  ['DRAFT', /drafts?\b|草稿/i],
  ['PASSED', /passed|approved|已?通过|批准|待确权/i],
  [
    'RIGHT_CONFIRMED',
    /(right|debt) (is |are |was |were )?confirmed|to be paid out|waiting for (the )?(payout|money|funding)|待放款|已确权/i,
  ],
  ['FUNDED', /funded|paid out|disbursed|已?放款/i],
  ['RUNNING', /running|active|outstanding|alive|live\b|存续|在贷|未结清/i],
  ['SUBMITTED', /submitted|已.{0,2}提交|提交了/i],
  ['RIGHT_CONFIRMED', /\bconfirmed\b|已.{0,3}确认|确认了/i],
  ['OPEN', /open|pending|on (their|its) way|in progress|进行中|处理中|未完成|在途/i],
]
const invoiceState: readonly [string, RegExp][] = [
  [
    'SUBMITTED',
    /没有?确认|(waiting|wait|await\w*|pending|need|not yet|to|to be|un)[\w ]*confirm\w*|unconfirmed|submitted|已.{0,2}提交|待.{0,4}确认|未确认|等待.*确认/i,
  ],
  ['DISPUTED', /disput\w*|争议/i],
  ['DRAFT', /drafts?\b|草稿/i],
  ['LOCKED', /locked|锁定/i],
  [
    'READY',
    /(ready|available|eligible|not yet|not (yet )?(been )?|n[’']t (yet )?(been )?|can (i|we|be)|could be|able to be|un)[\w ]*financ\w*|可(以)?融资|未融资|能融资|[没未]有?融资/i,
  ],
  ['FINANCED', /financed|已融资|融资了/i],
  ['PAID', /\bpaid\b(?! (out|late|by|on time))|已.{0,2}(付|支付)|付(清|了|过)/i],
  ['CLOSED', /closed|settled|已.{0,2}关闭|关闭了|已.{0,2}结清|结清了/i],
  ['CONFIRMED', /\bconfirmed\b|已.{0,3}确认|确认(了|过)|确认的/i],
]
const purchaseState: readonly [string, RegExp][] = [
  ['DRAFT', /draft|草稿/i],
  ['SUBMITTED', /(wait|await|pending)\w*.*confirm|submitted|已提交/i],
  ['CLOSED', /closed|已关闭/i],
  ['CONFIRMED', /confirmed|已.{0,3}确认|确认(了|过)/i],
]
const isToSign = (question: string, { denied }: Denial) =>
  denied.includes('SIGNED') || (/sign|签/i.test(question) && !/\bsigned\b|已.{0,3}签|签(了|过|署了|署过)/i.test(question))
const stateIn = (states: readonly [string, RegExp][], question: string) => states.find(([, words]) => words.test(question))?.[0]

// Asks what was repaid. The tools tell only what is still to be repaid, so that the question is not answered.
const repaidAlready =
  /\b(was|were|been|got|have|has|had|already|we|i|they)( (?!be\b)\w+){0,3} (repaid|paid back)\b|\bdid( \w+){0,3} (repay|pay back)\b|已.{0,2}(偿还|归还|还了|还款)|(偿?还|归还|还款)了多少/i

const topic = {
  orders:
    /\b(finance|financing|funding) (orders?|applications?|requests?)|\borders?\b(?! of)|\bapplications?\b|融资(订单|申请)|订单|申请/i,
  purchase: /purchase orders?|\bPOs?\b|采购订单|采购单/i,
  invoices: /\binvoices?\b|\bbills?\b|发票/i,
  contracts: /\bcontracts?\b|\bagreements?\b|合同|协议/i,
  price:
    /\bfees?\b|\bcosts?\b|\bcharges?\b|\bprice\b|made (up )?of|net amount|how much interest|interest|\brates?\b|receive|breakdown|费|成本|价格|贵|到手|到账|构成|利息|利率/i,
  repay:
    /\brepa(y\w*|id)\b|pay back|paid back|comes? back|收回|要还|matur\w*|principal.*due|due.*principal|还款|要还|该还|偿还|归还|到期.*(融资|本金|订单)|(融资|本金|订单).*到期/i,
  due: /\b(due|falls?|fall due|matur\w*|expect\w*|come in|cash in|collect|to pay)\b|到期|应收|要付|该付|需要付|应付/i,
  overdue: /overdue|past due|\blate\b|in arrears|delinquent|behind|not paid on time|逾期|超期|拖欠|拖着|拖延|过期未付|没有?按时/i,
  available:
    /available (for|to) financ|available\b|can (i|we) (still )?(finance|borrow|draw|raise|get)|could (i|we) (finance|borrow|draw|raise|get)|how much .*(can|could) be financed|可融资|可用额度|还能融|能融多少|可以融多少/i,
  limits: /\b(credit )?limits?\b|\bfacilit(y|ies)\b|headroom|\bcredit lines?\b|额度|授信/i,
  financing:
    /financ\w* balance|\bowe (the |our )?(banks?|funders?|lenders?)\b|欠(银行|资金方)|\b(lent|lend|exposures?|drawn)\b|借给|敞口|本金|balance of (the )?financ|principal|borrowed|outstanding (loans?|advances?|financing)|how much (have|did) (i|we) (borrow|draw)|lent|融资余额|未还本金|本金余额|借了|在贷余额|融了多少|放了多少/i,
  behaviour:
    /punctual|pay(s|ing)? (on time|late|me|us)|payment behaviou?r|how (fast|quickly|long|do|does|is|well|late)\b.*\bpay|days to pay|\bDSO\b|days sales|on[- ]time|payers?\b|付款(表现|行为|习惯|情况|及时|准时)|准时|按时|平均.*付款|周转天数|付款.*(快|慢)/i,
  dilution: /dilution|credit notes?|deduct\w*|reductions?|returns? of goods|稀释|抵减|扣款|贷项/i,
  funded:
    /(was|were|been|got|get) (funded|paid out|disbursed|financed)|paid out|pay(s|ing)? out|disburse\w*|payouts?|放.{0,4}款|发放/i,
  received:
    /(received|collected|receive\b|came in|paid (by|to) (buyers?|me|us)|did .* pay|has .* paid|have .* paid|was paid|we pay|i pay|paid (this|last)|(have|has) (we|i|they) paid|get a payment|got paid)|回款|收到|收款|付了.{0,4}多少|付了.{0,2}款|已经?付|支付了/i,
  owed: /receivables?|\bA[RP]\b|payables?|\bowe[sd]?\b|owing|outstanding|ag(e)?ing|\bage\b|unpaid|open (amount|balance|invoices)|balance|应收|应付|欠|[未没]付|账龄|余额|未结/i,
  byParty:
    /by (buyer|supplier|customer|company|debtor)|per (buyer|supplier|customer)|each (buyer|supplier|customer)|which (buyers?|suppliers?|customers?|compan)|who\b|largest|biggest|most\b|top \d*|按(买方|买家|客户|供应商|公司)|各(买方|买家|客户|供应商|家)|每(个|家)(买方|买家|客户|供应商)|哪(个|家|些)(买方|买家|客户|供应商|公司)|谁|最多|最大/i,
  byAge: /ag(e)?ing|by age|how old|buckets?|by days|账龄|逾期分布|分段/i,
  offers:
    /\b(my|our|the|agreed|current)? ?(margin|rate|pricing)\b.*(agreed|my|our|product|apply|now|have)|\b(my|our) (interest )?rates?\b|\bmargins?\b|products?\b|offers?\b|产品|报价|我的利率|利差是多少|利率是多少/i,
  baseRate: /\b(SOFR|EURIBOR|LPR|TIBOR|TONA|SONIA|HIBOR|SHIBOR|KIBOR)\b|base rates?|benchmark|fixings?|基准利率|定盘/i,
  news: /\bnews\b|(some|any)thing new|what.?s new|heard of|signals?|headlines|outlook|新闻|消息|资讯|动态|舆情/i,
  parties:
    /(who|which|what) (are|is) (my|our) (buyers?|suppliers?|customers?|debtors?)|\blist (of |all )?(my |our |all |the )*(buyers?|suppliers?|customers?)|how many (\w+ )?(buyers?|suppliers?|customers?)|我们?(的)?(买方|买家|客户|供应商)(有|是)(哪些|谁|多少)|有(哪些|多少个?家?|几个|几家)(买方|买家|客户|供应商)/i,
  tasks:
    /\b(to[- ]?dos?|tasks?|waits? for me|waiting for me|pending for me|my desk|need(s)? my|should i do|do i have to do|to approve|approvals?)\b|待办|待处理|需要我|要我|等我|待我/i,
  issued: /\b(invoiced|billed|issued)\b|\b(did|do|have|has) (we|i|they) (invoice|bill|issue)\b|开(了|的|具|出|票)/i,
  pool: /\bpools?\b|资金池|池/i,
  today: /(what|which) (day|date) is|today'?s date|business date|今天(是)?(几号|星期几|日期)|业务日期|几月几号/i,
}

/** What the kinds of invoices that a question may name stand beside: one that is ready is confirmed, and not financed. */
const heldBy: Record<string, readonly string[]> = { READY: ['CONFIRMED', 'FINANCED'], SUBMITTED: ['CONFIRMED'] }
/** The word of a state that a question about invoices names and that those of a kind need not be in; undefined where none is. */
export function stateUnheard(question: string, which: string | undefined): string | undefined {
  const { rest } = denialIn(question)
  return invoiceState
    .filter(([state]) => ['CONFIRMED', 'DISPUTED', 'DRAFT', 'LOCKED'].includes(state))
    .filter(([state]) => state !== which && !(which !== undefined && heldBy[which]?.includes(state)))
    .map(([, words]) => rest.match(words)?.[0])
    .find((word) => word !== undefined)
}

/** What a question says: its topics, what narrows it, and what it denies. */
function heardIn(question: string, slots: Slots, role: string, today: string) {
  const has = (name: keyof typeof topic) => topic[name].test(question)
  const { currency } = slots
  const denial = denialIn(question)
  // A supplier is owed and a buyer owes: what is asked from the other side would be answered with the wrong sign.
  const wrongSide =
    role === 'SUPPLIER'
      ? question.match(/\b(do|what|much) (we|i) (still )?owe\b|\bpayables?\b|\bAP\b|我们?(还|一共|总共)?欠(?!我)|应付账款/i)
      : role === 'BUYER'
        ? question.match(/\bowes? (us|me|our)\b|\breceivables?\b|\bowed to (us|me)\b|欠(我|我们)|应收/i)
        : null
  // “How much is owed today” asks for the balance, not for what falls due today.
  const isNow = slots.period?.from === today && slots.period.to === today
  const moves = (['due', 'received', 'funded', 'repay', 'issued'] as const).some(has)
  const period = isNow && !moves ? undefined : slots.period
  const party = slots.party?.code
  const narrow: Args = {
    ...(currency ? { currency } : {}),
    ...(party ? { party } : {}),
    ...(period ? { from: period.from, to: period.to } : {}),
    ...(slots.except ? { except: slots.except.code } : {}),
    ...(slots.asOf ? { asOf: slots.asOf } : {}),
    ...(slots.above ? { above: slots.above } : {}),
    ...(slots.below ? { below: slots.below } : {}),
    ...(slots.atLeast ? { atLeast: slots.atLeast } : {}),
    ...(slots.atMost ? { atMost: slots.atMost } : {}),
    ...(slots.top ? { top: slots.top } : {}),
    ...(/\b(by|largest) (amount|size|value)\b|按金额/i.test(question) ? { sort: 'LARGEST' as const } : {}),
  }
  // A funder or the operator looks at both sides: suppliers are meant when they are named.
  const byParty: Args['by'] =
    /suppliers?\b|供应商/i.test(question) && (role === 'FUNDER' || role === 'PLATFORM') ? 'SUPPLIER' : 'PARTY'
  const use = (tool: string, args: Args = {}): Intent => ({ tool, args: { ...narrow, ...args } })
  const { orderNo, number } = slots
  const isUnpaid = denial.denied.includes('PAID')
  const many = slots.top ?? (several.test(question) ? 5 : 1)
  const aboutInvoices = has('invoices') || /哪一?张/.test(question)
  const whose = /\b(which|what) (buyer|supplier|customer|compan)|\bwho\b|哪(个|家)(买方|买家|客户|供应商|公司)/i.test(question)
  return {
    question,
    slots,
    role,
    today,
    has,
    period,
    party,
    currency,
    narrow,
    byParty,
    use,
    denial,
    orderNo,
    number,
    wrongSide,
    isUnpaid,
    many,
    aboutInvoices,
    whose,
    late: has('overdue'),
  }
}
type Heard = ReturnType<typeof heardIn>

/** Understands a question in English or Chinese. Only the words of the user are read this way, never documents or news. */
export function understand(question: string, slots: Slots, role: string, today = ''): Intent {
  const heard = heardIn(question, slots, role, today)
  // The first that knows the question answers it: the order is that from the particular to the general.
  return (
    besideFigures(heard) ??
    ofOneSubject(heard) ??
    firstOfKind(heard) ??
    withinBounds(heard) ??
    ofPaying(heard) ??
    ofFinancing(heard) ??
    ofRecords(heard) ??
    ofSums(heard) ??
    otherwise(heard)
  )
}

/** What asks for no figures of many records: what must not be answered, what the portal does not do, one record by its number, help. */
function besideFigures({
  question,
  slots,
  role,
  has,
  period,
  party,
  currency,
  orderNo,
  number,
  wrongSide,
}: Heard): Intent | undefined {
  if (attack.test(question) || (others.test(question) && role !== 'PLATFORM')) return { reply: 'OTHERS' }
  if (greeting.test(question.trim())) return { reply: 'GREETING' }
  if (abilities.test(question.trim())) return { reply: 'ABILITIES' }
  if (prepare.test(question) && !howTo.test(question)) return { tool: 'prepare', args: number ? { number } : {} }
  if (action.test(question.trim()) && !howTo.test(question)) return { reply: 'ACTION', orderNo, number }
  if (orderNo && has('contracts')) return { tool: 'contracts', args: { orderNo } }
  if (orderNo) return { tool: has('price') && !/interest rate of sofr/i.test(question) ? 'price' : 'order', args: { orderNo } }
  if (number) return { tool: /^(PAY|RP)-/i.test(number) ? 'movement' : 'invoice', args: { number } }
  // “What does overdue mean” asks for the word.
  const isWord =
    /\b(means?|meaning|define|definition|explain)\b|什么叫|什么是|意思|含义|何谓/i.test(question) &&
    !slots.party &&
    !period &&
    !currency &&
    terms.some(({ words }) => words.test(question))
  if (isWord && !/\b(my|our|us|we|me)\b|我|多少|how (much|many)/i.test(question)) return { tool: 'help', args: { question } }
  if (wrongSide && !has('repay') && !has('financing') && !howTo.test(question) && !meaning.test(question))
    return { reply: 'SIDE' }
  if (thanks.test(question.trim())) return { reply: 'THANKS' }
  if (slots.stranger && !/^how (do|can) (i|we) /i.test(question)) return { reply: 'STRANGER', name: slots.stranger }
  if (advice.test(question) && !howTo.test(question)) return { reply: 'ADVICE' }
  if (convert.test(question) || (addedUp.test(question) && (slots.currencies?.length ?? 0) > 1)) return { reply: 'CONVERT' }
  if (has('today')) return { tool: 'business_date', args: {} }
  const asksFigure = /多少|几|哪|谁|how (much|many)|which|who\b|list|show/i.test(question)
  if (
    howTo.test(question) &&
    !notHowTo.test(question) &&
    !(asksFigure && /多少|几张|几笔/.test(question)) &&
    !(party && has('behaviour'))
  )
    return { tool: 'help', args: { question } }
  return undefined
}

/** What asks for one subject alone: parties, news, dilution, contracts, purchase orders, benchmarks, pools. */
function ofOneSubject({ narrow, question, has, use, denial }: Heard): Intent | undefined {
  if (has('parties')) {
    const which = /supplier|供应商/i.test(question) ? 'SUPPLIERS' : 'BUYERS'
    return { tool: 'parties', args: { ...narrow, which } }
  }
  if (has('news')) return use('news')
  if (has('dilution') && !(meaning.test(question) && !/\b(my|our)\b|我|多少/i.test(question))) return use('dilution')
  if (has('contracts')) return use('contracts', isToSign(question, denial) ? { which: 'TO_SIGN' } : {})
  if (has('purchase') && !/financ|融资/i.test(question)) {
    return use('purchase_orders', {
      which: kindWithout('purchase_orders', denial) ?? stateIn(purchaseState, denial.rest) ?? 'OPEN',
    })
  }
  if (has('baseRate')) {
    const which = question.match(/\b(SOFR|EURIBOR|LPR|TIBOR|TONA|SONIA|HIBOR|SHIBOR|KIBOR)\b/i)?.[1]?.toUpperCase()
    if (which || !meaning.test(question) || /today|now|current|latest|今天|当前|最新|多少/i.test(question))
      return { tool: 'base_rate', args: { ...narrow, ...(which ? { which } : {}) } }
  }
  if (has('pool') && !meaning.test(question)) return use('pool')
  return undefined
}

/** What asks for the first of some kind: the oldest, largest, soonest or newest; and for what was issued. */
function firstOfKind({ question, today, has, period, use, many, aboutInvoices, whose }: Heard): Intent | undefined {
  if (has('overdue') && oldest.test(question) && !has('orders')) return use('invoices', { which: 'OVERDUE', top: many })
  if (aboutInvoices && largest.test(question) && !whose)
    return use('invoices', { which: has('overdue') ? 'OVERDUE' : 'DUE', sort: 'LARGEST', top: many })
  if (aboutInvoices && soonest.test(question) && !has('repay'))
    return use('invoices', { which: 'NOT_DUE', sort: 'SOONEST', top: many })
  if (soonest.test(question) && (has('repay') || has('orders')) && !aboutInvoices)
    return use('repayments', { from: today, to: undefined, ...(period ?? {}), sort: 'SOONEST', top: many })
  if (has('orders') && largest.test(question) && !whose && !aboutInvoices) return use('orders', { sort: 'LARGEST', top: many })
  if (newest.test(question) && has('orders') && !has('due')) return use('orders', { sort: 'NEWEST', top: many })
  if (newest.test(question) && (has('received') || /\bpayments?\b|付款/i.test(question)) && !has('funded'))
    return use('payments', { which: 'RECEIVED', sort: 'NEWEST', top: many })
  if (has('issued') && period && /unpaid|outstanding|\bopen\b|[没未]付|欠/i.test(question))
    return { reply: 'UNREAD', words: [question.match(topic.issued)![0]] }
  if (has('issued') && (period || !aboutInvoices) && !has('due') && !has('owed') && !has('overdue'))
    return use('invoices', { which: 'ISSUED' })
  return undefined
}

/** What asks for those that are not late, or within bounds of an amount. */
function withinBounds({ question, slots, today, has, period, use, denial, aboutInvoices }: Heard): Intent | undefined {
  const isNotLate = notLate.test(question) || denial.denied.includes('OVERDUE')
  if (isNotLate && has('repay') && !aboutInvoices)
    return use('repayments', period ? {} : { from: today, to: addDays(today, 730) })
  if (isNotLate && has('orders') && !aboutInvoices) return use('orders', { which: 'NOT_OVERDUE' })
  if (isNotLate) {
    if (/overdue|late|逾期/i.test(denial.rest.replace(notLate, ' '))) return use('receivables', { by: 'AGE' })
    return use(has('invoices') ? 'invoices' : 'receivables', { which: 'NOT_DUE' })
  }
  if (slots.above || slots.below || slots.atLeast || slots.atMost) {
    const state = kindWithout('invoices', denial) ?? stateIn(invoiceState, denial.rest)
    return use('invoices', { which: has('overdue') ? 'OVERDUE' : (state ?? 'DUE') })
  }
  return undefined
}

/** What asks who has paid, and how punctually. */
function ofPaying({ question, today, has, period, party, use, isUnpaid }: Heard): Intent | undefined {
  if (
    period &&
    has('received') &&
    !isUnpaid &&
    !has('funded') &&
    !/on time|behaviou?r|fast|quick|准时|按时|及时/i.test(question) &&
    !has('owed')
  )
    return use('payments', { which: 'RECEIVED' })
  if (
    period &&
    /\bpays?\b.*\b(us|me)\b|付了/i.test(question) &&
    !isUnpaid &&
    !has('due') &&
    !has('funded') &&
    period.from <= today &&
    !/on time|准时|按时/i.test(question)
  )
    return use('payments', { which: 'RECEIVED' })
  if (/\bpa(id|y|ys|ying) late\b/i.test(question)) return use('payment_behaviour', party ? {} : { by: 'PARTY' })
  if (has('behaviour') && !/not paid on time|没有?按时/i.test(question) && !(period && period.from >= today))
    return use(
      'payment_behaviour',
      party ? {} : /which|who|each|by |worst|best|谁|哪|各|每|按买方|按客户/i.test(question) ? { by: 'PARTY' } : {},
    )
  return undefined
}

/** What asks for money: what could be financed, limits, and what is to be repaid. */
function ofFinancing({ question, role, has, period, party, use, denial, aboutInvoices }: Heard): Intent | undefined {
  if (
    /invoices? .*(can|could) (i|we|be) financ|(can|could) (i|we) finance.*invoices|哪些发票.*融资|可融资的?发票|未融资的?发票/i.test(
      question,
    ) &&
    !/已.{0,2}融资|融资(了|过)/.test(denial.rest)
  )
    return use('invoices', { which: 'READY' })
  if (has('available') && !has('limits')) return use('available')
  if (has('limits') || (has('available') && has('limits'))) {
    const which = /buyer|买方|客户/i.test(question)
      ? 'BUYER'
      : /funder|资金方/i.test(question) && role === 'FUNDER'
        ? 'FUNDER'
        : /facilit|供应商/i.test(question)
          ? 'SUPPLIER_FACILITY'
          : undefined
    return use('limits', which ? { which } : {})
  }
  const isOfOrders = has('orders') && /\brepaid\b|还清|部分还款/i.test(question)
  const wholeBalance = !period && /\b(still|left|remain\w*|in total|altogether)\b|还欠|总共|一共/i.test(question)
  const past = denial.denied.includes('REPAID') || isOfOrders || has('overdue') ? null : question.match(repaidAlready)
  if (past) return { reply: 'UNREAD', words: [past[0]] }
  if (has('repay') && wholeBalance && !isOfOrders && !has('overdue'))
    return use('financing', has('byParty') && !party ? { by: 'PARTY' } : {})
  if (has('repay') && !isOfOrders && !(aboutInvoices && !/repay|pay back|principal|还款|要还|本金/i.test(question)))
    return use('repayments', has('overdue') ? { which: 'OVERDUE' } : {})
  return undefined
}

/** What asks for invoices or orders in a state, for tasks, or for what was paid out. */
function ofRecords({ question, slots, has, period, byParty, use, denial, late }: Heard): Intent | undefined {
  if (has('invoices')) {
    const which = kindWithout('invoices', denial) ?? stateIn(invoiceState, denial.rest)
    const { lateDays } = slots
    if (late) return use('invoices', { which: 'OVERDUE', ...(lateDays ? { overdueDays: lateDays } : {}) })
    if (which) return use('invoices', { which })
    if (/how much|sum|total|多少钱|金额|合计/i.test(question) && !period) return use('receivables')
    if (has('byParty') && !period) return use('receivables', { by: byParty })
    return use('invoices', { which: 'DUE' })
  }
  if (has('orders') && !(has('funded') && /how much|多少/i.test(question) && period)) {
    const which = kindWithout('orders', denial) ?? stateIn(orderState, denial.rest)
    return use('orders', which ? { which } : {})
  }
  if (has('tasks')) return { tool: 'tasks', args: /approv|审批/i.test(question) ? { which: 'APPROVALS' } : {} }
  if (has('funded') && !has('owed')) return use('payments', { which: 'FUNDED' })
  return undefined
}

/** What asks for sums: overdue, financed, received and owed. */
function ofSums({ question, slots, today, has, period, party, byParty, use, denial, isUnpaid, late }: Heard): Intent | undefined {
  // “Was overdue in October” asks for a past day, not for invoices that fell due then.
  if (
    late &&
    period &&
    period.to < today &&
    /\b(was|were|had)\b|当时|那时/i.test(question) &&
    !/\b(fell|came|due)\b/i.test(question)
  )
    return use('receivables', { which: 'OVERDUE', asOf: period.to, from: undefined, to: undefined })
  if (late) {
    const { lateDays } = slots
    return use('receivables', {
      which: 'OVERDUE',
      ...(has('byAge') ? { by: 'AGE' } : has('byParty') && !party ? { by: byParty } : {}),
      ...(lateDays ? { overdueDays: lateDays } : {}),
    })
  }
  if (has('financing')) {
    if (period && has('due')) return use('repayments')
    return use('financing', has('byParty') && !party ? { by: 'PARTY' } : {})
  }
  if (has('received') && !isUnpaid && !/owe|应收|欠/i.test(question))
    return period && period.from > today ? use('invoices', { which: 'DUE' }) : use('payments', { which: 'RECEIVED' })
  if (has('byAge')) return use('receivables', { by: 'AGE' })
  if (has('owed') || has('due') || isUnpaid) {
    if (period) return has('byParty') ? use('receivables', { by: byParty }) : use('invoices', { which: 'DUE' })
    const explains =
      meaning.test(question) && /^(what is|what's|什么是)/i.test(question) && !/\b(my|our|me|us)\b|我|多少/i.test(question)
    if (!explains || has('owed')) return use('receivables', has('byParty') && !party ? { by: byParty } : {})
  }
  if (has('offers') && !(meaning.test(question) && /^(什么是|what is (a|the)? ?margin)/i.test(question))) return use('offers')
  const state = kindWithout('invoices', denial) ?? stateIn(invoiceState, denial.rest)
  if (party && state) return use('invoices', { which: state })
  return undefined
}

/** A question about somebody, some days or a currency asks for figures: a help text is no answer to it. */
const otherwise = ({ question, party, period, currency }: Heard): Intent =>
  (party || period || currency) && !howTo.test(question) ? { reply: 'UNKNOWN' } : { tool: 'help', args: { question } }
