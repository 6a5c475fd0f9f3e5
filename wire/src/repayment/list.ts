import { collectionStatuses } from '@usance/domain/states/collection'
import { repaymentStatuses } from '@usance/domain/states/repayment'
import { funding } from '../audience.ts'
import { choice, date, dateTime, list, money, readAtOnce, text } from '../list.ts'

const base = '/{p}-financial-transaction/repayment/client'

/** Money that arrived, and how far it has found what it pays. */
export const collectionList = list({
  id: 'repayment.management',
  path: `${base}/management`,
  permission: 'repayment.management',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 170 }),
    status: choice(collectionStatuses, { search: true, multiple: true, width: 140 }),
    bankRef: text({ search: true, width: 170 }),
    valueDate: date({ search: true, sort: true, width: 130 }),
    amount: money({ total: true, sort: true }),
    matched: money({}),
    left: money({ search: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    payerName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 180 }),
    matchReason: text({ width: 200 }),
    maybeSameAs: text({ width: 220 }),
    maybeSameAsId: text({ internal: true, isReference: 'id' }),
    reversalReportedAt: dateTime({ width: 260, audience: funding }),
    returnNo: text({ width: 160, hidden: true }),
    payerAccount: text({ hidden: true }),
    rawText: text({ hidden: true }),
    createdAt: dateTime({ sort: true, hidden: true }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['DETAIL', 'MATCH', 'RETURN'],
})

/** Repayments of orders, each with its status. A waived remainder is WAIVED; no money moved. */
export const repaymentList = list({
  id: 'repayment.repaymentDetail',
  path: `${base}/repaymentDetail`,
  permission: 'repayment.repaymentDetail',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 170 }),
    status: choice([...repaymentStatuses, 'WAIVED'], { search: true, multiple: true, width: 130 }),
    amount: money({ total: true, sort: true, width: 160 }),
    valueDate: date({ search: true, sort: true, width: 120 }),
    orderNo: text({ search: true, isNumber: true, width: 160 }),
    supplierName: text({ search: true, width: 180 }),
    buyerName: text({ search: true, width: 180 }),
    payerRole: choice(['BUYER', 'SUPPLIER', 'ARP', 'WAIVER', 'RESERVE'], { search: true, width: 120 }),
    surplus: money({}),
    currency: text({ search: true, width: 100, hidden: true }),
    fundSource: choice(['INTEREST', 'COLLECTION'], { search: true, width: 140 }),
    createdAt: dateTime({ sort: true, hidden: true }),
    orderId: text({ internal: true }),
  },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'status', values: ['REVERSED', 'REFUSED', 'WAIVED'] },
  operations: ['DETAIL', 'RESUBMIT', 'REVERSE'],
})

/** What money that comes back pays, in the order in which it does. A buyer is told instead what of it paid its invoices. */
export const components = [
  'INVOICE',
  'PO',
  'COST',
  'PENALTY',
  'FEE',
  'INTEREST',
  'PRINCIPAL',
  'RESERVE',
  'SURPLUS',
  'REMAINDER',
  'BUYER_FEE',
  'REFUND',
] as const
export type Component = (typeof components)[number]

/** What each repayment paid, line by line. */
export const repaymentDetailList = list({
  id: 'repayment.details',
  path: `${base}/details`,
  permission: 'repayment.details',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 170 }),
    orderNo: text({ search: true, isNumber: true, width: 170 }),
    docNo: text({ search: true, isNumber: true, width: 170 }),
    component: choice(components, { search: true, multiple: true, width: 130 }),
    amount: money({ total: true, sort: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    valueDate: date({ search: true, sort: true, width: 130 }),
    source: choice(['RECEIPT', 'REBATE', 'ARP', 'WAIVER', 'RESERVE'], { width: 120 }),
    repaymentId: text({ internal: true, isReference: 'id' }),
  },
  order: { by: 'valueDate', descending: true },
})
