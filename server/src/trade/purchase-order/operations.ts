import {
  mayCancelPurchaseOrder,
  mayClosePurchaseOrder,
  mayFinancePurchaseOrder,
  type PurchaseOrderStatus,
  purchaseOrderCan,
} from '@usance/domain/states/purchase-order'
import type { Actor } from '../../http/context.ts'

type Facts = {
  docStatus: string
  financeStatus: string | null
  locked: boolean
  named: boolean
  buyerVisible: boolean
  madeByReader: boolean
  actsForAnother: boolean
}

/** Whether the caller may confirm or return some orders for their buyer: its checkers, or operations in its place. */
export const mayAnswerForBuyer = (actor: Actor): boolean =>
  actor.staff
    ? actor.permissions.has('confirmation.invoiceConfirmation.bt-upload')
    : actor.companyRole === 'BUYER' && actor.permissions.has('confirmation.invoiceConfirmation.confirm')

/** Whether a buyer answers for itself: nobody stands in for a buyer that is shown the order. */
export const answersItself = ({ buyerVisible }: Pick<Facts, 'buyerVisible'>, actor: Pick<Actor, 'staff'>): boolean =>
  actor.staff && buyerVisible

/** What this user may do to a purchase order now; browser and lists show exactly these. */
export function purchaseOrderOperations(row: Facts, actor: Actor): string[] {
  if (row.actsForAnother) return []
  const status = row.docStatus as PurchaseOrderStatus
  const may = (action: string) => actor.companyRole === 'SUPPLIER' && actor.permissions.has(`trading.purchase.${action}`)
  const facts = { status, financeStatus: row.financeStatus, locked: row.locked, named: row.named }
  const answers = mayAnswerForBuyer(actor) && !answersItself(row, actor)
  const offered: [boolean, string][] = [
    [may('draft') && purchaseOrderCan.draft(status), 'DRAFT'],
    [may('edit') && purchaseOrderCan.edit(status), 'EDIT'],
    [may('add') && purchaseOrderCan.submit(status), 'SUBMIT'],
    [may('update') && purchaseOrderCan.update(status), 'UPDATE'],
    [may('upload') && purchaseOrderCan.upload(status) && !row.locked, 'UPLOAD'],
    [
      actor.companyRole === 'SUPPLIER' && actor.permissions.has('finance.finance-order.add') && mayFinancePurchaseOrder(facts),
      'FINANCE',
    ],
    [answers && purchaseOrderCan.confirm(status) && !row.madeByReader, 'CONFIRM'],
    [answers && purchaseOrderCan.return(status), 'RETURN'],
    [may('update') && mayClosePurchaseOrder(facts), 'CLOSE'],
    [may('edit') && mayCancelPurchaseOrder(facts), 'CANCEL'],
  ]
  return offered.filter(([isOffered]) => isOffered).map(([, operation]) => operation)
}
