import type { accountCalls } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { lockCompany } from '../../database/lock-company.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { companyOf, userOf } from './accounts.ts'
import { endWaiting } from './end-changes.ts'
import { keepOneInCharge, keepOneOfOperations, saveSeats } from './seats.ts'
import { standingIn } from './user-change.ts'

/**
 * Takes all seats of a user in one company away. The user keeps the seats in other companies with their right to sign, the
 * sign-in and the password; API keys that they made for the company end, and so do the changes that wait there, of them
 * and by them, and delegations from and to them. It holds at
 * once, as it gives nobody a say. Somebody who works for this company alone is disabled instead.
 */
export const removeAccount: Handler<typeof accountCalls.remove> = async (request) => {
  const { tx, actor, body } = request
  const { user, elsewhere } = await userOf(tx, actor, body.id)
  const company = await companyOf(tx, actor, body.companyCode)
  await elevate(tx)
  await lockCompany(tx, company.id)
  const { seats, signatory } = await standingIn(tx, user.id, company.id)
  if (seats.length === 0 || !elsewhere) throw new Refused('ILLEGAL_TRANSITION')
  await keepOneInCharge(tx, user.id, company.id)
  await keepOneOfOperations(tx, user.id, company.id)
  await saveSeats(request, user.id, company.id, [])
  await endWaiting(request, { of: user.id, companyId: company.id })
  await endWaiting(request, { by: user.id, companyId: company.id })
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
    inCompany: null,
    params: { company: company.name, by: nameTold(actor, company.id) },
    objectType: 'USER',
    objectId: user.id,
    link: '/user-center',
  })
  return {}
}
