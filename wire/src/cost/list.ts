import { feeCodes, feePayers } from '@usance/domain/ledger/fee-lines'
import { calledOffStatuses, financeOrderStatuses } from '@usance/domain/states/finance-order'
import { choice, flag, list, money, type Row, readAtOnce, text } from '../list.ts'

/** Every fee of every order: as agreed, how it was corrected since, and what it comes to. */
export const costList = list({
  id: 'finance.costs',
  path: '/{p}-financial-transaction/costs/client',
  permission: 'finance.costs',
  fits: readAtOnce,
  columns: {
    orderNo: text({ search: true, isNumber: true, sort: true, width: 170 }),
    code: choice(feeCodes, { search: true, multiple: true, width: 140 }),
    supplierName: text({ search: true, width: 220 }),
    original: money({ total: true, sort: true }),
    adjusted: money({ total: true, negative: true }),
    net: money({ total: true, sort: true }),
    currency: text({ search: true, width: 90, hidden: true }),
    timing: choice(['FUNDING', 'SETTLEMENT'], { search: true, width: 130 }),
    beneficiary: choice(['PLATFORM', 'FUNDER'], { search: true, width: 120 }),
    payer: choice(feePayers, { search: true, width: 110 }),
    orderStatus: choice(financeOrderStatuses, { search: true, multiple: true, width: 140 }),
    funderName: text({ search: true, width: 180, hidden: true }),
    charged: flag({ width: 90, hidden: true }),
    pending: flag({ search: true, width: 110 }),
    orderId: text({ internal: true }),
  },
  order: { by: 'orderNo', descending: true },
  uncounted: { column: 'orderStatus', values: calledOffStatuses },
  operations: ['DETAIL', 'ADJUST'],
})
export type CostRow = Row<typeof costList>
