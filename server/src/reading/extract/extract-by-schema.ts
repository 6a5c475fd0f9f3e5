import type { Page } from '../page.ts'
import type { DocumentSchema, FieldSchema } from '../schema/schema.ts'
import type { Extract, Extracted } from './extract.ts'
import { amountCandidates, type Candidate, chooseSums } from './extract-amounts.ts'
import { currencyOf, currencyOfCountry } from './extract-currency.ts'
import { extractLines } from './extract-lines.ts'
import { fapiaoParties, letterhead, partyAtLabel, taxNumbers, windowLetter } from './extract-parties.ts'
import { type LabelHit, labelHits, type Place } from './labels.ts'
import { accountIn } from './registrations.ts'
import { type Cell, type Row, rowsOf } from './rows.ts'
import { amountsIn, datesIn, looksLikeMoney, numberIn } from './values.ts'

/** Reads the fields of a document kind from its pages. What is not printed stays absent; nothing is guessed from nothing. */
export function extractBySchema(schema: DocumentSchema, pages: readonly Page[]): Extract {
  const rows = rowsOf(pages)
  const chinese = rows.some(({ text }) => /[\u4e00-\u9fff]{3}/.test(text))
  const order = dayOrderOf(rows)
  const fields: Record<string, Extracted> = {}
  const put = (name: string, value: Extracted | undefined) => {
    if (value && !fields[name] && schema.fields.some((field) => field.name === name)) fields[name] = value
  }
  const field = (name: string) => schema.fields.find((each) => each.name === name)

  putSums(schema, rows, put)
  if (chinese) {
    const { buyer, seller, buyerTaxId, sellerTaxId } = fapiaoParties(rows)
    put('buyerName', buyer)
    put('sellerName', seller)
    put('buyerTaxId', buyerTaxId)
    put('sellerTaxId', sellerTaxId)
  }
  for (const each of schema.fields) {
    if (each.kind === 'date') put(each.name, dateAtLabel(each, rows, order))
    else if (each.kind === 'number') put(each.name, numberAtLabel(each, rows))
    else if (each.kind === 'registration' && !/TaxId$/.test(each.name)) put(each.name, registrationAtLabel(each, rows))
    else if (each.kind === 'text') put(each.name, textAtLabel(each, rows))
    else if (each.kind === 'amount' && !sums.has(each.name)) put(each.name, strongest(amountCandidates(each, rows)))
  }
  const buyerField = field('buyerName')
  const sellerField = field('sellerName')
  const letter = schema.headedBy === 'buyer' ? undefined : windowLetter(rows)
  let buyer = (buyerField && partyAtLabel(buyerField, rows)) ?? letter?.buyer
  let seller = sellerField && partyAtLabel(sellerField, rows)
  if (schema.headedBy === 'buyer') buyer ??= letterhead(rows, seller)
  else {
    const head = letter?.seller ?? letterhead(rows, buyer)
    // A company's letterhead is worth more than a word that may open any sentence.
    if (!seller || (!seller.legal && seller.confidence < 0.7 && head?.legal)) seller = head
  }
  put('buyerName', buyer)
  if (seller && seller.value !== fields.buyerName?.value) put('sellerName', seller)
  for (const each of schema.fields)
    if (each.kind === 'party' && !/^(?:buyer|seller)Name$/.test(each.name)) put(each.name, partyAtLabel(each, rows))
  const taxField = field('sellerTaxId')
  if (taxField) {
    const numbers = taxNumbers(taxField, rows, buyer, seller)
    put('sellerTaxId', numbers.seller)
    put('buyerTaxId', numbers.buyer)
  }
  putFallbacks(schema, rows, order, chinese, put)
  const currency = field('currency')
  if (currency) {
    const sum = fields.totalAmount ?? fields.amount
    put('currency', currencyOf(currency, rows, sum, chinese))
    if (sum) put('currency', currencyOfCountry(fields.bankAccount, fields.sellerTaxId))
  }
  // A number that stands on the page twice was hardly misread twice.
  for (const { name, kind } of schema.fields) {
    const number = kind === 'number' ? fields[name] : undefined
    const cells = number ? rows.flatMap((row) => row.cells).filter((cell) => cell.text.includes(number.value)) : []
    if (number && cells.length > 1)
      number.confidence = Math.max(number.confidence, 0.95 * Math.max(...cells.map((cell) => cell.confidence)))
  }
  const exact = pages.length > 0 && pages.every((page) => page.source === 'text')
  for (const each of Object.values(fields)) {
    const page = pages.find(({ number }) => number === each.page)
    each.source = page?.source ?? (exact ? 'text' : 'ocr')
  }
  return { fields, lines: schema.lines ? extractLines(rows) : [] }
}

// The amounts that prove each other; any other stands for itself.
const sums = new Set(['netAmount', 'taxAmount', 'shippingAmount', 'totalAmount', 'amount'])
const strongest = (candidates: readonly Candidate[]): Extracted | undefined =>
  candidates.toSorted((a, b) => b.weight - a.weight)[0]

