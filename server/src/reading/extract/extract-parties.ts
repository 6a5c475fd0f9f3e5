import type { FieldSchema } from '../schema/schema.ts'
import type { Extracted } from './extract.ts'
import { labelHits } from './labels.ts'
import { taxNumberIn } from './registrations.ts'
import type { Cell, Row } from './rows.ts'
import { amountsIn, datesIn, registrationIn } from './values.ts'

const company =
  /\b(?:gmbh|m\.?b\.?h|ag|(?<!\/)kg|kgaa|ohg|ug|e\.k|e\.v|ltd|limited|llc|llp|inc|corp(?:oration)?|plc|co|company|b\.?v|n\.?v|s\.?a(?:rl|s)?|s\.l|eurl|pty|pte|pvt|jsc|k\.k|aps|s[dc]n\.? ?[a-z]{2}d|sdnbhd|bhd|berhad|s\/b|s\.?p\.?a|s\.?r\.?l|oy|ab|a\/s|restoran|restaurants?)\b\.?|公司|企业|有限|集团|厂|商行/i
const notName =
  /^(?:tax |cash |retail |sales |commercial |proforma |kopie |cash bill|debit note|商业)?(?:invoice|rechnung|factuur|facture|factura|receipt|bill|page|copy|original|statement|date|description|tel|fax|phone|gst|vat|no|qty|item|total|order|welcome|thank|www|http|credit note|purchase order|ship to|bill to|remit to|attn|document|posting|dear|hello|hi|hallo|sehr geehrte|bonjour|您好|尊敬|address|地址|电话)s?\b|发票|日期|(?:账号|户名|开户行|名称|编号)$|@|www\.|https?:|\b(?:jalan|jln|street|road|avenue|lot)\b|(?:stra(?:ß|ss)e|str\.|allee|platz|weg|gasse|laan|straat) ?\d+ ?[a-z]?$|^(?:customer|supplier|vendor|client|buyer|seller|kunde|客户)$/i
const abbreviated = /(?:\b(?:ltd|inc|co|corp)|[a-z]\.[a-z](?:\.[a-z])?)\.$/i

/** A readable party name, without the address, registration number or web page behind it; undefined for what is none. */
function nameIn(text: string): string | undefined {
  const [first = ''] = text.split(
    /\s*[•·|●]\s*|\s[—–]\s|\s{3,}|\s+(?:tel|phone|fax|address)[.:]|\s*(?:地址|统一社会信用代码|电话)/i,
  )
  const whole = first
    .replace(/^(?:致|台照|messrs\.?|an|to|buyer|seller)\s*[:：]\s*|^致\s*/i, '')
    .replace(/^[\s:：.-]+|[\s,;:：]+$/g, '')
  const plain = beforeAddress(whole)
    .replace(/\.+$/, (dots, _at, all: string) => (abbreviated.test(all) && dots.length === 1 ? '.' : ''))
    .replace(/\s*\(?\s*\d{4,}\s*-?\s*[A-Z]\s*\)?(?:\s*\([A-Z]{2,4}\))?\s*$/, '')
    .replace(/\s*\((?=[^)]*\d{3})[0-9A-Za-z. -]{5,}\)\s*$/, '')
    .replace(/(?<=[A-Z][ -])0(?= [A-Z])/g, 'O')
    .replace(/\s*\(co.*$/i, '')
    .replace(/\bSDN(\.?\s?)[A-Z]{2}D\b/, 'SDN$1BHD')
    .trim()
  if (plain.length < 2 || plain.length > 90 || notName.test(plain)) return undefined
  if ((plain.replace(company, '').match(/\p{L}/gu)?.length ?? 0) < 2) return undefined
  const letters = plain.match(/[\p{L}]/gu)?.length ?? 0
  if (letters < 2 || letters < plain.replace(/\s/g, '').length * 0.55) return undefined
  if (letters < 3 && !/\p{Script=Han}/u.test(plain)) return undefined
  if (datesIn(plain, true).length > 0) return undefined
  return plain
}

