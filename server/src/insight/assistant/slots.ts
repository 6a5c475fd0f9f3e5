import { mended, unreadIn } from './lexicon.ts'
import { numberOf, type Period, timeIn } from './periods.ts'

/** Somebody the caller trades with: the assistant knows no other names. */
export type Party = { code: string; name: string; nameLocal: string | null }
/** The particulars a question names. */
export type Slots = {
  /** The question with slips of the keyboard mended. */
  text: string
  currency?: string
  /** More than one, when a question compares them. */
  currencies?: string[]
  party?: Party
  parties?: Party[]
  /** Who is left out: “without Northgate”. */
  except?: Party
  /** A name that stands where a party’s would, and is none the caller trades with. */
  stranger?: string
  period?: Period
  /** The end of a past day. */
  asOf?: string
  /** How many of the largest, oldest or newest. */
  top?: number
  /** For at least so many days overdue. */
  lateDays?: number
  /** Only what is larger, or smaller, than this. */
  above?: string
  below?: string
  /** Only this and what is larger, or smaller. */
  atLeast?: string
  atMost?: string
  orderNo?: string
  orderNos?: string[]
  number?: string
  numbers?: string[]
  /** Words that were not understood; an answer to the rest would be one to another question. */
  unread: string[]
}

const currencyWords: readonly [string, RegExp][] = [
  ['USD', /\b(USD|us dollars?|dollars?)\b|美元|美金|(?<![A-Za-z])(USD)(?![A-Za-z])/i],
  ['CNY', /\b(CNY|RMB|yuan|renminbi)\b|人民币|(?<![A-Za-z])(CNY|RMB)(?![A-Za-z])/i],
  ['EUR', /\b(EUR|euros?)\b|欧元|(?<![A-Za-z])(EUR)(?![A-Za-z])/i],
  ['JPY', /\b(JPY|yen)\b|日元|日圆|(?<![A-Za-z])(JPY)(?![A-Za-z])/i],
  ['KWD', /\b(KWD|kuwaiti dinars?|dinars?)\b|第纳尔|(?<![A-Za-z])(KWD)(?![A-Za-z])/i],
  ['GBP', /\b(GBP|sterling|british pounds?)\b|英镑|(?<![A-Za-z])(GBP)(?![A-Za-z])/i],
  ['HKD', /\b(HKD|hong kong dollars?)\b|港币|港元|(?<![A-Za-z])(HKD)(?![A-Za-z])/i],
  ['SGD', /\b(SGD)\b|新加坡元|(?<![A-Za-z])(SGD)(?![A-Za-z])/i],
  ['VND', /\b(VND|dong)\b|越南盾|(?<![A-Za-z])(VND)(?![A-Za-z])/i],
]
/** The ISO code of the currency a text names, by code or by word. */
const currencyIn = (text: string): string | undefined => {
  if (/hong kong dollars?/i.test(text)) return 'HKD'
  return currencyWords.find(([, words]) => words.test(text))?.[0]
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

const latinWords = (text: string) => text.toLowerCase().split(/[^\p{Script=Latin}]+/u)
const wordsOf = ({ name }: Party) =>
  latinWords(name.replace(legal, ' ')).filter((word) => word.length >= 4 && !plainWords.has(word))
const coreOf = ({ nameLocal }: Party) => (nameLocal ?? '').replace(common, '')

/** Everything that names one of the parties, in the Latin and the Chinese script. */
function namesOf(parties: readonly Party[]): string[] {
  const found = new Set<string>()
  for (const party of parties) {
    found.add(party.code.toLowerCase())
    for (const word of latinWords(party.name)) if (word.length > 1) found.add(word)
    if (!party.nameLocal) continue
    found.add(party.nameLocal)
    const core = coreOf(party)
    for (let size = 2; size <= core.length; size++)
      for (let at = 0; at + size <= core.length; at++) found.add(core.slice(at, at + size))
  }
  return [...found]
}

/** The parties a text names: by code, by whole name, or by a word of the name that no other party has. */
function partiesIn(text: string, parties: readonly Party[]): Party[] {
  const low = text.toLowerCase()
  const asked = new Set(latinWords(low).flatMap((word) => [word, word.replace(/s$/, '')]))
  const held = (word: string) => parties.filter((party) => wordsOf(party).includes(word)).length
  const windows = (party: Party) => {
    const core = coreOf(party)
    return Array.from({ length: Math.max(0, core.length - 1) }, (_, at) => core.slice(at, at + 2))
  }
  return parties.filter(
    (party) =>
      new RegExp(`(^|[^a-z0-9])${party.code.toLowerCase()}($|[^a-z0-9])`).test(low) ||
      low.includes(party.name.toLowerCase()) ||
      wordsOf(party).some((word) => asked.has(word) && held(word) === 1) ||
      windows(party).some((part) => text.includes(part) && parties.filter((other) => windows(other).includes(part)).length === 1),
  )
}

// A name as a pattern that matches nothing but itself.
const literal = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether two parties are named side by side – “A and B”, “A、B” – and not one as doing something to the other. */
function sideBySide(text: string, one: Party, other: Party): boolean {
  const low = text.toLowerCase()
  const place = (party: Party) => {
    const found = namesOf([party])
      .filter((name) => name.length > 1 && !plainWords.has(name))
      .map((name) => ({
        name,
        from: /[a-z]/.test(name) ? low.search(new RegExp(`(?<![a-z])${literal(name)}(?![a-z])`)) : low.indexOf(name),
      }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from - b.from || b.name.length - a.name.length)[0]
    return found ? { from: found.from, to: found.from + found.name.length } : undefined
  }
  const [first, second] = [place(one), place(other)].sort((a, b) => (a?.from ?? 0) - (b?.from ?? 0))
  if (!first || !second) return false
  const between = low.slice(first.to, second.from)
  return between.length < 40 && /(,|，|&|\band\b|\bor\b|\bvs\b|versus|和|与|跟|、|及|或|还是)\s*$/.test(between)
}

const nobody =
  /^(it|they|we|he|she|you|i|the|my|our|their|buyers?|customers?|suppliers?|everyone|anyone|anybody|each|all|who|this|that|fo|po|usd|eur|cny|jpy|kwd|excel|pdf|word|mail|csv)\b/i
/** A name in a party's place, for a question about somebody the caller does not trade with. */
function strangerIn(text: string): string | undefined {
  const english = text.match(
    /\b(?:does|do|did|has|is|will)\s+([A-Z][\w&.'’-]*(?:\s+[A-Z][\w&.'’-]*)*)\s+(?:still\s+|really\s+)?(?:owe|owes|pay|paid|overdue|late|have|has)/,
  )?.[1]
  const by =
    english ??
    text.match(
      /\b(?:owed by|invoices (?:of|to|for|from)|receivables (?:from|of|on)|overdue from|limit (?:on|of|for))\s+([A-Z][\w&.'’-]*(?:\s+[A-Z][\w&.'’-]*)*)/,
    )?.[1]
  if (by && !nobody.test(by) && !currencyIn(by)) return by
  const chinese = text.match(
    /^([\u4e00-\u9fff]{2,10}?)(?:现在|目前|还|一共|总共)?(?:欠|拖欠|有(?:多少|哪些|几张)(?:应收|应付|发票|融资)|的(?:应收|应付|发票|融资|利率))/,
  )?.[1]
  if (
    chinese &&
    !/买方|买家|客户|公司|发票|订单|他们|我|咱|您|谁|大家|哪|所有|全部|现在|目前|当前|一共|总共|人民币|美元|欧元|日元|供应商|最|多少|平台|今|明|月|周|天|年|融资|应收|逾期|到期|未|已|待|没|还/.test(
      chinese,
    )
  )
    return chinese
  return undefined
}

