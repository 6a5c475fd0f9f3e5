import { type Eligibility, eligibilityOf } from '@usance/domain/eligibility'
import { daysBetween } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { inBounds, type OrderBounds } from '@usance/domain/order-bounds'
import { type BorrowingBase, borrowingBase } from '@usance/domain/pool'
import * as Exact from '@usance/domain/rational'
import { type Selectable, sql } from 'kysely'
import { bankHasOf } from '../../books/servicing/bank-has.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { PoolTable } from '../../database/tables.ts'
import { isReduction } from '../../trade/adjustment/reductions.ts'
import { freeLimits } from '../finance-order/limits.ts'
import { invoiceDocuments, partyFacts } from '../finance-order/price.ts'
import { earnedBy } from './earned-by.ts'

type PoolTerms = Pick<Selectable<PoolTable>, 'advanceRate' | 'concentrationPct' | 'dilutionThreshold' | 'maxTenor' | 'disclosed'>

/** The terms of a pool, or those of a product with which one is opened (decision 181). */
export const termsOfPool = ({ advanceRate, concentrationPct, dilutionThreshold, maxTenor, disclosed }: PoolTerms): PoolTerms => ({
  advanceRate,
  concentrationPct,
  dilutionThreshold,
  maxTenor,
  disclosed,
})

export const loadPools = (tx: Tx) =>
  tx
    .selectFrom('pool as p')
    .innerJoin('financingProduct as f', 'f.id', 'p.productId')
    .selectAll('p')
    .select(['f.poolKind', 'f.name as productName', 'f.nameCn as productNameCn', 'f.calendars', 'f.minAmount', 'f.maxAmount'])
    .where('p.status', '=', 'ACTIVE')
export type PoolRow = Awaited<ReturnType<ReturnType<typeof loadPools>['execute']>>[number]

/** The bounds of one drawing by what the product of a pool offers now; a product with bounds has one currency. */
export const boundsOf = ({ minAmount, maxAmount, currency }: PoolRow): OrderBounds => ({
  least: minAmount === null ? null : amountOf(minAmount, currency),
  greatest: maxAmount === null ? null : amountOf(maxAmount, currency),
})

export type PoolAsset = {
  assetId: string
  invoiceId: string
  buyerId: string
  buyerCode: string
  eligibility: Eligibility
  /** What is odd about its invoice. */
  riskFlags: readonly string[]
}
export type PoolState = {
  pool: PoolRow
  assets: PoolAsset[]
  base: BorrowingBase
  dilution: Exact.Rational
  drawn: M.Money
  /** The part of it that nobody has paid yet, and that is not with the bank. */
  coming: M.Money
  accrued: M.Money
  /** What of written-off drawings has not come back. */
  lost: M.Money
  facility: M.Money
  /** Whether the supplier has a facility in force: without one nothing is drawn (decision 305). */
  hasFacility: boolean
  /** What the bank's figure leaves where a bank decides; null for a pool of the funder's own. */
  byBank: M.Money | null
  /** What pool and facility carry of a drawing now; where a bank decides, by its figure. */
  carried: M.Money
  /** What the funder's own limit leaves, where that is less than what is carried; null otherwise (decision 206). */
  funderFree: M.Money | null
  /** What may be drawn now: what is carried and the funder's own limit leaves, within the bounds of the product (decisions 261, 304). */
  maxDrawing: M.Money
}

/**
 * The receivables of a pool, each with what counts of it and why not: all but one, or only those that are named. The transaction sees
 * every company.
 */
export async function assetsOf(
  tx: Tx,
  pool: PoolRow,
  today: string,
  { without, only }: { without?: string | undefined; only?: readonly string[] | undefined } = {},
): Promise<PoolAsset[]> {
  const held = await tx
    .selectFrom('poolAsset')
    .select(['id', 'invoiceId'])
    .where('poolId', '=', pool.id)
    .where('releasedAt', 'is', null)
    .$if(without !== undefined, (query) => query.where('id', '<>', without!))
    .$if(only !== undefined, (query) => query.where('id', '=', anyOf(only!)))
    .orderBy('id')
    .execute()
  const documents = await invoiceDocuments(
    tx,
    pool.supplierId,
    held.map((one) => one.invoiceId),
    {},
  )
  const assetIds = new Map(held.map(({ id, invoiceId }) => [invoiceId, id]))
  const buyerIds = [...new Set(documents.map((one) => one.buyerId))]
  const facts = new Map<string, Awaited<ReturnType<typeof partyFacts>>>()
  for (const id of buyerIds)
    facts.set(
      id,
      await partyFacts(tx, { supplierId: pool.supplierId, buyerId: id, funderId: pool.funderId }, pool.currency, today),
    )
  return documents.map(({ document, buyerId, riskFlags }) => {
    const about = facts.get(buyerId)!
    return {
      assetId: assetIds.get(document.docId)!,
      invoiceId: document.docId,
      buyerId,
      buyerCode: about.buyerCode,
      // The pool itself holds it; what another order took would have been refused when it was assigned.
      eligibility: eligibilityOf({ ...document, heldByThisOrder: true }, daysBetween(today, document.dueDate), {
        currency: pool.currency,
        asOf: today,
        minTenor: 0,
        maxTenor: pool.maxTenor,
        relationshipEnabled: about.relationshipEnabled,
        buyerEnabled: about.buyerEnabled,
        supplierEnabled: about.supplierEnabled,
        crossAged: about.crossAged,
        intraGroup: about.intraGroup,
        funderIsParty: about.funderIsParty,
        disclosed: pool.disclosed,
      }),
      riskFlags,
    }
  })
}

