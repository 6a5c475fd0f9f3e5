import { eligibilityReasons } from '@usance/domain/eligibility'
import { type AnyList, choice, date, list, money, type Row, readAtOnce, text } from '../list.ts'

const columns = {
  invoiceNo: text({ search: true, isNumber: true, sort: true, width: 160 }),
  eligibility: choice(['ELIGIBLE', 'EXCLUDED'], { search: true, width: 120 }),
  reasons: choice(eligibilityReasons, { several: true, width: 220 }),
  buyerName: text({ search: true, width: 220 }),
  outstanding: money({ total: true, sort: true }),
  confirmed: money({ total: true, sort: true }),
  // A rule judges it for the rows of a page: all of them together are the figures of the pools.
  eligibleAmount: money(),
  currency: text({ search: true, width: 90, hidden: true }),
  dueDate: date({ search: true, sort: true, width: 120 }),
  assignedOn: date({ search: true, sort: true, width: 120 }),
  supplierName: text({ search: true, width: 200, hidden: true }),
  poolCode: text({ search: true, width: 170, hidden: true }),
  invoiceId: text({ internal: true }),
} as const

/** The receivables of the pools a product's own rules decide on, with why some do not count. */
export const poolAssetList = list({
  id: 'finance.poolFactoring',
  path: '/{p}-financial-transaction/air8PoolFinanceOrder/client/assets',
  permission: 'finance.poolFactoring',
  fits: readAtOnce,
  columns,
  order: { by: 'dueDate', descending: false },
  operations: ['WITHDRAW'],
})
/** The same where a bank decides. */
export const bankPoolAssetList = list({
  id: 'finance.dbsFinance',
  path: '/{p}-financial-transaction/dbsFinance/client/assets',
  permission: 'finance.dbsFinance',
  fits: readAtOnce,
  columns,
  order: { by: 'dueDate', descending: false },
  operations: ['WITHDRAW'],
})
export type PoolAssetRow = Row<typeof poolAssetList>
export const poolLists = { OWN: poolAssetList, DBS: bankPoolAssetList } satisfies Record<string, AnyList>

/** Every movement of pool financing: drawn, repaid, the interest that was paid, and what of a loss came back. */
export const facilityAccountList = list({
  id: 'finance.account',
  path: '/{p}-financial-transaction/facilityAccount/client',
  permission: 'finance.account',
  fits: readAtOnce,
  columns: {
    moveDate: date({ search: true, sort: true, width: 120 }),
    kind: choice(['DRAWING', 'PRINCIPAL', 'INTEREST', 'PENALTY', 'FEE', 'COST'], { search: true, multiple: true, width: 140 }),
    orderNo: text({ search: true, isNumber: true, sort: true, width: 170 }),
    reference: text({ search: true, width: 170 }),
    drawn: money({ total: true }),
    repaid: money({ total: true }),
    costs: money({ total: true }),
    recovered: money({ total: true }),
    currency: text({ search: true, width: 90, hidden: true }),
    supplierName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 180 }),
    orderId: text({ internal: true }),
  },
  order: { by: 'moveDate', descending: true },
})

/** Interest of every financing by calendar month: accrued and paid. */
export const interestList = list({
  id: 'finance.interest',
  path: '/{p}-financial-transaction/financeInterest/client',
  permission: 'finance.interest',
  fits: readAtOnce,
  columns: {
    month: date({ search: true, sort: true, month: true, width: 110 }),
    orderNo: text({ search: true, isNumber: true, sort: true, width: 170 }),
    type: choice(['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'], {
      search: true,
      multiple: true,
      width: 170,
    }),
    principal: money({}),
    rate: text({ width: 110 }),
    interest: money({ total: true, negative: true }),
    penalty: money({ total: true, negative: true }),
    paid: money({ total: true }),
    currency: text({ search: true, width: 90, hidden: true }),
    firstDay: date({ width: 120 }),
    lastDay: date({ width: 120 }),
    supplierName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 180, hidden: true }),
    orderId: text({ internal: true }),
  },
  order: { by: 'month', descending: true },
})
