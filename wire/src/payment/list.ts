import { paymentStatuses } from '@usance/domain/states/payment'
import { choice, date, dateTime, list, money, readAtOnce, text } from '../list.ts'

const base = '/{p}-financial-transaction/payment/client'
export const paymentTypes = ['FUNDING', 'RELEASE', 'REFUND', 'FEE_REMIT', 'RECEIPT_RETURN'] as const

const columns = {
  no: text({ search: true, isNumber: true, sort: true, width: 170 }),
  orderNo: text({ search: true, isNumber: true, width: 170 }),
  status: choice(paymentStatuses, { search: true, multiple: true, width: 130 }),
  payeeName: text({ search: true, width: 200 }),
  funderName: text({ search: true, width: 180 }),
  amount: money({ total: true, sort: true }),
  currency: text({ search: true, width: 100, hidden: true }),
  dueDate: date({ search: true, sort: true, width: 130 }),
  valueDate: date({ search: true, sort: true, width: 130 }),
  bankRef: text({ search: true, width: 170 }),
  createdAt: dateTime({ sort: true, hidden: true }),
  orderId: text({ internal: true }),
}

/** All money going out, for settlement and the funder who pays it. */
export const paymentList = list({
  id: 'payment.management',
  path: `${base}/management`,
  permission: 'payment.management',
  fits: readAtOnce,
  columns: { ...columns, type: choice(paymentTypes, { search: true, multiple: true, width: 130 }) },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'status', values: ['CANCELLED'] },
  operations: ['DETAIL', 'INSTRUCT', 'PAID', 'FAIL'],
})

/** Financing paid out, for everybody whose order it is. */
export const financingPaymentList = list({
  id: 'payment.financing',
  path: `${base}/financing`,
  permission: 'payment.financing',
  fits: readAtOnce,
  columns: { ...columns, payeeName: { ...columns.payeeName, ownNameOf: ['SUPPLIER'] } },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'status', values: ['CANCELLED'] },
  operations: ['DETAIL'],
})

/** Reserves paid out and surplus money returned. */
export const releaseRefundList = list({
  id: 'payment.release-refund',
  path: `${base}/releaseRefund`,
  permission: 'payment.release-refund',
  fits: readAtOnce,
  columns: {
    ...columns,
    type: choice(['RELEASE', 'REFUND', 'RECEIPT_RETURN'], { search: true, width: 130 }),
    /** What the payee owes again of it, because the bank took the receipt behind it back too. */
    owedBack: money({ total: true }),
  },
  order: { by: 'createdAt', descending: true },
  uncounted: { column: 'status', values: ['CANCELLED'] },
  operations: ['DETAIL', 'INSTRUCT', 'PAID', 'FAIL'],
})
