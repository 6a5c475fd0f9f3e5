import { machine } from './machine.ts'

export const purchaseOrderStatuses = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'CLOSED', 'CANCELLED'] as const
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]

/**
 * The life of a purchase order. `update` adds shipping documents, also once invoices have closed it; `upload` replaces files.
 * `reopen` answers the cancellation of an invoice that had closed it.
 */
export const purchaseOrderMachine = machine(purchaseOrderStatuses, [
  [['DRAFT'], 'draft', ['S'], 'DRAFT'],
  [['SUBMITTED'], 'edit', ['S'], 'SUBMITTED'],
  [['DRAFT'], 'submit', ['S'], 'SUBMITTED'],
  [['SUBMITTED'], 'confirm', ['B', 'O'], 'CONFIRMED'],
  [['SUBMITTED'], 'return', ['B', 'O'], 'DRAFT'],
  [['CONFIRMED'], 'update', ['S'], 'CONFIRMED'],
  [['CLOSED'], 'update', ['S'], 'CLOSED'],
  [['DRAFT'], 'upload', ['S'], 'DRAFT'],
  [['SUBMITTED'], 'upload', ['S'], 'SUBMITTED'],
  [['CONFIRMED'], 'upload', ['S'], 'CONFIRMED'],
  [['CONFIRMED'], 'close', ['S', 'system'], 'CLOSED'],
  [['CLOSED'], 'reopen', ['system'], 'CONFIRMED'],
  [['DRAFT', 'SUBMITTED', 'CONFIRMED'], 'cancel', ['S'], 'CANCELLED'],
])
export const purchaseOrderCan = purchaseOrderMachine.can
export const nextPurchaseOrderStatus = purchaseOrderMachine.next
export type PurchaseOrderEvent = (typeof purchaseOrderMachine.events)[number]

/** The statuses of an order that its buyer, or operations for it, has confirmed. */
export const confirmedPurchaseOrderStatuses = ['CONFIRMED', 'CLOSED'] as const satisfies readonly PurchaseOrderStatus[]

/** Whether an order of this status has been confirmed. */
export const isConfirmedPurchaseOrder = (status: PurchaseOrderStatus): boolean =>
  confirmedPurchaseOrderStatuses.some((confirmed) => confirmed === status)

type Financing = { financeStatus: string | null; locked: boolean }

/** Whether no order of a funder has been funded on it, and none holds it. */
const isFree = ({ financeStatus, locked }: Financing): boolean => financeStatus === null && !locked

/** Whether a supplier may ask for money on it: confirmed, and not financed yet. */
export const mayFinancePurchaseOrder = (order: Financing & { status: PurchaseOrderStatus }): boolean =>
  order.status === 'CONFIRMED' && isFree(order)

/** Whether a supplier may close: no order of a funder holds it, and none that was lent on it is overdue. */
export const mayClosePurchaseOrder = ({ status, financeStatus, locked }: Financing & { status: PurchaseOrderStatus }): boolean =>
  purchaseOrderCan.close(status) && !locked && financeStatus !== 'OVERDUE'

/** Whether a supplier may cancel: only before an order has been funded on it, while none holds it and no invoice names it. */
export const mayCancelPurchaseOrder = (order: Financing & { status: PurchaseOrderStatus; named: boolean }): boolean =>
  purchaseOrderCan.cancel(order.status) && isFree(order) && !order.named
