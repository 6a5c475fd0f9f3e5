import { choice, date, dateTime, list, number, readAtOnce, text } from '../list.ts'

const paymentFileStatuses = ['IN_APPROVE', 'READY', 'TAKEN', 'REFUSED', 'VOID'] as const

/** Payment files for the banks, newest first. */
export const paymentFileList = list({
  id: 'payment.files',
  path: '/{p}-financial-transaction/payment/client/files',
  permission: 'payment.management',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 160 }),
    funderName: text({ search: true, width: 200 }),
    status: choice(paymentFileStatuses, { search: true, multiple: true, width: 150 }),
    payments: number({ sort: true, width: 110 }),
    totals: text({ width: 240 }),
    firstDate: date({ search: true, sort: true, width: 140 }),
    accepted: number({ width: 110 }),
    rejected: number({ width: 110 }),
    makerName: text({ width: 150 }),
    createdAt: dateTime({ sort: true, width: 170 }),
    takenByName: text({ width: 150 }),
    takenAt: dateTime({ sort: true, width: 170 }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['DETAIL', 'TAKE', 'VOID'],
})
