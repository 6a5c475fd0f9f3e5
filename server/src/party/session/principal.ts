import type { Principal, sessionCalls } from '@usance/wire/session/calls'
import type { Tx } from '../../database/database.ts'
import type { Actor, Handler } from '../../http/context.ts'

/** The user as every page knows it. */
export async function principalOf(tx: Tx, actor: Actor): Promise<Principal> {
  const user = await tx.selectFrom('appUser').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow()
  const places = await tx
    .selectFrom('userCompanyRole')
    .select('id')
    .where('userId', '=', actor.userId)
    .where('status', '=', 'ENABLE')
    .limit(2)
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
    roles: [{ roleCode: actor.companyRole }],
    authorities: [...actor.permissions].map((pid) => ({ pid })),
    mfaEnabled: user.mfaEnabled,
    signatory: actor.signatory,
    lastVisitAt: user.lastVisitAt,
    hasOtherRoles: places.length > 1,
  }
}

export const me: Handler<typeof sessionCalls.me> = ({ tx, actor }) => principalOf(tx, actor)
