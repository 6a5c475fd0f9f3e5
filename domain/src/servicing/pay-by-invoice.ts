import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type Allocation, applyReceipt, type DueState, dueStates, type Waterfall, type WaterfallItem } from '../waterfall.ts'

/** The buyers' debt on the receivable behind each item of an order, and the order in which a receipt pays it. */
export type OwedOnInvoices = {
  readonly owes: ReadonlyMap<string, Money>
  /** Items whose invoices the payer named; they are paid before the others. */
  readonly named?: ReadonlySet<string> | undefined
  /** The items of the payer's own invoices; all of them where one buyer owes the whole order. */
  readonly own?: ReadonlySet<string> | undefined
}

const none = ({ currency }: Money) => M.zero(currency)
const principalIn = ({ due }: WaterfallItem, currency: string): Money =>
  M.sum(
    dueStates.map((state) => due[state]?.PRINCIPAL ?? M.zero(currency)),
    currency,
  )

/**
 * The items in the order in which a buyer's money pays their invoices: named invoices first, then those with principal out, then
 * the rest of partly paid ones; each by due date and number.
 */
export const inOrderOfPayment = (items: readonly WaterfallItem[], named: ReadonlySet<string> = new Set()): WaterfallItem[] => {
  const rank = (item: WaterfallItem) => {
    const isOpen = dueStates.some((state) => (item.due[state]?.PRINCIPAL?.minor ?? 0n) > 0n)
    return `${named.has(item.itemId) ? 0 : isOpen ? 1 : 2} ${item.dueDate} ${item.number}`
  }
  return [...items].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
}

/**
 * Applies a buyer's receipt invoice by invoice. The money of an invoice pays the costs and the principal of its own financing.
 * The rest pays first what the order owes past its grace, then principal without a receivable, as after a credit note; the
 * remainder is the reserve of the invoice. Money beyond the invoices (`besides`) pays other debts of the order, the earliest due
 * first, and is refunded beyond them. The allocations always add up to the receipt; `paidOn` names the invoice that each
 * allocation was paid on.
 */
export function payByInvoice(
  receipt: Money,
  items: readonly WaterfallItem[],
  { owes, named, own, besides, isOverdue }: OwedOnInvoices & { besides: Money; isOverdue: (itemId: string) => boolean },
): Waterfall {
  const { currency } = receipt
  const allocations: Allocation[] = []
  let open = [...items]
  let left = receipt
  const take = (amount: Money, to: readonly WaterfallItem[], paidOn?: string): Money => {
    if (!M.isPositive(amount) || to.length === 0) return amount
    const { allocations: made, refund } = applyReceipt(amount, to, { fundSource: 'COLLECTION', settleEarly: true })
    const paid = made.filter((one) => one.component !== 'REFUND')
    allocations.push(...paid.map((one) => (paidOn ? { ...one, paidOn } : one)))
    open = open.map((item) => lessPaid(item, paid))
    return refund
  }
  const leftOn = new Map([...owes].map(([itemId, amount]) => [itemId, M.atLeastZero(amount)]))
  const rests: { itemId: string; amount: Money }[] = []
  for (const { itemId } of inOrderOfPayment(items, named)) {
    const share = own && !own.has(itemId) ? none(receipt) : M.min(left, leftOn.get(itemId) ?? none(receipt))
    if (!M.isPositive(share)) continue
    left = M.subtract(left, share)
    leftOn.set(itemId, M.subtract(leftOn.get(itemId)!, share))
    const itself = open.filter((item) => item.itemId === itemId)
    rests.push({ itemId, amount: take(share, itself, itemId) })
  }
  const reserves: Allocation[] = []
  for (const { itemId, amount } of rests) {
    const afterOverdue = take(
      amount,
      open.filter((item) => isOverdue(item.itemId)),
      itemId,
    )
    const uncovered = open.map((item) =>
      onlyPrincipal(item, M.atLeastZero(M.subtract(principalIn(item, currency), leftOn.get(item.itemId) ?? none(receipt)))),
    )
    const rest = take(afterOverdue, uncovered, itemId)
    if (M.isPositive(rest)) reserves.push({ orderId: items[0]!.orderId, itemId, state: null, component: 'RESERVE', amount: rest })
  }
  const more = M.min(left, besides)
  const refund = M.add(
    M.subtract(left, more),
    take(
      more,
      open,
      own &&
        inOrderOfPayment(
          items.filter((item) => own.has(item.itemId)),
          named,
        ).at(-1)?.itemId,
    ),
  )
  return {
    receipt,
    allocations: [...allocations, ...reserves],
    reserve: M.sum(
      reserves.map((one) => one.amount),
      currency,
    ),
    refund,
  }
}