type Read<T> = { value: T; words: string } | undefined
const amountAfter = (text: string, words: string): Read<string> => {
  const found = text.match(
    new RegExp(
      `(?:${words})\\s*(?:[A-Z]{3}|[$€¥])?\\s*(\\d[\\d,]*(?:\\.\\d+)?|[一二两三四五六七八九十]{1,3})\\s*(k|m|thousand|million|万|亿|百万|千)?(?![\\w-]*\\s*(?:days?|weeks?|months?|天|日|周|个月|张|笔))`,
      'i',
    ),
  )
  if (!found) return undefined
  const scale =
    { k: 1e3, thousand: 1e3, 千: 1e3, 万: 1e4, m: 1e6, million: 1e6, 百万: 1e6, 亿: 1e8 }[(found[2] ?? '').toLowerCase()] ?? 1
  const plain = found[1]!.replaceAll(',', '')
  const value = /^\d/.test(plain) ? Number(plain) * scale : numberOf(plain) * scale
  // Without a unit or a currency, a small number is no sum of money.
  return value >= 100 ? { value: String(value), words: found[0] } : undefined
}
const late = /overdue|past due|\blate\b|arrears|逾期|超期|拖欠/i
const lateAtMost =
  /\b(?:(?:no|not) (?:more|longer|older) than|not over|at most|up to|less than|fewer than|under|within)\s+\d{1,4} days?|\d{1,4} days? (?:or less|at most)|(?:不超过|未超过|没有?超过|不到|少于|不足|至多|最多)\s*\d{1,4}\s*[天日]|\d{1,4}\s*[天日](?:以内|之内|以下)/i
