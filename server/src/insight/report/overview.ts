import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type OverviewFigure, overviewFigures, type reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { claimsByDay, openClaims } from '../../books/servicing/claims.ts'
import { ordersPriced, tradesInSeat } from '../../books/servicing/orders-seen.ts'
import { openOwedBack, reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { refundsOwedTo } from '../../books/servicing/refunds-owed.ts'
import { shortOf } from '../../books/servicing/reserves.ts'
import { settledInTurn } from '../../books/servicing/settles-claims.ts'
import { heldByBank, usedBy } from '../../books/servicing/used-by.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, ofOneMoment, type Tx } from '../../database/database.ts'
import { freeOfFacilities } from '../../finance/finance-order/limits.ts'
import { availabilityOf, loadPools, type PoolRow, poolState, uncoveredOf } from '../../finance/pool/figures.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { asTrader } from '../../party/account/as-trader.ts'
import { bookedLaterThan, figuresOfAnyDay, rowsAt } from './overview-at.ts'
import { claimRows, type Row } from './overview-row.ts'

type Caller = Pick<Context, 'tx' | 'today'> & { actor: Actor }

/**
 * The seat of a whole company reads the overview as its first trade that has one (decision 296): what it borrows and what it lends is no one
 * sum, and a buyer has no overview.
 */
const inTrade = <R extends Caller>(request: R): Promise<R> => asTrader(request, ['SUPPLIER', 'FUNDER'])

/**
 * Every row behind every figure. What counts is decided under the caller's own row-level security and seat; only then are the
 * funder's books over exactly those orders read, because reserve, interest and claims of an order stand there.
 */
async function rowsOf({ tx, today, actor }: Caller, currency?: string): Promise<Row[]> {
  const mine = await tx
    .selectFrom(ordersPriced(actor).as('o'))
    .select('id')
    .where((eb) => eb.or([eb('status', 'not in', ['DRAFT', 'REJECTED', 'REFUSED', 'REVOKED', 'EXPIRED']), heldByBank('o')]))
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency!))
    .execute()
  const ids = mine.map((one) => one.id)
  const { rows: limits } = await sql<Row>`
    select 'FACILITY' as figure, l.currency, 'LIMIT' as kind, l.id, coalesce(p.code, l.type) as no,
      nullif(concat_ws(' · ', case when l.supplier_id is distinct from ${actor.companyId} then s.name end, case when l.funder_id is distinct from ${actor.companyId} then f.name end), '') as party_name, l.amount, l.expiry_date as date
    from credit_limit l left join company s on s.id = l.supplier_id left join company f on f.id = l.funder_id left join financing_product p on p.id = l.product_id
    where l.type = 'SUPPLIER_FACILITY' and l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date
      and ${tradesInSeat(actor, 'l')}
      and (${currency ?? null}::text is null or l.currency = ${currency ?? null}::text)`.execute(tx)
  const seenPools = await loadPools(tx)
    .where(tradesInSeat(actor, 'p'))
    .$if(currency !== undefined, (query) => query.where('p.currency', '=', currency!))
    .orderBy('p.code')
    .execute()
  await elevate(tx)
  const pools = await poolRows(tx, seenPools, today)
  if (ids.length === 0) return [...limits, ...pools]
  const { rows: orders } = await sql<Row>`
    with mine as (
      select o.id, o.order_no, o.currency, o.status, o.principal_outstanding, o.maturity, o.funding_date, o.requested_funding_date,
        s.name as party_name,
        coalesce((select sum(i.apply_amount) from finance_order_item i where i.order_id = o.id and i.active), 0) as locked,
        coalesce(b.fiu, 0) as fiu, coalesce(b.reserve, 0) as reserve, coalesce(b.interest, 0) as interest, coalesce(b.fees, 0) as fees,
        coalesce(b.claims, 0) as claims, 
        case when ${actor.staff} or o.funder_id = ${actor.companyId} then coalesce(b.refunds, 0)
          else ${refundsOwedTo(actor.companyId)} end as refunds,
        coalesce((select sum(a.amount) from allocation a where a.order_id = o.id and a.component = 'RESERVE' and not a.reversed), 0)
          + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d join finance_order_item i on i.id = d.item_id
            where d.order_id = o.id and not d.reversed and i.principal_outstanding = 0), 0)
          - coalesce((select sum(p.amount) from payment p where p.order_id = o.id and p.type = 'RELEASE' and p.status = 'PAID'), 0)
          + coalesce(${shortOf(sql`o.id`)}, 0) as releasable
      from finance_order o join company s on s.id = o.supplier_id
      left join lateral (
        select sum(balance) filter (where account in ('1100', '1150', '1300', '2000')) as fiu,
          -sum(balance) filter (where account = '2000') as reserve, sum(balance) filter (where account in ('1200', '1210')) as interest,
          sum(balance) filter (where account = '1220') as fees, sum(balance) filter (where account = '1300') as claims,
          -sum(balance) filter (where account = '2200') as refunds
        from ledger_balance l where l.order_id = o.id and l.book = 'F' and l.currency = o.currency) b on true
      where o.id = any(${ids}::uuid[]))
    select f.figure, m.currency, 'ORDER' as kind, m.id, m.order_no as no, m.party_name, f.amount,
      coalesce(m.maturity, m.requested_funding_date) as date
    from mine m cross join lateral (values
      ('USED', ${usedBy('m')}),
      ('LOCKED', case when m.funding_date is null then m.locked else 0 end),
      ('FIU', m.fiu),
      ('OVERDUE', case when m.status = 'OVERDUE' then ${usedBy('m')} else 0 end),
      ('LOST', case when m.status = 'WRITTEN_OFF' then (select l.principal + l.costs from owed_after_loss(m.id) l) else 0 end),
      ('RESERVE_HELD', m.reserve),
      ('RESERVE_RELEASABLE', case when m.funding_date is not null then m.releasable else 0 end),
      ('INTEREST_DUE', m.interest), ('FEES_DUE', m.fees), ('CLAIMS', m.claims), ('REFUNDS_PENDING', m.refunds)) f (figure, amount)
    where f.amount <> 0 order by f.figure, m.order_no`.execute(tx)
  return [...limits, ...pools, ...(await withClaimDays(tx, orders))]
}

