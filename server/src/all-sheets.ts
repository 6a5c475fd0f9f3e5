import { staffSheet, supplierSheet } from './trade/invoice/invoice-sheets.ts'
import { orderSheet } from './trade/purchase-order/import-excel.ts'

/** The sheets that an administrator can configure: one line for each noun. */
export const allSheets = {
  INVOICE: { supplier: supplierSheet, staff: staffSheet },
  PURCHASE_ORDER: { supplier: orderSheet, staff: orderSheet },
}
