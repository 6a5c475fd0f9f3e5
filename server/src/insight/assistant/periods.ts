import { addDays, daysBetween, weekday } from '@usance/domain/local-date'

export type Period = { from: string; to: string }
/** When a question is about: a span of days, the end of a past day, or words of time that nobody here can read. */
export type When = { period?: Period; asOf?: string; unread?: string /** The words beside the time. */; rest?: string }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthWord =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const cnDigits: Record<string, number> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }
const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const larger: Record<string, number> = { fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, forty: 40, sixty: 60, ninety: 90 }
const count = `(\\d{1,3}|${[...words, ...Object.keys(larger)].join('|')}|a|few)`
const cnCount = '(\\d{1,3}|[一二两三四五六七八九十]{1,3})'

/** A number in figures or words, Chinese or English, below a hundred; 0 when it is none. */
export function numberOf(text: string): number {
  const plain = text.toLowerCase()
  if (/^\d+$/.test(plain)) return Number(plain)
  if (plain === 'a') return 1
  const word = words.indexOf(plain)
  if (word >= 0) return word + 1
  if (larger[plain]) return larger[plain]
  const [tens, ones] = plain.includes('十') ? plain.split('十') : ['', plain]
  const high = plain.includes('十') ? (tens ? (cnDigits[tens] ?? 0) : 1) * 10 : 0
  return high + (ones ? (cnDigits[ones] ?? 0) : 0)
}

const monthOf = (year: number, month: number): Period => ({
  from: new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10),
  to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
})
const quarterOf = (year: number, quarter: number): Period => ({
  from: monthOf(year, quarter * 3 - 2).from,
  to: monthOf(year, quarter * 3).to,
})
const pad = (value: number) => String(value).padStart(2, '0')

/** The year in which a month without one is meant: the one whose month is nearest. */
function yearOf(month: number, today: string): number {
  const year = Number(today.slice(0, 4))
  const far = (one: number) => Math.abs(daysBetween(today, `${one}-${pad(month)}-15`))
  return [year - 1, year, year + 1].reduce((best, one) => (far(one) < far(best) ? one : best), year)
}

/** Named days become plain ones: “1 Dec”, “between 1 and 15 December”, “12月1日”. */
function withPlainDays(text: string, today: string): string {
  const day = (year: string | undefined, month: number, date: string) =>
    ` ${year ?? yearOf(month, today)}-${pad(month)}-${pad(Number(date))} `
  const nth = '(\\d{1,2})(?:st|nd|rd|th)?'
  return text
    .replace(
      new RegExp(
        `\\b${nth}\\s*(?:and|to|till|until|through|-|–)\\s*${nth}\\s+(?:of\\s+)?${monthWord}\\b,?(?:\\s+(\\d{4}))?`,
        'gi',
      ),
      (_, one, two, name, year) => `${day(year, monthIn(name), one)} and ${day(year, monthIn(name), two)}`,
    )
    .replace(new RegExp(`\\b${nth}\\s+(?:of\\s+)?${monthWord}\\b,?(?:\\s+(\\d{4}))?`, 'gi'), (_, date, name, year) =>
      day(year, monthIn(name), date),
    )
    .replace(new RegExp(`\\b${monthWord}\\s+${nth}\\b(?!\\d),?(?:\\s+(\\d{4}))?`, 'gi'), (_, name, date, year) =>
      day(year, monthIn(name), date),
    )
    .replace(/(?:(\d{4})\s*年)?\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月\s*(\d{1,2})\s*[日号]/g, (_, year, month, date) =>
      day(year, numberOf(month), date),
    )
}

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
const future = /到期|要付|该付|要还|应付|\bdue\b|\bmatur/i
const upTo = /\b(by|before|until|up to|till|no later than)\b|之前|以前|前到期|前要|截至|截止/i

type Reading = [words: RegExp, (found: RegExpMatchArray) => When | undefined]

const span = (from: string, to: string): When => ({ period: { from, to } })

/** Everything that can be read, the more particular first. Weeks run from Monday to Sunday. */
const readings = (text: string, today: string): Reading[] => [
  ...endsOfSpans(today),
  ...lengthsOfTime(text, today),
  ...namedSpans(today),
  ...namedMonths(today),
]

/** Of “12” or “Dec” in a year, or in the nearest one where none is given. */
const monthNamed = (month: number, given: string | undefined, today: string): Period =>
  monthOf(given ? Number(given) : yearOf(month, today), month)