/** The claims of each order by the day on which they are due, as the cash flow expects them; all other rows as they are. */
async function withClaimDays(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const bookedOf = ({ id, amount, currency }: Row) => ({ orderId: id, booked: amountOf(amount, currency) })
  const days = await claimsByDay(tx, rows.filter(({ figure }) => figure === 'CLAIMS').map(bookedOf))
  return rows.flatMap((row) => (row.figure === 'CLAIMS' ? claimRows(row, days) : [row]))
}

/** What each pool may carry, what is drawn on it, and what may still be drawn or is lacking: the figures of the pool's own page. */
async function poolRows(tx: Tx, pools: readonly PoolRow[], today: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const pool of pools) {
    const state = await poolState(tx, pool, today)
    const { base, drawn } = state
    const supplier = await tx.selectFrom('company').select('name').where('id', '=', pool.supplierId).executeTakeFirstOrThrow()
    const byBank = pool.poolKind === 'DBS'
    for (const [figure, amount] of [
      ['POOL_BASE', byBank ? amountOf(pool.bankBase ?? '0', pool.currency) : base.borrowingBase],
      ['POOL_DRAWN', drawn],
      ['POOL_AVAILABLE', M.atLeastZero(availabilityOf(state))],
      ['POOL_SHORT', uncoveredOf(state)],
    ] as const)
      if (!M.isZero(amount))
        rows.push({
          figure,
          currency: pool.currency,
          kind: 'POOL',
          id: pool.id,
          no: pool.code,
          partyName: supplier.name,
          amount: M.toDecimal(amount),
          date: null,
        })
  }
  return rows
}

