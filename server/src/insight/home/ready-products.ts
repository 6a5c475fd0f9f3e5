import { type RawBuilder, sql } from 'kysely'
import { fixingFor } from '../../books/servicing/funding-figures.ts'
import type { Tx } from '../../database/database.ts'

/** What a product still needs before an invoice can be financed with it; limits bind orders, and none needs one (decision 212). */
export type Readiness = { rates: boolean; limits: boolean; prices: boolean }

type Product = {
  rateType: string
  baseRateType: string | null
  lookbackBd: number
  calendars: string[]
  currencies: boolean
  limits: boolean
  prices: boolean
}

/**
 * Of the products that may be used, the one that has most of what it needs; undefined without one.
 *
 * Limits are those in force of its funder, of a supplier and of a buyer who trade with each other, each in a currency of the product or in
 * one that is converted to it. A rate is the fixing that would price an order of today, and what its currency is worth in dollars.
 */
export async function readiestProduct(tx: Tx, today: string): Promise<Readiness | undefined> {
  const converts = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`exists (select from fx_rate f
    where f.rate_date <= ${today}::date and (${one}, ${other}) in
      ((f.from_currency::text, f.to_currency::text), (f.to_currency::text, f.from_currency::text)))`
  const currency = sql`of.currency`
  const anyCurrency = sql`unnest(p.currencies) as of (currency)`
  const limit = (type: string, of = sql`true`) => sql`exists (select from credit_limit l, ${anyCurrency}
    where l.type = ${type} and l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date and ${of}
      and (l.funder_id = p.funder_id or l.funder_id is null)
      and (l.currency::text = ${currency} or ${converts(sql`l.currency::text`, currency)}))`
  const { rows } = await sql<Product>`select p.rate_type, p.base_rate_type, p.lookback_bd, p.calendars,
      exists (select from ${anyCurrency} where ${currency} = 'USD' or ${converts(sql`'USD'`, currency)}) as currencies,
      ${limit('FUNDER')} and exists (select from relationship r where r.status = 'ENABLE'
        and ${limit('SUPPLIER_FACILITY', sql`l.supplier_id = r.supplier_id`)} and ${limit('BUYER', sql`l.buyer_id = r.buyer_id`)}) as limits,
      exists (select from pricing_offer o where o.product_id = p.id and o.status = 'ACCEPTED' and o.valid_until >= ${today}::date) as prices
    from financing_product p where p.status = 'ENABLE'`.execute(tx)
  const fixed = new Map<string, boolean>()
  const isFixed = async ({ rateType, baseRateType, lookbackBd, calendars }: Product): Promise<boolean> => {
    if (rateType === 'FIXED' || !baseRateType) return true
    const key = `${baseRateType} ${lookbackBd} ${calendars.join(' ')}`
    const found = fixed.get(key) ?? (await fixingFor(tx, baseRateType, today, { lookbackBd, calendars })) !== undefined
    fixed.set(key, found)
    return found
  }
  let best: Readiness | undefined
  const has = ({ rates, limits, prices }: Readiness) => 2 * (Number(rates) + Number(prices)) + Number(limits)
  for (const product of rows) {
    const { currencies, limits, prices } = product
    const one = { rates: currencies && (await isFixed(product)), limits, prices }
    if (!best || has(one) > has(best)) best = one
  }
  return best
}
