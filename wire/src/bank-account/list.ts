import { choice, dateTime, list, text } from '../list.ts'

const shownAccountStatuses = ['ENABLE', 'DISABLE', 'PENDING_ACTIVATE'] as const
const accountApprovals = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED'] as const

/** Every company's bank accounts, for the operator's staff. */
export const systemBankList = list({
  id: 'system.bank',
  path: '/{p}-company/backend/bankAccount',
  permission: 'system.bank',
  columns: {
    companyName: text({ search: true, sort: true, width: 220 }),
    bankAccount: text({ width: 150 }),
    bankName: text({ search: true, width: 180 }),
    bankCode: text({ search: true, width: 130 }),
    currency: text({ search: true, width: 150 }),
    status: choice(shownAccountStatuses, { search: true, width: 160 }),
    approval: choice(accountApprovals, { search: true, width: 130 }),
    coolingUntil: dateTime({ sort: true, width: 170 }),
    createdAt: dateTime({ sort: true, width: 170 }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['DETAIL'],
})
