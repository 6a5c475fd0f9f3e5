import { configChangeCalls } from '@usance/wire/config-change/calls'
import { routes } from '../../http/context.ts'
import { change, changes } from './changes.ts'
import { current } from './current.ts'
import { propose } from './propose.ts'

export const configChangeRoutes = routes(configChangeCalls, {
  current,
  changes,
  change,
  propose,
  parties: async ({ tx }) =>
    tx
      .selectFrom('companyRole as r')
      .innerJoin('company as c', 'c.id', 'r.companyId')
      .select(['c.id', 'c.name', 'r.role'])
      .where('r.status', '=', 'ENABLE')
      .where('r.role', 'in', ['SUPPLIER', 'BUYER', 'FUNDER'])
      .orderBy('c.name')
      .limit(5000)
      .execute(),
})
