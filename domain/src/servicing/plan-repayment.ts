import { earlyRebate } from '../early-repayment.ts'
import type { Payer, ReceivableBefore } from '../ledger/collection.ts'
import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import { type Allocation, applyReceipt, dueStateOf, type FundSource, type Waterfall, type WaterfallItem } from '../waterfall.ts'
import { accruedOn, unearnedOn } from './accrued.ts'
import { type ItemLife, type OrderLife, principalOn, rateOn } from './life.ts'

/** What receipts have already paid of an item's interest and penalty. */
export type PaidCosts = { readonly interest: Money; readonly penalty: Money }
export type OrderPosition = {
  readonly order: OrderLife
  readonly paid: ReadonlyMap<string, PaidCosts>
  /** Fees charged and not yet paid. */
  readonly feesDue: Money
  /** A purchased receivable; null for a loan, which holds no reserve. */
  readonly receivable: ReceivableBefore | null
}
export type ItemOwed = {
  readonly item: ItemLife
  readonly principal: Money
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
}

const byDueDate = (a: ItemLife, b: ItemLife) =>
  a.maturity < b.maturity ? -1 : a.maturity > b.maturity ? 1 : a.number < b.number ? -1 : a.number > b.number ? 1 : 0

/** What is owed on each item on a day, earliest due first; fees of the order stand with the first item that is still open. */
export function owedOn({ order, paid, feesDue }: OrderPosition, on: LocalDate): ItemOwed[] {
  const none = M.zero(order.currency)
  const owed = [...order.items].sort(byDueDate).map((item) => {
    const accrued = accruedOn(order, item, on)
    const done = paid.get(item.itemId)
    return {
      item,
      principal: principalOn(item, on),
      interest: M.subtract(accrued.interest, done?.interest ?? none),
      penalty: M.subtract(accrued.penalty, done?.penalty ?? none),
      fees: none,
    }
  })
  const open = Math.max(
    owed.findIndex((one) => M.isPositive(one.principal)),
    0,
  )
  return owed.map((one, index) => (index === open ? { ...one, fees: feesDue } : one))
}

export const owedTotal = (owed: readonly ItemOwed[], currency: string): Money =>
  M.sum(
    owed.flatMap((one) => [one.principal, one.interest, one.penalty, one.fees]),
    currency,
  )

/** The fee for repaying principal of an item in arrears before its maturity, in percent of that principal. */
const earlyFeeOn = (order: OrderLife, item: ItemLife, principal: Money, on: LocalDate): Money =>
  order.terms.method === 'IN_ARREARS' && on < item.maturity
    ? M.times(principal, Exact.percent(order.terms.earlyFeePct))
    : M.zero(order.currency)

/** What settles the order on a day: everything owed and the fees for being early. */
export function payoffOn(position: OrderPosition, on: LocalDate): { owed: ItemOwed[]; earlyFee: Money; total: Money } {
  const { order } = position
  const owed = owedOn(position, on)
  const earlyFee = M.sum(
    owed.map((one) => earlyFeeOn(order, one.item, one.principal, on)),
    order.currency,
  )
  return { owed, earlyFee, total: M.add(owedTotal(owed, order.currency), earlyFee) }
}

export type DiscountRelease = {
  readonly itemId: string
  readonly client: Money
  readonly fund: Money
  /** What the supplier gets back of it; the rest is the cost of breaking the term. */
  readonly rebate: Money
}
export type RepaymentPlan = {
  /** From the receipt; they add up to it. */
  readonly allocations: readonly Allocation[]
  readonly totals: { fees: Money; penalty: Money; interest: Money; principal: Money; reserve: Money; refund: Money }
  readonly earlyFees: readonly { readonly itemId: string; readonly amount: Money }[]
  readonly releases: readonly DiscountRelease[]
  /** Rebate that pays principal still outstanding instead of waiting as reserve. */
  readonly rebateToPrincipal: readonly { readonly itemId: string; readonly amount: Money }[]
  readonly rebateToReserve: Money
  /** Nothing is owed any more. */
  readonly settles: boolean
}

/** Decides what a receipt pays: the order of payment, the early fee, the rebate of unearned discount, then reserve and
 *  refund. Principal not yet due is repaid too, since the assigned receivable it was advanced on has turned into cash. */