/** What stands before the address: a name ends behind its legal form when a number follows, with or without a comma between. */
function beforeAddress(text: string): string {
  const forms = [...text.matchAll(new RegExp(company.source, 'gi'))]
  const last = forms.findLast((form) => {
    const rest = text.slice(form.index + form[0].length)
    if (/^[.\s]*,/.test(rest) && !company.test(rest)) return true
    return /^[.\s]*(?:\(?\d{5}|,|[-–]\s|\s\S+(?:\s\S+)?\s\d)/.test(rest) && /\d/.test(rest)
  })
  const name = last ? text.slice(0, last.index + last[0].length) : text
  // A name in two scripts is given in the first.
  const [, first, second] =
    /^(.*[A-Za-z.])\s*(\p{Script=Han}{4,})$/u.exec(name) ?? /^(\p{Script=Han}{4,})\s*([A-Z].*)$/u.exec(name) ?? []
  return first && second && company.test(first) && company.test(second) ? first.trim() : name
}

export type Party = Extracted & { row: number; cell: Cell; legal: boolean }

const party = (name: string, text: string, cell: Cell, trust: number, row: number): Party => ({
  ...extracted(name, text, cell, trust),
  row,
  cell,
  legal: company.test(name),
})

/** The party named at its label. A neighbour that is itself a label is not a name. */
export function partyAtLabel(field: FieldSchema, rows: readonly Row[]): Party | undefined {
  return labelHits(field, rows)
    .flatMap((hit) => {
      const [place, ...others] = hit.places
      // A word in the middle of a sentence is no label: it must open its cell, or stand behind its like in another language.
      if (!place || (hit.at > 3 && !/^[^\s/]+(?: [^\s/]+)? ?\/ ?$/.test(hit.cell.text.slice(0, hit.at)))) return []
      const near =
        place.how === 'right'
          ? [...(nearby(hit.cell, place.cell) ? [place] : []), ...others.filter(({ how }) => how === 'below')]
          : [place]
      for (const each of near) {
        if (/[:：]/.test(each.text.slice(0, 40)) && each.how !== 'same') continue
        const name = each.how === 'below' ? nameOverRows(rows, hit.row, each.cell) : nameIn(each.text)
        if (!name) continue
        const found = party(name, each.text, each.cell, 0.95, hit.row)
        // "From" and "to" open many sentences, of ships too: they name a party surely only with its legal form.
        const weak = hit.weight <= 90 && each.how === 'same' && !found.legal
        if (weak) found.confidence = Math.min(found.confidence, 0.6)
        return [{ weight: hit.weight + (found.legal ? 12 : 0) - (weak ? 20 : 0), found }]
      }
      return []
    })
    .sort((a, b) => b.weight - a.weight)[0]?.found
}

/** A name that may go on in the next row, when only there its legal form stands. */
function nameOverRows(rows: readonly Row[], label: number, cell: Cell): string | undefined {
  const own = nameIn(cell.text)
  if (!own || company.test(own)) return own
  const at = rows.findIndex((row, index) => index >= label && row.cells.includes(cell))
  return wrappedName(rows, at, cell) ?? own
}

/** The name of a cell together with the one or two right below it, of the same letters, that end it with a legal form. */
function wrappedName(rows: readonly Row[], index: number, cell: Cell): string | undefined {
  if (company.test(cell.text) || cell.text.trim().split(' ').length < 3) return undefined
  let text = cell.text
  let last = cell
  for (const row of rows.slice(index + 1, index + 4)) {
    const next = row.cells.find((each) => Math.abs(each.box[0] - cell.box[0]) < cell.tall * 0.5)
    if (!next || /[\d:,]/.test(next.text) || next.box[1] - last.box[3] > cell.tall * 0.6) return undefined
    if (Math.abs(next.tall - cell.tall) > cell.tall * 0.1) return undefined
    text = `${text} ${next.text}`
    last = next
    if (company.test(next.text)) return nameIn(text)
  }
  return undefined
}

/** The whole name of which a short piece with the legal form is the end: what stands right above in the same letters goes before. */
function endOfName(rows: readonly Row[], index: number, cell: Cell): string | undefined {
  if (!company.test(cell.text) || cell.text.trim().split(' ').length > 2 || /\p{Script=Han}/u.test(cell.text)) return undefined
  let text = cell.text
  let first = cell
  for (const row of rows.slice(Math.max(0, index - 3), index).reverse()) {
    const above = row.cells.find((each) => Math.abs(each.box[0] - cell.box[0]) < cell.tall * 0.3)
    if (!above || /[\d:,]/.test(above.text) || company.test(above.text) || !nameIn(above.text)) break
    if (Math.abs(above.tall - cell.tall) > cell.tall * 0.05 || first.box[1] - above.box[3] > cell.tall * 0.4) break
    text = `${above.text} ${text}`
    first = above
  }
  return first === cell ? undefined : nameIn(text)
}

const nearby = (label: Cell, value: Cell) => value.box[0] - label.box[2] < label.tall * 20
const sameColumn = (a: Cell, b: Cell) => a.box[0] < b.box[2] && b.box[0] < a.box[2]

/** The name at the head of the page: the first that looks like a company, or else the first that looks like a name. */
export function letterhead(rows: readonly Row[], buyer: Party | undefined): Party | undefined {
  const head = rows.filter(({ page }) => page === 1).slice(0, 14)
  const candidates: { cell: Cell; name: string; row: number; weight: number; wrapped: boolean }[] = []
  for (const [index, row] of head.entries()) {
    const late = buyer !== undefined && index >= buyer.row
    for (const [position, cell] of row.cells.entries()) {
      if (buyer && (cell === buyer.cell || (late && sameColumn(cell, buyer.cell)))) continue
      const next = row.cells[position + 1]
      const split =
        next && company.test(next.text) && !company.test(cell.text) && nearby(cell, next) && /^[A-Z .&']+$/.test(next.text)
      const under = rows[index + 1]?.cells
      const capitals =
        !split && !company.test(cell.text) && row.cells.length === 1 && under?.length === 1 && continues(cell, under[0]!)
      const over = !split && !capitals ? (wrappedName(rows, index, cell) ?? endOfName(rows, index, cell)) : undefined
      const text = split ? `${cell.text} ${next.text}` : capitals ? `${cell.text} ${under![0]!.text}` : (over ?? cell.text)
      const name = nameIn(text)
      if (!name || name === buyer?.value) continue
      const legal = company.test(name)
      // Beside or below the buyer's name only a legal form tells a company from an address.
      if (late && (!legal || /[:：]/.test(cell.text.slice(0, 30)))) continue
      const weight = (legal ? 40 : 0) - index * 3 + Math.min(12, cell.tall / 3) - (late ? 6 : 0)
      candidates.push({ cell, name, row: index, weight, wrapped: over !== undefined })
    }
  }
  const best = candidates.sort((a, b) => b.weight - a.weight)[0]
  if (!best || !company.test(best.name)) {
    const foot = footName(rows, buyer)
    if (foot) return foot
  }
  if (!best) return undefined
  // Two companies and no word that says which is which: the upper one is a guess.
  const rival =
    !buyer &&
    candidates.some(
      (each) => each.row < best.row || (company.test(each.name) && each !== best && !sameColumn(each.cell, best.cell)),
    )
  const trust = best.wrapped ? 0.8 : rival ? 0.7 : best.weight > 20 ? 0.9 : 0.6
  return party(best.name, best.cell.text, best.cell, trust, best.row)
}

/** A capitalised name whose legal form went to the next row. */
const continues = (cell: Cell, next: Cell) =>
  /^[A-Z .&']{4,}$/.test(cell.text) &&
  company.test(next.text) &&
  /^[A-Z .&'()]{3,}$/.test(next.text) &&
  next.box[1] - cell.box[3] < cell.tall

/** The company that the line at the foot of a page opens with, where the head is a picture. */
function footName(rows: readonly Row[], buyer: Party | undefined): Party | undefined {
  const from = Math.max(0, rows.length - 5)
  for (const [index, row] of rows.slice(from).entries())
    for (const cell of row.cells) {
      if (!/[•·|]/.test(cell.text)) continue
      const name = nameIn(cell.text)
      if (name && company.test(name) && !/bank|sparkasse|银行/i.test(name) && name !== buyer?.value)
        return party(name, cell.text, cell, 0.8, from + index)
    }
  return undefined
}

/**
 * The parties of a letter for a window envelope: the sender's small line with its address in one, and under it the block of the
 * addressee, which ends with postcode and town.
 */
export function windowLetter(rows: readonly Row[]): { seller: Party; buyer: Party } | undefined {
  for (const [index, row] of rows.slice(0, 12).entries())
    for (const cell of row.cells) {
      if (row.page !== 1 || !/[·•|,–-].*\b(?:[A-Z]{1,2}-)?\d{4,5} \p{L}{2}/u.test(cell.text)) continue
      const sender = nameIn(cell.text.replace(/\s+[–-]\s+/g, ' · ').replace(/,\s*/g, ' · '))
      if (!sender || /\d/.test(sender)) continue
      const block = rows
        .slice(index + 1, index + 8)
        .flatMap((each) => each.cells.find((one) => Math.abs(one.box[0] - cell.box[0]) < cell.tall * 1.2) ?? [])
      const end = block.findIndex(({ text }) => /^(?:[A-Z]{1,2}-)?\d{4,5} \p{L}{2}/u.test(text))
      const first = block.slice(0, Math.max(0, end)).find(({ text }) => !/^(?:firma|herrn?|frau|an)$/i.test(text))
      const name = first && end >= 2 && end <= 5 ? nameIn(first.text) : undefined
      if (!first || !name || name === sender) continue
      const at = rows.findIndex((each) => each.cells.includes(first))
      return {
        seller: party(sender, cell.text, cell, company.test(sender) ? 0.92 : 0.8, index),
        buyer: party(name, first.text, first, company.test(name) ? 0.92 : 0.8, at),
      }
    }
  return undefined
}

/** The tax numbers of both parties: each belongs to the name that it stands under; one far from both is the seller's. */
export function taxNumbers(
  field: FieldSchema,
  rows: readonly Row[],
  buyerParty: Party | undefined,
  sellerParty: Party | undefined,
): { seller?: Extracted; buyer?: Extracted } {
  const found = labelHits(field, rows).flatMap((hit) => {
    const mine = !/\b(?:your|ihre?|votre|uw)\b/i.test(hit.cell.text.slice(0, hit.at))
    const places = hit.places.length === 1 ? hit.places : hit.places.filter(({ how }) => how !== 'below')
    for (const place of places) {
      const number = taxNumberIn(place.text) ?? registrationIn(place.text)?.value
      if (number && amountsIn(place.text).every((amount) => !/[.,]\d\d$/.test(place.text.slice(amount.from, amount.to))))
        return [{ mine, row: hit.row, x: hit.cell.box[0], ...extracted(number, place.text, place.cell, 0.95) }]
    }
    return []
  })
  const under = (number: { row: number }, name: Party | undefined) =>
    name !== undefined && number.row >= name.row && number.row <= name.row + 6
  const away = (number: { x: number }, name: Party) => Math.abs(number.x - name.cell.box[0])
  const buyer = found.find((number) => {
    if (!number.mine) return true
    if (!buyerParty || !under(number, buyerParty)) return false
    if (!sellerParty || !under(number, sellerParty)) return true
    const aside = away(number, buyerParty) - away(number, sellerParty)
    // One under the other in one column: it belongs to the lower name.
    return Math.abs(aside) < buyerParty.cell.tall * 2 ? buyerParty.row > sellerParty.row : aside < 0
  })
  const seller = found.find((each) => each !== buyer && each.value !== buyer?.value)
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
