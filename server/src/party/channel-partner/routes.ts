import { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { sql } from 'kysely'
import { routes } from '../../http/context.ts'
import { partnerMonth, partnerMonthExport } from './month.ts'

export const channelPartnerRoutes = routes(channelPartnerCalls, {
  partnerMonth,
  partnerMonthExport,
  partners: ({ tx }) =>
    tx
      .selectFrom('appUser as u')
      .select(['u.id', 'u.cname as name'])
      .where('u.status', '=', 'active')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('userCompanyRole as r')
            .select('r.userId')
            .whereRef('r.userId', '=', 'u.id')
            .where('r.role', '=', 'PLATFORM')
            .where(sql<boolean>`'BD' = any(r.user_roles)`),
        ),
      )
      .orderBy('u.cname')
      .execute(),
})
