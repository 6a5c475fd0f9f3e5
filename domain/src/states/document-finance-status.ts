import { type FinanceOrderStatus, holdsDocuments } from './finance-order.ts'

const invoiceFinanceStatuses = ['UNFINANCED', 'LOCKED', 'FINANCED', 'SETTLED', 'OVERDUE'] as const
export type InvoiceFinanceStatus = (typeof invoiceFinanceStatuses)[number]
const purchaseOrderFinanceStatuses = ['FINANCED', 'SETTLED', 'OVERDUE'] as const
export type PurchaseOrderFinanceStatus = (typeof purchaseOrderFinanceStatuses)[number]

const afterFunding: Partial<Record<FinanceOrderStatus, PurchaseOrderFinanceStatus>> = {
  FUNDED: 'FINANCED',
  PARTIALLY_REPAID: 'FINANCED',
  OVERDUE: 'OVERDUE',
  SETTLED: 'SETTLED',
  CONVERTED: 'SETTLED',
  // Written off is still unpaid: the document stays overdue so that nobody finances it again unnoticed.
  WRITTEN_OFF: 'OVERDUE',
}

/**
 * What an invoice shows for the status of its latest order; null when it never had one. An unpaid invoice that its supplier
 * took back from a settled order may be financed again.
 */
export const invoiceFinanceStatusOf = (order: FinanceOrderStatus | null, isTakenBack = false): InvoiceFinanceStatus =>
  order === null || (order === 'SETTLED' && isTakenBack)
    ? 'UNFINANCED'
    : (afterFunding[order] ?? (holdsDocuments(order) ? 'LOCKED' : 'UNFINANCED'))

/** What a purchase order shows for the status of its latest order; nothing until that is funded. */
export const purchaseOrderFinanceStatusOf = (order: FinanceOrderStatus | null): PurchaseOrderFinanceStatus | null =>
  order === null ? null : (afterFunding[order] ?? null)

/** Whether money on an invoice of this status, as its reader knows it, goes to the supplier: a financed one is paid to its funder. */
export const isPaidToSupplier = (financeStatus: string): boolean => financeStatus === 'UNFINANCED' || financeStatus === 'SETTLED'
