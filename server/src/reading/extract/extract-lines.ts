import type { ExtractedLine } from './extract.ts'
import { byColumn, type Columns, columnsOf } from './line-columns.ts'
import type { Cell, Row } from './rows.ts'
import { amountsIn, looksLikeMoney, tenThousandths } from './values.ts'

const heading = [
  /descri|item|product|article|artikel|omschrijving|produkt|désignation|bezeichnung|货物|项目名称|品名|名称|title/i,
  /qty|quantity|menge|aantal|anzahl|qté|nombre|hoeveelheid|数量|amount(?=.*total)/i,
  /price|preis|prijs|prix|p\.u\.|rate|单价|單價/i,
  /amount|total|netto|bedrag|betrag|montant|金额|金額|gesamt|summe/i,
]
const sums =
  /^\W*(?:sub ?-?total|total|net total|grand total|summe|netto|totaal|subtotaal|gesamt|nettobetrag|zwischensumme|sous-total|base imponible|合 ?计|小计|总计|價税|价税|合計|總計|shipping|tax\b|vat\b)/i
const carried = /carried|brought|übertrag|à reporter|report\b|continued|转下页|承前页|过次页/i

/** The lines of a document's table: a text first, an amount last, and between them quantity and price. */
export function extractLines(rows: readonly Row[]): ExtractedLine[] {
  const isHead = ({ text }: Row) => heading.filter((word) => word.test(text)).length >= 3
  const head = rows.findIndex((row) => isHead(row) || columnsOf(row) !== undefined)
  let columns = head >= 0 ? columnsOf(rows[head]!) : undefined
  const lines: ExtractedLine[] = []
  let open: { line: ExtractedLine; cell: Cell } | undefined
  for (let index = head + 1; index < rows.length; index++) {
    const row = rows[index]!
    if (lines.length > 0 && isHead(row)) {
      columns = columnsOf(row) ?? columns
      continue
    }
    const named = columns && lineByColumns(row, columns)
    // "Total station" and "Tax advice" are goods when their quantity times price makes their amount.
    if (sums.test(row.text) && !(named && adds(named.line))) {
      open = undefined
      if (lines.length === 0 || carried.test(row.text)) continue
      const again = rows.findIndex((each, at) => at > index && each.page > row.page && columns !== undefined && isHead(each))
      if (again < 0) break
      index = again - 1
      continue
    }
    const plain = named && adds(named.line) ? undefined : lineOf(row, head >= 0)
    const line = named && (adds(named.line) || !plain || !adds(plain)) ? named.line : plain
    if (line) {
      lines.push(line)
      open = named && line === named.line ? named : undefined
    } else open = open && continued(open, row)
  }
  return lines
}

/** A text that goes on in the next row: right under it, of the same letters, and nothing else beside it. */
function continued(open: { line: ExtractedLine; cell: Cell }, row: Row): typeof open | undefined {
  const [cell, ...others] = row.cells
  if (!cell || others.length > 0 || Math.abs(cell.box[0] - open.cell.box[0]) > cell.tall * 0.5) return undefined
  if (Math.abs(cell.tall - open.cell.tall) > cell.tall * 0.08 || cell.box[1] - open.cell.box[3] > cell.tall * 0.45)
    return undefined
  if (/:/.test(cell.text)) return undefined
  open.line.description = `${open.line.description} ${cell.text}`
  return { line: open.line, cell }
}

const adds = ({ quantity, unitPrice, amount }: ExtractedLine) =>
  quantity !== null && unitPrice !== null && amount !== null && fits(quantity, unitPrice, amount)

/** The line that the cells under each heading make. */
function lineByColumns(row: Row, columns: Columns): { line: ExtractedLine; cell: Cell } | undefined {
  const cells = byColumn(row, columns)
  const text = cells.get('description')
  const last = cells.get('amount')
  const amount = last && moneyIn(last)
  if (!text || !/\p{L}{2}/u.test(text.text) || !amount || text === last) return undefined
  const price = amountsIn(cells.get('unitPrice')?.text ?? '')[0]?.value ?? null
  const counts = countsIn(cells.get('quantity')?.text ?? '')
  if (counts.length === 0 && price === null) return undefined
  const quantity = fittingCount(counts, price, amount) ?? counts[0] ?? null
  const code = cells.get('code')?.text
  return {
    line: {
      description: text.text.replace(/^\d+\.\s+/, ''),
      sku: code && /\d/.test(code) && !/^\d{1,3}\.?$/.test(code) ? code : null,
      quantity,
      unitPrice: price ?? (quantity ? quotient(amount, quantity) : null),
      amount,
    },
    cell: text,
  }
}

