import { addBusinessDays } from '@usance/domain/calendar'
import { addDays, daysBetween } from '@usance/domain/local-date'
import { unidentifiedAfterBd } from '@usance/domain/states/collection'
import { outstandingStatuses } from '@usance/domain/states/finance-order'
import type { endOfDaySteps } from '@usance/wire/end-of-day/calls'
import { type SqlBool, sql } from 'kysely'
import { escalateTasks } from '../../approval/workflow/escalate.ts'
import { accrueDays } from '../../books/servicing/accrue.ts'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { lookedAt, startedLate } from '../../books/servicing/closed-nights.ts'
import { fixingFor } from '../../books/servicing/funding-figures.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { resetRates } from '../../books/servicing/rate-resets.ts'
import { restateOrder } from '../../books/servicing/restate-order.ts'
import type { FundedTerms } from '../../books/servicing/terms.ts'
import { ordersWithCrumbs, waiveSmall } from '../../books/servicing/waive-crumbs.ts'
import { anyOf } from '../../database/database.ts'
import { expireOrder } from '../../finance/finance-order/confirm-right.ts'
import { recalculatePools } from '../../finance/pool/recalculate.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notifyAll } from '../../notify/notify.ts'

export type StepName = (typeof endOfDaySteps)[number]
/** One batch of a step after a cursor: how many things it did, and where the next batch begins; null when there is none. */
export type Batch = (context: UseCaseContext, cursor: string) => Promise<{ done: number; cursor: string | null }>

// Short enough that requests answered by this process between two batches do not wait long.
const perBatch = 250
// Written out, so that the index of running orders serves it.
const running = sql<SqlBool>`status in ${runningStatuses}`
const first = '00000000-0000-0000-0000-000000000000'

/** The running orders after a cursor, locked, so that no receipt is booked on them while their day closes. */
async function runningOrders({ tx, today }: UseCaseContext, cursor: string, which = sql<SqlBool>`true`) {
  return tx
    .selectFrom('financeOrder')
    .select('id')
    .where(running)
    .where('fundingDate', '<=', today)
    .where(which)
    .where('id', '>', cursor || first)
    .orderBy('id')
    .limit(perBatch)
    .forNoKeyUpdate()
    .execute()
}
const nextCursor = (rows: readonly { id: string }[], limit = perBatch) => (rows.length < limit ? null : rows.at(-1)!.id)

/** Every benchmark that a running order resets by must have a fixing for the day. */
const fixings: Batch = async (context) => {
  const { tx, today } = context
  const { rows } = await sql<{ terms: FundedTerms }>`
    select distinct on (funded_terms ->> 'baseRateType', funded_terms ->> 'lookbackBd') funded_terms as terms from finance_order
    where ${running} and funded_terms ->> 'resetFrequency' <> 'NONE'
      and funded_terms ->> 'baseRateType' is not null`.execute(tx)
  for (const { terms } of rows)
    if (!(await fixingFor(tx, terms.baseRateType!, today, terms)))
      throw new Refused('NO_FIXING', { type: terms.baseRateType, date: today })
  return { done: rows.length, cursor: null }
}

/** Floating rates that follow their benchmark take its fixing: daily, or on the first of the month. */
const resets: Batch = async (context, cursor) => {
  const { tx, today } = context
  const frequencies = today.endsWith('-01') ? sql`('DAILY', 'MONTHLY')` : sql`('DAILY')`
  const rows = await runningOrders(context, cursor, sql<SqlBool>`funded_terms ->> 'resetFrequency' in ${frequencies}`)
  const financings = await loadFinancings(
    tx,
    rows.map((row) => row.id),
  )
  const done = await resetRates(tx, [...financings.values()], today)
  return { done, cursor: nextCursor(rows) }
}

/** L17: small remainders are waived before the night accrues and before their orders become overdue. */
const waivers: Batch = async (context, cursor) => {
  const ids = await ordersWithCrumbs(context.tx, { on: context.today, after: cursor || first, limit: perBatch })
  let done = 0
  for (const id of ids)
    if (await waiveSmall(context, id, addDays(context.today, 1))) {
      await restateOrder(context, id, 'repay')
      done++
    }
  return { done, cursor: ids.length < perBatch ? null : ids.at(-1)! }
}

const isDone = async ({ tx, today }: UseCaseContext, step: StepName) =>
  (await tx
    .selectFrom('endOfDayStep')
    .select('step')
    .where('businessDate', '=', today)
    .where('step', '=', step)
    .where('state', '=', 'DONE')
    .executeTakeFirst()) !== undefined

/**
 * Orders that were booked while their day was closing, after a step had passed them: they take the fixing of the day and its night, and
 * are as late as that makes them. The steps do nothing twice. Returns how many there were.
 */
