import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newLink } from '../../auth/one-time-link.ts'
import { hashPassword } from '../../auth/password-hash.ts'
import type { Tx } from '../../database/database.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sealedFields } from '../../testing/sealed-fields.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { testPassword } from '../../testing/world.ts'
import { endCredentials } from './password.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const signIn = async (userName: string) => {
  const [name, password] = await sealedFields(portal, [userName, testPassword])
  return () =>
    portal.ask(null, sessionCalls.login, { body: { userName: name!, password: password!, loginName: userName, type: 1 } })
}
const openSessions = async (userId: string) =>
  (
    await portal.look((tx) =>
      tx.selectFrom('session').select('id').where('userId', '=', userId).where('endedAt', 'is', null).execute(),
    )
  ).length

/** Begins a sign-in while a transaction is open that ends the credentials of a user, and ends that transaction before the sign-in. */
async function meanwhile<T>(userId: string, begin: () => Promise<T>, change: (tx: Tx) => Promise<unknown>) {
  let begun: Promise<T> | undefined
  await portal.look(async (tx) => {
    await endCredentials(tx, userId)
    begun = begin()
    await Promise.race([begun.then(() => {}), untilSomebodyWaits(portal)])
    await change(tx)
  })
  return refusalOf(begun!)
}

const someHash = await hashPassword('a few unrelated words')
test.each([
  ['a reset of the password', { passwordHash: null }],
  ['another password', { passwordHash: someHash }],
  ['a second factor', { mfaEnabled: true }],
  ['the reset of a second factor', { mfaEnrol: true }],
  ['a stop', { status: 'stop' as const }],
])('a sign-in that is under way opens no session after %s', async (_, change) => {
  const { userId } = portal.seats.alderMaker
  const before = await portal.look((tx) =>
    tx
      .selectFrom('appUser')
      .select(['passwordHash', 'mfaEnabled', 'mfaEnrol', 'status'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  )
  const set = (tx: Tx, values: Partial<typeof before>) => tx.updateTable('appUser').set(values).where('id', '=', userId).execute()
  const refusal = await meanwhile(userId, await signIn('alder.maker'), (tx) => set(tx, change))
  expect(refusal.error).toBe('BAD_CREDENTIALS')
  expect(await openSessions(userId)).toBe(0)
  await portal.look((tx) => set(tx, before))
  await (await signIn('alder.maker'))()
})

test('a code of a mail opens no session after a second factor that came while it was exchanged', async () => {
  const { userId } = portal.seats.birchMaker
  const guidance = await portal.look((tx) => newLink(tx, 'GUIDANCE', userId, 24))
  let begun: Promise<unknown> | undefined
  await portal.look(async (tx) => {
    await tx.updateTable('appUser').set({ mfaEnabled: true }).where('id', '=', userId).execute()
    await tx.updateTable('session').set({ endedAt: new Date().toISOString() }).where('userId', '=', userId).execute()
    begun = portal.ask(null, sessionCalls.guidance, { body: { guidance } })
    await Promise.race([begun.then(() => {}), untilSomebodyWaits(portal)])
  })
  expect((await refusalOf(begun!)).error).toBe('LINK_USED_OR_EXPIRED')
  expect(await openSessions(userId)).toBe(0)
})
