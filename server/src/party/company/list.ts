import { systemCompanyList } from '@usance/wire/company/calls'
import { sql } from 'kysely'
import { readByStaff } from '../../auth/partner.ts'
import { source } from '../../list/source.ts'

/** Every company but the operator's own; to a partner those that they introduced. */
export const systemCompanySource = source(systemCompanyList, (tx, { actor }) =>
  tx
    .selectFrom('company as c')
    .leftJoin('appUser as bd', 'bd.id', 'c.bdUserId')
    .where('c.isPlatform', '=', false)
    .where(readByStaff(actor))
    .select([
      'c.id',
      'c.code',
      'c.name',
      'c.bizRegNo',
      'c.country',
      'c.riskGrade',
      'c.kycStatus',
      'c.blockFlag',
      'bd.cname as bdName',
      'c.createdAt',
      sql<string>`(select string_agg(r.role, ', ' order by r.role) from company_role r
        where r.company_id = c.id and r.status = 'ENABLE' and r.role <> 'COMPANY')`.as('roles'),
    ]),
)