async function accrueLate(context: UseCaseContext): Promise<number> {
  const { tx, today } = context
  const ids = await startedLate(tx, today, perBatch)
  if (ids.length === 0) return 0
  // All of them are locked: one that is just being opened again waits here until it is.
  await tx.selectFrom('financeOrder').select('id').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute()
  const rows = (await runningOrders(context, '', sql<SqlBool>`id = ${anyOf(ids)}`)).map((row) => row.id)
  await resetRates(tx, [...(await loadFinancings(tx, rows)).values()], today)
  await accrueDays(tx, [...(await loadFinancings(tx, rows)).values()], { from: today, to: today, postedOn: today })
  await lookedAt(tx, today, ids)
  if (await isDone(context, 'OVERDUE')) for (const id of rows) await restateOrder(context, id, 'day')
  return ids.length
}

/** L3: interest and penalties of the night that begins; first of the orders that were booked since the close began. */
const accruals: Batch = async (context, cursor) => {
  const { tx, today } = context
  const late = await accrueLate(context)
  if (late > 0) return { done: late, cursor }
  const rows = await runningOrders(context, cursor)
  const financings = await loadFinancings(
    tx,
    rows.map((row) => row.id),
  )
  await accrueDays(tx, [...financings.values()], { from: today, to: today, postedOn: today })
  return { done: rows.length, cursor: nextCursor(rows) }
}

// The event is written into the text, which the index names.
const owesReserve = sql<SqlBool>`exists (select from journal j where j.order_id = o.id and j.event = ${sql.lit(reserveOwedBack)})`

/**
 * Orders with something unpaid when the last day of its grace closes become overdue, for the day that begins; everybody concerned is
 * told. It is the first day for which a penalty is owed, by the night that was just booked.
 */
const overdue: Batch = async (context, cursor) => {
  const { tx, today } = context
  const rows = await tx
    .selectFrom('financeOrder as o')
    .select('o.id')
    .where('o.id', '>', cursor || first)
    // An order that is overdue through one document may become so through another.
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('o.status', 'in', ['FUNDED', 'PARTIALLY_REPAID']),
        and([
          eb('o.status', '=', 'OVERDUE'),
          exists(
            selectFrom('financeOrderItem as x')
              .leftJoin('invoice as v', 'v.id', 'x.invoiceId')
              .leftJoin('purchaseOrder as b', 'b.id', 'x.purchaseOrderId')
              .select('x.id')
              .whereRef('x.orderId', '=', 'o.id')
              .where('x.maturity', '<=', today)
              .where(sql<SqlBool>`(v.finance_status = 'FINANCED' and v.outstanding > 0 or b.finance_status = 'FINANCED')`),
          ),
        ]),
      ]),
    )
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('financeOrderItem as i').select('i.id').whereRef('i.orderId', '=', 'o.id').where('i.maturity', '<=', today),
        ),
        // Reserve that was released too much is due before the documents are.
        owesReserve,
      ]),
    )
    .orderBy('o.id')
    .limit(100)
    .forNoKeyUpdate()
    .execute()
  let done = 0
  for (const { id } of rows) if ((await restateOrder(context, id, 'close')) === 'OVERDUE') done++
  return { done, cursor: nextCursor(rows, 100) }
}

/** Orders nobody funded in time, prices nobody accepted, and receipts nobody could place. */
const expiries: Batch = async (context, cursor) => {
  const { tx, today } = context
  const late = await tx
    .selectFrom('financeOrder')
    .select('id')
    .where('status', 'in', ['PASSED', 'RIGHT_CONFIRMED'])
    .where('validUntil', '<=', today)
    // One whose payment the bank has stays as it is.
    .where('id', '>', cursor || first)
    .orderBy('id')
    .limit(100)
    .forNoKeyUpdate()
    .execute()
  // The day after the last valid one begins with the close of it.
  for (const { id } of late) await expireOrder({ ...context, today: addDays(today, 1) }, id)
  const offers = await tx
    .updateTable('pricingOffer')
    .set({ status: 'EXPIRED' })
    .where('status', 'in', ['OFFERED', 'ACCEPTED'])
    .where('validUntil', '<=', today)
    .executeTakeFirst()
  const receipts = await tx
    .updateTable('collection')
    .set((eb) => ({ status: 'UNIDENTIFIED', version: eb('version', '+', 1) }))
    .where('status', '=', 'RECEIVED')
    .where('valueDate', '<', addBusinessDays(today, -unidentifiedAfterBd, await calendarsOf(tx, [])))
    .executeTakeFirst()
  const done = late.length + Number(offers.numUpdatedRows) + Number(receipts.numUpdatedRows)
  return { done, cursor: late.length === 100 ? late.at(-1)!.id : null }
}

