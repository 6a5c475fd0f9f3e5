import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignInPem } from './auth/sign-in-key.ts'
import { install } from './install.ts'
import { openPortal, type Portal } from './testing/portal.ts'
import { openingDay } from './testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the key of typed passwords is stored sealed, and an unsealed one of an earlier version is replaced', async () => {
  const kept = () =>
    portal.look((tx) => tx.selectFrom('setting').select('value').where('key', '=', 'signInPem').executeTakeFirstOrThrow())
  const start = () => portal.asOwner((db) => install(db, openingDay, portal.app.installKey))
  expect(JSON.stringify(await kept())).not.toContain('PRIVATE KEY')
  const { signInPem } = await start()
  expect((await start()).signInPem).toBe(signInPem)

  const open = newSignInPem()
  await portal.asOwner((db) =>
    db
      .updateTable('setting')
      .set({ value: JSON.stringify(open) })
      .where('key', '=', 'signInPem')
      .execute(),
  )
  const renewed = await start()
  expect(renewed.signInPem).toContain('PRIVATE KEY')
  expect(renewed.signInPem).not.toBe(open)
  expect(JSON.stringify(await kept())).not.toContain('PRIVATE KEY')
})