export function planRepayment(
  position: OrderPosition,
  receipt: Money,
  {
    on,
    fundSource,
    payer = 'BUYER',
    own,
  }: {
    on: LocalDate
    fundSource: FundSource
    payer?: Payer
    /** The items whose buyer pays, where the order has several buyers; `receivable.face` is then what this buyer owes. Its
     *  money pays its own items first, and no more is taken of it than it owes. */
    own?: ReadonlySet<string>
  },
): RepaymentPlan {
  const { order, receivable } = position
  const { currency } = order
  const usable = own && receivable ? M.min(receipt, receivable.face) : receipt
  const none = M.zero(currency)
  const owed = owedOn(position, on)
  const claims = (earlyFees: ReadonlyMap<string, Money>): WaterfallItem[] =>
    owed.map(({ item, principal, interest, penalty, fees }) => ({
      orderId: order.orderId,
      itemId: item.itemId,
      number: item.number,
      dueDate: item.maturity,
      due: {
        [dueStateOf(item.maturity, on)]: {
          PENALTY: penalty,
          FEE: M.add(fees, earlyFees.get(item.itemId) ?? none),
          INTEREST: interest,
          PRINCIPAL: principal,
        },
      },
    }))
  const run = (earlyFees: ReadonlyMap<string, Money>) => applyInTurn(usable, claims(earlyFees), fundSource, own)
  const { earlyFees, waterfall } = withEarlyFees(position, owed, on, fundSource, run)

  const paidOf = (component: Allocation['component'], itemId?: string) =>
    M.sum(
      waterfall.allocations
        .filter((one) => one.component === component && (itemId === undefined || one.itemId === itemId))
        .map((one) => one.amount),
      currency,
    )
  const [fees, penalty, interest, principal] = [paidOf('FEE'), paidOf('PENALTY'), paidOf('INTEREST'), paidOf('PRINCIPAL')]
  const costs = M.sum([fees, penalty, interest], currency)
  const room = receivable ? roomForReserve(receivable, { costs, paid: M.add(costs, principal), payer }) : none
  const toReserve = fundSource === 'COLLECTION' ? M.min(waterfall.refund, room) : none
  const refund = M.add(M.subtract(waterfall.refund, toReserve), M.subtract(receipt, usable))
  const reserveItem = owed[0]?.item.itemId ?? null
  const part = (component: 'RESERVE' | 'REFUND', amount: Money): Allocation[] =>
    M.isPositive(amount)
      ? [
          {
            orderId: component === 'REFUND' ? null : order.orderId,
            itemId: component === 'REFUND' ? null : reserveItem,
            state: null,
            component,
            amount,
          },
        ]
      : []
  const rebates = rebatesFor(
    order,
    owed.map(({ item, principal: before }) => ({ item, before, paid: paidOf('PRINCIPAL', item.itemId) })),
    on,
  )
  const allFees = M.sum([...earlyFees.values()], currency)
  const left = M.sum(
    [
      M.subtract(owedTotal(owed, currency), M.add(costs, principal)),
      allFees,
      M.negate(
        M.sum(
          rebates.toPrincipal.map((one) => one.amount),
          currency,
        ),
      ),
    ],
    currency,
  )
  return {
    allocations: [
      ...waterfall.allocations.filter((one) => one.component !== 'REFUND'),
      ...part('RESERVE', toReserve),
      ...part('REFUND', refund),
    ],
    totals: { fees, penalty, interest, principal, reserve: toReserve, refund },
    earlyFees: [...earlyFees].map(([itemId, amount]) => ({ itemId, amount })).filter((one) => M.isPositive(one.amount)),
    releases: rebates.releases,
    rebateToPrincipal: rebates.toPrincipal,
    rebateToReserve: rebates.toReserve,
    settles: M.isZero(left),
  }
}

// What is over when the payer's own items are paid pays the others: it is what the supplier has left of its receivable.
function applyInTurn(
  receipt: Money,
  items: readonly WaterfallItem[],
  fundSource: FundSource,
  own: ReadonlySet<string> | undefined,
): Waterfall {
  const options = { fundSource, settleEarly: true }
  if (!own) return applyReceipt(receipt, items, options)
  const first = applyReceipt(
    receipt,
    items.filter((item) => own.has(item.itemId)),
    options,
  )
  const rest = applyReceipt(
    first.refund,
    items.filter((item) => !own.has(item.itemId)),
    options,
  )
  return {
    ...rest,
    receipt,
    allocations: [...first.allocations.filter((one) => one.component !== 'REFUND'), ...rest.allocations],
  }
}

