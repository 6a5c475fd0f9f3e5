import { earlyRebate } from '../early-repayment.ts'
import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { unearnedOn } from './accrued.ts'
import { chargedOn, earnedTo, type ItemLife, type OrderLife, rateOn } from './life.ts'

export type DiscountRelease = {
  readonly itemId: string
  readonly client: Money
  readonly fund: Money
  /** The supplier's rebate of it. */
  readonly rebate: Money
  /**
   * What the repayment of all principal earns of it: the difference of rounded nights and rounded parts. What is neither rebated
   * nor earned is the break costs.
   */
  readonly earned: Money
}
/** What the funder keeps of a discount for the break days, or all of the rest where a product gives nothing back. */
export const breakCostsOf = ({ client, rebate, earned }: DiscountRelease): Money => M.subtract(M.subtract(client, rebate), earned)
export type HeldPart = { readonly itemId: string; readonly from: string; readonly amount: Money }
export type RepaidPart = { readonly item: ItemLife; readonly before: Money; readonly paid: Money }
type Rebates = { releases: DiscountRelease[]; toPrincipal: HeldPart[]; toReserve: Money }

/**
 * The rebates of unearned discount on principal repaid early. A rebate first pays the rest of its own item, then of the others:
 * all of it, or the sum of `mustBePaid` where the receipt is split by invoice. The remainder is reserve. Principal that a rebate
 * pays is itself repaid early, and its discount is rebated too (decision 092).
 */
export function rebatesFor(
  order: OrderLife,
  items: readonly RepaidPart[],
  on: LocalDate,
  mustBePaid?: (itemId: string) => Money,
): Rebates {
  const none = M.zero(order.currency)
  if (order.terms.method === 'IN_ARREARS') return { releases: [], toPrincipal: [], toReserve: none }
  let paid = items
  for (;;) {
    const releases = releasesOf(order, paid, on)
    const { toPrincipal, toReserve } = useOfRebates(order, items, releases, mustBePaid)
    const next = items.map((one) => ({
      ...one,
      paid: toPrincipal.reduce((sum, { itemId, amount }) => (itemId === one.item.itemId ? M.add(sum, amount) : sum), one.paid),
    }))
    // More principal is never paid by less rebate, so that this ends, at the latest with all of the principal.
    if (next.every((one, index) => M.equals(one.paid, paid[index]!.paid))) return { releases, toPrincipal, toReserve }
    paid = next
  }
}

/** What of the discount of each item is no longer earned, and what of that comes back. */
function releasesOf(order: OrderLife, items: readonly RepaidPart[], on: LocalDate): DiscountRelease[] {
  const { terms } = order
  return items.flatMap(({ item, before, paid }) => {
    if (!M.isPositive(paid)) return []
    const left = unearnedOn(order, item, on)
    const { unearned, rebate } = earlyRebate({
      charged: chargedOn(item),
      advance: item.advance,
      before,
      after: M.subtract(before, paid),
      fundedOn: item.fundedOn,
      repaidOn: on,
      earnedTo: earnedTo(item, on),
      interestTo: item.interestTo,
      rate: rateOn(order.rates, item.fundedOn),
      dayCount: terms.dayCount,
      breakDays: terms.breakDays,
      rebateAllowed: terms.rebateAllowed,
      unearnedLeft: left.client,
    })
    const isWhole = M.equals(paid, before)
    const client = isWhole ? left.client : unearned
    if (!M.isPositive(client)) return []
    const fund = isWhole ? left.fund : M.mulDiv(left.fund, client.minor, left.client.minor, 'DOWN')
    const earned = terms.rebateAllowed ? M.subtract(client, unearned) : M.zero(order.currency)
    return [{ itemId: item.itemId, client, fund, rebate, earned }]
  })
}

/** What rebates pay of the principal that a receipt has left, and what of them is reserve. */
function useOfRebates(
  { currency }: OrderLife,
  items: readonly RepaidPart[],
  releases: readonly DiscountRelease[],
  mustBePaid?: (itemId: string) => Money,
): Pick<Rebates, 'toPrincipal' | 'toReserve'> {
  let toReserve = M.zero(currency)
  const toPrincipal: HeldPart[] = []
  const leftOf = new Map(items.map(({ item, before, paid }) => [item.itemId, M.subtract(before, paid)]))
  const needOf = new Map(mustBePaid ? items.map(({ item }) => [item.itemId, mustBePaid(item.itemId)]) : leftOf)
  for (const { itemId: from, rebate } of releases) {
    let left = rebate
    for (const { item } of [...items].sort((a, b) => Number(b.item.itemId === from) - Number(a.item.itemId === from))) {
      const rest = leftOf.get(item.itemId)!
      const need = needOf.get(item.itemId)!
      const amount = M.min(left, item.itemId === from ? rest : M.min(rest, need))
      if (!M.isPositive(amount)) continue
      toPrincipal.push({ itemId: item.itemId, from, amount })
      leftOf.set(item.itemId, M.subtract(rest, amount))
      needOf.set(item.itemId, M.subtract(need, amount))
      left = M.subtract(left, amount)
    }
    toReserve = M.add(toReserve, left)
  }
  return { toPrincipal, toReserve }
}
