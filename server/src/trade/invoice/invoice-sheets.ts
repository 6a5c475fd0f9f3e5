import type { ImportSheet, SheetColumn } from '../../platform/sheet-import/sheet.ts'

const invoiceColumns = [
  { key: 'invoiceNo', title: { 'en-US': 'Invoice no', 'zh-CN': '发票号' }, required: true, example: 'INV-2026-001', max: 80 },
  { key: 'buyerCode', title: { 'en-US': 'Buyer code', 'zh-CN': '买方代码' }, required: true, example: 'BUYER1', max: 60 },
  {
    key: 'issueDate',
    title: { 'en-US': 'Issue date', 'zh-CN': '开票日期' },
    required: true,
    example: '2026-01-15',
    kind: 'date',
  },
  { key: 'dueDate', title: { 'en-US': 'Due date', 'zh-CN': '到期日' }, required: true, example: '2026-03-16', kind: 'date' },
  { key: 'currency', title: { 'en-US': 'Currency', 'zh-CN': '币种' }, required: true, example: 'USD', kind: 'currency' },
  { key: 'amount', title: { 'en-US': 'Amount', 'zh-CN': '金额' }, required: true, example: '12500.00', kind: 'amount' },
  { key: 'poNo', title: { 'en-US': 'Order no', 'zh-CN': '订单号' }, required: false, example: '', max: 80 },
  { key: 'taxInvoiceNo', title: { 'en-US': 'Tax invoice no', 'zh-CN': '税务发票号' }, required: false, example: '', max: 80 },
  { key: 'remark', title: { 'en-US': 'Remark', 'zh-CN': '备注' }, required: false, example: '', max: 500 },
] as const satisfies readonly SheetColumn[]
export type InvoiceKey = (typeof invoiceColumns)[number]['key'] | 'supplierCode'

const supplierColumn = {
  key: 'supplierCode',
  title: { 'en-US': 'Supplier code', 'zh-CN': '供应商代码' },
  required: true,
  example: 'SUPPLIER1',
  max: 60,
} as const satisfies SheetColumn
const named = { name: { 'en-US': 'Invoices', 'zh-CN': '发票' }, fileName: 'invoice-template.xlsx' }

/** What a supplier fills in about its invoices. */
export const supplierSheet: ImportSheet<InvoiceKey> = { ...named, columns: invoiceColumns }
/** What a buyer fills in about the invoices it owes. */
export const buyerSheet: ImportSheet<InvoiceKey> = {
  ...named,
  columns: [supplierColumn, ...invoiceColumns.filter(({ key }) => key !== 'buyerCode')],
}
/** What operations fill in for a buyer. */
export const staffSheet: ImportSheet<InvoiceKey> = { ...named, columns: [supplierColumn, ...invoiceColumns] }
