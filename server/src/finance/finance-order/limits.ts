import { convert, type FxRate, type FxRefusal } from '@usance/domain/fx'
import { add, atLeastZero, type Money, min, subtract, zero } from '@usance/domain/money'
import { ok, type Result } from '@usance/domain/result'
import type { TrialLimit } from '@usance/domain/trial'
import { type RawBuilder, sql } from 'kysely'
import { ratesInForce } from '../../approval/config-change/rates-in-force.ts'
import { owedLosses } from '../../books/servicing/losses.ts'
import { runningStatuses } from '../../books/servicing/open-statuses.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import { amountOf } from '../../database/amount.ts'
import { type Tx, together } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

export type LimitScope = {
  supplierId: string
  buyerIds: string[]
  funderId: string
  currency: string
  today: string
  exceptOrderId?: string | undefined
}

type Limit = { id: string; type: string; supplierId: string | null; buyerId: string | null; funderId: string; currency: string }
type LimitRow = Limit & { amount: string }
type Uses = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The limits `l` an order must fit into. */
const concerned = ({ supplierId, buyerIds, funderId, today }: LimitScope) => sql`credit_limit l
    where l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date and (l.funder_id = ${funderId} or l.funder_id is null)
      and ((l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${supplierId}) or (l.type = 'BUYER' and l.buyer_id = any(${buyerIds}::uuid[]))
        or (l.type = 'RELATIONSHIP' and l.supplier_id = ${supplierId} and l.buyer_id = any(${buyerIds}::uuid[])) or (l.type = 'FUNDER' and l.funder_id = ${funderId}))`

/** What identifies a limit `l`. One that names no funder counts for the order's. */
const columnsOf = (funderId: string | null) =>
  sql`l.id, l.type, l.supplier_id, l.buyer_id, coalesce(l.funder_id, ${funderId}::uuid) as funder_id, l.currency, l.amount`

