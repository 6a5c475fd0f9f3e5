import { choice, dateTime, list, readAtOnce, text } from '../list.ts'

const shownAccountStatuses = ['ENABLE', 'DISABLE', 'PENDING_ACTIVATE', 'READY_TO_ENABLE'] as const
const accountApprovals = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'] as const

/** Every company's bank accounts, for the operator's staff. */
export const systemBankList = list({
  id: 'system.bank',
  path: '/{p}-company/backend/bankAccount',
  permission: 'system.bank',
  fits: readAtOnce,
  columns: {
    companyName: text({ search: true, sort: true, width: 216 }),
    bankAccount: text({ width: 112 }),
    bankName: text({ search: true, width: 150 }),
    purpose: choice(['PAYMENT', 'COLLECTION', 'BOTH'], { search: true, width: 112 }),
    status: choice(shownAccountStatuses, { search: true, width: 158 }),
    approval: choice(accountApprovals, { search: true, width: 118 }),
    coolingUntil: dateTime({ sort: true, width: 160 }),
    bankCode: text({ search: true, width: 120 }),
    currency: text({ search: true, width: 190 }),
    createdAt: dateTime({ sort: true, width: 160 }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['DETAIL'],
})
