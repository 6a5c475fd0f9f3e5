import type { LocalDate } from './local-date.ts'
import type { Money } from './money.ts'
import * as M from './money.ts'

export const dueComponents = ['COST', 'PENALTY', 'FEE', 'INTEREST', 'PRINCIPAL'] as const
export type DueComponent = (typeof dueComponents)[number]
type AllocationComponent = DueComponent | 'RESERVE' | 'SURPLUS' | 'BUYER_FEE' | 'REFUND'
export const dueStates = ['PAST_DUE', 'DUE', 'NOT_DUE'] as const
export type DueState = (typeof dueStates)[number]
export type FundSource = 'INTEREST' | 'COLLECTION'

/** What is owed on one item of an order; a missing component is zero. */
export type WaterfallItem = {
  readonly orderId: string
  readonly itemId: string
  readonly number: string
  readonly dueDate: LocalDate
  readonly due: { readonly [State in DueState]?: { readonly [Component in DueComponent]?: Money } }
  /** What the buyer still owes on the assigned receivable; what is left of it after the financing is the reserve. */
  readonly receivable?: Money
}
export type Allocation = {
  readonly orderId: string | null
  readonly itemId: string | null
  readonly state: DueState | null
  readonly component: AllocationComponent
  readonly amount: Money
  /** The item whose invoice was paid, where a receipt is split by invoice. */
  readonly paidOn?: string
}
export type Waterfall = {
  readonly receipt: Money
  readonly allocations: readonly Allocation[]
  readonly reserve: Money
  readonly refund: Money
}
export type WaterfallOptions = {
  readonly fundSource: FundSource
  /** The order is settled early, so that amounts not yet due are paid too. */
  readonly settleEarly?: boolean
  /** Overdue items of the supplier's other orders, only when its contract lets the reserve be offset. */
  readonly offset?: readonly WaterfallItem[]
}

/** Whether an amount with this due date is past due, due or not due on a value date. */
export const dueStateOf = (dueDate: LocalDate, valueDate: LocalDate): DueState =>
  dueDate < valueDate ? 'PAST_DUE' : dueDate === valueDate ? 'DUE' : 'NOT_DUE'

/** Applies a receipt: items by due date, items of one date pro rata to principal, each past due, due and (settled early)
 *  not due, costs before penalties, fees, interest and principal; then the reserve, then a refund to the payer. The
 *  allocations always add up to the receipt. */
export function applyReceipt(receipt: Money, items: readonly WaterfallItem[], options: WaterfallOptions): Waterfall {
  if (M.isNegative(receipt)) throw new Error('A receipt is never negative.')
  const { currency } = receipt
  const claims = claimsIn(options)
  const paid = payItems(receipt, items, claims)
  const allocations = [...paid.allocations]
  let left = paid.left

  if (options.fundSource === 'COLLECTION') {
    let reserve = M.zero(currency)
    const reserveOf = new Map<WaterfallItem, Money>()
    for (const item of byDueDate(items)) {
      const used = M.sum(
        paid.allocations.filter((one) => one.itemId === item.itemId && one.orderId === item.orderId).map((one) => one.amount),
        currency,
      )
      const part = M.min(left, M.atLeastZero(M.subtract(item.receivable ?? used, used)))
      reserveOf.set(item, part)
      reserve = M.add(reserve, part)
      left = M.subtract(left, part)
    }
    // An offset takes the supplier's own money, so it comes out of the reserve and never out of a refund.
    const offset = payItems(reserve, options.offset ?? [], claimsIn({ ...options, settleEarly: false }))
    allocations.push(...offset.allocations)
    let taken = M.subtract(reserve, offset.left)
    for (const [item, part] of reserveOf) {
      const cut = M.min(taken, part)
      taken = M.subtract(taken, cut)
      const amount = M.subtract(part, cut)
      if (M.isPositive(amount))
        allocations.push({ orderId: item.orderId, itemId: item.itemId, state: null, component: 'RESERVE', amount })
    }
  }
  if (M.isPositive(left)) allocations.push({ orderId: null, itemId: null, state: null, component: 'REFUND', amount: left })
  const reserve = M.sum(
    allocations.filter((one) => one.component === 'RESERVE').map((one) => one.amount),
    currency,
  )
  return { receipt, allocations, reserve, refund: left }
}

type Claim = { readonly state: DueState; readonly component: DueComponent }
const claimsIn = ({ fundSource, settleEarly = false }: WaterfallOptions): Claim[] =>
  dueStates
    .filter((state) => state !== 'NOT_DUE' || settleEarly)
    .flatMap((state) =>
      dueComponents
        .filter((one) => one !== 'PRINCIPAL' || fundSource === 'COLLECTION')
        .map((component) => ({ state, component })),
    )

function payItems(available: Money, items: readonly WaterfallItem[], claims: readonly Claim[]) {
  const allocations: Allocation[] = []
  let left = available
  const sorted = byDueDate(items)
  for (let index = 0; index < sorted.length; ) {
    const dueDate = sorted[index]!.dueDate
    const group = sorted.filter((item) => item.dueDate === dueDate)
    index += group.length
    for (const [position, share] of shareAmong(left, group, claims).entries()) {
      let rest = share
      const item = group[position]!
      for (const { state, component } of claims) {
        const amount = M.min(rest, owed(item, state, component, left.currency))
        if (!M.isPositive(amount)) continue
        allocations.push({ orderId: item.orderId, itemId: item.itemId, state, component, amount })
        rest = M.subtract(rest, amount)
        left = M.subtract(left, amount)
      }
    }
  }
  return { allocations, left }
}

// Pro rata to principal; what an item cannot use goes round again among the others.
function shareAmong(available: Money, items: readonly WaterfallItem[], claims: readonly Claim[]): Money[] {
  const { currency } = available
  const claimOf = items.map((item) =>
    M.sum(
      claims.map(({ state, component }) => owed(item, state, component, currency)),
      currency,
    ),
  )
  const shares = claimOf.map(() => M.zero(currency))
  let left = M.min(available, M.sum(claimOf, currency))
  while (M.isPositive(left)) {
    const open = items.map((_, index) => index).filter((index) => M.exceeds(claimOf[index]!, shares[index]!))
    const principal = open.map((index) => principalOf(items[index]!, currency).minor)
    const byPrincipal = principal.some((one) => one > 0n)
    const parts = M.splitByWeights(
      left,
      open.map((index, position) => ({
        weight: byPrincipal ? principal[position]! : claimOf[index]!.minor - shares[index]!.minor,
        dueDate: items[index]!.dueDate,
        number: items[index]!.number,
      })),
    )
    for (const [position, index] of open.entries()) {
      const part = M.min(parts[position]!, M.subtract(claimOf[index]!, shares[index]!))
      shares[index] = M.add(shares[index]!, part)
      left = M.subtract(left, part)
    }
  }
  return shares
}

const owed = (item: WaterfallItem, state: DueState, component: DueComponent, currency: string): Money =>
  item.due[state]?.[component] ?? M.zero(currency)
const principalOf = (item: WaterfallItem, currency: string): Money =>
  M.sum(
    dueStates.map((state) => owed(item, state, 'PRINCIPAL', currency)),
    currency,
  )
const byDueDate = (items: readonly WaterfallItem[]) =>
  [...items].sort((a, b) =>
    a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.number < b.number ? -1 : a.number > b.number ? 1 : 0,
  )
