import { dateOrder, type LocalDate, maxDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { afterReceipt, type Moving } from './after-receipt.ts'
import { hasUncoveredPrincipal, lastDayOfGrace, principalLeft } from './life.ts'
import { withOwedBeyond } from './owed-beyond.ts'
import { type OrderPosition, owedOn, payoffOn, planRepayment, type RepaymentPlan } from './plan-repayment.ts'
import { settlesClaim } from './settles-claim.ts'

/** What a buyer is expected to pay on the invoice of an item, and when. */
export type InvoicePaid = { readonly itemId: string; readonly on: LocalDate; readonly amount: Money }
/** A claim that is due, with what is left of it. */
export type ClaimDue = { readonly id: string; readonly on: LocalDate; readonly left: Money }
/** What a supplier is expected to pay on the invoice of an item. */
type CostsPaid = InvoicePaid
/** What a receipt adds to the reserve of an item, below zero where held money pays principal. */
type ReserveFed = { readonly itemId: string; readonly on: LocalDate; readonly amount: Money; readonly isPaid: boolean }

/** An order with what is expected of its buyers and the open claims on its supplier, the first due first. */
export type OrderAhead = Moving & { readonly invoices: readonly InvoicePaid[]; readonly claims: readonly ClaimDue[] }

/** What follows when everybody pays an order on the day on which it is due. */
export type AheadOfOrder = {
  /** What settles each claim on its day, by its id. */
  readonly claims: ReadonlyMap<string, Money>
  readonly costs: readonly CostsPaid[]
  /** Each item that a receipt pays on, receipt by receipt. */
  readonly reserves: readonly ReserveFed[]
  /** How the order stands on a day and after each receipt. */
  readonly standings: readonly Standing[]
}
type Standing = { readonly on: LocalDate; readonly position: OrderPosition }

type Received = { readonly on: LocalDate; readonly payer: 'BUYER' | 'SUPPLIER'; readonly named?: ReadonlySet<string> }

/**
 * Plans the payments of an order in the order of their days by the rules that book them, each on the position that the payments before it
 * have left (decision 291). On one day the claims come first. What an invoice makes a claim with its costs is paid by the supplier on the
 * same day, and so is what nobody else pays, once all others have paid.
 */
export function aheadOf(order: OrderAhead, today: LocalDate): AheadOfOrder {
  const none = M.zero(order.position.order.currency)
  let now: Moving = { position: order.position, fed: order.fed }
  const claims = new Map<string, Money>()
  const costs: CostsPaid[] = []
  const reserves: ReserveFed[] = []
  const standings: Standing[] = [{ on: today, position: order.position }]
  // Of the claims that are due: in all, and what payments have lowered them by. A payment lowers the oldest claim first.
  let [through, lowered] = [none, none]

  const receive = (sum: Money, received: Received) => {
    const { on } = received
    const plan = planRepayment(now.position, sum, { ...received, fundSource: 'COLLECTION' })
    const before = now
    now = afterReceipt(before, plan, received)
    standings.push({ on, position: now.position })
    for (const item of now.position.order.items) {
      const { itemId } = item
      if (!paysOn(plan, itemId)) continue
      const amount = M.subtract(now.fed.get(itemId) ?? none, before.fed.get(itemId) ?? none)
      reserves.push({ itemId, on, amount, isPaid: M.isZero(principalLeft(item)) })
    }
  }
  const payClaim = ({ id, on, left }: ClaimDue) => {
    through = M.add(through, left)
    const claimed = claimOf(now, none)
    const pays = settlesClaim(now.position, on, M.atLeastZero(M.subtract(through, lowered)))
    if (M.isPositive(pays)) receive(pays, { on, payer: 'SUPPLIER' })
    lowered = M.add(lowered, M.atLeastZero(M.subtract(claimed, claimOf(now, none))))
    claims.set(id, pays)
  }
  const payInvoice = ({ itemId, on, amount }: InvoicePaid) => {
    const { receivable, owes } = now.position
    if (!receivable) return
    const claimed = receivable.claim
    const funders = owes?.get(itemId) ?? (owes ? none : receivable.face)
    const beyond = [{ itemId, amount: M.atLeastZero(M.subtract(amount, funders)) }]
    const named = new Set([itemId])
    now = { ...now, position: withOwedBeyond(now.position, undefined, amount, beyond, named).position }
    receive(amount, { on, payer: 'BUYER', named })
    const added = M.atLeastZero(M.subtract(claimOf(now, none), claimed))
    if (M.isPositive(added)) payCosts(settlesClaim(now.position, on, added), { itemId, on })
    lowered = M.add(lowered, M.atLeastZero(M.subtract(claimed, claimOf(now, none))))
  }
  const payCosts = (amount: Money, { itemId, on }: { itemId: string; on: LocalDate }) => {
    if (!M.isPositive(amount)) return
    receive(amount, { on, payer: 'SUPPLIER' })
    costs.push({ itemId, on, amount })
  }

  const steps = [
    ...order.claims.map((claim) => ({ on: claim.on, pay: () => payClaim(claim) })),
    ...order.invoices.map((invoice) => ({ on: invoice.on, pay: () => payInvoice(invoice) })),
  ]
  for (const { pay } of steps.toSorted((a, b) => dateOrder(a.on, b.on))) pay()
  const { items } = order.position.order
  const last = [...items.map(({ maturity }) => maturity), ...steps.map(({ on }) => on)].reduce(maxDate, today)
  const { owed, total } = payoffOn(now.position, last)
  const owing = owed.findLast((one) => [one.principal, one.interest, one.penalty, one.fees].some(M.isPositive))
  if (order.position.receivable && owing) payCosts(total, { itemId: owing.item.itemId, on: last })
  return { claims, costs, reserves, standings }
}

/** The first day, from one on, on which neither a debt past its grace nor principal without a receivable keeps free reserve (decision 082). */
export function freeFrom(standings: readonly Standing[], day: LocalDate): LocalDate {
  const stands = standings.findLast(({ on }) => on <= day)
  if (!stands || !keepsReserve(stands.position, day)) return day
  const next = standings.find(({ on }) => on > day)
  return next ? freeFrom(standings, next.on) : day
}

function keepsReserve(position: OrderPosition, day: LocalDate): boolean {
  const { order, owes } = position
  const isLate = owedOn(position, day).some(
    ({ item, principal, interest, penalty }) =>
      day > lastDayOfGrace(item, order.terms) && [principal, interest, penalty].some(M.isPositive),
  )
  return isLate || (owes !== undefined && hasUncoveredPrincipal(order, owes))
}

const claimOf = ({ position }: Moving, none: Money): Money => position.receivable?.claim ?? none

/** Whether a receipt pays something on an item, with money that is held for its supplier too. */
const paysOn = ({ allocations, heldToPrincipal, releases }: RepaymentPlan, itemId: string): boolean =>
  [...allocations, ...heldToPrincipal, ...releases].some((one) => one.itemId === itemId) ||
  heldToPrincipal.some(({ from }) => from === itemId)
