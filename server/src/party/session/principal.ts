import type { CompanyRole } from '@usance/wire/roles'
import type { Principal, sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'

/** The user as every page knows it. */
export async function principalOf(tx: Tx, actor: Actor): Promise<Principal> {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow()
  const places = await tx
    .selectFrom('userCompanyRole')
    .select(['companyId', sql.ref<CompanyRole>('role').as('companyRole'), 'userRoles'])
    .where('userId', '=', actor.userId)
    .where('status', '=', 'ENABLE')
    .orderBy('companyId')
    .orderBy('role')
    .execute()
  return {
    id: user.id,
    username: user.userName,
    cname: user.cname,
    email: user.email,
    companyId: actor.companyId,
    companyCode: actor.companyCode,
    companyName: actor.companyName,
    companyRole: actor.companyRole,
    userRoles: actor.userRoles,
    userCode: user.userCode,
    language: user.language,
    timeZone: Number(user.timeZone),
    timeFormat: user.timeFormat,
    roles: places.flatMap(({ companyId, companyRole, userRoles }) =>
      [companyRole, ...userRoles].map((roleCode) => ({
        roleCode,
        companyId,
        companyRole,
        isPresent: companyId === actor.companyId && companyRole === actor.companyRole,
      })),
    ),
    authorities: [...actor.permissions].map((pid) => ({ pid })),
    mfaEnabled: user.mfaEnabled,
    signatory: actor.signatory,
    lastVisitAt: user.lastVisitAt,
    hasOtherRoles: places.length > 1,
  }
}

export const me: Handler<typeof sessionCalls.me> = ({ tx, actor }) => principalOf(tx, actor)
