import type { DueDays } from '@usance/domain/due-days'
import { parseDecimal, toShortText } from '@usance/domain/rational'
import { advanceRateOf } from '@usance/domain/trial'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { isReduction } from '../../trade/adjustment/reductions.ts'
import { dueDaysOf, type TenorRow, tenorColumns } from './due-days.ts'
import { stopsAgainst, whatMayStop } from './risk.ts'

/** What a buyer owes in a currency, due on some days, that a product of a funder may finance now. */
export type OpenOffer = {
  buyerId: string
  currency: string
  funderId: string
  type: string
  /** How much of a debt of this buyer the product advances, in percent: lower where the buyer's dilution is above its threshold. */
  advanceRate: string
  /** Also the invoices that their buyer is not shown. */
  untold: boolean
  productId: string
  /** The least and the greatest amount of one order; null where the product has none. */
  least: string | null
  greatest: string | null
  /** The product has a fee that the buyer pays, so that an order of it is of one buyer. */
  billsBuyer: boolean
} & DueDays

type Standing = { buyerId: string; currency: string; dilution: string | null }

/** The buyers that owe unfinanced invoices and against whom nothing stands but what depends on the funder. */
async function buyersInGoodStanding(tx: Tx, { supplierId, currency, today }: Asked): Promise<Standing[]> {
  const of = sql`supplier_id = ${supplierId} ${currency ? sql`and currency = ${currency}` : sql``}`
  const aYearAgo = sql`${today}::date - interval '1 year'`
  const { rows } = await sql<Standing>`
    with ready as (select distinct buyer_id, currency from invoice where ${of}
        and doc_status = 'CONFIRMED' and finance_status = 'UNFINANCED' and outstanding > 0),
      sums as (select buyer_id, currency, sum(owed_due) as owed, sum(owed_due) filter (where ${today}::date - day > 90) as old,
          sum(invoiced) filter (where day > ${aYearAgo}) as invoiced
        from (select buyer_id, currency, day, owed_due, invoiced from receivable_day where ${of}
          union all select buyer_id, currency, day, owed_due, invoiced from receivable_change where ${of}) d group by 1, 2)
    select q.buyer_id, q.currency,
      round((select coalesce(sum(a.amount), 0) from invoice_adjustment a join invoice i on i.id = a.invoice_id
          where a.supplier_id = ${supplierId} and a.buyer_id = q.buyer_id and a.currency = q.currency and ${isReduction}
            and a.adjustment_date > ${aYearAgo}) * 100 / nullif(x.invoiced, 0), 6)::text as dilution
    from ready q join company b on b.id = q.buyer_id join company s on s.id = ${supplierId}
      join relationship r on r.supplier_id = s.id and r.buyer_id = b.id and r.status = 'ENABLE'
      join company_role p on p.company_id = b.id and p.role = 'BUYER' and p.status = 'ENABLE'
      left join sums x on x.buyer_id = q.buyer_id and x.currency = q.currency
    where not b.block_flag and not s.block_flag and not coalesce(x.old * 2 > x.owed, false)
      and not coalesce(s.parent_code in (b.parent_code, b.code) or b.parent_code = s.code, false)`.execute(tx)
  return rows
}

const loweredBy = (dilution: string | null, offered: Pick<Offered, 'advanceRate' | 'dilutionThreshold'>): string =>
  toShortText(
    advanceRateOf(
      { advanceRate: parseDecimal(offered.advanceRate), dilutionThreshold: parseDecimal(offered.dilutionThreshold) },
      dilution === null ? {} : { dilution12m: parseDecimal(dilution) },
    ),
  )

type Asked = { supplierId: string; currency?: string; today: string }
type Offered = {
  productId: string
  least: string | null
  greatest: string | null
  funderId: string
  type: string
  advanceRate: string
  currencies: string[]
  disclosed: boolean
  dilutionThreshold: string
  /** The currencies of the fees that a buyer pays; null is that of a fee in each of them. */
  billedIn: (string | null)[]
} & TenorRow

/**
 * By which offers the invoices of a supplier may be financed now, as the quote judges parties and products; amounts of a single
 * invoice are for the quote. The transaction sees every company.
 */
export async function openOffers(tx: Tx, asked: Asked): Promise<OpenOffer[]> {
  const { supplierId, today } = asked
  const { rows: offered } = await sql<Offered>`
    select distinct p.id as product_id, p.min_amount as least, p.max_amount as greatest, p.funder_id, p.type, p.advance_rate::text as advance_rate, p.currencies, p.disclosed, p.dilution_threshold::text as dilution_threshold,
      array(select r.currency::text from fee_rule r where r.product_id = p.id and r.payer = 'BUYER' order by 1) as billed_in, ${tenorColumns}
    from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = ${supplierId}
      and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date
    where p.status = 'ENABLE' and p.type in ('RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE')`.execute(tx)
  if (offered.length === 0) return []
  const standing = await buyersInGoodStanding(tx, asked)
  const buyerIds = [...new Set(standing.map(({ buyerId }) => buyerId))]
  const funderIds = [...new Set(offered.map(({ funderId }) => funderId))]
  const mayStop = new Map(
    await Promise.all(
      funderIds.map(async (funderId) => [funderId, await whatMayStop(tx, { supplierId, buyerIds, funderId, today })] as const),
    ),
  )
  const taken = await Promise.all(
    [...new Set(standing.map(({ currency }) => currency))].flatMap((currency) =>
      offered
        .filter((one) => one.currencies.includes(currency))
        .map(async (one) => ({ ...one, currency, days: await dueDaysOf(tx, one, currency, today) })),
    ),
  )
  return standing.flatMap(({ buyerId, currency, dilution }) =>
    taken
      .filter((one) => one.currency === currency)
      .filter(({ funderId, dilutionThreshold }) =>
        stopsAgainst(
          mayStop.get(funderId)!,
          { buyerIds: [buyerId], today },
          { dilutionOf: () => (dilution === null ? null : parseDecimal(dilution)), dilutionThreshold },
        ).every(({ reason }) => reason === null),
      )
      .map(({ productId, least, greatest, funderId, type, advanceRate, dilutionThreshold, disclosed, billedIn, days }) => ({
        ...{ productId, least, greatest },
        buyerId,
        currency,
        funderId,
        type,
        advanceRate: loweredBy(dilution, { advanceRate, dilutionThreshold }),
        untold: !disclosed,
        billsBuyer: billedIn.some((one) => one === null || one === currency),
        ...days,
      })),
  )
}