/** On the morning that follows: who has to pay within days, and which approvals have waited too long. */
const notices: Batch = async ({ tx, today, now }, cursor) => {
  const morning = addDays(today, 1)
  const days = [7, 3, 1]
  const reminded = sql`any(${days.map((n) => addDays(morning, n))}::date[])`
  const orders = await tx
    .selectFrom('financeOrder as o')
    .select(['o.id', 'o.orderNo', 'o.type', 'o.supplierId', 'o.buyerId', 'o.funderId', 'o.disclosed'])
    .where('o.status', 'in', outstandingStatuses)
    .where(sql<SqlBool>`exists (select from finance_order_item i where i.order_id = o.id and i.maturity = ${reminded})`)
    .where('o.id', '>', cursor || first)
    .orderBy('o.id')
    .limit(perBatch)
    .execute()
  // Invoices of one order mature on days of their own, and each is somebody's to pay while something of it is owed.
  const { rows: due } = await sql<{ orderId: string; maturity: string; isOwed: boolean }>`
    select i.order_id, i.maturity, bool_or(v.id is null or v.outstanding > 0) as is_owed
    from finance_order_item i left join invoice v on v.id = i.invoice_id
    where i.order_id = ${anyOf(orders.map(({ id }) => id))} and i.maturity = ${reminded}
    group by i.order_id, i.maturity having sum(i.principal_outstanding) > 0 or bool_or(v.outstanding > 0) order by 1, 2`.execute(
    tx,
  )
  await notifyAll(
    tx,
    due.map(({ orderId, maturity, isOwed }) => {
      const order = orders.find(({ id }) => id === orderId)!
      return {
        event: 'FINANCE_ORDER_MATURING',
        // A loan against a purchase order is its supplier's debt alone (decision 097).
        companyIds: [
          order.supplierId,
          order.funderId,
          order.disclosed && order.type !== 'PO_FINANCE' && isOwed ? order.buyerId : null,
        ],
        params: { orderNo: order.orderNo, maturity, days: daysBetween(morning, maturity) },
        objectType: 'FINANCE_ORDER',
        objectId: orderId,
        link: `/finance/finance-order/${orderId}/detail`,
      }
    }),
  )
  // A buyer among several is told of the days of its own part.
  const { rows: parts } = await sql<{ id: string; orderNo: string; buyerId: string; maturity: string }>`
    select o.id, o.order_no, p.buyer_id, i.maturity from finance_order_part p join finance_order o on o.id = p.order_id
    join finance_order_item i on i.order_id = o.id and i.buyer_id = p.buyer_id left join invoice v on v.id = i.invoice_id
    where p.status in ${runningStatuses} and o.disclosed and o.type <> 'PO_FINANCE' and ${cursor ?? ''} = ''
      and i.maturity = ${reminded} and (v.id is null or v.outstanding > 0)
    group by o.id, p.buyer_id, i.maturity order by o.id, p.buyer_id, i.maturity`.execute(tx)
  await notifyAll(
    tx,
    parts.map(({ id, orderNo, buyerId, maturity }) => ({
      event: 'FINANCE_ORDER_MATURING',
      companyIds: [buyerId],
      params: { orderNo, maturity, days: daysBetween(morning, maturity) },
      objectType: 'FINANCE_ORDER',
      objectId: id,
      link: `/finance/finance-order/${id}/detail`,
    })),
  )
  const next = nextCursor(orders)
  return { done: orders.length + (next === null ? await escalateTasks(tx, now) : 0), cursor: next }
}

/** Where each funder stands at the close. */
const snapshot: Batch = async ({ tx, today }) => {
  const { rows } = await sql`
    insert into daily_position (business_date, funder_id, currency, principal, accrued_interest, accrued_penalty, reserve, unearned, orders, overdue_orders)
    select ${today}, b.owner_id, b.currency,
      coalesce(sum(b.balance) filter (where b.account in ('1100','1150','1300')), 0) + coalesce(sum(b.balance) filter (where b.account = '2000'), 0),
      coalesce(sum(b.balance) filter (where b.account = '1200'), 0), coalesce(sum(b.balance) filter (where b.account = '1210'), 0),
      -coalesce(sum(b.balance) filter (where b.account = '2000'), 0),
      -coalesce(sum(b.balance) filter (where b.account in ('2100','2110')), 0),
      (select count(*) from finance_order o where o.funder_id = b.owner_id and o.currency = b.currency and o.status in ${runningStatuses}),
      (select count(*) from finance_order o where o.funder_id = b.owner_id and o.currency = b.currency and o.status = 'OVERDUE')
    from ledger_balance b where b.book = 'F' group by b.owner_id, b.currency
    on conflict (business_date, funder_id, currency) do update set principal = excluded.principal,
      accrued_interest = excluded.accrued_interest, accrued_penalty = excluded.accrued_penalty, reserve = excluded.reserve,
      unearned = excluded.unearned, orders = excluded.orders, overdue_orders = excluded.overdue_orders
    returning funder_id`.execute(tx)
  return { done: rows.length, cursor: null }
}

/** What the close of a day does, in this order. */
export const steps: Record<StepName, Batch> = {
  FIXINGS: fixings,
  RESETS: resets,
  WAIVERS: waivers,
  ACCRUALS: accruals,
  OVERDUE: overdue,
  EXPIRIES: expiries,
  NOTICES: notices,
  POOLS: recalculatePools,
  SNAPSHOT: snapshot,
}

/** How many things a step has before it, where that is known at its beginning: what the progress is measured against. */
export const ahead: Partial<Record<StepName, (context: UseCaseContext) => Promise<number>>> = {
  ACCRUALS: async ({ tx, today }) => {
    const { n } = await tx
      .selectFrom('financeOrder')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where(running)
      .where('fundingDate', '<=', today)
      .executeTakeFirstOrThrow()
    return Number(n)
  },
}