const total = (rows: readonly Row[], figure: OverviewFigure, currency: string) =>
  M.sum(
    rows.filter((row) => row.figure === figure && row.currency === currency).map((row) => amountOf(row.amount, currency)),
    currency,
  )

const proof = (name: string, figure: M.Money, ledger: M.Money) => ({
  name,
  figure: M.toDecimal(figure),
  ledger: M.toDecimal(ledger),
  ties: figure.minor === ledger.minor,
})

/** What the general ledger of the funder says about these orders, to lay beside what the orders say. */
async function proofsOf(tx: Tx, rows: readonly Row[], currency: string, releasable: M.Money) {
  const used = total(rows, 'USED', currency)
  const fiu = total(rows, 'FIU', currency)
  const ids = rows.filter((row) => row.kind === 'ORDER').map((row) => row.id)
  const { rows: claims } = await sql<{ open: string; owedBack: string }>`
    select coalesce(sum(open), 0) as open, ${openOwedBack(sql`c.currency = ${currency} and c.order_id = any(${ids}::uuid[])`)} as owed_back
    from ${openClaims} x where reason <> ${reserveOwedBack} and currency = ${currency} and order_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  // The books hold reserve that is owed back as a cost, and not among the funds in use.
  const principal = M.subtract(used, amountOf(claims[0]!.owedBack, currency))
  const expected = M.subtract(principal, releasable)
  const open = amountOf(claims[0]!.open, currency)
  const booked = total(rows, 'CLAIMS', currency)
  return [proof('FIU', expected, fiu), proof('CLAIMS', open, booked)]
}

/**
 * Reserve that belongs to the supplier already, also of orders that still run: law 2 takes it off the principal. What was released too
 * much is charged, and counts as none released (decision 161).
 */
async function freedReserve(tx: Tx, rows: readonly Row[], currency: string): Promise<M.Money> {
  const { rows: found } = await sql<{ amount: string }>`
    select coalesce((select sum(a.amount) from allocation a where a.order_id = any(x.ids) and a.component = 'RESERVE' and not a.reversed), 0)
      + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d where d.order_id = any(x.ids) and not d.reversed), 0)
      - coalesce((select sum(p.amount) from payment p where p.order_id = any(x.ids) and p.type = 'RELEASE' and p.status = 'PAID'), 0)
      + coalesce((select sum(${shortOf(sql`short.id`)}) from unnest(x.ids) as short(id)), 0) as amount
    from (select ${[...new Set(rows.filter((row) => row.kind === 'ORDER' && row.currency === currency).map((row) => row.id))]}::uuid[] as ids) x`.execute(
    tx,
  )
  return amountOf(found[0]!.amount, currency)
}

/** Adds to the claims among some rows of today what settles them (decision 240). The transaction sees every company. */
async function withSettling(tx: Tx, rows: readonly Row[], today: LocalDate): Promise<Row[]> {
  const claims = rows.filter(({ figure }) => figure === 'CLAIMS')
  if (claims.length === 0) return [...rows]
  const settles = await settledInTurn(
    tx,
    claims.map(({ id }) => id),
  )
  return rows.map((row) =>
    row.figure === 'CLAIMS' ? { ...row, settles: M.toDecimal(settles(row.id, today, amountOf(row.amount, row.currency))) } : row,
  )
}

/** All currencies with their figures and proofs, of one moment: today's, or those of the close of a past day. */
export async function overviewOf(request: Caller, asOf: LocalDate = request.today) {
  ofOneMoment(request.tx)
  const context = await inTrade(request)
  return asOf < context.today ? overviewAt(context, asOf) : overviewToday(context)
}

const currenciesIn = (rows: readonly Row[]) => [...new Set(rows.map((row) => row.currency))].sort()
const figureOf = (rows: readonly Row[], figure: OverviewFigure, currency: string) => ({
  figure,
  amount: M.toDecimal(total(rows, figure, currency)),
  count: rows.filter((row) => row.figure === figure && row.currency === currency).length,
  settles: settlesOf(rows.filter((row) => row.figure === figure && row.currency === currency)),
})

/** What settles some rows together; nothing where it is not told of them. */
function settlesOf(rows: readonly Row[]): string | null {
  const told = rows.flatMap(({ settles, currency }) => (settles === undefined ? [] : [amountOf(settles, currency)]))
  return told[0] ? M.toDecimal(M.sum(told, told[0].currency)) : null
}

async function overviewAt(context: Caller, asOf: LocalDate) {
  const { rows, orderIds, notInUse } = await rowsAt(context, asOf)
  const currencies = currenciesIn(rows).map((currency) => {
    const orders = new Set(rows.filter((row) => row.currency === currency).map((row) => row.id))
    const withoutFunds = M.sum(
      [...orders].map((id) => notInUse.get(id) ?? M.zero(currency)),
      currency,
    )
    const expected = M.subtract(total(rows, 'USED', currency), withoutFunds)
    return {
      currency,
      figures: figuresOfAnyDay.map((figure) => figureOf(rows, figure, currency)),
      available: null,
      proofs: [proof('FIU', expected, total(rows, 'FIU', currency))],
    }
  })
  return { rows, currencies, bookedLater: await bookedLaterThan(context.tx, orderIds, asOf) }
}

async function overviewToday(context: Caller) {
  const found = await rowsOf(context)
  await elevate(context.tx)
  const rows = await withSettling(context.tx, found, context.today)
  const facilities = rows.filter((row) => row.figure === 'FACILITY').map((row) => row.id)
  const freeIn = await freeOfFacilities(context.tx, facilities, context.today)
  const currencies = []
  for (const currency of currenciesIn(rows)) {
    const own = rows.filter((row) => row.currency === currency)
    const free = freeIn.get(currency)
    currencies.push({
      currency,
      figures: overviewFigures
        .map((figure) => figureOf(rows, figure, currency))
        .filter(({ figure }) => !figure.startsWith('POOL') || own.some((row) => row.kind === 'POOL')),
      available: free ? M.toDecimal(free) : null,
      proofs: await proofsOf(context.tx, own, currency, await freedReserve(context.tx, own, currency)),
    })
  }
  return { rows, currencies, bookedLater: null }
}

/** The day asked for; one that has not closed yet is today. */
export const dayOf = ({ today, body }: { today: LocalDate; body: { asOf?: string | undefined } }): LocalDate =>
  body.asOf && body.asOf < today ? body.asOf : today

export const accountOverview: Handler<typeof reportCalls.accountOverview> = async (request) => {
  const asOf = dayOf(request)
  const { currencies, bookedLater } = await overviewOf(request, asOf)
  return { asOf, isPast: asOf < request.today, bookedLater, currencies }
}

export const accountOverviewRows: Handler<typeof reportCalls.accountOverviewRows> = async (request) => {
  const { figure, currency } = request.body
  const asOf = dayOf(request)
  const isPast = asOf < request.today
  if (isPast && !figuresOfAnyDay.includes(figure)) return { rows: [], total: null }
  ofOneMoment(request.tx)
  const trader = await inTrade(request)
  const all = isPast ? (await rowsAt(trader, asOf, currency)).rows : await rowsOf(trader, currency)
  const asked = all.filter((row) => row.figure === figure && row.currency === currency)
  if (!isPast) await elevate(request.tx)
  const rows = isPast ? asked : await withSettling(request.tx, asked, request.today)
  return {
    total: M.toDecimal(total(rows, figure, currency)),
    rows: rows.map(({ id, kind, no, partyName, amount, date, settles = null }) => ({
      id,
      kind,
      no,
      partyName,
      amount: M.toDecimal(amountOf(amount, currency)),
      date,
      settles,
    })),
  }
}
