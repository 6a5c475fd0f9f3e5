import type { FieldSchema } from '../schema/schema.ts'
import type { Extracted } from './extract.ts'
import { labelHits } from './labels.ts'
import type { Cell, Row } from './rows.ts'
import { amountsIn, datesIn, registrationIn } from './values.ts'

const company =
  /\b(?:gmbh|ag|kg|ug|ltd|limited|llc|llp|inc|corp(?:oration)?|plc|co|company|b\.?v|n\.?v|s\.?a(?:rl|s)?|sarl|pty|pte|pvt|s[dc]n\.? ?[a-z]{2}d|sdnbhd|bhd|s\/b|s\.?p\.?a|s\.?r\.?l|oy|ab|a\/s|restoran|restaurants?)\b\.?|公司|企业|有限|集团|厂|商行/i
const notName =
  /^(?:tax |cash |retail |commercial |proforma |kopie |cash bill)?(?:invoice|rechnung|factuur|facture|receipt|bill|page|copy|original|statement|date|description|tel|fax|phone|gst|no|qty|item|total|order|welcome|thank|www|http|credit note|purchase order|ship to|bill to)s?\b|发票|日期|@|www\.|https?:|\b(?:jalan|jln|street|road|avenue|lot)\b/i

/** A readable party name, without the address, registration number or web page behind it; undefined for what is none. */
export function nameIn(text: string): string | undefined {
  const [first = ''] = text.split(/\s*[•|●]\s*|\s{3,}|\s+(?:tel|phone|fax|address)[.:]/i)
  const plain = first
    .replace(/^[\s:：.-]+|[\s,;:：.]+$/g, '')
    .replace(/\s*\(?\s*\d{4,}\s*-?\s*[A-Z]\s*\)?(?:\s*\([A-Z]{2,4}\))?\s*$/, '')
    .replace(/\s*\((?=[^)]*\d{3})[0-9A-Z -]{5,}\)\s*$/, '')
    .replace(/(?<=[A-Z][ -])0(?= [A-Z])/g, 'O')
    .replace(/\s*\(co.*$/i, '')
    .replace(/\bSDN(\.?\s?)[A-Z]{2}D\b/, 'SDN$1BHD')
    .trim()
  if (plain.length < 2 || plain.length > 90 || notName.test(plain)) return undefined
  if ((plain.replace(company, '').match(/\p{L}/gu)?.length ?? 0) < 2) return undefined
  const letters = plain.match(/[\p{L}]/gu)?.length ?? 0
  if (letters < 2 || letters < plain.replace(/\s/g, '').length * 0.55) return undefined
  if (datesIn(plain, true).length > 0) return undefined
  return plain
}

/** The party named at its label. A neighbour that is itself a label is not a name. */
export function partyAtLabel(field: FieldSchema, rows: readonly Row[]): (Extracted & { row: number }) | undefined {
  const found = labelHits(field, rows)
    .flatMap((hit) => {
      const [place, ...others] = hit.places
      if (!place) return []
      const near =
        place.how === 'right'
          ? [...(nearby(hit.cell, place.cell) ? [place] : []), ...others.filter(({ how }) => how === 'below')]
          : [place]
      for (const each of near) {
        if (/[:：]/.test(each.text.slice(0, 40)) && each.how !== 'same') continue
        // A word in the middle of a sentence is no label: it must open its cell.
        if (hit.at > 3) continue
        const name = nameIn(each.text)
        if (name) return [{ weight: hit.weight, row: hit.row, ...extracted(name, each.text, each.cell, 0.95) }]
      }
      return []
    })
    .sort((a, b) => b.weight - a.weight)[0]
  return found
}

const nearby = (label: Cell, value: Cell) => value.box[0] - label.box[2] < label.tall * 12

