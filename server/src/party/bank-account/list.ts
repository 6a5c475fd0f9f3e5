import { standingApprovals } from '@usance/domain/states/bank-account'
import { systemBankList } from '@usance/wire/bank-account/list'
import { sql } from 'kysely'
import { source } from '../../list/source.ts'
import { maskedAccountOf } from './account-number.ts'

export const systemBankSource = source(
  systemBankList,
  (tx) =>
    tx
      .selectFrom('bankAccount as a')
      .leftJoin('company as c', 'c.id', 'a.companyId')
      .select([
        'a.id',
        'c.name as companyName',
        maskedAccountOf(sql.ref('a.bank_account')).as('bankAccount'),
        'a.bankName',
        'a.purpose',
        'a.bankCode',
        sql<string>`replace(a.currency, ',', ', ')`.as('currency'),
        sql<string>`case when a.status <> 'ENABLE' and not a.can_enable and a.disabled_at is null and a.approval = any(${standingApprovals}::text[])
          and not (a.approval = 'PASSED' and coalesce(a.cooling_until <= app_now(), true))
          then 'PENDING_ACTIVATE'
          when a.status <> 'ENABLE' and a.disabled_at is null and a.approval = 'PASSED' then 'READY_TO_ENABLE'
          else a.status end`.as('status'),
        'a.approval',
        sql<string | null>`case when a.cooling_until > app_now() then a.cooling_until end`.as('coolingUntil'),
        'a.createdAt',
      ]),
  () => ['DETAIL'],
)