const monthIn = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** The end of a month or a year: a past one asks what was open then, one that comes bounds the days until then. */
function endsOfSpans(today: string): Reading[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const atEnd = ({ to }: Period): When => (to < today ? { asOf: to } : span(today, to))
  return [
    [/\bend of (the )?last month\b|上个?月(底|末)/i, () => ({ asOf: monthOf(year, month - 1).to })],
    [/\bend of (the )?last year\b|去年(底|末)/i, () => ({ asOf: `${year - 1}-12-31` })],
    [
      new RegExp(`\\bend of ${monthWord}\\b(?:\\s+(\\d{4}))?`, 'i'),
      ([, name, given]) => atEnd(monthNamed(monthIn(name!), given, today)),
    ],
    [
      /(?:(\d{4})\s*年)?\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月(?:份)?(?:底|末)/,
      ([, given, name]) => atEnd(monthNamed(numberOf(name!), given, today)),
    ],
    [/\bend of next month\b|下个?月(底|末)/i, () => span(today, monthOf(year, month + 1).to)],
    [/\b(end of (the |this )?month|month[- ]end)\b|(这个?|本)?月(底|末)/i, () => span(today, monthOf(year, month).to)],
    [/\b(end of (the |this )?year|year[- ]end)\b|(今年)?年(底|末)/i, () => span(today, `${year}-12-31`)],
  ]
}

/** So many days, weeks or months from today on, or back. */
function lengthsOfTime(text: string, today: string): Reading[] {
  const ahead = (number: string, unit: string): When => {
    const days = /^(week|周|星期|礼拜)/i.test(unit) ? 7 : /^(month|月|个月)/i.test(unit) ? 30 : 1
    const many = numberOf(number) * days
    return many > 0 && many <= 730 ? { period: { from: today, to: addDays(today, many) } } : { unread: `${number} ${unit}` }
  }
  const back = (number: string, unit: string): When => {
    const same = ahead(number, unit)
    return same.period ? span(addDays(today, -daysBetween(today, same.period.to)), today) : same
  }
  const unit = '(day|week|month)s?\\b'
  const cnUnit = '\\s*个?(天|日|周|星期|礼拜|月)'
  return [
    [
      new RegExp(
        `\\b(?:next|within|coming|following|in|over|during)(?: the)?(?: next| coming| following)?\\s+${count}\\s+${unit}`,
        'i',
      ),
      ([, number, one]) => ahead(number!, one!),
    ],
    [new RegExp(`\\b${count}\\s+${unit} (?:from now|ahead|or sooner|or less)`, 'i'), ([, number, one]) => ahead(number!, one!)],
    [new RegExp(`\\b(?:last|past|previous)\\s+${count}\\s+${unit}`, 'i'), ([, number, one]) => back(number!, one!)],
    [new RegExp(`${cnCount}${cnUnit}(?:之?内|以内)`), ([, number, one]) => ahead(number!, one!)],
    [new RegExp(`(?:未来|今后|接下来|往后|再过)的?\\s*${cnCount}${cnUnit}`), ([, number, one]) => ahead(number!, one!)],
    [
      new RegExp(`(?:过去|近|最近)的?\\s*${cnCount}${cnUnit}`),
      ([words_, number, one]) => (words_.startsWith('最近') && future.test(text) ? ahead(number!, one!) : back(number!, one!)),
    ],
  ]
}

/** Days, weeks, months, quarters and years by their place before or after today. */
function namedSpans(today: string): Reading[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const quarter = Math.ceil(month / 3)
  const monday = addDays(today, 1 - weekday(today))
  const month_ = (step: number): When => ({ period: monthOf(year, month + step) })
  const quarter_ = (step: number): When => ({ period: quarterOf(year, quarter + step) })
  return [
    [/\bday after tomorrow\b|(?<!大)后天/i, () => span(addDays(today, 2), addDays(today, 2))],
    [/\bday before yesterday\b|(?<!大)前天/i, () => span(addDays(today, -2), addDays(today, -2))],
    [/\bweek after next\b|下下个?(周|星期|礼拜)/i, () => span(addDays(monday, 14), addDays(monday, 20))],
    [/\bnext week\b|下个?(周|星期|礼拜)(?![一二三四五六日天])/i, () => span(addDays(monday, 7), addDays(monday, 13))],
    [
      /\b(last|past|previous) week\b|上个?(周|星期|礼拜)(?![一二三四五六日天])/i,
      () => span(addDays(monday, -7), addDays(monday, -1)),
    ],
    [/\b(this|current) week\b|[本这]个?(周|星期|礼拜)(?![一二三四五六日天])/i, () => span(monday, addDays(monday, 6))],
    [/\bnext month\b|下个?月/i, () => month_(1)],
    [/\b(last|past|previous) month\b|上个?月/i, () => month_(-1)],
    [/\b(this|current) month\b|本月|这个?月|当月/i, () => month_(0)],
    [/\bnext quarter\b|下个?季度/i, () => quarter_(1)],
    [/\b(last|previous) quarter\b|上个?季度/i, () => quarter_(-1)],
    [/\b(this|current) quarter\b|本季度?|这个?季度/i, () => quarter_(0)],
    [
      /\bq([1-4])\b(?:\s*(?:of\s*)?(\d{4}))?/i,
      ([, which, given]) => ({ period: quarterOf(given ? Number(given) : year, Number(which)) }),
    ],
    [
      /(?:(\d{4})\s*年)?第?([一二三四1-4])季度/,
      ([, given, which]) => ({ period: quarterOf(given ? Number(given) : year, numberOf(which!)) }),
    ],
    [/\bnext year\b|明年/i, () => span(`${year + 1}-01-01`, `${year + 1}-12-31`)],
    [/\b(last|previous) year\b|去年/i, () => span(`${year - 1}-01-01`, `${year - 1}-12-31`)],
    [/\bthis year\b|今年|本年/i, () => span(`${year}-01-01`, `${year}-12-31`)],
    [/\btomorrow\b|明天|明日/i, () => span(addDays(today, 1), addDays(today, 1))],
    [/\byesterday\b|昨天|昨日/i, () => span(addDays(today, -1), addDays(today, -1))],
    [/\btoday\b|今天|今日/i, () => span(today, today)],
  ]
}

