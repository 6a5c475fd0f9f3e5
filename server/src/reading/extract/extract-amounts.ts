import type { FieldSchema } from '../schema/schema.ts'
import type { Extracted } from './extract.ts'
import { type LabelHit, labelHits } from './labels.ts'
import type { Row } from './rows.ts'
import { amountsIn, datesIn, looksLikeMoney, tenThousandths } from './values.ts'

/** `sharp` is how clearly the amount itself is printed, whatever its label is worth. */
export type Candidate = Extracted & { weight: number; row: number; sharp: number }

const farBelow = 45
const mostWeighed = 16

/** The amounts that stand at a field's labels; in a row of several the last one, which is the sum. */
export function amountCandidates(field: FieldSchema, rows: readonly Row[]): Candidate[] {
  const all = labelHits(field, rows).flatMap((hit) => candidateOf(hit) ?? [])
  if (all.length <= mostWeighed) return all
  // Sums stand at the end: of many the strongest and latest are weighed against each other, in the order of the page.
  const kept = new Set(all.toSorted((a, b) => b.weight - a.weight || b.row - a.row).slice(0, mostWeighed))
  return all.filter((each) => kept.has(each))
}

function candidateOf(hit: LabelHit): Candidate | undefined {
  const ends = hit.places.findIndex(
    (place) => place.how === 'right' && /\p{L}{4}/u.test(place.text) && amountsIn(place.text).length === 0,
  )
  // A word further right is another label, and what follows it is its amount.
  const beside = hit.places.slice(0, ends === -1 ? undefined : ends).filter((place) => place.how !== 'below')
  for (const place of beside.toReversed()) {
    const found = amountsIn(place.text)
    const amount =
      found.findLast((each) => looksLikeMoney(place.text, each)) ?? (place.how === 'right' ? found.at(-1) : undefined)
    if (amount) return candidate(hit, place.cell, amount.value, place.text.slice(amount.from, amount.to), 0)
  }
  const whole = beside.find((place) => place.how === 'same')
  const bare = whole ? amountsIn(whole.text).at(-1) : undefined
  const apart = whole && bare && datesIn(whole.text, true).every((date) => bare.from >= date.to || bare.to <= date.from)
  if (whole && bare && apart && bare.from <= 10)
    return candidate(hit, whole.cell, bare.value, whole.text.slice(bare.from, bare.to), 25)
  const below = hit.places.find((place) => place.how === 'below')
  const under = below ? amountsIn(below.text).findLast((each) => looksLikeMoney(below.text, each)) : undefined
  if (below && under) return candidate(hit, below.cell, under.value, below.text.slice(under.from, under.to), farBelow)
  return undefined
}

const candidate = (hit: LabelHit, cell: LabelHit['cell'], value: string, text: string, less: number): Candidate => ({
  value,
  text: text.trim(),
  confidence: cell.confidence * Math.min(1, 0.4 + (hit.weight - less) / 160),
  page: cell.page,
  box: cell.box,
  source: 'ocr',
  weight: hit.weight - less,
  row: hit.row,
  sharp: cell.confidence,
})

const discountWords = /\b(?:discount|remise|rabatt|nachlass|korting|descuento)\b|折扣|优惠/i
const paidWords =
  /\b(?:(?:amount|already) paid|paid to date|payments?(?: received| made)|deposit(?: paid| received)?|(?:less )?advance|down ?payment|prepa(?:id|yment)|anzahlung|acompte|已付|预付款?)\b/i

/** Amounts in rows that open with certain words, without their sign. */
const amountsAt = (words: RegExp, rows: readonly Row[]): bigint[] =>
  rows
    .flatMap((row) => {
      const at = words.exec(row.text)
      const amount = at && at.index < 25 ? amountsIn(row.text).findLast((each) => looksLikeMoney(row.text, each)) : undefined
      const value = amount ? tenThousandths(amount.value.replace('-', '')) : 0n
      return value > 0n ? [value] : []
    })
    .slice(-8)

const plainOf = (value: bigint) => `${value / 10_000n}.${String((value % 10_000n) / 100n).padStart(2, '0')}`

/** Net and tax that only together with others make the total: taxes of several rates, or a net before its discount. */
function composedSums(
  total: bigint,
  nets: readonly Candidate[],
  taxes: readonly Candidate[],
  discounts: readonly bigint[],
): Sums | undefined {
  const real = taxes.filter((tax) => tax.weight >= 60 && tenThousandths(tax.value) < total)
  const rates = real.filter((tax, index) => real.findIndex((each) => each.row === tax.row) === index)
  const all = rates.reduce((sum, tax) => sum + tenThousandths(tax.value), 0n)
  const last = rates.at(-1)
  for (const net of nets) {
    const value = tenThousandths(net.value)
    if (last && rates.length > 1 && rates.length < 6 && near(value + all, total)) {
      const sharp = Math.min(...rates.map((rate) => rate.sharp))
      return {
        net,
        tax: { ...last, value: plainOf(all), text: rates.map(({ text }) => text).join(' + '), sharp, confidence: sharp * 0.95 },
      }
    }
    for (const discount of discounts)
      for (const tax of [undefined, ...taxes])
        if (value > discount && near(value - discount + (tax ? tenThousandths(tax.value) : 0n), total))
          return { net: { ...net, value: plainOf(value - discount), sharp: 0.8 }, ...(tax ? { tax } : {}) }
  }
  return undefined
}

