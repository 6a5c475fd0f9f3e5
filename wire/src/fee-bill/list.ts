import { choice, date, list, money, readAtOnce, text } from '../list.ts'

/** The fee bills of buyers for their orders, with the amounts still open. */
export const feeBillList = list({
  id: 'payment.fee-bill',
  path: '/{p}-financial-transaction/payment/client/feeBill',
  permission: 'payment.fee-bill',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 170 }),
    orderNo: text({ search: true, isNumber: true, width: 170 }),
    status: choice(['UNPAID', 'PARTIAL', 'PAID'], { search: true, multiple: true, width: 120 }),
    buyerName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 180 }),
    amount: money({ total: true, sort: true }),
    /** What the bill came to when it was issued, where an adjustment has changed it since. */
    formerAmount: money(),
    tax: money({ total: true, hidden: true }),
    openAmount: money({ total: true, sort: true }),
    waivedAmount: money({ total: true, hidden: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    issuedOn: date({ search: true, sort: true, width: 130 }),
    dueOn: date({ search: true, sort: true, width: 130 }),
    orderId: text({ internal: true }),
  },
  order: { by: 'dueOn', descending: true },
  operations: ['DETAIL'],
})