/** With `lock` they stay locked, in one order for everybody, until the transaction ends. */
async function limitsOf(tx: Tx, scope: LimitScope, lock: boolean): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select ${columnsOf(scope.funderId)} from ${concerned(scope)} order by l.id ${lock ? sql`for no key update` : sql``}`.execute(
    tx,
  )
  return rows
}

// What belongs to a limit `x` of each kind. Each kind has its own index.
const within = {
  BUYER: sql`i.buyer_id = x.buyer_id`,
  RELATIONSHIP: sql`i.buyer_id = x.buyer_id and i.supplier_id = x.supplier_id`,
  SUPPLIER_FACILITY: sql`i.supplier_id = x.supplier_id`,
  FUNDER: sql`true`,
}

/** Principal of funded orders, reserve and losses that their suppliers owe, and the whole of orders on their way, by limit and currency. */
async function usedOf(tx: Tx, limits: RawBuilder<unknown>, exceptOrderId?: string): Promise<Uses> {
  const items = Object.entries(within).map(
    ([type, which]) => sql`
      select o.currency, case when o.status in ${runningStatuses} then i.principal_outstanding else i.apply_amount end as used
      from finance_order_item i join finance_order o on o.id = i.order_id
      where x.type = ${sql.lit(type)} and i.active and i.funder_id = x.funder_id and ${which} and o.id is distinct from ${exceptOrderId ?? null}::uuid`,
  )
  // A supplier owes these by itself, so that they are used of no limit on a buyer.
  items.push(sql`
      select o.currency, d.owed as used from ${owedLosses} and x.type in ('SUPPLIER_FACILITY', 'FUNDER') and o.funder_id = x.funder_id
        and (x.type = 'FUNDER' or o.supplier_id = x.supplier_id) and o.id is distinct from ${exceptOrderId ?? null}::uuid`)
  items.push(sql`
      select c.currency, c.amount - c.paid_amount as used from recourse_claim c
      where x.type in ('SUPPLIER_FACILITY', 'FUNDER') and c.funder_id = x.funder_id and (x.type = 'FUNDER' or c.supplier_id = x.supplier_id)
        and c.status = 'OPEN' and c.reason = ${sql.lit(reserveOwedBack)} and c.order_id is distinct from ${exceptOrderId ?? null}::uuid`)
  const { rows } = await sql<{ id: string; currency: string; used: string }>`
    select x.id, u.currency, u.used from (${limits}) x
    cross join lateral (select currency, sum(used) as used from (${sql.join(items, sql` union all `)}) y group by 1) u`.execute(
    tx,
  )
  const uses = new Map<string, Map<string, string>>()
  for (const { id, currency, used } of rows) uses.set(id, (uses.get(id) ?? new Map<string, string>()).set(currency, used))
  return uses
}

/** Whether a currency has a limit of its own beside this one: of the same kind, between the same parties. */
const hasOwn = (limit: Limit, all: readonly Limit[], currency: string) =>
  all.some(
    (other) =>
      other.type === limit.type &&
      other.supplierId === limit.supplierId &&
      other.buyerId === limit.buyerId &&
      other.funderId === limit.funderId &&
      other.currency === currency,
  )

/**
 * What is used of a limit, in its own currency. It counts what is used in that currency and, at the day's rate, in every currency
 * that has no limit of its own (decision 065).
 */
function countedOn(limit: Limit, all: readonly Limit[], uses: Uses, rates: readonly FxRate[]): Result<Money, FxRefusal> {
  let counted = zero(limit.currency)
  for (const [currency, used] of uses.get(limit.id) ?? []) {
    if (currency !== limit.currency && hasOwn(limit, all, currency)) continue
    const converted = convert(amountOf(used, currency), limit.currency, rates)
    if (!converted.ok) return converted
    counted = add(counted, converted.value.amount)
  }
  return ok(counted)
}

const leftOf = (limit: LimitRow, used: Money): Money => subtract(amountOf(limit.amount, limit.currency), used)

/** What is left of a limit, in its own currency: below zero where more is used than it allows. */
function leftOn(limit: LimitRow, all: readonly Limit[], uses: Uses, rates: readonly FxRate[]): Result<Money, FxRefusal> {
  const used = countedOn(limit, all, uses, rates)
  return used.ok ? ok(leftOf(limit, used.value)) : used
}

/** What is free of a limit, in its own currency. */
function freeOf(...asked: Parameters<typeof leftOn>): Result<Money, FxRefusal> {
  const left = leftOn(...asked)
  return left.ok ? ok(atLeastZero(left.value)) : left
}

/**
 * What is used of some limits and what is free, each in its own currency; null where a rate is missing. Limits in force beside one of them
 * bear what is used in their currencies, whether they are asked for or not.
 */
export async function roomOfLimits(
  tx: Tx,
  ids: readonly string[],
  today: string,
): Promise<Map<string, { used: Money; free: Money } | null>> {
  const asked = sql`l.id = any(${[...ids]}::uuid[])`
  const [{ rows }, uses, rates] = await together(
    sql<LimitRow>`select ${columnsOf(null)} from credit_limit l
      where ${asked} or (l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date and exists (
        select 1 from credit_limit beside where beside.id = any(${[...ids]}::uuid[])
          and row(beside.type, beside.supplier_id, beside.buyer_id, beside.funder_id)
            is not distinct from row(l.type, l.supplier_id, l.buyer_id, l.funder_id)))`.execute(tx),
    usedOf(tx, sql`select ${columnsOf(null)} from credit_limit l where ${asked}`),
    ratesInForce(tx, today),
  )
  return new Map(
    rows.map((row) => {
      const used = countedOn(row, rows, uses, rates)
      return [row.id, used.ok ? { used: used.value, free: atLeastZero(leftOf(row, used.value)) } : null]
    }),
  )
}

export type LeftOfLimit = Omit<TrialLimit, 'available'> & { left: Money }

/** A converted amount. The refusal names the currency of the order and the day; that of a limit may be another company's business. */
function atRate<Value>(converted: Result<Value, FxRefusal>, { currency, today }: LimitScope): Value {
  if (converted.ok) return converted.value
  throw new Refused(converted.refusal, { currency, date: today })
}

/**
 * What is left of each limit, in the order's currency: below zero where more is used than it allows. Where the currency has a limit of its
 * own, the others do not concern it.
 */
export async function leftOfLimits(tx: Tx, scope: LimitScope, { lock = false } = {}): Promise<LeftOfLimit[]> {
  // One after the other on the server: what is used is read once the limits are locked.
  const [rows, uses, rates] = await together(
    limitsOf(tx, scope, lock),
    usedOf(tx, sql`select ${columnsOf(scope.funderId)} from ${concerned(scope)}`, scope.exceptOrderId),
    ratesInForce(tx, scope.today),
  )
  return rows
    .filter((row) => row.currency === scope.currency || !hasOwn(row, rows, scope.currency))
    .map((row) => ({
      type: row.type,
      left: atRate(convert(atRate(leftOn(row, rows, uses, rates), scope), scope.currency, rates), scope).amount,
      ...(row.buyerId ? { buyerId: row.buyerId } : {}),
    }))
}

/** What is free of each limit, in the order's currency. */
export async function freeLimits(...asked: Parameters<typeof leftOfLimits>): Promise<TrialLimit[]> {
  const limits = await leftOfLimits(...asked)
  return limits.map(({ left, ...limit }) => ({ ...limit, available: atLeastZero(left) }))
}

/** A sum or a least of amounts; unknown where one of them is. */
const joined = (amounts: readonly (Money | null)[], join: (one: Money, other: Money) => Money): Money | null =>
  amounts.reduce((all, one) => all && one && join(all, one))

/**
 * What orders in a currency could still take of the facilities in it, by currency; unknown where a rate is missing. Of several
 * between the same parties the least counts, as for an order. Of further currencies in which there is no facility, it is what the
 * others leave at the day's rate, as an order takes it (decision 065).
 */
export async function freeOfFacilities(
  tx: Tx,
  ids: readonly string[],
  today: string,
  further: readonly string[] = [],
): Promise<Map<string, Money | null>> {
  const facilities = sql`select ${columnsOf(null)} from credit_limit l where l.id = any(${[...ids]}::uuid[])`
  const [{ rows }, uses, rates] = await together(
    sql<LimitRow>`${facilities}`.execute(tx),
    usedOf(tx, facilities),
    ratesInForce(tx, today),
  )
  const freeBetween = ({ supplierId, funderId, currency }: LimitRow) =>
    joined(
      rows
        .filter((row) => row.supplierId === supplierId && row.funderId === funderId && row.currency === currency)
        .map((row) => freeOf(row, rows, uses, rates))
        .map((free) => (free.ok ? free.value : null)),
      min,
    )
  const pairs = [...new Map(rows.map((row) => [`${row.supplierId} ${row.funderId} ${row.currency}`, row])).values()]
  const freeIn = (currency: string) => joined(pairs.filter((row) => row.currency === currency).map(freeBetween), add)
  const own = new Map(rows.map(({ currency }) => [currency, freeIn(currency)]))
  const convertedTo = (currency: string) => (row: LimitRow) => {
    const free = freeBetween(row)
    const converted = free && convert(free, currency, rates)
    return converted?.ok ? converted.value.amount : null
  }
  const freeOfAll = (currency: string) =>
    joined(
      [...new Map(pairs.map((row) => [`${row.supplierId} ${row.funderId}`, row])).values()].map((party) =>
        joined(
          pairs
            .filter((row) => row.supplierId === party.supplierId && row.funderId === party.funderId)
            .map(convertedTo(currency)),
          min,
        ),
      ),
      add,
    )
  const without = rows.length === 0 ? [] : further.filter((currency) => !own.has(currency))
  return new Map([...own, ...without.map((currency) => [currency, freeOfAll(currency)] as const)])
}
