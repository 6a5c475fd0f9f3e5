import { addBusinessDays } from '@usance/domain/calendar'
import { dateOrder, type LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { hasUncoveredPrincipal } from '@usance/domain/servicing/life'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, mustSeeAll, type Tx } from '../../database/database.ts'
import { calendarsOf } from './calendars.ts'
import { loadFinancings } from './load-order.ts'
import { paymentCounts } from './payment-counts.ts'
import { freeReserves, owedOnItems, reservesOf, shortOf } from './reserves.ts'
import { reversalUnderWay } from './reversal-under-way.ts'
import type { FundedTerms } from './terms.ts'

/** Business days between a receipt and the release of the reserve it left. */
export const releaseAfterBd = 2

/**
 * The reason why the funder keeps a free reserve: the order was written off and the loss is not fully recovered, the reversal of one
 * of its receipts is in approval, the supplier
 * owes the funder a claim, the order is overdue, one of its documents is disputed, its costs are due, a reduction has left
 * principal without a receivable, or the release day has not come.
 */
export type ReleaseBlock = 'LOSS' | 'REVERSAL' | 'CLAIM' | 'OVERDUE' | 'DISPUTE' | 'COSTS' | 'DILUTION' | 'DATE'

export type Releasable = {
  orderId: string
  orderNo: string
  supplierId: string
  funderId: string
  currency: string
  itemId: string
  docNo: string
  amount: Money
  from: LocalDate
  blockedBy: ReleaseBlock | null
  /** What keeps it beside a receipt that may be taken back. */
  blockedBesides: ReleaseBlock | null
}

type Standing = {
  orderId: string
  currency: string
  principal: string
  status: string
  isLost: boolean
  isReversing: boolean
  hasClaim: boolean
  isDisputed: boolean
  hasCosts: boolean
  isDiluted: boolean
}

/** SQL: how an order `o` stands, as far as it says whether the funder keeps its free reserve. */
const standing = sql`o.id as order_id, o.currency, o.principal_outstanding as principal, o.status,
  exists (select 1 from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.account = '5000' and b.balance > 0) as is_lost,
  ${reversalUnderWay(sql`o.id`)} is not null as is_reversing,
  exists (select 1 from recourse_claim c where c.supplier_id = o.supplier_id and c.funder_id = o.funder_id and c.status = 'OPEN') as has_claim,
  exists (select 1 from finance_order_item i join invoice v on v.id = i.invoice_id
    where i.order_id = o.id and i.active and v.doc_status = 'DISPUTED') as is_disputed,
  exists (select 1 from ledger_balance b where b.order_id = o.id and b.book = 'F' and b.balance > 0
    and (b.account = '1220' or (o.principal_outstanding = 0 and b.account in ('1200', '1210')))) as has_costs,
  exists (select 1 from journal j where j.order_id = o.id and j.event = 'DILUTION') as is_diluted`

/**
 * The day on which the last claim is due for which the funder keeps the free reserve of some orders, of this or another order of their
 * supplier; orders without one are not in it.
 */
export async function claimsDue(tx: Tx, orderIds: readonly string[]): Promise<Map<string, LocalDate>> {
  const { rows } = await sql<{ orderId: string; on: LocalDate }>`
    select o.id as order_id, max(c.due_date) as "on" from finance_order o
    join recourse_claim c on c.supplier_id = o.supplier_id and c.funder_id = o.funder_id and c.status = 'OPEN'
    where o.id = ${anyOf(orderIds)} group by 1`.execute(tx)
  return new Map(rows.map(({ orderId, on }) => [orderId, on]))
}

async function blockIn(tx: Tx, of: Standing): Promise<ReleaseBlock | null> {
  if (of.isLost) return 'LOSS'
  if (of.isReversing) return 'REVERSAL'
  if (of.hasClaim) return 'CLAIM'
  if (of.status === 'OVERDUE') return 'OVERDUE'
  if (of.isDisputed) return 'DISPUTE'
  if (of.hasCosts) return 'COSTS'
  const isOpen = !M.isZero(amountOf(of.principal, of.currency))
  return of.isDiluted && isOpen && (await hasUncovered(tx, of.orderId, of.currency)) ? 'DILUTION' : null
}

/**
 * Why the funder keeps the free reserve of an order now, whether or not it is drafted for payment; null where it does not. The transaction
 * sees every company.
 */
export const releaseBlockOf = async (tx: Tx, orderId: string): Promise<ReleaseBlock | null> =>
  (await releaseBlocksOf(tx, [orderId])).get(orderId) ?? null

