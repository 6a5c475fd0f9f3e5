import { paperCalls } from '@usance/wire/paper/calls'
import { routes } from '../../http/context.ts'
import { paperGroupsOf, told } from './groups.ts'

export const paperRoutes = routes(paperCalls, {
  groups: async ({ tx, body }) => (await paperGroupsOf(tx, body.kind, body.productId)).map(told),
})