type Sums = { total?: Candidate; net?: Candidate; tax?: Candidate; shipping?: Candidate }

const cent = 100n
const near = (a: bigint, b: bigint, within = cent * 2n) => a - b <= within && b - a <= within

/**
 * The total with the net and tax amounts that go with it. Each total is weighed by its label, by whether net, tax and
 * shipping add up to it, and on a receipt by whether it is what was paid less the change.
 */
export function chooseSums(found: Record<'total' | 'net' | 'tax' | 'shipping', Candidate[]>, rows: readonly Row[]): Sums {
  const paid = cashLessChange(rows)
  const discounts = amountsAt(discountWords, rows)
  const before = amountsAt(paidWords, rows)
  let best: Sums = {}
  let most = -Infinity
  const shippings = [undefined, ...found.shipping]
  // A receipt without tax prints its sum as a subtotal only; what was paid proves it.
  // A sum called total may be the net of a larger one.
  const nets = [...found.net, ...found.total.map((each) => ({ ...each, weight: each.weight - 30 }))]
  const totals =
    found.total.length > 0
      ? found.total
      : found.net.filter(({ value }) => paid !== undefined && near(paid, tenThousandths(value), 500n))
  for (const total of totals) {
    const value = tenThousandths(total.value)
    if (value < 0n) continue
    let score = total.weight + Math.min(6, total.row / 50)
    if (paid !== undefined && near(paid, value, 500n)) score += 22
    if (value === 0n) score -= 30
    // What is still due after a payment is not what was invoiced.
    if (before.some((part) => totals.some((rest) => near(tenThousandths(rest.value) + part, value)))) score += 30
    let sums: Sums = { total }
    let fit = 0
    for (const net of nets)
      for (const tax of found.tax)
        for (const shipping of shippings) {
          const sum = tenThousandths(net.value) + tenThousandths(tax.value) + (shipping ? tenThousandths(shipping.value) : 0n)
          const worth = (net.weight + tax.weight) / 20 + (shipping ? 1 : 0)
          if (near(sum, value) && tenThousandths(net.value) > 0n && worth > fit) {
            fit = worth
            sums = { total, net, tax, ...(shipping ? { shipping } : {}) }
          }
        }
    const composed = fit > 0 ? undefined : composedSums(value, nets, found.tax, discounts)
    if (composed) sums = { total, ...composed }
    if (fit > 0 || composed) {
      score += 18
      // Amounts that add up prove each other.
      sums = Object.fromEntries(
        Object.entries(sums).map(([name, each]) => [name, { ...each, confidence: Math.max(each.confidence, each.sharp * 0.98) }]),
      )
    } else if (paid !== undefined && near(paid, value, 500n))
      sums = { total: { ...total, confidence: Math.max(total.confidence, total.sharp * 0.97) } }
    if (score > most) {
      most = score
      best = sums
    }
  }
  const strongest = (candidates: Candidate[]) => candidates.toSorted((a, b) => b.weight - a.weight || b.row - a.row)[0]
  const fitted = best.net !== undefined
  return {
    ...best,
    net: best.net ?? strongest(found.net),
    tax: best.tax ?? strongest(found.tax.filter(({ weight }) => weight > 50)),
    shipping:
      best.shipping ?? (fitted ? found.shipping.find(({ value }) => tenThousandths(value) === 0n) : strongest(found.shipping)),
  }
}

/** What was handed over less what was given back, where a receipt prints both. */
function cashLessChange(rows: readonly Row[]): bigint | undefined {
  const amount = (row: Row | undefined) => {
    const found = row ? amountsIn(row.text).findLast((each) => looksLikeMoney(row.text, each)) : undefined
    return found ? tenThousandths(found.value.replace('-', '')) : undefined
  }
  const cash = amount(
    rows.find(
      ({ text }) =>
        /\b(?:cash|tendered|paid amount|fay|pay)\b/i.test(text) && !/change/i.test(text) && amountsIn(text).length > 0,
    ),
  )
  const change = amount(rows.find(({ text }) => /\b(?:change|ch\.)/i.test(text) && amountsIn(text).length > 0))
  return cash !== undefined && change !== undefined && cash >= change ? cash - change : undefined
}
