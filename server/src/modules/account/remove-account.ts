import type { accountCalls } from '@usance/wire/account/calls'
import { sql } from 'kysely'
import { nameTold } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { companyOf, userOf } from './accounts.ts'
import { keepOneInCharge, lockCompany, saveSeats } from './seats.ts'
import { standingIn } from './user-change.ts'

/**
 * Takes all seats of a user in one company away. The user keeps the seats in other companies, the sign-in and the password; API
 * keys that they made for the company end. It holds at once, as it gives nobody a say. Somebody who works for this company alone
 * is disabled instead.
 */
export const removeAccount: Handler<typeof accountCalls.remove> = async (request) => {
  const { tx, actor, now, body } = request
  const { user, elsewhere } = await userOf(tx, actor, body.id)
  const company = await companyOf(tx, actor, body.companyCode)
  if (user.id === actor.userId) throw new Refused('OWN_USER')
  await elevate(tx)
  await lockCompany(tx, company.id)
  const { seats } = await standingIn(tx, user.id, company.id)
  if (seats.length === 0 || !elsewhere) throw new Refused('ILLEGAL_TRANSITION')
  await keepOneInCharge(tx, user.id, company.id)
  await saveSeats(tx, user.id, company.id, [])
  await tx
    .updateTable('apiKey')
    .set({ revokedAt: now.toISOString() })
    .where('userId', '=', user.id)
    .where('companyId', '=', company.id)
    .where('revokedAt', 'is', null)
    .execute()
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
    before: { company: company.code, seats },
    after: { company: company.code, seats: [] },
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
