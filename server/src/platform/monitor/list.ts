import { auditList } from '@usance/wire/monitor/list'
import { sql } from 'kysely'
import { idReadByStaff } from '../../auth/partner.ts'
import { source } from '../../list/source.ts'

/** The audit log; only staff who may see it reach this list, and a partner the entries of the companies that it introduced. */
export const auditSource = source(auditList, (tx, { actor }) =>
  tx
    .selectFrom('auditLog as l')
    .leftJoin('company as c', 'c.id', 'l.companyId')
    .select([
      sql<string>`l.id::text`.as('id'),
      'l.at',
      'l.userName',
      'c.name as companyName',
      'l.event',
      'l.objectType',
      'l.objectNo',
      'l.businessDate',
      'l.companyRole',
      'l.objectId',
      'l.requestId',
      'l.ip',
    ])
    .where(idReadByStaff(actor, sql.ref('l.companyId'))),
)
