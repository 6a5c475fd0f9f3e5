import { reviewTypes } from '@usance/domain/approval'
import { businessTypes } from '@usance/domain/approval-flows'
import { choice, dateTime, list, money, readAtOnce, text } from '../list.ts'
import { companyRoles } from '../roles.ts'
import { approvalStatuses } from './calls.ts'

const base = '/{p}-financial-transaction/backend/workflow'

/** What every list of approvals begins with. */
const about = {
  businessNo: text({ search: true, isNumber: true, sort: true, width: 150 }),
  businessType: choice(businessTypes, { search: true, multiple: true, width: 124 }),
  subject: text({ search: true, hasFigures: true, width: 206 }),
  amount: money({ sort: true, width: 136 }),
  currency: text({ hidden: true, width: 90 }),
  businessId: text({ internal: true }),
  /** The seat in which its reader was asked, or submitted it: the page opens there. */
  seat: choice(companyRoles, { internal: true }),
}

/** The tasks that wait for the caller. */
export const openTaskList = list({
  id: 'approval.open',
  path: `${base}/open`,
  permission: 'approval',
  fits: readAtOnce,
  columns: {
    ...about,
    nodeName: text({ width: 124 }),
    makerName: text({ search: true, width: 116 }),
    dueAt: dateTime({ sort: true, width: 156 }),
    createdAt: dateTime({ search: true, sort: true, width: 156 }),
    link: text({ internal: true }),
  },
  /** The decisions that the caller may give on a task, for themselves or for a colleague. */
  operations: reviewTypes,
  order: { by: 'createdAt', descending: false },
})

/** What the caller has decided. */
export const doneTaskList = list({
  id: 'approval.done',
  path: `${base}/done`,
  permission: 'approval',
  fits: readAtOnce,
  columns: {
    ...about,
    nodeName: text({ width: 124 }),
    operation: choice(['PASSED', 'REJECTED', 'REFUSED'], { search: true, width: 116 }),
    updateTime: dateTime({ search: true, sort: true, width: 156 }),
    status: choice(approvalStatuses, { search: true, width: 130 }),
    auditComment: text({ width: 260 }),
    link: text({ internal: true }),
  },
  order: { by: 'updateTime', descending: true },
})

/** What the caller has submitted, and how far it has come. */
export const ownApprovalList = list({
  id: 'approval.mine',
  path: `${base}/mine`,
  permission: 'approval',
  fits: readAtOnce,
  columns: {
    ...about,
    status: choice(approvalStatuses, { search: true, multiple: true, width: 130 }),
    nodeName: text({ width: 124 }),
    createdAt: dateTime({ search: true, sort: true, width: 156 }),
    auditComment: text({ width: 260 }),
    endedAt: dateTime({ search: true, sort: true, width: 156 }),
    link: text({ internal: true }),
  },
  order: { by: 'createdAt', descending: true },
})
