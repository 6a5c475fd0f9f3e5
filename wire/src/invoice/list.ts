import { choice, date, dateTime, flag, list, money, number, type Row, readAtOnce, text } from '../list.ts'

const invoiceStatuses = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'DISPUTED', 'CLOSED', 'CANCELLED'] as const
const payStatuses = ['UNPAID', 'PARTIAL', 'PAID', 'WRITTEN_OFF'] as const
const financeStatuses = ['UNFINANCED', 'LOCKED', 'FINANCED', 'SETTLED', 'OVERDUE'] as const

const columns = {
  invoiceNo: text({ search: true, isNumber: true, sort: true, width: 160 }),
  docStatus: choice(invoiceStatuses, { search: true, multiple: true, width: 120 }),
  amount: money({ total: true, sort: true, search: true, width: 160 }),
  outstanding: money({ total: true, sort: true, width: 160 }),
  dueDate: date({ search: true, sort: true, width: 110 }),
  buyerName: text({ search: true, width: 200 }),
  supplierName: text({ search: true, width: 200 }),
  financeStatus: choice(financeStatuses, { search: true, multiple: true, width: 120 }),
  issueDate: date({ search: true, sort: true, width: 110 }),
  currency: text({ search: true, width: 90, hidden: true }),
  payStatus: choice(payStatuses, { search: true, multiple: true, hidden: true }),
  overdueDays: number({ hidden: true, width: 110 }),
  source: choice(['FORM', 'EXCEL', 'EINVOICE', 'OCR', 'BUYER'] as const, { hidden: true, search: true }),
  createdAt: dateTime({ sort: true, hidden: true }),
} as const

/** Invoices as supplier, buyer, funder and staff see them. */
export const invoiceList = list({
  id: 'trading.invoice',
  path: '/{p}-financial-transaction/invoice/client',
  permission: 'trading.invoice',
  fits: readAtOnce,
  columns: {
    ...columns,
    /** A condition alone, for the link from home: whether an offer may finance it now. */
    isReady: flag({ withheld: true, audience: ['SUPPLIER', 'COMPANY'] }),
  },
  order: { by: 'issueDate', descending: true },
  uncounted: { column: 'docStatus', values: ['CANCELLED'] },
  operations: ['EDIT', 'SUBMIT', 'FINANCE', 'ADJUST', 'REPORT_PAYMENT', 'UPLOAD', 'CANCEL'],
})
export type InvoiceRow = Row<typeof invoiceList>

/** The same invoices, as the buyer goes through them to confirm. */
export const confirmationList = list({
  id: 'confirmation.invoiceConfirmation',
  path: '/{p}-financial-transaction/invoiceConfirmation/client',
  permission: 'confirmation.invoiceConfirmation',
  fits: readAtOnce,
  columns: {
    ...columns,
    proposedAmount: money({ width: 150 }),
    confirmedAmount: money({ hidden: true }),
    /** It carries the sign that it is issued on a later day, and that day has not come. */
    issuedLater: flag({ internal: true }),
  },
  order: { by: 'issueDate', descending: true },
  uncounted: { column: 'docStatus', values: ['CANCELLED'] },
  operations: [
    'CONFIRM',
    'RETURN',
    'DISPUTE',
    'PROPOSE_RESOLUTION',
    'RESOLVE',
    'ADJUST',
    'REPORT_PAYMENT',
    'UPLOAD_CONFIRMATION',
  ],
})
export type ConfirmationRow = Row<typeof confirmationList>