/** Months by their name or number, and years by theirs. */
function namedMonths(today: string): Reading[] {
  return [
    [
      new RegExp(`\\b(?:(in|of|during|for|since)\\s+)?${monthWord}\\b(?:\\s+(\\d{4}))?`, 'i'),
      ([, lead, name, given]) => {
        // “May” and “march” are words of other kinds as well.
        if (/^(may|mar(ch)?)$/i.test(name!) && !lead && !given) return undefined
        if (/^since$/i.test(lead ?? '')) return undefined
        return { period: monthNamed(monthIn(name!), given, today) }
      },
    ],
    [
      /(?:(\d{4})\s*年)?\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月(?:份)?(?!\s*\d)/,
      ([, given, name]) => {
        const at = numberOf(name!)
        return at >= 1 && at <= 12 ? { period: monthNamed(at, given, today) } : undefined
      },
    ],
    [/\b(?:in|during|of) (20\d\d)\b|(20\d\d)\s*年/i, ([, one, two]) => span(`${one ?? two}-01-01`, `${one ?? two}-12-31`)],
  ]
}

/** Words of time; left over beside what was read, they mean that the question was not read as a whole. */
const timeWords = new RegExp(
  `\\b(quarters?|q[1-4]|fortnight|weekend|decade|ago|christmas|easter|new year|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|since)\\b|\\b\\d+ (?:weeks?|months?|years?)\\b|\\b(?:${[...words, 'few', 'some', 'couple of'].join('|')}) (?:days|weeks|months|years)\\b|\\b(?:jan|feb|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\b|季度|半年|周末|(?:周|星期|礼拜)[一二三四五六日天]|大[前后]天|前年|[后前]年|年后|年前|春节|国庆|元旦|圣诞|以来|[一二两三四五六七八九十\\d]+\\s*(?:年|个月|周)`,
  'i',
)

/** When a question is about, seen from the business date. */
export function timeIn(asked: string, today: string): When {
  // The tenor in the name of a rate is no time.
  const text = withPlainDays(
    asked.replace(/(?:3|three|三)[- ]?(?:m\b|months?|个月)/i, (tenor) => (/bor/i.test(asked) ? ' ' : tenor)),
    today,
  )
  const dates = text.match(/\d{4}-\d{2}-\d{2}/g) ?? []
  const wrong = dates.find((one) => !isDay(one))
  if (wrong) return { unread: wrong }
  const without = (pattern: RegExp) => text.replace(pattern, ' ')
  const whole = (when: When, rest: string): When => {
    const left = rest.match(timeWords)?.[0]
    return left ? { unread: left, rest } : { ...when, rest }
  }
  if (dates.length > 2) return { unread: dates[2]! }
  if (dates.length === 2) {
    const [from, to] = [...dates].sort() as [string, string]
    return whole({ period: { from, to } }, without(/\d{4}-\d{2}-\d{2}/g))
  }
  if (dates.length === 1) {
    const [day] = dates as [string]
    if (/\b(as of|as at|at the end of|at the close of)\b|截至|截止|当日终/i.test(text) && day <= today)
      return { asOf: day, rest: without(/\d{4}-\d{2}-\d{2}/g) }
    const rest = without(/\d{4}-\d{2}-\d{2}/g)
    if (new RegExp(`\\b(after|from|since)\\s+${day}|${day}\\s*(之后|以后|以来|后)`, 'i').test(text)) return { unread: day }
    return whole(
      { period: upTo.test(text) ? (day < today ? { from: day, to: day } : { from: today, to: day }) : { from: day, to: day } },
      rest,
    )
  }
  const all = readings(text, today)
  for (const [pattern, read] of all) {
    const found = text.match(pattern)
    const when = found && read(found)
    if (!when) continue
    const rest = text.replace(found[0], ' ')
    // Two spans in one question are none.
    const second = all.find(([other, again]) => {
      const more = rest.match(other)
      const period = more ? again(more)?.period : undefined
      return period && !(period.from === today && period.to === today)
    })
    if (second) return { unread: rest.match(second[0])![0].trim() }
    return whole(when, rest)
  }
  const left = text.match(timeWords)?.[0]
  return left ? { unread: left, rest: text } : { rest: text }
}
