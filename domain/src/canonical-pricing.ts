import type { Money } from './money.ts'
import * as M from './money.ts'
import { type Rational, toShortText } from './rational.ts'
import type { Trial, TrialInput } from './trial-types.ts'

/** The stable text of everything that decides a price: equal text means equal figures, whatever the order of the items or
 *  the spelling of a rate. The server hashes it with SHA-256 to the pricingHash. Free limits are left out: other orders
 *  change them hourly, they are checked again at submission, and the amounts they led to are in the text. */
export function canonicalPricing(input: TrialInput, trial: Pick<Trial, 'items' | 'fixing' | 'total'>): string {
  const { request, product } = input
  const head = {
    product: request.financingProductId,
    funder: request.funderCode,
    buyer: request.buyerCode,
    currency: request.currency,
    fundingDate: request.fundingDate,
    terms: { ...product, currencies: undefined },
    dilution12m: input.dilution12m,
    arpPayoff: input.arpPayoff,
    fixing: trial.fixing,
    fees: [...input.fees],
    total: trial.total,
  }
  const items = trial.items.map(({ fees: _, ...item }) => item).sort((a, b) => (a.docId < b.docId ? -1 : 1))
  return `usance-pricing-1 ${stableText({ ...head, items })}`
}

// JSON with sorted keys, money as '100.00 USD', fractions as their shortest decimal text, undefined left out.
function stableText(value: unknown): string {
  if (isMoney(value)) return JSON.stringify(`${M.toDecimal(value)} ${value.currency}`)
  if (isRational(value)) return JSON.stringify(toShortText(value, 20))
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${stableText(one)}`).join(',')}}`
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'minor' in value && typeof value.minor === 'bigint'
const isRational = (value: unknown): value is Rational =>
  typeof value === 'object' && value !== null && 'n' in value && 'd' in value && typeof value.n === 'bigint'
