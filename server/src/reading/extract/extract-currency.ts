import type { FieldSchema } from '../schema/schema.ts'
import type { Extracted } from './extract.ts'
import { labelHits } from './labels.ts'
import type { Cell, Row } from './rows.ts'
import { currencyIn } from './values.ts'

const found = (value: string, cell: Cell, trust: number): Extracted => ({
  value,
  text: cell.text,
  confidence: cell.confidence * trust,
  page: cell.page,
  box: cell.box,
  source: 'ocr',
})

type Tally = Map<string, { count: number; cell: Cell }>

/**
 * The currency of a document: by its label, else by the codes and signs on the page, those in the row of the total first. A bare
 * dollar sign is only sure where the page shows that it comes from the United States.
 */
export function currencyOf(
  field: FieldSchema,
  rows: readonly Row[],
  total: Extracted | undefined,
  chinese: boolean,
): Extracted | undefined {
  for (const hit of labelHits(field, rows))
    for (const place of hit.places) {
      const code = currencyIn(place.text, chinese)
      if (code && !/^[^\w]*[$¥￥]/.test(place.text)) return found(code, place.cell, 0.98)
    }
  const page = rows.map(({ text }) => text).join('\n')
  const [named, bare]: [Tally, Tally] = [new Map(), new Map()]
  for (const row of rows) {
    const inTotal = total !== undefined && row.cells.some((cell) => cell.box === total.box)
    for (const cell of row.cells) {
      const code = currencyIn(cell.text, chinese)
      if (!code) continue
      const sign = isBareSign(cell.text)
      const worth = (!sign && isWord(cell.text, code) ? 0.05 : 1) + (inTotal ? 3 : 0)
      const tally = sign ? bare : named
      const known = tally.get(code)
      if (known) known.count += worth
      else tally.set(code, { count: worth, cell })
    }
  }
  const [sign] = [...bare].sort((a, b) => b[1].count - a[1].count)
  const ofNamed = [...named].sort((a, b) => b[1].count - a[1].count)
  const [best, second] = ofNamed
  // A sign is explained by the one code beside it: $ by AUD, ¥ by CNY.
  if (best && best[1].count >= 1 && (!sign || explains(best[0], sign[0]) || best[1].count >= sign[1].count))
    return found(best[0], best[1].cell, second && second[1].count >= best[1].count / 2 ? 0.8 : 0.97)
  if (sign) return ofBareSign(sign[0], sign[1].cell, page)
  return best && found(best[0], best[1].cell, 0.6)
}

/** Whether a cell shows money by a sign that several countries use. */
const isBareSign = (text: string) =>
  /[$¥￥]/.test(text) &&
  !/\b[A-Z]{3}\b(?=.*[$¥￥\d])|(?:US|HK|SG?|AU?|C|NT|RM)\s?\$|RMB|人民|\b(?:USD|EUR|GBP|CNY|HKD|SGD|JPY|AUD|CAD|NZD|TWD)\b/.test(
    text,
  )

const dollars = 'USD AUD CAD HKD SGD NZD TWD MXN'
const explains = (code: string, sign: string) => (sign === 'USD' ? dollars.includes(code) : code === 'CNY' || code === 'JPY')

/** Whether three letters are a word of a sentence and no currency: "PHP development". */
const isWord = (text: string, code: string) =>
  new RegExp(`\\b${code}\\s+\\p{L}`, 'u').test(text) && !new RegExp(`\\d\\s*${code}`).test(text)

const homes: readonly [string, RegExp][] = [
  ['AUD', /\bABN\b|Australia|\b(?:NSW|QLD|VIC)\s\d{4}\b/],
  ['CAD', /Canada|GST\/HST|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/],
  ['HKD', /Hong Kong|香港|Kowloon|九龍|九龙/i],
  ['SGD', /Singapore|新加坡|\bUEN\b/i],
  ['NZD', /New Zealand/i],
]
const american = /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b|United States|\bUSA\b|U\.S\.A?\b|\bEIN\b/

function ofBareSign(code: string, cell: Cell, page: string): Extracted {
  if (code !== 'USD') {
    const china = code === 'JPY' && /China|P\.?R\.?C\b/i.test(page) && !/Japan/i.test(page)
    return found(china ? 'CNY' : code, cell, china ? 0.7 : code === 'CNY' || /Japan|日本|東京|Tokyo/i.test(page) ? 0.97 : 0.8)
  }
  const others = homes.filter(([, word]) => word.test(page))
  if (american.test(page)) return found('USD', cell, others.length > 0 ? 0.8 : 0.96)
  const [home] = others
  return home && others.length === 1 ? found(home[0], cell, 0.7) : found('USD', cell, 0.8)
}

const byCountry: readonly [string, RegExp][] = [
  ['EUR', /^(?:AT|BE|BG|CY|DE|EE|EL|GR|ES|FI|FR|HR|IE|IT|LT|LU|LV|MT|NL|PT|SI|SK)/],
  ['GBP', /^GB/],
  ['CHF', /^CH/],
  ['PLN', /^PL/],
  ['SEK', /^SE/],
  ['DKK', /^DK/],
]

/** Where no currency was read, the money of the country that the seller's account or tax number names: a hint to be checked. */
export function currencyOfCountry(account: Extracted | undefined, taxId: Extracted | undefined): Extracted | undefined {
  for (const number of [account, taxId]) {
    const code =
      number && /^[A-Z]{2}[A-Z]?-?\d/.test(number.value)
        ? byCountry.find(([, country]) => country.test(number.value))?.[0]
        : undefined
    if (number && code) return { ...number, value: code, confidence: 0.5 * number.confidence }
  }
  return undefined
}
