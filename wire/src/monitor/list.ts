import { date, dateTime, list, readAtOnce, text } from '../list.ts'

/** Everything anybody did, as the append-only audit log keeps it. */
export const auditList = list({
  id: 'system.audit',
  path: '/{p}-financial-transaction/audit/backend',
  permission: 'system.audit',
  fits: readAtOnce,
  columns: {
    at: dateTime({ search: true, sort: true, seconds: true, width: 180 }),
    userName: text({ search: true, width: 130 }),
    companyName: text({ search: true, width: 190 }),
    event: text({ search: true, width: 200 }),
    objectType: text({ search: true, width: 160 }),
    objectNo: text({ search: true, isNumber: true, width: 170 }),
    businessDate: date({ search: true, width: 120 }),
    companyRole: text({ hidden: true, width: 110 }),
    objectId: text({ search: true, hidden: true, width: 280 }),
    requestId: text({ search: true, hidden: true, width: 200 }),
    ip: text({ hidden: true, width: 130 }),
  },
  order: { by: 'at', descending: true },
})
