import { machine } from './machine.ts'

export const purchaseOrderStatuses = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'CLOSED', 'CANCELLED'] as const
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number]

/** The life of a purchase order. `update` adds shipping documents, `upload` replaces files. */
export const purchaseOrderMachine = machine(purchaseOrderStatuses, [
  [['DRAFT'], 'draft', ['S'], 'DRAFT'],
  [['SUBMITTED'], 'edit', ['S'], 'SUBMITTED'],
  [['DRAFT'], 'submit', ['S'], 'SUBMITTED'],
  [['SUBMITTED'], 'confirm', ['B', 'O'], 'CONFIRMED'],
  [['SUBMITTED'], 'return', ['B', 'O'], 'DRAFT'],
  [['CONFIRMED'], 'update', ['S'], 'CONFIRMED'],
  [['DRAFT'], 'upload', ['S'], 'DRAFT'],
  [['SUBMITTED'], 'upload', ['S'], 'SUBMITTED'],
  [['CONFIRMED'], 'upload', ['S'], 'CONFIRMED'],
  [['CONFIRMED'], 'close', ['S', 'system'], 'CLOSED'],
  [['DRAFT', 'SUBMITTED', 'CONFIRMED'], 'cancel', ['S'], 'CANCELLED'],
])
export const purchaseOrderCan = purchaseOrderMachine.can
export const nextPurchaseOrderStatus = purchaseOrderMachine.next
export type PurchaseOrderEvent = (typeof purchaseOrderMachine.events)[number]

/** Whether a supplier may cancel: only before an order has been funded on it, and while none holds it. */
export const mayCancelPurchaseOrder = (order: {
  status: PurchaseOrderStatus
  financeStatus: string | null
  locked: boolean
}): boolean => purchaseOrderCan.cancel(order.status) && order.financeStatus === null && !order.locked
