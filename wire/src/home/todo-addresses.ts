import { addDays } from '@usance/domain/local-date'
import type { TodoKind } from './calls.ts'

/** Within so many days something falls due soon. */
export const soonDays = 7

type Place = { to: string; buyerTo?: string; days?: (today: string) => string }

/**
 * Where each kind is done, with the list already narrowed to what is counted; `days` adds what depends on the business date. Where
 * every row counts the address says so, or the view with which the reader opens the list would narrow it.
 */
const places: Record<TodoKind, Place> = {
  APPROVALS: { to: '/approval?view=none' },
  APPROVALS_OF_SEAT: { to: '/approval?view=none' },
  CONTRACTS_TO_SIGN: { to: '/contract/info?toSign=true' },
  INVOICES_TO_CONFIRM: { to: '/confirmation/invoiceConfirmation?docStatus=SUBMITTED' },
  RIGHTS_TO_CONFIRM: { to: '/finance/finance-order?status=PASSED' },
  ORDERS_SENT_BACK: { to: '/finance/finance-order?status=REJECTED' },
  DRAFT_INVOICES: { to: '/trading/invoice?docStatus=DRAFT' },
  DISPUTED_INVOICES: { to: '/trading/invoice?docStatus=DISPUTED' },
  READY_TO_FINANCE: { to: '/trading/invoice?isReady=true' },
  PAYMENTS_TO_SEND: { to: '/payment/management?status=DRAFT' },
  PAYMENTS_FAILED: { to: '/payment/management?status=FAILED' },
  RECEIPTS_TO_MATCH: { to: '/repayment/management?leftBegin=0.01' },
  ACCOUNTS_TO_SWITCH_ON: { to: '/system/bank?status=READY_TO_ENABLE' },
  OVERDUE_ORDERS: { to: '/finance/finance-order?status=OVERDUE' },
  OVERDUE_INVOICES: {
    to: '/trading/invoice?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL&payStatus=WRITTEN_OFF',
    buyerTo: '/confirmation/invoiceConfirmation?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL&payStatus=WRITTEN_OFF',
    days: (today) => `dueDateEnd=${addDays(today, -1)}`,
  },
  OVERDUE_BILLS: {
    to: '/payment/fee-bill?status=UNPAID&status=PARTIAL',
    days: (today) => `dueOnEnd=${addDays(today, -1)}`,
  },
  DAYS_TO_CLOSE: { to: '/system/end-of-day' },
  PRICES_TO_ACCEPT: { to: '/org/info/ar' },
  MATURING_ORDERS: {
    to: '/finance/finance-order?status=FUNDED&status=PARTIALLY_REPAID',
    days: (today) => `nextMaturityBegin=${today}&nextMaturityEnd=${addDays(today, soonDays)}`,
  },
}

/**
 * Where what waits is done: home and the assistant lead to the same list. `role` is the other seat that does it. Without the business
 * date the list is not narrowed to days.
 */
export function todoAddress(
  { kind, role }: { kind: TodoKind; role?: string | undefined },
  { today, isBuyer }: { today: string | undefined; isBuyer: boolean },
): string {
  const { to, buyerTo, days } = places[kind]
  const address = (isBuyer && buyerTo) || to
  const conditions = [...(days && today ? [days(today)] : []), ...(role ? [`__role=${role}`] : [])].join('&')
  return conditions ? `${address}${address.includes('?') ? '&' : '?'}${conditions}` : address
}