type Put = (name: string, value: Extracted | undefined) => void

function putSums(schema: DocumentSchema, rows: readonly Row[], put: Put): void {
  const of = (name: string) => {
    const field = schema.fields.find((each) => each.name === name)
    const candidates = field ? amountCandidates(field, rows) : []
    // A credit note prints its amounts with or without a minus and means the same.
    return schema.code === 'CREDIT_NOTE'
      ? candidates.map((each) => ({ ...each, value: each.value.replace(/^-/, '') }))
      : candidates
  }
  const totalName = schema.fields.some(({ name }) => name === 'totalAmount') ? 'totalAmount' : 'amount'
  const found = { total: of(totalName), net: of('netAmount'), tax: of('taxAmount'), shipping: of('shippingAmount') }
  const twin = fapiaoSums(rows)
  if (twin) {
    found.net.push(twin.net)
    found.tax.push(twin.tax)
  }
  const sums = chooseSums(found, rows)
  put(totalName, sums.total)
  put('netAmount', sums.net)
  put('taxAmount', sums.tax)
  put('shippingAmount', sums.shipping)
}

/** The row 合计 of a Chinese tax invoice: the net sum, then the tax. */
function fapiaoSums(rows: readonly Row[]): { net: Candidate; tax: Candidate } | undefined {
  for (const [index, row] of rows.entries()) {
    const money = row.cells.filter((cell) => /^[¥￥]\s?[\d,]+\.\d\d$/.test(cell.text))
    const [net, tax] = money
    if (money.length !== 2 || !net || !tax || !/合.{0,3}计/.test(row.text)) continue
    const candidate = (cell: Cell): Candidate => ({
      value: cell.text.replace(/[^\d.]/g, ''),
      text: cell.text,
      confidence: cell.confidence,
      page: cell.page,
      box: cell.box,
      source: 'ocr',
      weight: 100,
      row: index,
      sharp: cell.confidence,
    })
    return { net: candidate(net), tax: candidate(tax) }
  }
  return undefined
}

const extracted = (value: string, text: string, cell: Cell, trust: number): Extracted => ({
  value,
  text: text.trim(),
  confidence: cell.confidence * trust,
  page: cell.page,
  box: cell.box,
  source: 'ocr',
})

/** The strongest label whose value can be read; among equals the first on the page. */
function atLabel(
  field: FieldSchema,
  rows: readonly Row[],
  read: (
    text: string,
    how: Place['how'],
    weight: number,
    hit: LabelHit,
  ) => { value: string; text: string; trust?: number } | undefined,
): Extracted | undefined {
  const hits = labelHits(field, rows).sort((a, b) => b.weight - a.weight)
  for (const hit of hits) {
    for (const place of hit.places) {
      const found = read(place.text, place.how, hit.weight, hit)
      if (found) return extracted(found.value, found.text, place.cell, Math.min(found.trust ?? 1, 0.45 + hit.weight / 180))
      // Only the nearest neighbour belongs to a label; what stands further right has its own.
      if (place.how === 'right') {
        const below = hit.places.find(({ how }) => how === 'below')
        const value = below && read(below.text, 'below', hit.weight, hit)
        if (below && value) return extracted(value.value, value.text, below.cell, Math.min(value.trust ?? 1, 0.9))
        break
      }
    }
  }
  return undefined
}

const dateAtLabel = (field: FieldSchema, rows: readonly Row[], { dayFirst, known }: DayOrder) =>
  atLabel(field, rows, (text) => {
    const [date] = datesIn(text, dayFirst)
    if (!date || date.from > 14) return undefined
    return { value: date.value, text: text.slice(date.from, date.to), trust: date.ambiguous && !known ? 0.7 : 1 }
  })

const numberAtLabel = (field: FieldSchema, rows: readonly Row[]) =>
  atLabel(field, rows, (text, how, weight, hit) => {
    // "PO" may open the number itself and then belongs to it, as in PO-2025-7.
    const joined = how === 'same' && /^[A-Z]+[-_/][A-Z0-9]/i.test(hit.cell.text.slice(hit.at))
    const own = joined ? numberIn(hit.cell.text.slice(hit.at)) : undefined
    if (own) return { value: own.value, text }
    const number = numberIn(text)
    // The letters may open a number themselves: "PO" in YF-PO-2025.
    if (!number || /[\p{L}\d][-/_]$/u.test(hit.cell.text.slice(0, hit.at))) return undefined
    // A prefix in capitals that a blank parts from its number belongs to it.
    const prefix = /^#?\s*([A-Z]{2,6}) $/.exec(text.slice(0, number.from))?.[1]
    if (number.from > 3 && !prefix) return undefined
    if (datesIn(text.slice(number.from), true)[0]?.from === 0 || /^\d{1,3}$/.test(number.value)) return undefined
    // A weak word such as "no" needs its number beside it, and one that looks like a document's.
    if (how === 'below' && weight < 90 && !/\d{5}/.test(number.value)) return undefined
    if (weight < 75 && (how === 'below' || !/\d{4}|[A-Za-z_].*\d/.test(number.value))) return undefined
    if (/^\d+[.,]\d\d$/.test(number.value)) return undefined
    const code = /^([A-Z]{1,4}) (\d{3,6}\/\d{3,6})\b/.exec(text.slice(number.from))
    return { value: code ? `${code[1]} ${code[2]}` : prefix ? `${prefix} ${number.value}` : number.value, text }
  })

