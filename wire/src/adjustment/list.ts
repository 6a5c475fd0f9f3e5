import { choice, date, list, money, type Row, text } from '../list.ts'

export const adjustmentTypes = ['CREDIT_NOTE', 'DEDUCTION', 'RETURN', 'REBATE', 'SHORT_PAY', 'DEBIT_NOTE'] as const
export const adjustmentStatuses = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'] as const

/** Every change of what a buyer owes on an invoice, and who bears it. */
export const deductionReport = list({
  id: 'confirmation.deduction-report',
  path: '/{p}-financial-transaction/invoiceConfirmation/client/deductionReport',
  permission: 'confirmation.deduction-report',
  columns: {
    invoiceNo: text({ search: true, sort: true, width: 170 }),
    supplierName: text({ search: true, width: 220 }),
    buyerName: text({ search: true, width: 220 }),
    type: choice(adjustmentTypes, { search: true, multiple: true }),
    refNo: text({ search: true, width: 150 }),
    adjustmentDate: date({ search: true, sort: true }),
    currency: text({ search: true, width: 90 }),
    amount: money({ total: true, sort: true }),
    status: choice(adjustmentStatuses, { search: true, multiple: true }),
    absorbedByReserve: money({ total: true }),
    chargedToSupplier: money({ total: true }),
    openClaim: money({ hidden: true }),
    reason: text({ width: 260 }),
    invoiceId: text({ internal: true }),
  },
  order: { by: 'adjustmentDate', descending: true },
  operations: ['RESUBMIT'],
})
export type DeductionRow = Row<typeof deductionReport>
