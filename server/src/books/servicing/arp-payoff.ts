import { type ArpPayoff, arpPayoff } from '@usance/domain/arp'
import type { LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { type ItemOwed, owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { type Financing, positionAhead } from './load-order.ts'

export type Payoff = { principal: Money; interest: Money; penalty: Money; fees: Money; total: Money }

/**
 * The payoff by a conversion of purchase-order financing into the purchase of invoices on a day. It covers these invoices' share
 * of the principal that no earlier conversion has taken, and all costs to date, with the fees due at settlement and without an
 * early fee (decision 077). `exceptOrderId` is the conversion itself, whose invoices were shipped just now. Trial and payment
 * both use it, so that they always agree.
 */
export async function payoffOn(
  tx: Tx,
  parent: Financing,
  { shipped, exceptOrderId }: { shipped: Money; exceptOrderId?: string | undefined },
  on: LocalDate,
): Promise<{ payoff: Payoff; share: ArpPayoff; owed: ItemOwed[] }> {
  const { currency } = parent.row
  const owed = owedOn(await positionAhead(tx, parent), on)
  const sum = (part: 'principal' | 'interest' | 'penalty' | 'fees') =>
    M.sum(
      owed.map((one) => one[part]),
      currency,
    )
  const share = arpPayoff({
    principal: sum('principal'),
    segments: [],
    dayCount: parent.terms.dayCount,
    shipped,
    uninvoiced: await notConverted(tx, parent, exceptOrderId),
  })
  const [interest, penalty, fees] = [sum('interest'), sum('penalty'), sum('fees')]
  const total = M.sum([share.principal, interest, penalty, fees], currency)
  return { payoff: { principal: share.principal, interest, penalty, fees, total }, share: { ...share, payoff: total }, owed }
}

/**
 * The payoff by a conversion of the whole rest, from the debts on a day by `positionAhead`, as decimal text in the order's
 * currency; null for an order that cannot be converted.
 */
export function payoffByConversion({ row, terms }: Pick<Financing, 'row' | 'terms'>, owed: readonly ItemOwed[]): string | null {
  const isConvertible =
    row.type === 'PO_FINANCE' && terms.method === 'IN_ARREARS' && owed.some((one) => M.isPositive(one.principal))
  return isConvertible ? M.toDecimal(owedTotal(owed, row.currency)) : null
}

/** The face of the invoices of a conversion. */
export async function shippedBy(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<M.Money> {
  const items = await tx.selectFrom('financeOrderItem').select('face').where('orderId', '=', id).execute()
  return M.sum(
    items.map((item) => amountOf(item.face, currency)),
    currency,
  )
}

/**
 * What of the purchase orders no conversion has taken. One whose payoff is taken off, to be booked again behind an earlier receipt, has
 * taken nothing yet.
 */
async function notConverted(tx: Tx, { row }: Financing, exceptOrderId: string | undefined): Promise<Money> {
  const po = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('purchaseOrder as p', 'p.id', 'i.purchaseOrderId')
    .select(({ fn }) => fn.sum<string>('p.amount').as('amount'))
    .where('i.orderId', '=', row.id)
    .executeTakeFirstOrThrow()
  const earlier = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(({ fn }) => fn.sum<string | null>('i.face').as('face'))
    .where('o.arpOfOrderId', '=', row.id)
    .where('o.fundingDate', 'is not', null)
    .where(
      sql<boolean>`not exists (select from repayment r where r.order_id = o.arp_of_order_id and r.payer_role = 'ARP' and r.match_reason = o.order_no
        and not exists (select from allocation a where a.repayment_id = r.id and not a.reversed))`,
    )
    .$if(exceptOrderId !== undefined, (query) => query.where('o.id', '<>', exceptOrderId!))
    .executeTakeFirstOrThrow()
  return M.atLeastZero(M.subtract(amountOf(po.amount ?? '0', row.currency), amountOf(earlier.face ?? '0', row.currency)))
}
