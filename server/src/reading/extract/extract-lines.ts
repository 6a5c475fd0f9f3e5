import type { ExtractedLine } from './extract.ts'
import type { Cell, Row } from './rows.ts'
import { amountsIn, looksLikeMoney, tenThousandths } from './values.ts'

const heading = [
  /descri|item|product|article|artikel|omschrijving|produkt|désignation|货物|项目名称|品名|title/i,
  /qty|quantity|menge|aantal|nombre|hoeveelheid|数量|amount(?=.*total)/i,
  /price|preis|prijs|p\.u\.|rate|单价/i,
  /amount|total|netto|bedrag|montant|金额|gesamt|summe/i,
]
const sums =
  /^\W*(?:sub ?-?total|total|net total|grand total|summe|netto|totaal|subtotaal|gesamt|nettobetrag|合计|小计|价税|shipping|tax\b|vat\b)/i

/** The lines of a document's table: a text first, an amount last, and between them quantity and price. */
export function extractLines(rows: readonly Row[]): ExtractedLine[] {
  const head = rows.findIndex(({ text }) => heading.filter((word) => word.test(text)).length >= 3)
  const lines: ExtractedLine[] = []
  for (const row of rows.slice(head + 1)) {
    if (sums.test(row.text)) {
      if (lines.length > 0) break
      continue
    }
    const line = lineOf(row, head >= 0)
    if (line) lines.push(line)
  }
  return lines
}

function lineOf(row: Row, table: boolean): ExtractedLine | undefined {
  const last = row.cells.at(-1)
  const first = row.cells.find((cell) => /\p{L}{2}/u.test(cell.text))
  if (!last || !first || last === first) return undefined
  const between = row.cells.slice(row.cells.indexOf(first) + 1, -1)
  const before = row.cells.slice(0, row.cells.indexOf(first))
  const counts = [...between, ...before].flatMap((cell) => countIn(cell.text) ?? [])
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

const countIn = (text: string): string | undefined =>
  /^x?\s?(\d{1,6}(?:[.,]\d{1,4})?)(?:\s?x|\s?[\p{L}]{1,5})?$/iu.exec(text)?.[1]?.replace(',', '.')

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
