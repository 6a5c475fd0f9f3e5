import { convert, type FxRate } from '@usance/domain/fx'
import { add, atLeastZero, type Money, subtract, zero } from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import type { TrialLimit } from '@usance/domain/trial'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { accepted } from '../../http/refused.ts'

export type LimitScope = {
  supplierId: string
  buyerIds: string[]
  funderId: string
  currency: string
  today: string
  exceptOrderId?: string | undefined
}

/** The day's exchange rates, the newest of each pair. */
export async function ratesOf(tx: Tx, today: string): Promise<FxRate[]> {
  const { rows } = await sql<{ fromCurrency: string; toCurrency: string; rate: string; inverse: string }>`
    select distinct on (from_currency, to_currency) from_currency, to_currency, rate::text as rate, inverse::text as inverse from fx_rate where rate_date <= ${today}::date order by from_currency, to_currency, rate_date desc`.execute(
    tx,
  )
  return rows.map((row) => ({
    from: row.fromCurrency,
    to: row.toCurrency,
    rate: parseDecimal(row.rate),
    inverse: parseDecimal(row.inverse),
  }))
}

type LimitRow = { id: string; type: string; buyerId: string | null; currency: string; amount: string }

/** The limits an order must fit into. With `lock` they stay locked, in one order for everybody, until the transaction ends. */
async function limitsOf(tx: Tx, { supplierId, buyerIds, funderId, today }: LimitScope, lock: boolean): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select id, type, buyer_id, currency, amount from credit_limit
    where status = 'ENABLE' and ${today}::date between effective_date and expiry_date and (funder_id = ${funderId} or funder_id is null)
      and ((type = 'SUPPLIER_FACILITY' and supplier_id = ${supplierId}) or (type = 'BUYER' and buyer_id = any(${buyerIds}::uuid[]))
        or (type = 'RELATIONSHIP' and supplier_id = ${supplierId} and buyer_id = any(${buyerIds}::uuid[])) or (type = 'FUNDER' and funder_id = ${funderId}))
    order by id ${lock ? sql`for no key update` : sql``}`.execute(tx)
  return rows
}

/** Principal of funded orders and the whole of orders on their way, by currency, within the scope of one limit. */
async function usedOf(
  tx: Tx,
  limit: LimitRow,
  { supplierId, funderId, exceptOrderId }: LimitScope,
): Promise<Map<string, string>> {
  const within =
    limit.type === 'BUYER'
      ? sql`i.buyer_id = ${limit.buyerId}`
      : limit.type === 'RELATIONSHIP'
        ? sql`i.buyer_id = ${limit.buyerId} and i.supplier_id = ${supplierId}`
        : limit.type === 'SUPPLIER_FACILITY'
          ? sql`i.supplier_id = ${supplierId}`
          : sql`true`
  const { rows } = await sql<{ currency: string; used: string }>`
    select o.currency, sum(case when o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') then i.principal_outstanding else i.apply_amount end) as used
    from finance_order_item i join finance_order o on o.id = i.order_id
    where i.active and i.funder_id = ${funderId} and ${within} and o.id is distinct from ${exceptOrderId ?? null}::uuid group by o.currency`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.currency, row.used]))
}

/**
 * What is free of each limit, in the order's currency. A limit counts what is used in its own currency and, at the day's
 * rate, in every currency that has no limit of its own; where the order's currency has one, the others do not concern it.
 */
export async function freeLimits(tx: Tx, scope: LimitScope, { lock = false } = {}): Promise<TrialLimit[]> {
  const [rows, rates] = await Promise.all([limitsOf(tx, scope, lock), ratesOf(tx, scope.today)])
  const to = (amount: Money, currency: string) =>
    amount.currency === currency ? amount : accepted(convert(amount, currency, rates)).amount
  const uses = await Promise.all(rows.map((row) => usedOf(tx, row, scope)))
  const free: TrialLimit[] = []
  for (const [index, row] of rows.entries()) {
    const hasOwn = (currency: string) =>
      rows.some((other) => other.type === row.type && other.buyerId === row.buyerId && other.currency === currency)
    if (row.currency !== scope.currency && hasOwn(scope.currency)) continue
    const used = uses[index]!
    const counted = [...used].filter(([currency]) => currency === row.currency || !hasOwn(currency))
    const total = counted
      .map(([currency, amount]) => to(amountOf(amount, currency), row.currency))
      .reduce(add, zero(row.currency))
    const available = atLeastZero(subtract(amountOf(row.amount, row.currency), total))
    free.push({ type: row.type, available: to(available, scope.currency), ...(row.buyerId ? { buyerId: row.buyerId } : {}) })
  }
  return free
}