// A debtor's money can fill what is left of the receivable and of the claims; a supplier's only its claims, because the
// receivable that it did not sell twice still comes from the debtor.
function roomForReserve(
  { face, claim, reserve }: NonNullable<OrderPosition['receivable']>,
  { costs, paid, payer }: { costs: Money; paid: Money; payer: Payer },
): Money {
  const claims = M.add(claim, M.atLeastZero(M.subtract(costs, reserve)))
  return M.atLeastZero(M.subtract(payer === 'SUPPLIER' ? claims : M.add(face, claims), paid))
}

// Settling pays the fee on all principal; a part payment bears it on the part: fee ÷ (principal + fee) = f ÷ (1 + f).
function withEarlyFees(
  { order }: OrderPosition,
  owed: readonly ItemOwed[],
  on: LocalDate,
  fundSource: FundSource,
  run: (fees: ReadonlyMap<string, Money>) => ReturnType<typeof applyReceipt>,
) {
  const whole = new Map(owed.map((one) => [one.item.itemId, earlyFeeOn(order, one.item, one.principal, on)]))
  if (fundSource === 'INTEREST' || [...whole.values()].every(M.isZero))
    return { earlyFees: new Map<string, Money>(), waterfall: run(new Map()) }
  const inFull = run(whole)
  const principalOf = (waterfall: ReturnType<typeof applyReceipt>, itemId: string) =>
    M.sum(
      waterfall.allocations.filter((one) => one.itemId === itemId && one.component === 'PRINCIPAL').map((one) => one.amount),
      order.currency,
    )
  if (owed.every((one) => M.equals(principalOf(inFull, one.item.itemId), one.principal)))
    return { earlyFees: whole, waterfall: inFull }
  const without = run(new Map())
  const share = Exact.percent(order.terms.earlyFeePct)
  const partly = new Map(
    owed.map(({ item }) => {
      const gross = principalOf(without, item.itemId)
      const fee = on < item.maturity ? M.times(gross, Exact.div(share, Exact.add(Exact.one, share))) : M.zero(order.currency)
      return [item.itemId, fee] as const
    }),
  )
  return { earlyFees: partly, waterfall: run(partly) }
}

/** Unearned discount that ends with principal repaid early. The rebate first pays principal that is still outstanding, since
 *  a reserve is only released when nothing is owed. */
function rebatesFor(
  order: OrderLife,
  items: readonly { item: ItemLife; before: Money; paid: Money }[],
  on: LocalDate,
): { releases: DiscountRelease[]; toPrincipal: { itemId: string; amount: Money }[]; toReserve: Money } {
  const { terms, currency } = order
  const none = M.zero(currency)
  if (terms.method === 'IN_ARREARS') return { releases: [], toPrincipal: [], toReserve: none }
  const first = new Map<string, DiscountRelease>()
  for (const { item, before, paid } of items) {
    if (!M.isPositive(paid)) continue
    const left = unearnedOn(order, item, on)
    const { unearned, rebate } = earlyRebate(paid, {
      rate: rateOn(order.rates, item.fundedOn),
      dayCount: terms.dayCount,
      repaidOn: on,
      maturity: item.interestTo,
      breakDays: terms.breakDays,
      rebateAllowed: terms.rebateAllowed,
      unearnedLeft: left.client,
    })
    const isWhole = M.equals(paid, before)
    const client = isWhole ? left.client : unearned
    if (!M.isPositive(client)) continue
    const fund = isWhole ? left.fund : M.mulDiv(left.fund, client.minor, left.client.minor, 'DOWN')
    first.set(item.itemId, { itemId: item.itemId, client, fund, rebate })
  }
  let toReserve = M.sum(
    [...first.values()].map((one) => one.rebate),
    currency,
  )
  const toPrincipal: { itemId: string; amount: Money }[] = []
  const releases = [...first.values()]
  for (const { item, before, paid } of items) {
    const rest = M.subtract(before, paid)
    const amount = M.min(rest, toReserve)
    if (!M.isPositive(amount)) continue
    toPrincipal.push({ itemId: item.itemId, amount })
    toReserve = M.subtract(toReserve, amount)
    if (!M.equals(amount, rest)) continue
    // The rebate has paid the last of this item: nothing more is earned on it.
    const left = unearnedOn(order, item, on)
    const gone = first.get(item.itemId)
    const client = M.subtract(left.client, gone?.client ?? none)
    if (M.isPositive(client))
      releases.push({ itemId: item.itemId, client, fund: M.subtract(left.fund, gone?.fund ?? none), rebate: none })
  }
  return { releases, toPrincipal, toReserve }
}
