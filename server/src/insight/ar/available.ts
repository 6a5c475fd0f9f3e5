import { scaleOf } from '@usance/domain/currencies'
import type { DueDays } from '@usance/domain/due-days'
import { convert, type FxRate } from '@usance/domain/fx'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { inBounds } from '@usance/domain/order-bounds'
import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { ratesInForce } from '../../approval/config-change/rates-in-force.ts'
import { carriesLoan } from '../../books/servicing/carries-loan.ts'
import { owedLosses } from '../../books/servicing/losses.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { dueDaysOf, type TenorRow, tenorColumns } from '../../finance/finance-order/due-days.ts'
import { type OpenOffer, openOffers } from '../../finance/finance-order/open-offers.ts'
import { stopOfSupplier } from '../../finance/finance-order/risk.ts'
import type { Reading } from '../../http/context.ts'
import { own } from '../../trade/invoice/own-receivables.ts'
import { type Cuts, financeable, isInParts, keptAdvances, partFrom, partOf } from './advances.ts'
import { type ArRequest, ofBuyers, queryOf } from './population.ts'
import { shared } from './shared-answers.ts'
import { nothingLater } from './sums.ts'

/** A limit of one funder with what is used of it, by currency, as pricing counts it (`finance-order/limits.ts`). */
type LimitRow = {
  funderId: string
  type: string
  buyerId: string | null
  currency: string
  amount: string
  used: Record<string, string>
}

