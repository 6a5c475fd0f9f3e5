import { addDays, weekday } from '@usance/domain/local-date'

/** Somebody the caller trades with: the assistant knows no other names. */
export type Party = { code: string; name: string; nameLocal: string | null }
export type Period = { from: string; to: string }
/** The particulars a question names. */
export type Slots = {
  currency?: string
  party?: Party
  /** A name that stands where a party's would, and is none the caller trades with. */
  stranger?: string
  period?: Period
  orderNo?: string
  number?: string
}

const currencyWords: readonly [string, RegExp][] = [
  ['USD', /\b(USD|us dollars?|dollars?)\b|美元|美金|USD/i],
  ['CNY', /\b(CNY|RMB|yuan|renminbi)\b|人民币|CNY|RMB/i],
  ['EUR', /\b(EUR|euros?)\b|欧元|EUR/i],
  ['JPY', /\b(JPY|yen)\b|日元|日圆|JPY/i],
  ['KWD', /\b(KWD|kuwaiti dinars?|dinars?)\b|第纳尔|KWD/i],
  ['GBP', /\b(GBP|sterling|british pounds?)\b|英镑|GBP/i],
  ['HKD', /\b(HKD|hong kong dollars?)\b|港币|港元|HKD/i],
  ['SGD', /\b(SGD)\b|新加坡元|SGD/i],
  ['VND', /\b(VND|dong)\b|越南盾|VND/i],
]
/** The ISO code of the currency a text names, by code or by word. */
export const currencyIn = (text: string): string | undefined => {
  if (/hong kong dollars?/i.test(text)) return 'HKD'
  return currencyWords.find(([, words]) => words.test(text))?.[0]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const cnDigits: Record<string, number> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 }
const words: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  fourteen: 14,
  thirty: 30,
}
const numberOf = (text: string): number => {
  const plain = text.toLowerCase()
  if (/^\d+$/.test(plain)) return Number(plain)
  if (words[plain]) return words[plain]
  if (plain === '三十') return 30
  if (plain.startsWith('十') && plain.length === 2) return 10 + (cnDigits[plain[1]!] ?? 0)
  return cnDigits[plain] ?? 0
}
const monthOf = (year: number, month: number): Period => {
  const shifted = new Date(Date.UTC(year, month - 1, 1))
  const from = shifted.toISOString().slice(0, 10)
  const end = new Date(Date.UTC(shifted.getUTCFullYear(), shifted.getUTCMonth() + 1, 0))
  return { from, to: end.toISOString().slice(0, 10) }
}

/** The days a question speaks of, seen from the business date; weeks run from Monday to Sunday. */
export function periodIn(text: string, today: string): Period | undefined {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const dates = text.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  if (dates.length >= 2) return { from: dates[0]!, to: dates[1]! }
  if (dates.length === 1) {
    const [day] = dates as [string]
    return /\b(by|before|until|up to|till)\b|之前|以前|前到期|截至/i.test(text)
      ? { from: today, to: day }
      : { from: day, to: day }
  }
  const monday = addDays(today, 1 - weekday(today))
  const span = text.match(
    /(?:next|within|coming|following|in the next|over the next|in)\s+(\d{1,3}|one|two|three|four|five|six|seven|ten|fourteen|thirty)\s+(day|week|month)s?/i,
  )
  const cnSpan =
    text.match(/(\d{1,3}|[一二两三四五六七八九十]{1,2})\s*(?:个)?(天|日|周|星期|月|个月)(?:之?内|以内)/) ??
    text.match(/(?:未来|今后|接下来|最近)的?\s*(\d{1,3}|[一二两三四五六七八九十]{1,2})\s*个?(天|日|周|星期|月)/)
  const found = span ?? cnSpan
  if (found) {
    const unit = /^(week|周|星期)/i.test(found[2]!) ? 7 : /^(month|月|个月)/i.test(found[2]!) ? 30 : 1
    return { from: today, to: addDays(today, Math.min(numberOf(found[1]!) * unit, 730)) }
  }
  const past = text.match(/(?:last|past|previous)\s+(\d{1,3})\s+days/i) ?? text.match(/(?:过去|近|最近)\s*(\d{1,3})\s*(?:天|日)/)
  if (past) return { from: addDays(today, -Number(past[1])), to: today }
  if (/\bnext week\b|下周|下星期|下个?礼拜/i.test(text)) return { from: addDays(monday, 7), to: addDays(monday, 13) }
  if (/\blast week\b|上周|上星期/i.test(text)) return { from: addDays(monday, -7), to: addDays(monday, -1) }
  if (/\b(this|current) week\b|本周|这周|这个?星期|这个?礼拜/i.test(text)) return { from: monday, to: addDays(monday, 6) }
  if (/\bnext month\b|下个?月/i.test(text)) return monthOf(year, month + 1)
  if (/\blast month\b|上个?月/i.test(text)) return monthOf(year, month - 1)
  if (/\b(this|current) month\b|\bmonth end\b|end of (the |this )?month|本月|这个?月|当月|月底/i.test(text))
    return monthOf(year, month)
  if (/\bthis year\b|今年|本年/i.test(text)) return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (/\btomorrow\b|明天|明日/i.test(text)) return { from: addDays(today, 1), to: addDays(today, 1) }
  if (/\byesterday\b|昨天/i.test(text)) return { from: addDays(today, -1), to: addDays(today, -1) }
  if (/\btoday\b|今天|今日/i.test(text)) return { from: today, to: today }
  const named = text.match(/\b(?:in|of|during|for)\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+(\d{4}))?/i)
  if (named) return monthOf(named[2] ? Number(named[2]) : year, months.indexOf(named[1]!.toLowerCase()) + 1)
  const cnMonth = text.match(/(?:(\d{4})\s*年)?\s*(\d{1,2})\s*月(?!\s*\d)/)
  if (cnMonth && Number(cnMonth[2]) >= 1 && Number(cnMonth[2]) <= 12)
    return monthOf(cnMonth[1] ? Number(cnMonth[1]) : year, Number(cnMonth[2]))
  return undefined
}

