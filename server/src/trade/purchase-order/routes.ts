import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { routes } from '../../http/context.ts'
import {
  cancelPurchaseOrder,
  closePurchaseOrder,
  confirmPurchaseOrders,
  returnPurchaseOrder,
  submitPurchaseOrders,
} from './change-status.ts'
import { purchaseOrderDetail } from './detail.ts'
import { downloadOrderTemplate, importPurchaseOrders, purchaseOrderTemplate } from './import-excel.ts'
import { addPurchaseOrder, editPurchaseOrder } from './save-order.ts'
import { updateShipment, uploadOrderFiles } from './ship-order.ts'

export const purchaseOrderRoutes = routes(purchaseOrderCalls, {
  add: addPurchaseOrder,
  edit: editPurchaseOrder,
  detail: purchaseOrderDetail,
  submit: submitPurchaseOrders,
  update: updateShipment,
  upload: uploadOrderFiles,
  confirm: confirmPurchaseOrders,
  returnToSupplier: returnPurchaseOrder,
  close: closePurchaseOrder,
  cancel: cancelPurchaseOrder,
  importExcel: importPurchaseOrders,
  template: purchaseOrderTemplate,
  templateDownload: downloadOrderTemplate,
})
