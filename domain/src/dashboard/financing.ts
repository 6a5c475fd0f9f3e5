import { addDays, type LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type FinanceOrderStatus, holdsDocuments, isOutstanding } from '../states/finance-order.ts'
import { type DashboardInvoice, type DashboardQuery, openInvoices } from './receivables.ts'

/** What the dashboard needs to know of a finance order. */
export type DashboardOrder = {
  readonly no: string
  readonly status: FinanceOrderStatus
  readonly buyer: string
  readonly invoiceNos: readonly string[]
  /** Asked for, before funding. */
  readonly requested: Money
  readonly principalOutstanding: Money
  readonly maturity: LocalDate | null
  /** Interest that falls due at maturity if nothing is paid before: nothing when it was taken in advance. */
  readonly interestAtMaturity: Money
}

const ordersIn = (orders: readonly DashboardOrder[], { currency, buyer }: DashboardQuery) =>
  orders.filter((one) => one.principalOutstanding.currency === currency && (buyer === undefined || one.buyer === buyer))

/** queryFinancingBalanceAmount: principal outstanding of the funded orders. */
export const financingBalance = (orders: readonly DashboardOrder[], query: DashboardQuery): Money =>
  M.sum(
    ordersIn(orders, query)
      .filter(({ status }) => isOutstanding(status))
      .map(({ principalOutstanding }) => principalOutstanding),
    query.currency,
  )

/** Part of the limits that orders on their way to funding reserve. */
const lockedAmount = (orders: readonly DashboardOrder[], query: DashboardQuery): Money =>
  M.sum(
    ordersIn(orders, query)
      .filter(({ status }) => holdsDocuments(status) && !isOutstanding(status))
      .map(({ requested }) => requested),
    query.currency,
  )

/** What is left of a limit after principal outstanding and reserved amounts, never below zero. */
export const headroomOf = (limit: Money, orders: readonly DashboardOrder[], query: DashboardQuery): Money =>
  M.atLeastZero(M.subtract(M.subtract(limit, financingBalance(orders, query)), lockedAmount(orders, query)))

/** queryRepaymentDueInNext7DaysAmount: principal and interest of orders that mature today or in the next seven days; overdue
 *  ones are shown elsewhere. */
export function dueInNext7Days(orders: readonly DashboardOrder[], query: DashboardQuery): Money {
  const until = addDays(query.asOf, 7)
  return M.sum(
    ordersIn(orders, query)
      .filter(
        ({ status, maturity }) =>
          isOutstanding(status) && status !== 'OVERDUE' && maturity !== null && maturity >= query.asOf && maturity <= until,
      )
      .map(({ principalOutstanding, interestAtMaturity }) => M.add(principalOutstanding, interestAtMaturity)),
    query.currency,
  )
}

export type Limits = { readonly facility: Money; readonly buyers: ReadonlyMap<string, Money> }

/** availableForFinanceAmount: what unlocked eligible invoices carry, per buyer within its limit, in all within the facility. */
export function availableForFinance(
  invoices: readonly DashboardInvoice[],
  orders: readonly DashboardOrder[],
  limits: Limits,
  query: DashboardQuery,
  maxAdvanceOf: (invoice: DashboardInvoice, outstanding: Money) => Money,
): Money {
  const held = new Set(orders.filter(({ status }) => holdsDocuments(status)).flatMap(({ invoiceNos }) => invoiceNos))
  const perBuyer = new Map<string, Money>()
  for (const { invoice, outstanding, bucket } of openInvoices(invoices, query)) {
    if (held.has(invoice.no) || bucket !== 'NOT_DUE' || invoice.status !== 'CONFIRMED') continue
    const before = perBuyer.get(invoice.buyer) ?? M.zero(query.currency)
    perBuyer.set(invoice.buyer, M.add(before, maxAdvanceOf(invoice, outstanding)))
  }
  const capped = [...perBuyer].map(([buyer, amount]) => {
    const limit = limits.buyers.get(buyer)
    return limit ? M.min(amount, headroomOf(limit, orders, { ...query, buyer })) : amount
  })
  return M.min(M.sum(capped, query.currency), headroomOf(limits.facility, orders, { ...query, buyer: undefined }))
}

export type TradeInfo = {
  readonly buyers: number
  readonly openInvoices: number
  readonly overdueInvoices: number
  readonly openPurchaseOrders: number
}

/** queryTradeInfoCount: buyers, open and overdue invoices, and purchase orders that are sent and not closed. */
export function tradeInfo(
  invoices: readonly DashboardInvoice[],
  purchaseOrders: readonly { readonly status: string; readonly currency: string; readonly buyer: string }[],
  query: DashboardQuery,
): TradeInfo {
  const open = openInvoices(invoices, query)
  return {
    buyers: new Set(open.map(({ invoice }) => invoice.buyer)).size,
    openInvoices: open.length,
    overdueInvoices: open.filter(({ bucket }) => bucket !== 'NOT_DUE').length,
    openPurchaseOrders: purchaseOrders.filter(
      (one) =>
        (one.status === 'SUBMITTED' || one.status === 'CONFIRMED') &&
        one.currency === query.currency &&
        (query.buyer === undefined || one.buyer === query.buyer),
    ).length,
  }
}
