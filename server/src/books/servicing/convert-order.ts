import { type ArpSettlement, settleArp } from '@usance/domain/arp'
import { feeTotal } from '@usance/domain/ledger/fee-lines'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import type { RepaymentStatus } from '@usance/domain/states/repayment'
import { type RawBuilder, sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { payoffOn, shippedBy } from './arp-payoff.ts'
import { fundingFigures, type StoredOrder } from './funding-figures.ts'
import { type Financing, loadFinancings, lockFinancing } from './load-order.ts'

export type Conversion = {
  settlement: ArpSettlement
  /** What reaches the supplier, as decimal text. */
  cash: string
}

/**
 * What converting purchase-order financing pays off on a day, with the costs up to it, and what is left for the supplier: what the
 * bank is told. A part shipment pays off its share of the principal; the proceeds and what the supplier has topped up must cover
 * the payoff. Throws ARP_SHORTFALL where they do not.
 */
export async function conversionFigures(
  tx: Tx,
  child: StoredOrder,
  on: LocalDate,
  { mayBeShort = false, isPreview = false }: { mayBeShort?: boolean; isPreview?: boolean } = {},
): Promise<Conversion> {
  const parentId = child.arpOfOrderId!
  const parent = isPreview ? (await loadFinancings(tx, [parentId])).get(parentId) : await lockFinancing(tx, parentId)
  if (!parent) throw new Refused('ILLEGAL_TRANSITION')
  if (parent.row.status === 'WRITTEN_OFF' && !mayBeShort && !isPreview) throw new Refused('ILLEGAL_TRANSITION')
  const { settlement, cash, share, toppedUp: kept } = await previewConversion(tx, child, parent, on)
  if (!settlement.covered && !mayBeShort && !isPreview) {
    const missing = M.subtract(settlement.topUp, kept)
    const figures = { payoff: share.payoff, net: settlement.net, kept, missing }
    const told = Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, M.toDecimal(amount)]))
    throw new Refused('ARP_SHORTFALL', { ...told, currency: child.currency })
  }
  return { settlement, cash }
}

/** The figures of a conversion on a day beside its loan as it was loaded: also its share of the debts, and what has been topped up. */
export async function previewConversion(tx: Tx, child: StoredOrder, parent: Financing, on: LocalDate) {
  const { currency } = child
  const { purchase } = await fundingFigures(tx, child, on)
  const { payoff, share, owed } = await payoffOn(tx, parent, await shippedBy(tx, child), on)
  const topUp = await toppedUp(tx, child, ['POSTED'])
  const settlement = settleArp({
    advance: purchase.advance,
    discount: M.add(purchase.discount.fund, purchase.discount.spread),
    fees: feeTotal(purchase.fees, currency),
    payoff: share,
    topUpReceived: topUp,
  })
  return {
    settlement,
    share,
    owed,
    toppedUp: topUp,
    cash: M.toDecimal(M.atLeastZero(M.subtract(M.add(settlement.net, topUp), payoff.total))),
  }
}

/**
 * Whether the payment of a conversion pays off less of the older order than the principal that its invoices take, as where a receipt of that
 * order was taken back since it was priced. Costs that have changed since stay due there (decision 105). The transaction sees every company.
 */
export async function paysTooLittleOff(tx: Tx, child: StoredOrder, amount: string): Promise<boolean> {
  const parentId = child.arpOfOrderId
  const parent = parentId ? (await loadFinancings(tx, [parentId])).get(parentId) : undefined
  if (!parent) return false
  const { settlement, share, toppedUp: topUp } = await previewConversion(tx, child, parent, child.requestedFundingDate)
  const told = M.subtract(M.add(settlement.net, topUp), amountOf(amount, child.currency))
  return M.exceeds(share.principal, told)
}

/** What the supplier has paid in for a conversion, as far as its top-ups have come. */
export async function toppedUp(
  tx: Tx,
  { id, currency }: Pick<StoredOrder, 'id' | 'currency'>,
  statuses: readonly RepaymentStatus[],
): Promise<M.Money> {
  const rows = await tx
    .selectFrom('repayment')
    .select('amount')
    .where('topUpOf', '=', id)
    .where('status', 'in', [...statuses])
    .execute()
  return M.sum(
    rows.map((row) => amountOf(row.amount, currency)),
    currency,
  )
}

/**
 * SQL: the number of the payment of a conversion `c` that is in approval or at the bank, or was declared failed and went by a file that the
 * bank has not refused: it may report it as paid after all. Null where none is. The reader must see the payments of the order's funder.
 */
const payingConversion = (which: RawBuilder<boolean>): RawBuilder<string | null> =>
  sql<string | null>`(select min(p.no) from payment p join finance_order c on c.id = p.order_id
    where p.type = 'FUNDING' and c.arp_of_order_id is not null and ${which}
      and (p.status in ('IN_APPROVE', 'INSTRUCTED') or (p.status in ('DRAFT', 'FAILED')
        and exists (select from payment_file_item i join payment_file f on f.id = i.file_id
          where i.payment_id = p.id and i.status <> 'REJECTED' and f.taken_at is not null))))`

/** SQL: the number of the payment of a conversion of an order that is under way; null where none is. */
export const conversionUnderWay = (orderId: RawBuilder<unknown>): RawBuilder<string | null> =>
  payingConversion(sql<boolean>`c.arp_of_order_id = ${orderId}`)

/**
 * Refuses what would change the payoff of an order by a conversion while the payment of the conversion is under way
 * (CONVERSION_UNDER_WAY). `of` is that order, or the conversion itself.
 */
export async function refuseUnderConversion(tx: Tx, of: { parentId: string } | { childId: string }): Promise<void> {
  const paying =
    'parentId' in of ? conversionUnderWay(sql`${of.parentId}::uuid`) : payingConversion(sql<boolean>`c.id = ${of.childId}`)
  const { rows } = await sql<{ no: string | null }>`select ${paying} as no`.execute(tx)
  const no = rows[0]?.no
  if (no) throw new Refused('CONVERSION_UNDER_WAY', { no })
}
