import type { accountCalls } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { cancelFlow } from '../../approval/workflow/cancel-flow.ts'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { companyOf, userOf } from './accounts.ts'
import { keepOneInCharge, keepOneOfOperations, lockCompany, saveSeats } from './seats.ts'
import { endChange, standingIn } from './user-change.ts'

/** Ends the change of a user that waits for a second person in a company, and notifies its approvers. */
async function endWaiting(request: UseCaseContext, userId: string, companyId: string): Promise<void> {
  const waiting = await request.tx
    .selectFrom('userChange')
    .select('id')
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .where('status', '=', 'IN_APPROVE')
    .executeTakeFirst()
  if (!waiting) return
  for (const businessType of ['USER', 'STAFF_USER']) await cancelFlow(request, businessType, waiting.id)
  await endChange(request, waiting.id, 'WITHDRAWN')
}

/**
 * Takes all seats of a user in one company away. The user keeps the seats in other companies with their right to sign, the
 * sign-in and the password; API keys that they made for the company end, and so do a change that waits there and delegations from and to them. It holds at
 * once, as it gives nobody a say. Somebody who works for this company alone is disabled instead.
 */
export const removeAccount: Handler<typeof accountCalls.remove> = async (request) => {
  const { tx, actor, body } = request
  const { user, elsewhere } = await userOf(tx, actor, body.id)
  const company = await companyOf(tx, actor, body.companyCode)
  if (user.id === actor.userId) throw new Refused('OWN_USER')
  await elevate(tx)
  await lockCompany(tx, company.id)
  const { seats, signatory } = await standingIn(tx, user.id, company.id)
  if (seats.length === 0 || !elsewhere) throw new Refused('ILLEGAL_TRANSITION')
  await keepOneInCharge(tx, user.id, company.id)
  await keepOneOfOperations(tx, user.id, company.id)
  await saveSeats(request, user.id, company.id, [])
  await endWaiting(request, user.id, company.id)
  await tx
    .updateTable('appUser')
    .set({ version: sql`version + 1`, updatedAt: sql`app_now()` })
    .where('id', '=', user.id)
    .execute()
  await audit(request, {
    event: 'USER_REMOVED',
    objectType: 'USER',
    objectId: user.id,
    objectNo: user.userName,
    before: { company: company.code, seats, signatory },
    after: { company: company.code, seats: [], signatory: false },
  })
  await notify(tx, {
    event: 'USER_REMOVED',
    userIds: [user.id],
    params: { company: company.name, by: nameTold(actor, company.id) },
    objectType: 'USER',
    objectId: user.id,
    link: '/user-center',
  })
  return {}
}