/** The same of several orders; one of which nothing keeps the reserve is not in it. */
export async function releaseBlocksOf(tx: Tx, orderIds: readonly string[]): Promise<Map<string, ReleaseBlock>> {
  mustSeeAll(tx)
  const found = new Map<string, ReleaseBlock>()
  if (orderIds.length === 0) return found
  const { rows } = await sql<Standing>`select ${standing} from finance_order o where o.id = ${anyOf(orderIds)}`.execute(tx)
  for (const order of rows) {
    const block = await blockIn(tx, order)
    if (block) found.set(order.orderId, block)
  }
  return found
}

/**
 * Reserves of paid items that are neither paid out nor in a payment, item by item. An invoice's reserve is the supplier's once
 * the financing of that invoice is paid, whatever else its order still owes. The transaction sees every company.
 */
export const releasableReserves = async (tx: Tx, today: LocalDate, where: Where = {}): Promise<Releasable[]> =>
  (await measured(tx, today, where)).found

/** The same of the first of some orders, or of all, that have some, and whether there are more such orders. */
export const firstReleasable = (tx: Tx, today: LocalDate, of: Pick<Where, 'orderIds' | 'orderNo'>) =>
  measured(tx, today, { ...of, isFirst: true })

/** The most orders of one list. */
const mostOrders = 500

type Where = { orderId?: string; orderIds?: readonly string[] | undefined; orderNo?: string | undefined; isFirst?: true }

async function measured(tx: Tx, today: LocalDate, where: Where): Promise<{ found: Releasable[]; more: boolean }> {
  mustSeeAll(tx)
  const { rows: all } = await sql<
    {
      orderNo: string
      supplierId: string
      funderId: string
      terms: FundedTerms
    } & Standing
  >`
    select o.supplier_id, o.funder_id, o.order_no, o.funded_terms as terms, ${standing}
    from finance_order o
    where o.funding_date is not null
      and (exists (select 1 from allocation a where a.order_id = o.id and a.component = 'RESERVE' and not a.reversed)
        or exists (select 1 from discount_release d where d.order_id = o.id and not d.reversed))
      and coalesce((select sum(a.amount) from allocation a where a.order_id = o.id and a.component = 'RESERVE' and not a.reversed), 0)
        + coalesce((select sum(d.rebate - d.rebate_to_principal) from discount_release d where d.order_id = o.id and not d.reversed), 0)
        + coalesce(${shortOf(sql`o.id`)}, 0)
        > coalesce((select sum(p.amount) from payment p where p.order_id = o.id and p.type = 'RELEASE' and ${paymentCounts('p')}), 0)
      ${where.orderId ? sql`and o.id = ${where.orderId}` : sql``}
      ${where.orderIds ? sql`and o.id = ${anyOf(where.orderIds)}` : sql``}
      ${where.orderNo ? sql`and o.order_no ilike ${`%${where.orderNo}%`}` : sql``}
    order by o.order_no ${where.isFirst ? sql`limit ${mostOrders + 1}` : sql``}`.execute(tx)
  const rows = where.isFirst ? all.slice(0, mostOrders) : all
  const reserves = await reservesOf(
    tx,
    rows.map((row) => row.orderId),
  )
  const found: Releasable[] = []
  for (const { terms, ...of } of rows) {
    const { orderId, orderNo, supplierId, funderId, currency } = of
    const row = { orderId, orderNo, supplierId, funderId, currency }
    const calendars = await calendarsOf(tx, terms.calendars)
    const block = await blockIn(tx, of)
    const besides = block === 'REVERSAL' ? await blockIn(tx, { ...of, isReversing: false }) : block
    for (const { itemId, docNo, amount, lastOn } of freeReserves(reserves.filter((one) => one.orderId === row.orderId))) {
      if (lastOn === null) continue
      const from = addBusinessDays(lastOn, releaseAfterBd, calendars)
      const untilThen = from > today ? 'DATE' : null
      found.push({ ...row, itemId, docNo, amount, from, blockedBy: block ?? untilThen, blockedBesides: besides ?? untilThen })
    }
  }
  found.sort((a, b) => dateOrder(a.from, b.from))
  return { found, more: all.length > rows.length }
}

/** Whether principal of an item exceeds its buyer's remaining debt. */
async function hasUncovered(tx: Tx, orderId: string, currency: string): Promise<boolean> {
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  if (financing?.kind !== 'PURCHASE') return false
  return hasUncoveredPrincipal(financing.life, await owedOnItems(tx, orderId, currency))
}
