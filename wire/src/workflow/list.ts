import { businessTypes } from '@usance/domain/approval-flows'
import { choice, dateTime, list, money, text } from '../list.ts'
import { approvalStatuses } from './calls.ts'

const base = '/{p}-financial-transaction/backend/workflow'

/** The tasks that wait for the caller. */
export const openTaskList = list({
  id: 'approval.open',
  path: `${base}/open`,
  permission: 'approval',
  columns: {
    businessNo: text({ search: true, sort: true, width: 160 }),
    businessType: choice(businessTypes, { search: true, multiple: true, width: 140 }),
    subject: text({ search: true, width: 250 }),
    amount: money({ sort: true, width: 140 }),
    currency: text({ hidden: true, width: 90 }),
    nodeName: text({ width: 150 }),
    makerName: text({ search: true, width: 130 }),
    createdAt: dateTime({ search: true, sort: true }),
    dueAt: dateTime({ sort: true }),
    link: text({ internal: true }),
    instanceId: text({ internal: true }),
  },
  order: { by: 'createdAt', descending: false },
})

/** What the caller has decided. */
export const doneTaskList = list({
  id: 'approval.done',
  path: `${base}/done`,
  permission: 'approval',
  columns: {
    businessNo: text({ search: true, sort: true, width: 160 }),
    businessType: choice(businessTypes, { search: true, multiple: true, width: 140 }),
    subject: text({ search: true, width: 250 }),
    amount: money({ sort: true, width: 140 }),
    currency: text({ hidden: true, width: 90 }),
    nodeName: text({ width: 150 }),
    operation: choice(['PASSED', 'REJECTED', 'REFUSED'], { search: true, width: 130 }),
    auditComment: text({ width: 260 }),
    status: choice(approvalStatuses, { search: true, width: 130 }),
    updateTime: dateTime({ search: true, sort: true }),
    link: text({ internal: true }),
    instanceId: text({ internal: true }),
  },
  order: { by: 'updateTime', descending: true },
})