/** For how many days at least something must be overdue: “more than 30 days late”, “逾期30天以上”. */
function lateDaysIn(text: string): Read<number> {
  // Of an upper bound nothing is made here: its figure stays unread, and the answer says so.
  if (!late.test(text) || lateAtMost.test(text)) return undefined
  const found =
    text.match(/\b(?:more|longer|over|at least|older) (?:than )?(\d{1,4}) days?/i) ??
    text.match(/(\d{1,4}) (?:or more )?days? (?:or more )?(?:overdue|late|past due)/i) ??
    text.match(/(?:超过|逾期)\s*(?:超过)?\s*(\d{1,4})\s*[天日](?:以上)?/) ??
    text.match(/(\d{1,4})\s*[天日]以上/)
  const many = found ? Number(found[1]) + (/more than|longer|\bover\b|older|超过(?!.*以上)/i.test(found[0]) ? 1 : 0) : 0
  return found && many > 0 && many <= 3650 ? { value: many, words: found[0] } : undefined
}
const most = 'largest|biggest|highest|greatest|smallest|oldest|newest|latest|most recent'
/** How many are asked for: “top 3”, “the two largest”, “最大的三张”. */
function topIn(text: string): Read<number> {
  const count = '(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)'
  const found =
    text.match(new RegExp(`\\btop ${count}\\b`, 'i')) ??
    text.match(new RegExp(`\\b${count} (?:${most})\\b`, 'i')) ??
    text.match(new RegExp(`\\b(?:${most}) ${count}\\b`, 'i')) ??
    text.match(/(?:最[大高久早新多近]的?|前)\s*(\d{1,2}|[一二两三四五六七八九十]{1,2})\s*(?:张|笔|个|家|名|位|大)/)
  const many = found ? numberOf(found[1]!) : 0
  return found && many >= 1 && many <= 20 ? { value: many, words: found[0] } : undefined
}