async function limitsOf(
  tx: Tx,
  { supplierId, buyerIds, funderIds, today }: { supplierId: string; buyerIds: string[]; funderIds: string[]; today: string },
): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select f.id as funder_id, l.type, l.buyer_id, l.currency, l.amount, coalesce(u.used, '{}') as used
    from unnest(${funderIds}::uuid[]) as f(id)
    join credit_limit l on (l.funder_id = f.id or l.funder_id is null) and l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date
      and ((l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${supplierId}) or (l.type = 'BUYER' and l.buyer_id = any(${buyerIds}::uuid[]))
        or (l.type = 'RELATIONSHIP' and l.supplier_id = ${supplierId} and l.buyer_id = any(${buyerIds}::uuid[])) or (l.type = 'FUNDER' and l.funder_id = f.id))
    cross join lateral (
      select jsonb_object_agg(x.currency, x.used::text) as used from (select y.currency, sum(y.used) as used from (
        select o.currency, case when o.status in ${runningStatuses} then i.principal_outstanding else i.apply_amount end as used
        from finance_order_item i join finance_order o on o.id = i.order_id
        where i.active and i.funder_id = f.id and (case l.type when 'FUNDER' then true when 'SUPPLIER_FACILITY' then i.supplier_id = l.supplier_id
          else i.buyer_id = l.buyer_id and (l.type = 'BUYER' or i.supplier_id = l.supplier_id) end)
        union all select c.currency, c.amount - c.paid_amount from recourse_claim c where l.type in ('SUPPLIER_FACILITY', 'FUNDER') and c.funder_id = f.id
          and (l.type = 'FUNDER' or c.supplier_id = l.supplier_id) and c.status = 'OPEN' and c.reason = ${sql.lit(reserveOwedBack)}
        union all select o.currency, d.owed from ${owedLosses} and l.type in ('SUPPLIER_FACILITY', 'FUNDER') and o.funder_id = f.id
          and (l.type = 'FUNDER' or o.supplier_id = l.supplier_id)) y group by y.currency) x) u`.execute(tx)
  return rows
}

/**
 * What is free of a limit in a currency; undefined where another one is meant for that currency, null where a rate of the day is missing.
 * Counts what the pricing counts.
 */
function freeOf(
  limit: LimitRow,
  all: readonly LimitRow[],
  currency: string,
  rates: readonly FxRate[],
): M.Money | null | undefined {
  const hasOwn = (code: string) =>
    all.some(
      (one) =>
        one.funderId === limit.funderId && one.type === limit.type && one.buyerId === limit.buyerId && one.currency === code,
    )
  if (limit.currency !== currency && hasOwn(currency)) return undefined
  let free = amountOf(limit.amount, limit.currency)
  for (const [code, used] of Object.entries(limit.used)) {
    if (code !== limit.currency && hasOwn(code)) continue
    const counted = convert(amountOf(used, code), limit.currency, rates)
    if (!counted.ok) return null
    free = M.subtract(free, counted.value.amount)
  }
  const shown = convert(M.atLeastZero(free), currency, rates)
  return shown.ok ? shown.value.amount : null
}

const least = (amounts: readonly M.Money[]): M.Money | null =>
  amounts.reduce<M.Money | null>((low, one) => (low ? M.min(low, one) : one), null)

type Offer = { funderId: string; rate: string } & DueDays
/** A sum of advances on what a buyer owes and is due in one part of the time. */
type Advance = { buyerId: string; part: number; advance: string }
type Advances = { products: Offer[]; cuts: Cuts; atBest: Advance[] }

const bestOf = (rates: readonly string[]) => rates.toSorted((a, b) => Number(b) - Number(a))[0]

/** The products on offer with the days they take, and the sums of advances at the best of their rates. Of the caller's own rows. */
export const advancesOf = (request: ArRequest): Promise<Advances> => shared(request.body, 'advances', () => askAdvances(request))

async function askAdvances(request: ArRequest): Promise<Advances> {
  const { tx, actor, today } = request
  const query = queryOf(request)
  const { currency } = query
  const none = { products: [], cuts: [], atBest: [] }
  if (actor.companyRole !== 'SUPPLIER' || query.asOf < today) return none
  const { rows } = await sql<Omit<Offer, keyof DueDays> & TenorRow>`
    select distinct p.funder_id, p.advance_rate::text as rate, ${tenorColumns}
    from financing_product p join pricing_offer f on f.product_id = p.id and f.supplier_id = ${actor.companyId} and f.status = 'ACCEPTED' and f.valid_until >= ${today}::date
    where p.status = 'ENABLE' and p.type = 'RECEIVABLE_PURCHASE' and ${currency} = any(p.currencies)`.execute(tx)
  const products = await Promise.all(
    rows.map(async ({ funderId, rate, ...terms }) => ({ funderId, rate, ...(await dueDaysOf(tx, terms, currency, today)) })),
  )
  const cuts = cutsOf(products)
  const best = bestOf(products.map(({ rate }) => rate))
  if (best === undefined) return none
  return { products, cuts, atBest: await advancesAt(request, best, cuts) }
}

/** Where one of the offers begins or ends to take what is due. */
const cutsOf = (offers: readonly DueDays[]): Cuts => [
  ...new Set(
    offers
      .filter(({ dueFrom, dueTo }) => dueFrom <= dueTo)
      .flatMap(({ dueFrom, dueTo }) => [dueFrom, addDays(dueTo, 1)])
      .sort(),
  ),
]

/** The same sums from the invoices themselves, for a day, a rate or a supplier for which none are kept. */
export async function readAdvances(
  request: ArRequest,
  rate: string,
  cuts: Cuts,
  /** Of the invoices alone that their buyer is not shown. */
  untold = false,
): Promise<Advance[]> {
  const { asOf, currency, buyerCode } = queryOf(request)
  // Each invoice's advance is rounded down by itself, in the currency's scale, as the trial does. Invoices of a purchase order that
  // carries a loan are for its conversion alone.
  const { rows } = await sql<Advance>`
    select i.buyer_id, ${partOf(sql.ref('i.due_date'), cuts)} as part, sum(trunc(${financeable} * ${rate}::numeric / 100, ${scaleOf(currency)}))::text as advance
    from invoice i where ${own(request.actor)} and i.currency = ${currency} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
      and i.issue_date <= ${asOf}::date and ${isInParts(sql.ref('i.due_date'), cuts)} and ${ofBuyers(buyerCode)}
      and not ${carriesLoan(sql`i.purchase_order_id`)} ${untold ? sql`and not i.buyer_visible` : sql``} group by 1, 2`.execute(
    request.tx,
  )
  return rows
}

type Lowered = { buyerId: string; rate: string }
/**
 * The sums of advances at rates that the dilution of a buyer has lowered, of those buyers alone and in one statement: for a rate that is
 * no product's own none are kept.
 */
async function readLowered(
  request: ArRequest,
  lowered: readonly Lowered[],
  cuts: Cuts,
): Promise<(Advance & { rate: string; untold: boolean })[]> {
  const { asOf, currency, buyerCode } = queryOf(request)
  const { rows } = await sql<Advance & { rate: string; untold: boolean }>`
    select i.buyer_id, ${partOf(sql.ref('i.due_date'), cuts)} as part, o.rate::text as rate, not i.buyer_visible as untold,
      sum(trunc(${financeable} * o.rate / 100, ${scaleOf(currency)}))::text as advance
    from unnest(${lowered.map((one) => one.buyerId)}::uuid[], ${lowered.map((one) => one.rate)}::numeric[]) as o(buyer_id, rate)
      join invoice i on i.buyer_id = o.buyer_id
    where ${own(request.actor)} and i.currency = ${currency} and i.doc_status = 'CONFIRMED' and i.finance_status = 'UNFINANCED' and i.outstanding > 0
      and i.issue_date <= ${asOf}::date and ${isInParts(sql.ref('i.due_date'), cuts)} and ${ofBuyers(buyerCode)}
      and not ${carriesLoan(sql`i.purchase_order_id`)} group by 1, 2, 3, 4`.execute(request.tx)
  return rows
}

/** The funders on offer with whom nothing stands against the supplier. */
async function unstoppedFunders({ tx, actor, today }: ArRequest, { products }: Advances): Promise<string[]> {
  const funderIds = [...new Set(products.map(({ funderId }) => funderId))]
  const stops = await Promise.all(
    funderIds.map((funderId) => stopOfSupplier(tx, { supplierId: actor.companyId, funderId, today })),
  )
  return funderIds.filter((_, index) => stops[index] === null)
}

/** The sums of advances at a rate: as they are kept, or from the invoices. */
async function advancesAt(request: ArRequest, rate: string, cuts: Cuts): Promise<Advance[]> {
  const { tx, actor, today } = request
  const query = queryOf(request)
  // Asked without waiting to hear whether nothing is dated later.
  const [isComplete, { rows }] = await Promise.all([
    query.asOf === today && nothingLater(request),
    sql<{ kept: Advance[] | null }>`
      select (select jsonb_agg(jsonb_build_object('buyerId', buyer_id, 'part', part, 'advance', advance))
        from (${keptAdvances(actor.companyId, query, sql`${rate}::numeric`, cuts)}) a) as kept
      from receivable_advance_rate r where r.supplier_id = ${actor.companyId} and r.currency = ${query.currency} and r.rate = ${rate}::numeric and r.ready`.execute(
      tx,
    ),
  ])
  return isComplete && rows[0] ? (rows[0].kept ?? []) : readAdvances(request, rate, cuts)
}

/**
 * What the debts of a buyer bring by some of the offers open for it, each debt at the best rate that takes it: by the day on which it
 * is due, and what the buyer is not shown by an undisclosed product alone.
 */
async function advancesByOffers(request: ArRequest, { products, cuts, atBest }: Advances, open: readonly OpenOffer[]) {
  const { currency } = queryOf(request)
  const ownRates = new Set(products.map((one) => Number(one.rate)))
  const lowered = new Map(
    open
      .filter((one) => !ownRates.has(Number(one.advanceRate)))
      .map((one) => [`${one.buyerId} ${Number(one.advanceRate)}`, { buyerId: one.buyerId, rate: one.advanceRate }]),
  )
  const sumsLowered = new Map<string, M.Money>()
  for (const one of lowered.size > 0 ? await readLowered(request, [...lowered.values()], cuts) : [])
    for (const kind of one.untold ? ['', ' untold'] : ['']) {
      const at = `${Number(one.rate)}${kind} ${one.buyerId} ${one.part}`
      const advance = amountOf(one.advance, currency)
      sumsLowered.set(at, M.add(sumsLowered.get(at) ?? M.zero(currency), advance))
    }
  const best = Number(bestOf(products.map((one) => one.rate)))
  type Sums = ReadonlyMap<string, M.Money>
  const sums = (rows: readonly Advance[]): Sums =>
    new Map(rows.map(({ buyerId, part, advance }) => [`${buyerId} ${part}`, amountOf(advance, currency)]))
  const asked = new Map<string, Promise<Sums>>([[`${best}`, Promise.resolve(sums(atBest))]])
  const once = (key: string, ask: () => Promise<Advance[]>) => {
    const answer = asked.get(key) ?? ask().then(sums)
    asked.set(key, answer)
    return answer
  }
  const sumOf = async (rate: string, kind: '' | ' untold', key: string, read: () => Promise<Advance[]>): Promise<M.Money> => {
    const name = `${Number(rate)}${kind}`
    const found = ownRates.has(Number(rate)) ? (await once(name, read)).get(key) : sumsLowered.get(`${name} ${key}`)
    return found ?? M.zero(currency)
  }
  const of = (rate: string, key: string) => sumOf(rate, '', key, () => advancesAt(request, rate, cuts))
  const ofUntold = (rate: string, key: string) => sumOf(rate, ' untold', key, () => readAdvances(request, rate, cuts, true))
  const ofPart = async (key: string, offers: readonly OpenOffer[]): Promise<M.Money> => {
    const rate = bestOf(offers.map((one) => one.advanceRate))
    if (rate === undefined) return M.zero(currency)
    const untoldRate = bestOf(offers.filter((one) => one.untold).map((one) => one.advanceRate))
    if (Number(untoldRate) === Number(rate)) return of(rate, key)
    const told = M.atLeastZero(M.subtract(await of(rate, key), await ofUntold(rate, key)))
    return untoldRate === undefined ? told : M.add(told, await ofUntold(untoldRate, key))
  }
  return async (buyerId: string, offers: readonly OpenOffer[]): Promise<M.Money> =>
    M.sum(
      await Promise.all(
        cuts.map((day) =>
          ofPart(
            `${buyerId} ${partFrom(cuts, day)}`,
            offers.filter(({ dueFrom, dueTo }) => dueFrom <= day && day <= dueTo),
          ),
        ),
      ),
      currency,
    )
}

/**
 * The advances on what a quote would take, of each buyer by every offer and by those of each funder: not where something stands
 * against the buyer, nor what a disclosed product would tell it of.
 */
async function openAdvances(request: ArRequest, offered: Advances, funderIds: readonly string[]) {
  const { tx, actor, today } = request
  const { currency } = queryOf(request)
  const offers = await openOffers(tx, { supplierId: actor.companyId, currency, today })
  const owing = new Set(offered.atBest.map(({ buyerId }) => buyerId))
  const open = offers.filter(
    ({ type, funderId, buyerId }) => type === 'RECEIVABLE_PURCHASE' && funderIds.includes(funderId) && owing.has(buyerId),
  )
  const buyerIds = [...new Set(open.map(({ buyerId }) => buyerId))]
  const advanceBy = await advancesByOffers(request, offered, open)
  const of = async (chosen: readonly OpenOffer[]) =>
    new Map(
      await Promise.all(
        buyerIds.map(
          async (buyerId) =>
            [
              buyerId,
              await advanceBy(
                buyerId,
                chosen.filter((one) => one.buyerId === buyerId),
              ),
            ] as const,
        ),
      ),
    )
  const byFunder = await Promise.all(
    funderIds.map(async (funderId) => {
      const own = open.filter((one) => one.funderId === funderId)
      const bounded = [...new Map(own.filter(isBounded).map((one) => [one.productId, one])).values()]
      return {
        funderId,
        all: await of(own),
        unbounded: await of(own.filter((one) => !isBounded(one))),
        bounded: await Promise.all(
          bounded.map(async ({ productId, least, greatest, billsBuyer }) => ({
            billsBuyer,
            least: least === null ? null : amountOf(least, currency),
            greatest: greatest === null ? null : amountOf(greatest, currency),
            advances: await of(own.filter((one) => one.productId === productId)),
          })),
        ),
      }
    }),
  )
  return { byBuyer: await of(open), byFunder }
}

const isBounded = ({ least, greatest }: Pick<OpenOffer, 'least' | 'greatest'>): boolean => least !== null || greatest !== null

/**
 * What a supplier could finance now: the advance on each eligible, unlocked, confirmed invoice that is due when an offer takes it, capped by each buyer's
 * limit and then by the facility and the funder's own limit, of every funder with a price on offer and no stop. Where a limit is not set, nothing caps.
 * A product with a least or a greatest amount counts as one order of it (decision 224), of one buyer where it bills its buyer (decision 265). A day that has passed has no answer, and without the rates that the limits need the amount is unknown.
 */
export const availableForFinanceAmount: Reading<typeof arCalls.availableForFinanceAmount> = async (request) => {
  const { tx, actor, today } = request
  const query = queryOf(request)
  const { currency } = query
  // Limits and offers have no history by day, so the amount available on a past day is unknown.
  if (query.asOf < today) return { amount: null, eligible: null, cappedByBuyers: null, facilityHeadroom: null }
  const nothing = M.toDecimal(M.zero(currency))
  const none = { amount: nothing, eligible: nothing, cappedByBuyers: nothing, facilityHeadroom: null }
  if (actor.companyRole !== 'SUPPLIER') return none
  const offered = await advancesOf(request)
  if (offered.products.length === 0) return none
  await elevate(tx)
  const funderIds = await unstoppedFunders(request, offered)
  if (funderIds.length === 0) return none
  const { byBuyer, byFunder: advances } = await openAdvances(request, offered, funderIds)
  const [limits, rates] = await Promise.all([
    limitsOf(tx, { supplierId: actor.companyId, buyerIds: [...byBuyer.keys()], funderIds, today }),
    ratesInForce(tx, today),
  ])
  const sum = (amounts: readonly M.Money[]) => M.sum([...amounts], currency)
  const eligible = M.toDecimal(sum([...byBuyer.values()]))
  const free = limits.map((one) => ({ ...one, free: freeOf(one, limits, currency, rates) }))
  if (free.some((one) => one.free === null)) return { amount: null, eligible, cappedByBuyers: null, facilityHeadroom: null }
  const capOf = (funderId: string, buyerId: string | null) =>
    least(free.flatMap((one) => (one.funderId === funderId && one.buyerId === buyerId && one.free ? [one.free] : [])))
  const byFunder = advances.map(({ funderId, all, unbounded, bounded }) => {
    const facility = capOf(funderId, null)
    const cappedOf = (ofBuyer: ReadonlyMap<string, M.Money>) =>
      new Map([...ofBuyer].map(([buyerId, advance]) => [buyerId, M.min(advance, capOf(funderId, buyerId) ?? advance)]))
    const reachOf = (ofBuyer: ReadonlyMap<string, M.Money>) => {
      const taken = sum([...cappedOf(ofBuyer).values()])
      return facility ? M.min(facility, taken) : taken
    }
    // A product that bills its buyer takes one buyer to an order.
    const orders = bounded.flatMap(({ billsBuyer, advances, ...bounds }) =>
      (billsBuyer ? [...advances].map((ofOne) => new Map([ofOne])) : [advances]).map((taken) => inBounds(reachOf(taken), bounds)),
    )
    return {
      facility,
      buyers: cappedOf(all),
      reach: orders.reduce(M.max, reachOf(unbounded)),
    }
  })
  const capped = sum(
    [...byBuyer].map(([buyerId, advance]) => M.min(advance, sum(byFunder.map((one) => one.buyers.get(buyerId)!)))),
  )
  const reach = sum(byFunder.map((one) => one.reach))
  const facilities = byFunder.flatMap((one) => (one.facility ? [one.facility] : []))
  return {
    amount: M.toDecimal(M.min(capped, reach)),
    eligible,
    cappedByBuyers: M.toDecimal(capped),
    facilityHeadroom: facilities.length === byFunder.length ? M.toDecimal(sum(facilities)) : null,
  }
}
