import { choice, date, list, money, type Row, text } from '../list.ts'

export const adjustmentTypes = ['CREDIT_NOTE', 'DEDUCTION', 'RETURN', 'REBATE', 'SHORT_PAY', 'DEBIT_NOTE'] as const
const adjustmentStatuses = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED', 'WITHDRAWN'] as const

/** Every change of what a buyer owes on an invoice, and who bears it. */
export const deductionReport = list({
  id: 'confirmation.deduction-report',
  path: '/{p}-financial-transaction/invoiceConfirmation/client/deductionReport',
  permission: 'confirmation.deduction-report',
  columns: {
    invoiceNo: text({ search: true, isNumber: true, sort: true, width: 150 }),
    type: choice(adjustmentTypes, { search: true, multiple: true, width: 120 }),
    refNo: text({ search: true, isNumber: true, width: 130 }),
    no: text({ search: true, isNumber: true, width: 140 }),
    status: choice(adjustmentStatuses, { search: true, multiple: true, width: 120 }),
    amount: money({ total: true, sort: true }),
    adjustmentDate: date({ search: true, sort: true }),
    absorbedByReserve: money({ total: true }),
    chargedToSupplier: money({ total: true }),
    buyerName: text({ search: true, width: 200 }),
    supplierName: text({ search: true, width: 200 }),
    reason: text({ width: 240 }),
    currency: text({ search: true, width: 90, hidden: true }),
    openClaim: money({ hidden: true }),
    invoiceId: text({ internal: true }),
  },
  order: { by: 'adjustmentDate', descending: true },
  uncounted: { column: 'status', values: ['REFUSED', 'WITHDRAWN'] },
  operations: ['RESUBMIT', 'WITHDRAW'],
})
export type DeductionRow = Row<typeof deductionReport>