const registrationAtLabel = (field: FieldSchema, rows: readonly Row[]) => {
  let sound = true
  const found = atLabel(field, rows, (text) => {
    const account = /\*{2}/.test(text) ? undefined : accountIn(text)
    if (!account) return undefined
    sound = account.sound
    return { value: account.value, text }
  })
  return found && !sound ? { ...found, confidence: Math.min(found.confidence, 0.6) } : found
}

// Terms of payment name a number of days, a way to pay or a moment.
const termsWords =
  /\d|net|days?|tage|jours|天|receipt|cash|t\/t|d\/p|d\/a|l\/c|prepaid|advance|eom|cod|sight|transfer|月结|电汇|现金|到付|预付/i

const textAtLabel = (field: FieldSchema, rows: readonly Row[]) =>
  atLabel(field, rows, (text, how) => {
    const value = text.replace(/^[\s:：]+/, '').trim()
    if (value.length > 120 || !termsWords.test(value) || amountsIn(value).some((each) => looksLikeMoney(value, each)))
      return undefined
    return how === 'below' && datesIn(value, true).length > 0 ? undefined : { value, text }
  })

/** What a document shows without a label: a date on a receipt, a number after "#", the currency by its sign. */
function putFallbacks(
  schema: DocumentSchema,
  rows: readonly Row[],
  { dayFirst, known }: DayOrder,
  chinese: boolean,
  put: Put,
): void {
  const dateField = schema.fields.find(({ kind, required }) => kind === 'date' && required)
  if (dateField) {
    const not = /due|delivery|required|order|ship|leistung|print|expir|valid|liefer|交货|到期/i
    const days = new Set(rows.flatMap(({ text }) => datesIn(text, dayFirst).map(({ value }) => value)))
    for (const row of rows) {
      const cell = row.cells.find((each) => !not.test(each.text) && datesIn(each.text, dayFirst).length > 0)
      const [date] = cell ? datesIn(cell.text, dayFirst) : []
      if (cell && date && !not.test(row.text)) {
        put(
          dateField.name,
          extracted(
            date.value,
            cell.text.slice(date.from, date.to),
            cell,
            days.size > 1 ? 0.75 : date.ambiguous && !known ? 0.7 : 0.95,
          ),
        )
        break
      }
    }
  }
  const numberField = schema.fields.find(({ kind, required }) => kind === 'number' && required)
  if (numberField) {
    const cell = rows.flatMap(({ cells }) => cells).find(({ text }) => /^#\s*[\w-]*\d[\w-]*$/.test(text))
    const number = cell && numberIn(cell.text)
    if (cell && number) put(numberField.name, extracted(number.value, cell.text, cell, 0.7))
  }
  if (chinese && schema.fields.some(({ name }) => name === 'invoiceCode') && rows.some(({ text }) => /开票日期/.test(text))) {
    // The code of a Chinese tax invoice stands at its head without a word.
    const cell = rows
      .slice(0, 12)
      .flatMap(({ cells }) => cells)
      .find(({ text }) => /^(?:\d{10}|\d{12})$/.test(text))
    if (cell) put('invoiceCode', extracted(cell.text, cell.text, cell, 0.9))
  }
}

type DayOrder = { dayFirst: boolean; known: boolean }

const american = /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b|United States|\bUSA\b/
// What only companies of countries that write the day first print.
const dayFirstCountry =
  /\bVAT\b|\bABN\b|GST (?:Reg|ID|No)|[€£]|\bRM\s?\d|S\$|HK\$|Rechnung|Facture|Factuur|Fattura|Factura|GmbH|\b(?:Pte|Pty|Sdn|GSTIN)\b|United Kingdom|\bU\.?K\b|Hong Kong|Singapore|Malaysia|Australia|\bIndia\b/

/** Whether dates are written day first: told by a date that can only be read one way, else by the country the page shows, else not known. */
function dayOrderOf(rows: readonly Row[]): DayOrder {
  let [first, second] = [0, 0]
  for (const { text } of rows)
    for (const [, a, b] of text.matchAll(/(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/g)) {
      if (Number(a) > 12 && Number(b) <= 12) first += 1
      if (Number(b) > 12 && Number(a) <= 12) second += 1
    }
  if (first !== second) return { dayFirst: first > second, known: true }
  const [us, other] = [american, dayFirstCountry].map((words) => rows.some(({ text }) => words.test(text)))
  return { dayFirst: !us, known: us !== other }
}
