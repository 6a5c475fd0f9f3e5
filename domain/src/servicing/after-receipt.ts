import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type ItemLife, principalLeft } from './life.ts'
import type { OrderPosition, RepaymentPlan } from './plan-repayment.ts'

/** A position that receipts move on, with the reserve that each item has been fed by receipts and rebates. */
export type Moving = { readonly position: OrderPosition; readonly fed: ReadonlyMap<string, Money> }

type Received = { readonly on: LocalDate; readonly payer: 'BUYER' | 'SUPPLIER' }

/** The position after a planned receipt, as the books would have it once it is booked: what a later receipt is planned on. */
export function afterReceipt({ position, fed }: Moving, plan: RepaymentPlan, { on, payer }: Received): Moving {
  const { order } = position
  const { currency } = order
  const { totals, heldToPrincipal, releases } = plan
  const sum = (amounts: readonly Money[]) => M.sum(amounts, currency)
  const paidOf = (itemId: string, component: 'PRINCIPAL' | 'INTEREST' | 'PENALTY' | 'RESERVE') =>
    sum(plan.allocations.filter((one) => one.itemId === itemId && one.component === component).map(({ amount }) => amount))
  const heldOf = (key: 'itemId' | 'from', itemId: string) =>
    sum(heldToPrincipal.filter((one) => one[key] === itemId).map(({ amount }) => amount))
  const items = order.items.map((item): ItemLife => {
    const principal = M.add(paidOf(item.itemId, 'PRINCIPAL'), heldOf('itemId', item.itemId))
    const released = releases.filter(({ itemId }) => itemId === item.itemId).map(({ client, fund }) => ({ on, client, fund }))
    return {
      ...item,
      principalPaid: M.isZero(principal) ? item.principalPaid : [...item.principalPaid, { on, amount: principal }],
      released: [...item.released, ...released],
    }
  })
  const fedNow = new Map(
    items.map(({ itemId }) => {
      const rebates = sum(releases.filter((one) => one.itemId === itemId).map(({ rebate }) => rebate))
      const before = fed.get(itemId) ?? M.zero(currency)
      return [itemId, M.subtract(sum([before, paidOf(itemId, 'RESERVE'), rebates]), heldOf('from', itemId))]
    }),
  )
  // Interest is rounded where it is paid.
  const isCut = [totals.principal, totals.interest, totals.penalty].some(M.isPositive) || heldToPrincipal.length > 0
  const early = sum(plan.earlyFees.flatMap(({ amount, tax }) => [amount, tax]))
  const { receivable, owes } = position
  const freed = M.subtract(freeOf(items, fedNow, currency), freeOf(order.items, fed, currency))
  return {
    fed: fedNow,
    position: {
      ...position,
      order: { ...order, items, cuts: isCut ? [...order.cuts, on] : order.cuts },
      paid: new Map(
        items.map(({ itemId }) => {
          const done = position.paid.get(itemId)
          const added = (component: 'INTEREST' | 'PENALTY', before = M.zero(currency)) => M.add(before, paidOf(itemId, component))
          return [itemId, { interest: added('INTEREST', done?.interest), penalty: added('PENALTY', done?.penalty) }]
        }),
      ),
      feesDue: M.subtract(M.add(position.feesDue, early), totals.fees),
      buyerFees: M.subtract(position.buyerFees, totals.buyerFees),
      receivable: receivable && receivableAfter(receivable, plan, { payer, freed }),
      ...(owes ? { owes: owesAfter(owes, plan, receivable, payer) } : {}),
    },
  }
}

/** Reserve of the items that are paid: it is the supplier's and bears nothing any more. */
const freeOf = (items: readonly ItemLife[], fed: ReadonlyMap<string, Money>, currency: string): Money =>
  M.sum(
    items.filter((item) => M.isZero(principalLeft(item))).map(({ itemId }) => fed.get(itemId) ?? M.zero(currency)),
    currency,
  )

type Receivable = NonNullable<OrderPosition['receivable']>

function receivableAfter(
  before: Receivable,
  { totals, heldToClaims, releases, takesBack }: RepaymentPlan,
  { payer, freed }: Pick<Received, 'payer'> & { freed: Money },
): Receivable {
  const { currency } = before.face
  const none = M.zero(currency)
  if (takesBack) return { face: none, claim: none, reserve: none }
  const isSupplier = payer === 'SUPPLIER'
  const costs = M.sum([totals.fees, totals.penalty, totals.interest], currency)
  const toClaim = isSupplier ? M.min(totals.principal, before.claim) : none
  const toFace = isSupplier ? M.subtract(totals.principal, toClaim) : M.sum([costs, totals.principal, totals.reserve], currency)
  const borne = isSupplier ? none : M.min(costs, before.reserve)
  const beyond = isSupplier ? none : M.subtract(costs, borne)
  const rebates = M.sum(
    releases.map(({ rebate }) => rebate),
    currency,
  )
  // Held money that pays principal leaves the reserve as it is: costs or the assignment have lowered it before.
  const used = M.sum([borne, heldToClaims, freed], currency)
  return {
    face: M.subtract(before.face, toFace),
    claim: M.subtract(M.add(before.claim, beyond), M.add(toClaim, heldToClaims)),
    reserve: M.subtract(M.add(before.reserve, rebates), used),
  }
}

// What pays a claim is no payment of an invoice: the buyer owes it as before.
function owesAfter(
  owes: ReadonlyMap<string, Money>,
  { allocations, totals }: RepaymentPlan,
  receivable: Receivable | null,
  payer: Received['payer'],
): Map<string, Money> {
  const { currency } = totals.principal
  const left = new Map(owes)
  let toClaim = payer === 'SUPPLIER' && receivable ? receivable.claim : M.zero(currency)
  for (const { itemId, paidOn = itemId, component, amount } of allocations) {
    if (!paidOn || (payer === 'SUPPLIER' && component !== 'PRINCIPAL')) continue
    const claimed = M.min(toClaim, amount)
    toClaim = M.subtract(toClaim, claimed)
    left.set(paidOn, M.subtract(left.get(paidOn) ?? M.zero(currency), M.subtract(amount, claimed)))
  }
  return left
}