/** The name at the head of the page: the first that looks like a company, or else the first that looks like a name. */
export function letterhead(rows: readonly Row[], until: number | undefined): (Extracted & { row: number }) | undefined {
  const head = rows.filter(({ page }) => page === 1).slice(0, 14)
  const end = until === undefined ? head.length : Math.min(until, head.length)
  const candidates: { cell: Cell; name: string; row: number; weight: number }[] = []
  for (const [index, row] of head.slice(0, end).entries()) {
    for (const [position, cell] of row.cells.entries()) {
      const next = row.cells[position + 1]
      const split =
        next && company.test(next.text) && !company.test(cell.text) && nearby(cell, next) && /^[A-Z .&']+$/.test(next.text)
      const under = rows[index + 1]?.cells
      const wrapped =
        !split && !company.test(cell.text) && row.cells.length === 1 && under?.length === 1 && continues(cell, under[0]!)
      const text = split ? `${cell.text} ${next.text}` : wrapped ? `${cell.text} ${under![0]!.text}` : cell.text
      const name = nameIn(text)
      if (!name) continue
      candidates.push({ cell, name, row: index, weight: (company.test(name) ? 40 : 0) - index * 3 + Math.min(12, cell.tall / 3) })
    }
  }
  const best = candidates.sort((a, b) => b.weight - a.weight)[0]
  return best ? { row: best.row, ...extracted(best.name, best.cell.text, best.cell, best.weight > 25 ? 0.9 : 0.6) } : undefined
}

/** A capitalised name whose legal form went to the next row. */
const continues = (cell: Cell, next: Cell) =>
  /^[A-Z .&']{4,}$/.test(cell.text) &&
  company.test(next.text) &&
  /^[A-Z .&'()]{3,}$/.test(next.text) &&
  next.box[1] - cell.box[3] < cell.tall

/** Tax numbers in the order they stand: the seller's and the buyer's are told apart by the row of the buyer's name. */
export function taxNumbers(
  field: FieldSchema,
  rows: readonly Row[],
  buyerRow: number | undefined,
): { seller?: Extracted; buyer?: Extracted } {
  const found = labelHits(field, rows).flatMap((hit) => {
    for (const place of hit.places.filter(({ how }) => how !== 'below')) {
      const number = registrationIn(place.text)
      if (number && amountsIn(place.text).every((amount) => !/[.,]\d\d$/.test(place.text.slice(amount.from, amount.to))))
        return [{ row: hit.row, x: hit.cell.box[0], ...extracted(number.value, place.text, place.cell, 0.95) }]
    }
    return []
  })
  const buyer = buyerRow === undefined ? undefined : found.find(({ row }) => row > buyerRow && row <= buyerRow + 6)
  const seller = found.find(
    (each) => each !== buyer && (buyerRow === undefined || each.row < buyerRow || !buyer || each.row > buyer.row),
  )
  return { ...(seller ? { seller } : {}), ...(buyer ? { buyer } : {}) }
}

/** The parties of a Chinese tax invoice, which stand in a form: side by side, or the buyer above and the seller below. */
export function fapiaoParties(rows: readonly Row[]): {
  buyer?: Extracted
  seller?: Extracted
  buyerTaxId?: Extracted
  sellerTaxId?: Extracted
} {
  const named = atWords(rows, /称\s*[:：]\s*/, nameIn)
  const numbered = atWords(
    rows,
    /(?:纳税人识别号|统一社会信用代码)[^:：]*[:：]\s*/,
    (text) => /[0-9A-Z]{15,20}/.exec(text.replace(/\s/g, ''))?.[0],
  )
  return {
    ...(named[0] ? { buyer: named[0] } : {}),
    ...(named.length > 1 ? { seller: named.at(-1)! } : {}),
    ...(numbered[0] ? { buyerTaxId: numbered[0] } : {}),
    ...(numbered.length > 1 ? { sellerTaxId: numbered.at(-1)! } : {}),
  }
}

function atWords(rows: readonly Row[], words: RegExp, read: (text: string) => string | undefined): Extracted[] {
  return rows.flatMap((row) =>
    row.cells.flatMap((cell, index) => {
      const match = words.exec(cell.text)
      if (!match) return []
      const rest = cell.text.slice(match.index + match[0].length)
      const own = read(rest)
      if (own) return [extracted(own, rest, cell, 0.95)]
      const next = row.cells[index + 1]
      const value = next ? read(next.text) : undefined
      return next && value ? [extracted(value, next.text, next, 0.92)] : []
    }),
  )
}

const extracted = (value: string, text: string, cell: Cell, trust: number): Extracted => ({
  value,
  text,
  confidence: cell.confidence * trust,
  page: cell.page,
  box: cell.box,
  source: 'ocr',
})