/** Passed reductions of the last twelve months over what was invoiced in them, of one supplier in one currency, in percent. */
async function dilutionOf(tx: Tx, pool: PoolRow, today: string): Promise<Exact.Rational> {
  const { rows } = await sql<{ rate: string | null }>`
    select round((select coalesce(sum(a.amount), 0) from invoice_adjustment a join invoice i on i.id = a.invoice_id
        where a.supplier_id = ${pool.supplierId} and a.currency = ${pool.currency} and ${isReduction}
          and a.adjustment_date > ${today}::date - interval '1 year' and a.adjustment_date <= ${today}::date) * 100
      / nullif((select sum(amount) from invoice where supplier_id = ${pool.supplierId} and currency = ${pool.currency}
        and doc_status not in ('DRAFT', 'CANCELLED') and issue_date > ${today}::date - interval '1 year' and issue_date <= ${today}::date), 0), 6)::text as rate`.execute(
    tx,
  )
  return Exact.parseDecimal(rows[0]!.rate ?? '0')
}

type Used = Pick<PoolState, 'drawn' | 'coming' | 'accrued' | 'lost'>

/** What is drawn or on its way, cancelled drawings that the bank has all the same among them, what has accrued on it, and what was lost. */
async function usedOf(tx: Tx, pool: PoolRow, exceptOrderId?: string): Promise<Used> {
  const isWithBank = sql`(o.status = 'FUNDING' or exists (select from payment p
    where p.order_id = o.id and p.type = 'FUNDING' and ${bankHasOf('p.id')} is not null))`
  const { rows } = await sql<Record<keyof Used, string>>`
    select coalesce(sum(u.running + u.on_way), 0) as drawn, coalesce(sum(case when u.is_with_bank then 0 else u.on_way end), 0) as coming,
      coalesce(sum(u.accrued), 0) as accrued, coalesce(sum(u.lost), 0) as lost
    from (select ${isWithBank} as is_with_bank,
        case when o.status in ${runningStatuses} then o.principal_outstanding else 0 end as running,
        case when o.status in ('SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'FUNDING')
          or (o.status in ('REVOKED', 'EXPIRED') and ${isWithBank}) then o.finance_amount else 0 end as on_way,
        (select sum(b.balance) from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account in ('1200', '1210', '1220')) as accrued,
        (select sum(b.balance) from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '5000') as lost
      from finance_order o where o.pool_id = ${pool.id} and o.id is distinct from ${exceptOrderId ?? null}::uuid) u`.execute(tx)
  const { drawn, coming, accrued, lost } = rows[0]!
  const money = (text: string) => amountOf(text, pool.currency)
  return { drawn: money(drawn), coming: money(coming), accrued: money(accrued), lost: money(lost) }
}

/**
 * Everything a pool's page and its rules need on a day. `without` leaves one asset out, `exceptOrderId` one drawing. A day to come is
 * measured by what is known on the business date, `from`: what falls due until then is not paid, and the drawings earn.
 */
export async function poolState(
  tx: Tx,
  pool: PoolRow,
  today: string,
  { without, exceptOrderId, from }: { without?: string; exceptOrderId?: string | undefined; from?: string } = {},
): Promise<PoolState> {
  const { currency } = pool
  const assets = await assetsOf(tx, pool, today, { without })
  const dilution = await dilutionOf(tx, pool, today)
  const { drawn, coming, lost, ...used } = await usedOf(tx, pool, exceptOrderId)
  const accrued =
    from === undefined ? used.accrued : M.add(used.accrued, await earnedBy(tx, pool, { from, to: today, exceptOrderId }))
  const limits = await freeLimits(tx, {
    supplierId: pool.supplierId,
    buyerIds: [],
    funderId: pool.funderId,
    currency,
    today,
    exceptOrderId,
  })
  // Of several limits of a kind from before the least counts, as for an order.
  const freeOf = (type: string) => least(limits.filter((limit) => limit.type === type).map(({ available }) => available))
  const free = freeOf('SUPPLIER_FACILITY')
  const facility = M.sum([free ?? M.zero(currency), drawn, lost], currency)
  const codes = [...new Set(assets.map((one) => one.buyerCode))].sort()
  const base = borrowingBase({
    currency,
    eligibleByBuyer: codes.map((buyerCode) => ({
      buyerCode,
      eligible: M.sum(
        assets.filter((one) => one.buyerCode === buyerCode).map((one) => one.eligibility.eligible),
        currency,
      ),
    })),
    concentrationPct: Exact.parseDecimal(pool.concentrationPct ?? '100'),
    advanceRate: Exact.parseDecimal(pool.advanceRate),
    dilution12m: dilution,
    dilutionThreshold: Exact.parseDecimal(pool.dilutionThreshold),
    drawn,
    accrued,
    lost,
    facility,
  })
  const byBank =
    pool.poolKind === 'DBS'
      ? M.atLeastZero(M.subtract(amountOf(pool.bankBase ?? '0', currency), M.sum([drawn, accrued, lost], currency)))
      : null
  const carried = byBank ? M.min(byBank, M.atLeastZero(base.facilityHeadroom)) : base.maxDrawing
  const byFunder = freeOf('FUNDER')
  const funderFree = byFunder && M.exceeds(carried, byFunder) ? byFunder : null
  const maxDrawing = inBounds(funderFree ?? carried, boundsOf(pool))
  return {
    ...{ pool, assets, base, dilution, drawn, coming, accrued, lost },
    ...{ facility, hasFacility: free !== null, byBank, carried, funderFree, maxDrawing },
  }
}

