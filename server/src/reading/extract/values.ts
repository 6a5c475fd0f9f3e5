/** A value found in a piece of text: the value itself, and where it began and ended there. */
export type Found<Value> = { value: Value; from: number; to: number }

const amountPattern =
  /(?<![\w.,/-]|\d:)(?:-\s*|\()?(?:[A-Z]{0,3}\s?[$€£¥￥₹]|RM|Rs\.?|EUR|USD|GBP|CNY|RMB|MYR|HKD|SGD|JPY|INR|M(?=\d))?\s*-?\s*(\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,4})?|\d{1,3}(?:[ ,.'’](?=\d{3})\d{3})+(?:[.,:]\s{0,2}\d{1,4})?|\d+\.\d{5,12}|\d+(?:\s?[.,:]\s{0,2}\d{1,4})?)(?!\d)/gi

/** The amounts in a text as exact decimal text, percentages, dates and times left out. Thousands and decimals may be written in any usual way. */
export function amountsIn(text: string): Found<string>[] {
  // What the reader of pictures mistakes inside a number: O for 0, l for 1, a colon for a point.
  const plain = text.replace(/(?<=[\d.,:]|RM)[oO](?=[\d.,:oO])|(?<=[\d.,:]|RM[\d.,:]?)[oO](?![a-z])/g, '0').replace(/[（(]/g, '(')
  const found: Found<string>[] = []
  for (const match of plain.matchAll(amountPattern)) {
    const digits = match[1]!
    const to = match.index + match[0].length
    const after = plain.slice(to)
    const before = plain.slice(Math.max(0, match.index - 1), match.index)
    if (/^\s*%/.test(after) || /^[/-]\d|^[A-Za-z]{2,}/.test(after) || /^:\d/.test(after)) continue
    if (before === '@' || before === '#') continue
    const value = decimalOf(digits)
    if (value === undefined) continue
    const negative =
      /^\s*-|[$€£¥￥M]\s*-/.test(match[0]) || (match[0].startsWith('(') && /^\s*\)/.test(after)) || /^-(?!\s*\d)/.test(after)
    found.push({ value: negative && !/^0(\.0+)?$/.test(value) ? `-${value}` : value, from: match.index, to })
  }
  return found
}

/** '1.234,5' and '1,234.5' as '1234.5'; the last separator is the decimal point unless three digits follow it. */
export function decimalOf(text: string): string | undefined {
  const tight = text.replace(/[\s'’]/g, '').replace(':', '.')
  const last = Math.max(tight.lastIndexOf('.'), tight.lastIndexOf(','))
  const mark = tight[last]
  const behind = tight.length - last - 1
  const several = mark !== undefined && tight.indexOf(mark) !== last
  const whole = last === -1 || several || (behind === 3 && !/^0[.,]/.test(tight))
  const digits = whole ? tight.replace(/[.,]/g, '') : `${tight.slice(0, last).replace(/[.,]/g, '')}.${tight.slice(last + 1)}`
  if (!/^\d+(\.\d+)?$/.test(digits) || digits.length > 19) return undefined
  return digits.replace(/^0+(?=\d)/, '')
}

/** An amount with decimals or thousands or a currency sign; a bare whole number is a quantity more often than money. */
export const looksLikeMoney = (text: string, { from, to }: Found<string>) =>
  /[.,:]\s{0,2}\d{2,4}$|[.,]\d{3}$|[$€£¥￥₹]|RM|\b[A-Z]{3}\b/.test(text.slice(Math.max(0, from - 1), to)) ||
  /^\s*[€$£元]/.test(text.slice(to))

const months: Record<string, number> = {}
const monthNames = [
  'jan|january|januar|januari|janvier|janv',
  'feb|february|februar|februari|février|fevrier',
  'mar|march|märz|maerz|mrz|maart|mars',
  'apr|april|avril',
  'may|mai|mei',
  'jun|june|juni|juin',
  'jul|july|juli|juillet',
  'aug|august|augustus|août|aout',
  'sep|sept|september|septembre',
  'oct|october|oktober|okt|octobre',
  'nov|november|novembre',
  'dec|december|dezember|dez|décembre|decembre',
]
for (const [index, names] of monthNames.entries()) for (const name of names.split('|')) months[name] = index + 1

export type FoundDate = Found<string> & {
  /** Day and month could be meant either way round. */
  ambiguous: boolean
}

/** The dates in a text as YYYY-MM-DD. `dayFirst` decides where both ways round are possible. */
export function datesIn(text: string, dayFirst: boolean): FoundDate[] {
  const found: FoundDate[] = []
  const add = (match: RegExpMatchArray, year: string, month: number, day: number, ambiguous = false) => {
    const from = match.index ?? 0
    const to = from + match[0].length
    const full = year.length === 2 ? 2000 + Number(year) : Number(year)
    const value = dateOf(full, month, day)
    if (value && !found.some((other) => from < other.to && other.from < to)) found.push({ value, from, to, ambiguous })
  }
  for (const m of text.matchAll(/(?<!\d)((?:19|20)\d{2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?/g)) add(m, m[1]!, +m[2]!, +m[3]!)
  for (const m of text.matchAll(/(?<![\d-])((?:19|20)\d{2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d{3})/g))
    add(m, m[1]!, +m[2]!, +m[3]!)
  for (const m of text.matchAll(
    /(?<![\d.]|[A-Z]{2})(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)\d{2}|\d{2})(?![\d/]|-\d{3})/g,
  )) {
    const [a, b] = [+m[1]!, +m[3]!]
    const first = a > 12 || (b <= 12 && dayFirst)
    add(m, m[4]!, first ? b : a, first ? a : b, m[2] !== '.' && a <= 12 && b <= 12 && a !== b)
  }
  for (const m of text.matchAll(
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.\-/]*([a-zà-ü]{3,9})\.?[\s\-/,']*((?:19|20)\d{2}|\d{2})(?!\d)/gi,
  )) {
    const month = monthOf(m[2]!)
    if (month) add(m, m[3]!, month, +m[1]!)
  }
  for (const m of text.matchAll(/([a-z0à-ü]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?[\s,]+((?:19|20)\d{2})(?!\d)/gi)) {
    const month = monthOf(m[1]!)
    if (month) add(m, m[3]!, month, +m[2]!)
  }
  return found.sort((a, b) => a.from - b.from)
}

const monthOf = (word: string) => months[word.toLowerCase().replace(/^0/, 'o')]

function dateOf(year: number, month: number, day: number): string | undefined {
  if (year < 1990 || year > 2100) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

const signs: [RegExp, string][] = [
  [/\b(USD|EUR|GBP|CNY|HKD|SGD|JPY|MYR|INR|AUD|CAD|CHF|TWD|THB|VND|IDR|PHP|KRW|NZD|SEK|NOK|DKK|PLN|AED|ZAR|BRL|MXN)\b/, '$1'],
  [/\bRMB\b|人民币|人民幣/, 'CNY'],
  [/US\s?\$/, 'USD'],
  [/HK\s?\$/, 'HKD'],
  [/S\s?\$(?=\s?\d)|SG\s?\$/, 'SGD'],
  [/\bA\s?\$|AU\s?\$/, 'AUD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹|\bRs\.?\s?-?\d/, 'INR'],
  [/\bRM\s?-?[\dO]|\(RM\)|\bRM\b/, 'MYR'],
  [/¥|￥|円/, 'YEN'],
  [/\$/, 'USD'],
]

/** The ISO code of the first currency sign or code in a text. The yen sign is Chinese money on a Chinese page. */
export function currencyIn(text: string, chinese: boolean): string | undefined {
  for (const [pattern, code] of signs) {
    const match = pattern.exec(text)
    if (match) return code === '$1' ? match[1] : code === 'YEN' ? (chinese ? 'CNY' : 'JPY') : code
  }
  return undefined
}

/** A document number: letters, digits and joining marks, with at least one digit. */
export function numberIn(text: string): Found<string> | undefined {
  for (const match of text.matchAll(/[A-Za-z0-9][A-Za-z0-9_/\-.*]*[A-Za-z0-9]|\d/g)) {
    const value = match[0].replace(/(?<=\d)(?:von|vom|issued|dated|date|du)[\d.].*$/i, '')
    if (!/\d/.test(value)) continue
    return { value, from: match.index, to: match.index + value.length }
  }
  return undefined
}

/** A tax or company number. */
export function registrationIn(text: string): Found<string> | undefined {
  const match = /[A-Z]{0,3}\s?\d[A-Z0-9 \-.]{5,22}[A-Z0-9]|\d{2}-\d{7}/i.exec(text)
  if (!match) return undefined
  const value = match[0].trim()
  return value.replace(/\D/g, '').length < 6 ? undefined : { value, from: match.index, to: match.index + match[0].length }
}

/** Exact decimal text as a whole number of ten-thousandths, for sums. */
export function tenThousandths(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const value = BigInt(whole) * 10_000n + BigInt(part.slice(0, 4).padEnd(4, '0'))
  return sign ? -value : value
}
