import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { afterReceipt, type Moving } from './after-receipt.ts'
import { withOwedBeyond } from './owed-beyond.ts'
import { planRepayment } from './plan-repayment.ts'
import { type SettlesClaim, settlesClaim } from './settles-claim.ts'

/** What a buyer is expected to pay on the invoice of an item, and when. */
export type InvoicePaid = { readonly itemId: string; readonly on: LocalDate; readonly amount: Money }
/** A claim that is due, with what is left of it. */
export type ClaimDue = { readonly on: LocalDate; readonly left: Money }

/** An order on its way: what is still expected of its buyers, and what of its first claims has been paid meanwhile. */
type OnItsWay = Moving & { readonly invoices: readonly InvoicePaid[]; readonly offClaims: Money }

export type OrderAhead = Moving & { readonly invoices: readonly InvoicePaid[] }

/**
 * What settles each of the claims of an order on its day, the first due first. The invoices due before that day are paid by then, and so
 * are the claims before it: no interest runs on principal that is expected back earlier.
 */
export function claimsInTurn(order: OrderAhead, claims: readonly ClaimDue[]): Money[] {
  let way = onItsWay(order)
  let through = M.zero(order.position.order.currency)
  return claims.map(({ on, left }) => {
    through = M.add(through, left)
    way = withInvoicesPaid(way, on)
    const { pays } = settlesClaim(way.position, on, M.atLeastZero(M.subtract(through, way.offClaims)))
    if (M.isPositive(pays)) way = withReceipt(way, pays, { on, payer: 'SUPPLIER' })
    return pays
  })
}

/** What settles all the claims of an order that are open now on one day, after the invoices that are due before it. */
export function claimsTogether(order: OrderAhead, on: LocalDate): SettlesClaim {
  const { position, offClaims } = withInvoicesPaid(onItsWay(order), on)
  const claimed = order.position.receivable?.claim ?? offClaims
  return settlesClaim(position, on, M.atLeastZero(M.subtract(claimed, offClaims)))
}

const onItsWay = (order: OrderAhead): OnItsWay => ({ ...order, offClaims: M.zero(order.position.order.currency) })

function withInvoicesPaid(way: OnItsWay, before: LocalDate): OnItsWay {
  const due = way.invoices.filter(({ on }) => on < before).toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const paid = due.reduce(withInvoicePaid, way)
  return { ...paid, invoices: way.invoices.filter(({ on }) => on >= before) }
}

function withInvoicePaid(way: OnItsWay, { itemId, on, amount }: InvoicePaid): OnItsWay {
  const { receivable, owes } = way.position
  if (!receivable) return way
  const funders = owes?.get(itemId) ?? (owes ? M.zero(amount.currency) : receivable.face)
  const beyond = [{ itemId, amount: M.atLeastZero(M.subtract(amount, funders)) }]
  const { position } = withOwedBeyond(way.position, undefined, amount, beyond, new Set([itemId]))
  return withReceipt({ ...way, position }, amount, { on, payer: 'BUYER', named: new Set([itemId]) })
}

function withReceipt(
  way: OnItsWay,
  receipt: Money,
  { on, payer, named }: { on: LocalDate; payer: 'BUYER' | 'SUPPLIER'; named?: ReadonlySet<string> },
): OnItsWay {
  const plan = planRepayment(way.position, receipt, { on, fundSource: 'COLLECTION', payer, ...(named ? { named } : {}) })
  const next = afterReceipt(way, plan, { on, payer })
  const none = M.zero(receipt.currency)
  // A payment lowers the oldest claim first; what a receipt adds is a later claim.
  const lowered = M.subtract(way.position.receivable?.claim ?? none, next.position.receivable?.claim ?? none)
  return { ...way, ...next, offClaims: M.add(way.offClaims, M.atLeastZero(lowered)) }
}
