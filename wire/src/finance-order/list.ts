import { calledOffStatuses } from '@usance/domain/states/finance-order'
import { choice, date, dateTime, list, money, percent, type Row, readAtOnce, text } from '../list.ts'

const orderStatuses = [
  'DRAFT',
  'SUBMITTED',
  'IN_APPROVE',
  'PASSED',
  'RIGHT_CONFIRMED',
  'FUNDING',
  'FUNDED',
  'PARTIALLY_REPAID',
  'OVERDUE',
  'SETTLED',
  'CONVERTED',
  'WRITTEN_OFF',
  'REJECTED',
  'REFUSED',
  'REVOKED',
  'EXPIRED',
] as const
const orderTypes = ['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'] as const

/** Who reads what is owed by document. */
const trading = ['SUPPLIER', 'FUNDER', 'COMPANY', 'PLATFORM'] as const

/** Finance orders as supplier, buyer, funder and staff see them. */
export const financeOrderList = list({
  id: 'finance.finance-order',
  path: '/{p}-financial-transaction/financeOrder/client',
  permission: 'finance.finance-order',
  fits: readAtOnce,
  columns: {
    orderNo: text({ search: true, isNumber: true, sort: true, width: 150 }),
    status: choice(orderStatuses, { search: true, multiple: true, width: 140 }),
    financeAmount: money({ total: true, sort: true, search: true, width: 160 }),
    principalOutstanding: money({ total: true, sort: true, width: 160 }),
    maturity: date({ search: true, sort: true, width: 110 }),
    buyerName: text({ search: true, width: 190 }),
    supplierName: text({ search: true, width: 190 }),
    funderName: text({ search: true, width: 180 }),
    type: choice(orderTypes, { search: true, multiple: true, width: 160 }),
    currency: text({ search: true, width: 90, hidden: true }),
    rate: percent({ width: 90 }),
    fundingDate: date({ search: true, sort: true, width: 110 }),
    netAmount: money({ hidden: true }),
    /** Of its documents on which something is owed, from today on. */
    nextMaturity: date({ search: true, hidden: true, audience: trading }),
    createdAt: dateTime({ search: true, sort: true, hidden: true }),
    buyerCode: text({ internal: true, isReference: 'code' }),
    supplierCode: text({ internal: true, isReference: 'code' }),
    funderCode: text({ internal: true, isReference: 'code' }),
    financingProductId: text({ internal: true }),
    baseRateType: text({ internal: true }),
  },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'status', values: calledOffStatuses },
  operations: ['DETAIL', 'EDIT', 'WITHDRAW', 'UPDATE', 'ARP', 'CONFIRM', 'APPROVE', 'INSTRUCT', 'RECORD_PAYMENT', 'WRITE_OFF'],
})
export type FinanceOrderRow = Row<typeof financeOrderList>
