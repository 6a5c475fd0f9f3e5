import { type CompanyRole, isCompanyRole } from '@usance/wire/roles'
import type { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import type { Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { principalOf } from './principal.ts'

/** The companies and roles this user may choose. */
export const allRoles: Handler<typeof sessionCalls.allRoles> = async ({ tx, actor }) =>
  tx
    .selectFrom('userCompanyRole')
    .innerJoin('company', 'company.id', 'userCompanyRole.companyId')
    .select(['companyId', 'company.name as companyName', sql.ref<CompanyRole>('role').as('companyRole'), 'userRoles'])
    .where('userId', '=', actor.userId)
    .where('userCompanyRole.status', '=', 'ENABLE')
    .orderBy('company.name')
    .orderBy('role')
    .execute()

export const chooseRole: Handler<typeof sessionCalls.choose> = (request) =>
  enter(request, request.body.companyId, request.body.companyRole)
export const changeRole: Handler<typeof sessionCalls.change> = async (request) => {
  const role = request.params.role.toUpperCase()
  if (!isCompanyRole(role)) throw new Refused('FORBIDDEN')
  return enter(request, request.actor.companyId, role)
}

/** The same token goes on, in another role; a role the user does not hold is refused. */
async function enter(
  { app, tx, actor }: Context & { actor: NonNullable<Parameters<typeof principalOf>[1]> },
  companyId: string,
  companyRole: CompanyRole,
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
    companyRole,
    companyCode: company.code,
    companyName: company.name,
    userRoles: held.userRoles,
    permissions,
    staff: companyRole === 'PLATFORM' && company.isPlatform,
  })
}