const orderNumber = /\bFO-\d{4}-\d{4,}(?![\d])/i
const documentNumber =
  /(?<![A-Za-z0-9-])(?=[A-Za-z0-9-]*\d)[A-Za-z]{1,8}[A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|(?<![A-Za-z0-9-])[A-Z]{1,6}\d[A-Z0-9-]{2,}/g

const without =
  /(?:\b(?:excluding|except(?: for)?|without|other than|apart from|besides|not counting)\b|除了|除去|除|不含|不包括|剔除)\s*(.+?)(?:以外|之外|外|[，,。.?？]|$)/i

/** Everything a question names, as far as its own words say. Words of the caller's own company stand for the caller. */
export function slotsOf(asked: string, today: string, parties: readonly Party[], own?: Party): Slots {
  const names = namesOf(parties)
  const ownNames = own ? namesOf([own]) : []
  const text = mended(asked, [...names, ...ownNames])
  const orderNos = [...new Set((text.match(new RegExp(orderNumber, 'gi')) ?? []).map((one) => one.toUpperCase()))]
  const numbers = [
    ...new Set(
      (text.match(documentNumber) ?? []).filter((one) => !orderNumber.test(one) && !/^\d+$/.test(one) && !/^[QH]\d$/i.test(one)),
    ),
  ]
  const plain = [...orderNos, ...numbers].reduce((rest, number) => rest.replace(new RegExp(number, 'gi'), ' '), text)
  const currencies = currencyWords
    .filter(([, words]) => words.test(text.replace(/hong kong dollars?/gi, 'HKD')))
    .map(([code]) => code)
  const currency = currencyIn(text)
  const left = plain.match(without)
  const excepted = left ? partiesIn(left[1]!, parties) : []
  const named = partiesIn(plain, parties).filter((party) => !excepted.includes(party))
  const when = timeIn(plain, today)
  const apart = named.find(
    (party, at) => at > 0 && !sideBySide(plain, named[at - 1]!, party) && !sideBySide(plain, named[0]!, party),
  )
  // What is read is taken out, so that a number nobody made anything of is left.
  let rest = when.rest ?? ''
  const take = <T>(read: Read<T>): T | undefined => {
    if (read) rest = rest.replace(read.words, ' ')
    return read?.value
  }
  const lateDays = take(lateDaysIn(rest))
  // These first: “no more than” and “不超过” have the words of the others in them.
  const atMost = take(
    amountAfter(
      rest,
      'at most|(?:no|not) (?:more|larger|greater) than|not (?:over|above)|up to|不超过|未超过|没有?超过|不大于|不高于|不多于|至多|最多',
    ),
  )
  const atLeast = take(
    amountAfter(rest, 'at least|(?:no|not) (?:less|smaller) than|not (?:under|below)|不低于|未低于|不小于|不少于|至少|最少'),
  )
  const above = take(amountAfter(rest, 'over|above|more than|larger than|greater than|exceeding|超过|大于|高于|多于'))
  const below = take(amountAfter(rest, 'under|below|less than|smaller than|低于|小于|少于|不到|不足'))
  const top = take(topIn(rest))
  const figure = rest.match(/\d[\d,.]*\s*(?:k|m|万|亿|百万|千)?\b|[一二两三四五六七八九十百千]+[万亿百千]/i)?.[0]
  const stranger = strangerIn(named.length > 0 ? plain.replaceAll(named[0]!.name, ' ') : plain)
  const isStranger =
    stranger &&
    unreadIn(stranger, [...names, ...ownNames]).length > 0 &&
    partiesIn(stranger, [...parties, ...(own ? [own] : [])]).length === 0
  // A word of a name that names nobody by itself was not understood either.
  const unread = unreadIn(plain, namesOf([...named, ...excepted, ...(own ? [own] : [])]))
  return {
    text,
    unread: [
      ...unread,
      ...(figure && !when.unread ? [figure.trim()] : []),
      ...(when.unread ? [when.unread] : []),
      ...(apart ? [apart.name] : []),
      ...(left && excepted.length !== 1 ? [left[1]!.trim()] : []),
    ],
    ...(orderNos[0] ? { orderNo: orderNos[0], orderNos } : {}),
    ...(numbers[0] ? { number: numbers[0], numbers } : {}),
    ...(currency ? { currency, currencies } : {}),
    ...(named[0] ? { party: named[0], parties: named } : {}),
    ...(excepted.length === 1 ? { except: excepted[0]! } : {}),
    ...(isStranger ? { stranger } : {}),
    ...(when.period ? { period: when.period } : {}),
    ...(when.asOf ? { asOf: when.asOf } : {}),
    ...(top ? { top } : {}),
    ...(lateDays ? { lateDays } : {}),
    ...(above ? { above } : {}),
    ...(below ? { below } : {}),
    ...(atLeast ? { atLeast } : {}),
    ...(atMost ? { atMost } : {}),
  }
}