/**
 * The allocations of a buyer's money to items of others, each on the buyer's own invoices in turn as far as there is room on them,
 * and on the last one beyond it. An allocation over two invoices is split; refunds stay as they are.
 */
export function paidOnInvoices(
  allocations: readonly Allocation[],
  room: readonly { readonly itemId: string; readonly amount: Money }[],
): Allocation[] {
  const left = room.map((one) => ({ ...one }))
  return allocations.flatMap((one) => {
    if (one.component === 'REFUND' || left.length === 0) return [one]
    let rest = one.amount
    return left.flatMap((invoice, index) => {
      const amount = index === left.length - 1 ? rest : M.min(rest, invoice.amount)
      if (!M.isPositive(amount)) return []
      rest = M.subtract(rest, amount)
      invoice.amount = M.subtract(invoice.amount, amount)
      return [{ ...one, amount, paidOn: invoice.itemId }]
    })
  })
}

function lessPaid(item: WaterfallItem, paid: readonly Allocation[]): WaterfallItem {
  const mine = paid.filter((one) => one.itemId === item.itemId)
  if (mine.length === 0) return item
  const due: { [State in DueState]?: WaterfallItem['due'][State] } = {}
  for (const state of dueStates) {
    const parts = item.due[state]
    if (!parts) continue
    due[state] = Object.fromEntries(
      Object.entries(parts).map(([component, amount]) => [
        component,
        mine
          .filter((one) => one.state === state && one.component === component)
          .reduce((rest, one) => M.subtract(rest, one.amount), amount),
      ]),
    )
  }
  return { ...item, due }
}

// An item that owes principal alone, up to a given sum.
function onlyPrincipal(item: WaterfallItem, sum: Money): WaterfallItem {
  let left = sum
  const due: { [State in DueState]?: WaterfallItem['due'][State] } = {}
  for (const state of dueStates) {
    const PRINCIPAL = M.min(item.due[state]?.PRINCIPAL ?? none(sum), left)
    left = M.subtract(left, PRINCIPAL)
    if (M.isPositive(PRINCIPAL)) due[state] = { PRINCIPAL }
  }
  return { ...item, due }
}

/** Of the invoice behind an item: what its supplier paid as principal, and what its buyer still owes. */
export type PaidAndOwed = { readonly takenBack: Money; readonly debt: Money }

/**
 * The debts by invoice of one buyer of an order, as the funder's books have them. What the supplier paid as principal of an item
 * counts as taken back of its invoice, except for what paid a claim: that part is still the buyer's debt to the funder, although
 * the item's principal is paid. So the debts come to the balance in the books: beyond it the last to be paid is cut first, and up
 * to it the invoices have their parts that are not taken back again, the first to be paid first: as far as the buyer still owes them
 * there, and what is missing after that beyond it. `told` is of each item.
 */
export function asBooked(
  owes: ReadonlyMap<string, Money>,
  face: Money,
  inTurn: readonly { readonly itemId: string }[],
  told: ReadonlyMap<string, PaidAndOwed>,
): Map<string, Money> {
  const booked = withinFace(owes, face, inTurn)
  let missing = [...booked.values()].reduce((rest, amount) => M.subtract(rest, amount), M.atLeastZero(face))
  const taken = new Map([...told].map(([itemId, { takenBack }]) => [itemId, takenBack]))
  for (const isOwed of [true, false])
    for (const [itemId, amount] of booked) {
      const { debt } = told.get(itemId) ?? { debt: none(face) }
      const left = taken.get(itemId) ?? none(face)
      const most = isOwed ? M.min(left, M.atLeastZero(M.subtract(debt, amount))) : left
      const more = M.min(missing, most)
      missing = M.subtract(missing, more)
      taken.set(itemId, M.subtract(left, more))
      booked.set(itemId, M.add(amount, more))
    }
  return booked
}

/** The debts by invoice of an order, cut to the balance in the books: the last to be paid is cut first. */
export function withinFace(
  owes: ReadonlyMap<string, Money>,
  face: Money,
  inTurn: readonly { readonly itemId: string }[],
): Map<string, Money> {
  let left = M.atLeastZero(face)
  return new Map(
    inTurn.flatMap(({ itemId }) => {
      const amount = owes.get(itemId)
      if (!amount) return []
      const part = M.min(M.atLeastZero(amount), left)
      left = M.subtract(left, part)
      return [[itemId, part] as const]
    }),
  )
}
