import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '../notify/mail.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { keptDays, purge } from './purge.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('data for sign-ins and repeated requests is kept for its stated time, and links beside mails for 72 hours', async () => {
  const { userId, companyId } = portal.seats.alderMaker
  await portal.look(async (tx) => {
    for (const [name, hours] of [
      ['kept', 1],
      ['gone', -1],
    ] as const) {
      const within = (days: number) => sql<string>`now() - make_interval(days => ${days}) + make_interval(hours => ${hours})`
      await tx
        .insertInto('loginNonce')
        .values({ nonce: name, expiresAt: sql`now() + make_interval(hours => ${hours})` })
        .execute()
      await tx
        .insertInto('signInAttempt')
        .values({ account: name, place: '', state: '{}', updatedAt: within(keptDays.attempts) })
        .execute()
      await tx
        .insertInto('knownAddress')
        .values({ userId, address: name, seenAt: within(keptDays.knownAddresses) })
        .execute()
      await tx
        .insertInto('idempotency')
        .values({
          companyId,
          userId,
          key: name,
          call: 'x',
          inputHash: Buffer.from(name),
          createdAt: within(keptDays.answersToRepeat),
        })
        .execute()
      const params = { name }
      await queueMail(portal.app, tx, { recipient: name, language: 'en-US', kind: 'reset', params, secretLink: 'https://x' })
      await sql`update mail set created_at = now() - interval '72 hours' + make_interval(hours => ${hours}) where recipient = ${name}`.execute(
        tx,
      )
    }
  })
  await purge(portal.app)
  const left = await portal.look(async (tx) => [
    ...(await tx.selectFrom('loginNonce').select('nonce as name').execute()),
    ...(await tx.selectFrom('signInAttempt').select('account as name').execute()),
    ...(await tx.selectFrom('knownAddress').select('address as name').execute()),
    ...(await tx.selectFrom('idempotency').select('key as name').execute()),
    ...(await tx.selectFrom('mail').select('recipient as name').where('sealedLink', 'is not', null).execute()),
  ])
  expect(left.map(({ name }) => name)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept'])
})