function lineOf(row: Row, table: boolean): ExtractedLine | undefined {
  const last = row.cells.at(-1)
  const first = row.cells.find((cell) => /\p{L}{2}/u.test(cell.text))
  if (!last || !first || last === first) return undefined
  const between = row.cells.slice(row.cells.indexOf(first) + 1, -1)
  const before = row.cells.slice(0, row.cells.indexOf(first))
  const counts = [...between, ...before].flatMap((cell) => countsIn(cell.text))
  const inner = between.flatMap((cell) => moneyIn(cell) ?? [])
  const outer = moneyIn(last)
  if (!outer) return undefined
  // Where tax stands behind the amount, the amount is the one that quantity times price makes.
  const made = inner.slice(1).find((each, index) => counts.some((count) => fits(count, inner[index]!, each)))
  const amount = made && !counts.some((count) => inner.some((price) => fits(count, price, outer))) ? made : outer
  const prices = made === amount ? inner.slice(0, inner.indexOf(made)) : inner
  if (counts.length === 0 && prices.length === 0) return undefined
  if (!table && counts.length === 0) return undefined
  const price = prices.at(-1) ?? null
  const code = between.find((cell) => /^[A-Z0-9]+(?:-[A-Z0-9]+)+(?:\s+\d+)?$/.test(cell.text))?.text ?? null
  const quantity =
    fittingCount(counts, price, amount) ?? (code && price ? countBehind(code, price, amount) : undefined) ?? counts[0] ?? null
  return {
    description: first.text.replace(/^\d+\.\s+/, ''),
    sku:
      code && quantity
        ? code.replace(new RegExp(`\\s*${quantity}$`), (end) => (/^\s/.test(end) || counts.length === 0 ? '' : end)).trim()
        : code,
    quantity,
    unitPrice: price ?? (quantity ? quotient(amount, quantity) : null),
    amount,
  }
}

const moneyIn = (cell: Cell) => {
  const found = amountsIn(cell.text).find((each) => looksLikeMoney(cell.text, each))
  return found?.value
}

/** What a count may mean, likeliest first: "1,200" is a thousand and two hundred, or where the price says so one and a fifth. */
function countsIn(text: string): string[] {
  const digits =
    /^x?\s?(\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,4})?|\d{1,6}(?:[.,]\d{1,4})?)(?:\s?x|\s?[\p{L}²³]{1,8}\d?\.?)?$/iu.exec(
      text.trim(),
    )?.[1]
  if (!digits) return []
  if (/^\d{1,3}[.,]\d{3}$/.test(digits)) return [digits.replace(/[.,]/, ''), digits.replace(',', '.')]
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const grouped = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(digits)
  if (mark < 0 || grouped) return [digits.replace(/[.,' ]/g, '')]
  return [`${digits.slice(0, mark).replace(/[.,' ]/g, '')}.${digits.slice(mark + 1)}`]
}

const fits = (count: string, price: string, amount: string) => {
  const difference = (tenThousandths(count) * tenThousandths(price)) / 10_000n - tenThousandths(amount)
  return difference <= 100n && difference >= -100n
}

const fittingCount = (counts: readonly string[], price: string | null, amount: string) =>
  price === null ? undefined : counts.find((count) => fits(count, price, amount))

/** A count that ran into the article code before it: the digits at its end that, times the price, make the amount. */
function countBehind(code: string, price: string, amount: string): string | undefined {
  const digits = /(\d+)$/.exec(code)?.[1] ?? ''
  for (let length = 1; length <= Math.min(4, digits.length); length++) {
    const count = digits.slice(-length)
    if (!count.startsWith('0') && fits(count, price, amount)) return count
  }
  return undefined
}

/** Amount ÷ quantity where it comes out to the cent. */
function quotient(amount: string, quantity: string): string | null {
  const [a, q] = [tenThousandths(amount), tenThousandths(quantity)]
  if (q === 0n || (a * 10_000n) % q !== 0n) return null
  const value = (a * 10_000n) / q
  return value % 100n === 0n ? `${value / 10_000n}.${String((value % 10_000n) / 100n).padStart(2, '0')}` : null
}
