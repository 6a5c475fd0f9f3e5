import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { settlesClaim } from '@usance/domain/servicing/settles-claim'
import type { Tx } from '../../database/database.ts'
import { loadFinancings, positionsAhead } from './load-order.ts'

type Settled = (orderId: string, on: LocalDate, part?: M.Money) => M.Money | undefined

/**
 * What suppliers pay to settle the claims on some orders, of which each may be asked of several days: so much of the claims of an order on
 * a day, or all. The fees at settlement that the money makes due first are in it (decision 240). Reserve that is owed back is no claim in
 * these books. The transaction sees every company.
 */
export async function claimsSettled(tx: Tx, orderIds: readonly string[]): Promise<Settled> {
  const financings = await loadFinancings(tx, [...new Set(orderIds)])
  const positionAhead = await positionsAhead(tx, [...financings.values()])
  const positions = new Map([...financings].map(([id, financing]) => [id, positionAhead(financing)]))
  return (orderId, on, part) => {
    const position = positions.get(orderId)
    return position && settlesClaim(position, on, part)
  }
}

/**
 * The same for the single claims of the orders, asked one after the other by the day on which they are due: what each adds to the claims of
 * its order before it. The transaction sees every company.
 */
export async function settledInTurn(
  tx: Tx,
  orderIds: readonly string[],
): Promise<(orderId: string, on: LocalDate, left: M.Money) => M.Money> {
  const settled = await claimsSettled(tx, orderIds)
  const before = new Map<string, { claimed: M.Money; told: M.Money }>()
  return (orderId, on, left) => {
    const none = M.zero(left.currency)
    const { claimed, told } = before.get(orderId) ?? { claimed: none, told: none }
    const through = M.add(claimed, left)
    const all = M.max(told, settled(orderId, on, through) ?? through)
    before.set(orderId, { claimed: through, told: all })
    return M.subtract(all, told)
  }
}

/** What settles all claims on an order on a day, as decimal text; nothing where none is open. */
export async function settlesClaimsOf(tx: Tx, orderId: string, on: LocalDate): Promise<string | null> {
  const settled = (await claimsSettled(tx, [orderId]))(orderId, on)
  return settled && M.isPositive(settled) ? M.toDecimal(settled) : null
}