const least = (amounts: readonly M.Money[]): M.Money | null => (amounts.length > 0 ? amounts.reduce(M.min) : null)

/**
 * What a pool lacks to cover its drawings: what is drawn, accrued and lost beyond its borrowing base, or beyond the bank's figure where
 * a bank decides. Zero while they are covered.
 */
export function uncoveredOf(state: Omit<PoolState, 'assets'>): M.Money {
  const { pool, base } = state
  return beyond(state, pool.poolKind === 'DBS' ? amountOf(pool.bankBase ?? '0', pool.currency) : base.borrowingBase)
}

/** What a pool lacks for what is out on it, or with the bank: a drawing that nobody pays yet counts only for what may be drawn (decision 226). */
export const uncoveredNow = (state: PoolState): M.Money => uncoveredOf({ ...state, drawn: M.subtract(state.drawn, state.coming) })

/** What is drawn, accrued and lost beyond a sum. */
const beyond = ({ pool, drawn, accrued, lost }: Omit<PoolState, 'assets'>, cover: M.Money): M.Money =>
  M.atLeastZero(M.subtract(M.sum([drawn, accrued, lost], pool.currency), cover))

/**
 * What a pool lacks once a receivable has left, which `state` no longer holds. A bank's figure was given for all of them: there the
 * receivables have to carry the drawings as well.
 */
export const shortWithout = (state: PoolState): M.Money => M.max(uncoveredOf(state), beyond(state, state.base.borrowingBase))

/**
 * What the pool still carries, below zero while it lacks cover. A drawing has to fit into it together with what it earns at once; into the
 * facility it has to fit alone.
 */
export function availabilityOf(state: PoolState): M.Money {
  const short = uncoveredOf(state)
  if (M.isPositive(short)) return M.negate(short)
  return state.byBank ?? state.base.availability
}

/**
 * What is carried of a drawing on a pool for a day, today or later, what the funder's own limit leaves of it (`free`), what of that may be
 * drawn by the product, and what the pool carries then: never more than today, when the drawing is approved. `now` is how it stands today.
 */
export async function drawableOn(
  tx: Tx,
  pool: PoolRow,
  { today, day, exceptOrderId }: { today: string; day: string; exceptOrderId?: string },
): Promise<Pick<PoolState, 'carried' | 'maxDrawing' | 'hasFacility'> & { now: PoolState; free: M.Money; availability: M.Money }> {
  const now = await poolState(tx, pool, today, { exceptOrderId })
  const freeOf = ({ funderFree, carried }: PoolState) => funderFree ?? carried
  if (day <= today) {
    const { carried, maxDrawing, hasFacility } = now
    return { now, carried, free: freeOf(now), maxDrawing, hasFacility, availability: availabilityOf(now) }
  }
  const then = await poolState(tx, pool, day, { exceptOrderId, from: today })
  const carried = M.min(now.carried, then.carried)
  const free = M.min(freeOf(now), freeOf(then))
  const availability = M.min(availabilityOf(now), availabilityOf(then))
  const hasFacility = now.hasFacility && then.hasFacility
  return { now, carried, free, maxDrawing: inBounds(free, boundsOf(pool)), hasFacility, availability }
}

/** Writes down what counts of each receivable, for lists and for those who ask later. */
export async function storeEligibility(tx: Tx, { pool, assets }: PoolState, today: string): Promise<void> {
  for (const { assetId, eligibility } of assets)
    await tx
      .updateTable('poolAsset')
      .set({
        eligibility: eligibility.reasons.length === 0 ? 'ELIGIBLE' : 'EXCLUDED',
        excludedReason: eligibility.reasons.join(',') || null,
        eligibleAmount: M.toDecimal(eligibility.eligible),
        outstanding: M.toDecimal(eligibility.net),
        evaluatedOn: today,
      })
      .where('id', '=', assetId)
      .where('poolId', '=', pool.id)
      .execute()
}
