import { type Finding, type Request, say, type Tool } from '../tool.ts'
import { terms } from './terms.ts'

/** Share of a question's weight that a help text must meet before it counts as its answer. */
const enough = 0.42

const stop = new Set(
  'a an and are as at be by can could do does did for from get give has have how i if in is it its me mean means my no not of on or our please show tell than that the their them there they this to us was we what when where which who why will with would you your about explain am im here now pls please any some there happen happens thing things'.split(
    ' ',
  ),
)
const synonyms: Record<string, string> = {
  upload: 'enter',
  import: 'enter',
  add: 'enter',
  create: 'enter',
  register: 'enter',
  excel: 'excel',
  spreadsheet: 'excel',
  finance: 'financing',
  fund: 'financing',
  loan: 'financing',
  cost: 'pay',
  price: 'pay',
  charge: 'pay',
  fee: 'fee',
  login: 'sign',
  signin: 'sign',
  pwd: 'password',
  holiday: 'away',
  vacation: 'away',
  absent: 'away',
  delegate: 'delegation',
  substitute: 'delegation',
  swap: 'switch',
  company: 'company',
  companies: 'company',
  secure: 'protect',
  safe: 'protect',
  '2fa': 'factor',
  mfa: 'factor',
  authenticator: 'factor',
  receipt: 'repayment',
  new: 'start',
  begin: 'start',
  newcomer: 'start',
  beginner: 'start',
  guidance: 'guide',
  manual: 'guide',
  tutorial: 'guide',
  handbook: 'guide',
  applied: 'match',
  allocat: 'match',
  object: 'disput',
  reimburs: 'repayment',
}
const cnSynonyms: readonly [RegExp, string][] = [
  [/上传|导入|添加|新增|新建/g, '录入'],
  [/休假|请假|出差|不在/g, '外出'],
  [/账号|账户安全/g, '账户'],
  [/迟付|晚付|拖欠|逾期/g, '逾期付款'],
  [/异议|纠纷/g, '争议'],
  [/新手|新来|第一次|从哪里开始|从哪儿开始|入门/g, '开始使用'],
  [/两步|两因素|双因素|二次验证|双重认证/g, '双重验证'],
  [/收(取)?哪些?费|收费|成本/g, '费用'],
  [/核销|对账|分配/g, '匹配'],
]

/** Words of a text; of Chinese, each pair of neighbouring characters. */
function tokens(text: string): Set<string> {
  const found = new Set<string>()
  for (const word of text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []) {
    if (stop.has(word)) continue
    const stem = word.replace(/(ations?|ings?|ed|es|s)$/, '')
    found.add(synonyms[word] ?? synonyms[stem] ?? (stem.length >= 3 ? stem : word))
  }
  let chinese = text
  for (const [words, word] of cnSynonyms) chinese = chinese.replace(words, word)
  for (const run of chinese
    .replace(/怎么样?|如何|怎样|什么|是否|可以|能不能|请问|吗|呢|我们?|的|了|是|在|有|和|会|要|吧/g, ' ')
    .match(/[\u4e00-\u9fff]{2,}/g) ?? [])
    for (let at = 0; at + 1 < run.length; at++) found.add(run.slice(at, at + 2))
  return found
}

const aGuide =
  /\b(guide|manual|tutorial|handbook|walk ?through)\b|指南|手册|教程|(买方|供应商|资金方).{0,6}(怎么|如何|操作)|\b(as|am|are) (a |the )?(buyers?|funders?|suppliers?)\b/i

/** The help text whose words meet those of the question most; undefined when hardly any do. */
async function helpFor(
  { tx, language }: Request,
  question: string,
): Promise<{ id: number; title: string; body: string } | undefined> {
  const zh = language === 'zh-CN'
  const rows = await tx
    .selectFrom('helpText')
    .select(['id', 'titleEn', 'titleCn', 'bodyEn', 'bodyCn'])
    .where('published', '=', true)
    .where('category', 'not in', aGuide.test(question) ? ['event'] : ['guide', 'event'])
    .orderBy('id')
    .execute()
  const asked = [...tokens(question.replace(/\b(guides?|manual|tutorial|handbook)\b|(操作)?(指南|手册|教程)/gi, ' '))]
  if (asked.length === 0) return undefined
  const texts = rows.map((row) => ({
    row,
    title: tokens(zh ? row.titleCn : row.titleEn),
    body: tokens(zh ? row.bodyCn : row.bodyEn),
  }))
  // A word that few texts use says more than one they all use.
  const weight = (word: string) => {
    const holding = texts.filter(({ title, body }) => title.has(word) || body.has(word)).length
    // Two neighbouring Chinese characters that no text holds are mostly the end of one word and the beginning of the next.
    const isSeam = holding === 0 && /[\u4e00-\u9fff]/.test(word)
    return Math.log((texts.length + 1) / (holding + 0.5)) * (isSeam ? 0.25 : 1)
  }
  const weights = new Map(asked.map((word) => [word, Math.max(0.1, weight(word))]))
  const whole = [...weights.values()].reduce((all, one) => all + one, 0)
  const scored = texts
    .map(({ row, title, body }) => ({
      row,
      met: asked.filter((word) => title.has(word) || body.has(word)).reduce((all, word) => all + weights.get(word)!, 0) / whole,
      // “What is the reserve and when …” holds the whole of “What is the reserve?”.
      whole: title.size > 0 && [...title].every((word) => weights.has(word)),
      titled: asked.filter((word) => title.has(word)).reduce((all, word) => all + weights.get(word)!, 0) / whole,
    }))
    .map((one) => ({ ...one, score: one.met + 1.2 * one.titled }))
    .sort((a, b) => b.score - a.score)
  const best = scored[0]
  if (!best || (best.met < enough && !best.whole) || best.titled === 0) return undefined
  const { id, titleEn, titleCn, bodyEn, bodyCn } = best.row
  return { id, title: zh ? titleCn : titleEn, body: zh ? bodyCn : bodyEn }
}

/** What a term means, when the question asks for one. */
const termIn = (question: string) => terms.find(({ words }) => words.test(question))

export const helpTool: Tool = {
  name: 'help',
  description: 'How the portal works, from its questions and answers, and what a term of trade finance means.',
  takes: ['question'],
  run: async (request, { question = '' }) =>
    (await explain(request, question)) ?? {
      text: say(request, 'The help texts say nothing about that.', '帮助中没有相关内容。'),
      links: [allQuestions(request)],
    },
}
export const allQuestions = (request: Request) => ({
  label: say(request, 'All questions and answers', '全部问答'),
  to: '/faq/all/0/1',
})

/** The answer to a question about the portal or a term; undefined when nothing fits. */
export async function explain(request: Request, question: string): Promise<Finding | undefined> {
  const asksMeaning = /what (is|are|does)\b.*|mean|define|definition|explain|什么是|什么叫|是什么|何谓|意思|解释|含义/i.test(
    question,
  )
  const found = await helpFor(request, question)
  const term = asksMeaning ? termIn(question) : undefined
  if (term)
    return {
      text: say(request, term.en, term.zh),
      links: [found ? { label: found.title, to: `/faqs/${found.id}` } : allQuestions(request)],
    }
  if (found) return { text: found.body, links: [{ label: found.title, to: `/faqs/${found.id}` }] }
  return undefined
}