const legal =
  /\b(inc|ltd|llc|gmbh|sa|s\.a|co|corp|corporation|company|k\.?k|jsc|w\.l\.l|k\.s\.c|plc|group|limited|stores|markets|trading)\b\.?/gi
const plainWords = new Set([
  'home',
  'receivables',
  'payables',
  'capital',
  'finance',
  'credit',
  'payment',
  'supply',
  'office',
  'store',
  'machine',
  'shipping',
  'family',
  'trade',
  'bank',
  'retail',
  'global',
  'maison',
  'united',
  'first',
  'foods',
  'textile',
  'electronics',
])
const common = /有限公司|股份|集团|零售|贸易|纺织|电子|银行|公司|科技|商社|株式会社/g

/** The party a text names: by code, by whole name, or by a word of the name that no other party has. */
export function partyIn(text: string, parties: readonly Party[]): Party | undefined {
  const low = text.toLowerCase()
  const byCode = parties.find(({ code }) => new RegExp(`(^|[^a-z0-9])${code.toLowerCase()}($|[^a-z0-9])`).test(low))
  if (byCode) return byCode
  const byName = parties.find(({ name }) => low.includes(name.toLowerCase()))
  if (byName) return byName
  const wordsOf = ({ name }: Party) =>
    name
      .toLowerCase()
      .replace(legal, ' ')
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= 4 && !plainWords.has(word))
  const asked = new Set(low.split(/[^\p{L}]+/u).map((word) => word.replace(/[’']?s$/, '')))
  for (const word of low.split(/[^\p{L}]+/u)) asked.add(word)
  const byWord = parties.filter((party) => wordsOf(party).some((word) => asked.has(word)))
  if (byWord.length === 1) return byWord[0]
  const byLocal = parties.filter(({ nameLocal }) => {
    const core = (nameLocal ?? '').replace(common, '')
    for (let at = 0; at + 1 < core.length; at++) if (text.includes(core.slice(at, at + 2))) return true
    return false
  })
  return byLocal.length === 1 ? byLocal[0] : undefined
}

const nobody =
  /^(it|they|we|he|she|you|i|the|my|our|their|buyers?|customers?|suppliers?|everyone|anyone|anybody|each|all|who|this|that|fo|po|usd|eur|cny|jpy|kwd|excel|pdf|word|mail|csv)\b/i
/** A name in a party's place, for a question about somebody the caller does not trade with. */
export function strangerIn(text: string): string | undefined {
  const english = text.match(
    /\b(?:does|do|did|has|is|will)\s+([A-Z][\w&.'’-]*(?:\s+[A-Z][\w&.'’-]*)*)\s+(?:still\s+)?(?:owe|owes|pay|paid|overdue|late)/,
  )?.[1]
  const by =
    english ??
    text.match(
      /\b(?:owed by|invoices (?:of|to|for|from)|receivables (?:from|of|on)|overdue from|limit (?:on|of|for))\s+([A-Z][\w&.'’-]*(?:\s+[A-Z][\w&.'’-]*)*)/,
    )?.[1]
  if (by && !nobody.test(by) && !currencyIn(by)) return by
  const chinese = text.match(/^([\u4e00-\u9fff]{2,10}?)(?:现在|目前|还|一共|总共)?(?:欠|拖欠)/)?.[1]
  if (
    chinese &&
    !/买方|客户|买家|他们|我|谁|大家|哪|所有|全部|现在|目前|一共|总共|人民币|美元|欧元|日元|供应商|最|多少/.test(chinese)
  )
    return chinese
  return undefined
}

const orderNumber = /\bFO-\d{4}-\d{4,}(?![\d])/i
const documentNumber =
  /(?<![A-Za-z0-9-])(?=[A-Za-z0-9-]*\d)[A-Za-z]{1,8}[A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|(?<![A-Za-z0-9-])[A-Z]{1,6}\d[A-Z0-9-]{2,}/g

/** Everything a question names, as far as its own words say. */
export function slotsOf(text: string, today: string, parties: readonly Party[]): Slots {
  const orderNo = text.match(orderNumber)?.[0]?.toUpperCase()
  const number = (text.match(documentNumber) ?? []).find((one) => !orderNumber.test(one) && !/^\d+$/.test(one))
  const currency = currencyIn(text)
  const party = partyIn(number ? text.replace(number, ' ') : text, parties)
  const period = periodIn(number ? text.replace(number, ' ') : text, today)
  const stranger = party ? undefined : strangerIn(text)
  return {
    ...(orderNo ? { orderNo } : {}),
    ...(number ? { number } : {}),
    ...(currency ? { currency } : {}),
    ...(party ? { party } : {}),
    ...(stranger ? { stranger } : {}),
    ...(period ? { period } : {}),
  }
}
