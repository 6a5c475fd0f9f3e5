import { convert } from '@usance/domain/fx'
import { add, atLeastZero, type Money, subtract, zero } from '@usance/domain/money'
import type { TrialLimit } from '@usance/domain/trial'
import { sql } from 'kysely'
import { ratesInForce } from '../../approval/config-change/rates-in-force.ts'
import { amountOf } from '../../database/amount.ts'
import { type Tx, together } from '../../database/database.ts'
import { accepted } from '../../http/refused.ts'

export type LimitScope = {
  supplierId: string
  buyerIds: string[]
  funderId: string
  currency: string
  today: string
  exceptOrderId?: string | undefined
}

type LimitRow = { id: string; type: string; buyerId: string | null; currency: string; amount: string }

/** The limits `l` an order must fit into. */
const concerned = ({ supplierId, buyerIds, funderId, today }: LimitScope) => sql`credit_limit l
    where l.status = 'ENABLE' and ${today}::date between l.effective_date and l.expiry_date and (l.funder_id = ${funderId} or l.funder_id is null)
      and ((l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${supplierId}) or (l.type = 'BUYER' and l.buyer_id = any(${buyerIds}::uuid[]))
        or (l.type = 'RELATIONSHIP' and l.supplier_id = ${supplierId} and l.buyer_id = any(${buyerIds}::uuid[])) or (l.type = 'FUNDER' and l.funder_id = ${funderId}))`

/** With `lock` they stay locked, in one order for everybody, until the transaction ends. */
async function limitsOf(tx: Tx, scope: LimitScope, lock: boolean): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select l.id, l.type, l.buyer_id, l.currency, l.amount from ${concerned(scope)} order by l.id ${lock ? sql`for no key update` : sql``}`.execute(
    tx,
  )
  return rows
}

/** Principal of funded orders and the whole of orders on their way, by limit and currency. Each kind of limit has its own index. */
async function usedOf(tx: Tx, scope: LimitScope): Promise<Map<string, Map<string, string>>> {
  const { supplierId, funderId, exceptOrderId } = scope
  const within = {
    BUYER: sql`i.buyer_id = x.buyer_id`,
    RELATIONSHIP: sql`i.buyer_id = x.buyer_id and i.supplier_id = ${supplierId}`,
    SUPPLIER_FACILITY: sql`i.supplier_id = ${supplierId}`,
    FUNDER: sql`true`,
  }
  const items = Object.entries(within).map(
    ([type, which]) => sql`
      select o.currency, case when o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') then i.principal_outstanding else i.apply_amount end as used
      from finance_order_item i join finance_order o on o.id = i.order_id
      where x.type = ${sql.lit(type)} and i.active and i.funder_id = ${funderId} and ${which} and o.id is distinct from ${exceptOrderId ?? null}::uuid`,
  )
  const { rows } = await sql<{ id: string; currency: string; used: string }>`
    select x.id, u.currency, u.used from (select l.id, l.type, l.buyer_id from ${concerned(scope)}) x
    cross join lateral (select currency, sum(used) as used from (${sql.join(items, sql` union all `)}) y group by 1) u`.execute(
    tx,
  )
  const uses = new Map<string, Map<string, string>>()
  for (const { id, currency, used } of rows) uses.set(id, (uses.get(id) ?? new Map<string, string>()).set(currency, used))
  return uses
}

/**
 * What is free of each limit, in the order's currency. A limit counts what is used in its own currency and, at the day's
 * rate, in every currency that has no limit of its own; where the order's currency has one, the others do not concern it.
 */
export async function freeLimits(tx: Tx, scope: LimitScope, { lock = false } = {}): Promise<TrialLimit[]> {
  // One after the other on the server: what is used is read once the limits are locked.
  const [rows, uses, rates] = await together(limitsOf(tx, scope, lock), usedOf(tx, scope), ratesInForce(tx, scope.today))
  const to = (amount: Money, currency: string) =>
    amount.currency === currency ? amount : accepted(convert(amount, currency, rates)).amount
  const free: TrialLimit[] = []
  for (const row of rows) {
    const hasOwn = (currency: string) =>
      rows.some((other) => other.type === row.type && other.buyerId === row.buyerId && other.currency === currency)
    if (row.currency !== scope.currency && hasOwn(scope.currency)) continue
    const used = uses.get(row.id) ?? new Map<string, string>()
    const counted = [...used].filter(([currency]) => currency === row.currency || !hasOwn(currency))
    const total = counted
      .map(([currency, amount]) => to(amountOf(amount, currency), row.currency))
      .reduce(add, zero(row.currency))
    const available = atLeastZero(subtract(amountOf(row.amount, row.currency), total))
    free.push({ type: row.type, available: to(available, scope.currency), ...(row.buyerId ? { buyerId: row.buyerId } : {}) })
  }
  return free
}
