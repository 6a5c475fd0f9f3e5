import { choice, date, dateTime, list, money, number, type Row, readAtOnce, text } from '../list.ts'

const purchaseOrderStatuses = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'CLOSED', 'CANCELLED'] as const
const purchaseOrderFinanceStatuses = ['FINANCED', 'SETTLED', 'OVERDUE'] as const

/** Purchase orders as supplier, buyer, funder and staff see them. */
export const purchaseOrderList = list({
  id: 'trading.purchase',
  path: '/{p}-financial-transaction/purchaseOrder/client',
  permission: 'trading.purchase',
  fits: readAtOnce,
  columns: {
    poNo: text({ search: true, isNumber: true, sort: true, width: 150 }),
    docStatus: choice(purchaseOrderStatuses, { search: true, multiple: true, width: 130 }),
    amount: money({ total: true, sort: true, search: true }),
    invoicedAmount: money({ total: true }),
    buyerName: text({ search: true, width: 200 }),
    financeStatus: choice(purchaseOrderFinanceStatuses, { search: true, multiple: true, width: 120 }),
    latestShipDate: date({ search: true, sort: true }),
    orderDate: date({ search: true, sort: true }),
    supplierName: text({ search: true, width: 200 }),
    currency: text({ search: true, width: 90, hidden: true }),
    shippedPct: number({ width: 110, hidden: true }),
    financedAmount: money({ hidden: true }),
    paymentTermDays: number({ hidden: true, width: 120 }),
    createdAt: dateTime({ sort: true, hidden: true }),
  },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'docStatus', values: ['CANCELLED'] },
  operations: ['DRAFT', 'EDIT', 'SUBMIT', 'UPDATE', 'UPLOAD', 'CONFIRM', 'RETURN', 'CLOSE', 'CANCEL', 'FINANCE'],
})
export type PurchaseOrderRow = Row<typeof purchaseOrderList>
