import type { sessionCalls } from '@usance/wire/session/calls'
import type { Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { principalOf } from './principal.ts'

/** The companies and roles this user may choose. */
export const allRoles: Handler<typeof sessionCalls.allRoles> = async ({ tx, actor }) =>
  (await tx
    .selectFrom('userCompanyRole')
    .innerJoin('company', 'company.id', 'userCompanyRole.companyId')
    .select(['companyId', 'company.name as companyName', 'role as companyRole', 'userRoles'])
    .where('userId', '=', actor.userId)
    .where('userCompanyRole.status', '=', 'ENABLE')
    .orderBy('company.name')
    .orderBy('role')
    .execute()) as never

export const chooseRole: Handler<typeof sessionCalls.choose> = (request) =>
  enter(request, request.body.companyId, request.body.companyRole)
export const changeRole: Handler<typeof sessionCalls.change> = (request) =>
  enter(request, request.actor.companyId, request.params.role.toUpperCase())

/** The same token goes on, in another role; a role the user does not hold is refused. */
async function enter(
  { app, tx, actor }: Context & { actor: NonNullable<Parameters<typeof principalOf>[1]> },
  companyId: string,
  companyRole: string,
) {
  const held = await tx
    .selectFrom('userCompanyRole')
    .select(['companyId', 'userRoles'])
    .where('userId', '=', actor.userId)
    .where('companyId', '=', companyId)
    .where('role', '=', companyRole)
    .where('status', '=', 'ENABLE')
    .executeTakeFirst()
  if (!held) throw new Refused('FORBIDDEN')
  await tx.updateTable('session').set({ companyId, companyRole }).where('id', '=', actor.sessionId).execute()
  const company = await tx
    .selectFrom('company')
    .select(['code', 'name', 'isPlatform'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const permissions = await app.matrix.permissionsOf(companyRole, held.userRoles)
  return principalOf(tx, {
    ...actor,
    companyId,
    companyRole: companyRole as never,
    companyCode: company.code,
    companyName: company.name,
    userRoles: held.userRoles,
    permissions,
    staff: companyRole === 'PLATFORM' && company.isPlatform,
  })
}
