import { configCalls } from '@usance/wire/config/calls'
import { mailCalls } from '@usance/wire/mail/calls'
import { afterEach, expect, test } from 'vitest'
import { migrate } from './database/migrate.ts'
import { createTemplate } from './database/test-cluster.ts'
import { fillingSize, prepareDemo, readDemo } from './demo/demo.ts'
import { fillAlone } from './demo/fill-alone.ts'
import { firstAdministratorLink } from './first-start.ts'
import { openPortal, startPortal } from './testing/portal.ts'
import { untilSomebodyWaits } from './testing/waiting.ts'

type Started = Awaited<ReturnType<typeof startPortal>>
let portal: Started | undefined
afterEach(() => portal?.close())

const start = async (settings: Record<string, string>) => {
  portal = await startPortal(await createTemplate('empty', (adminUrl) => migrate(adminUrl).then(() => {})), { settings })
  return portal
}
const users = async ({ look }: Started) =>
  (await look((tx) => tx.selectFrom('appUser').select('userName').execute())).map(({ userName }) => userName)
const saysDemo = async ({ ask }: Started) => (await ask(null, configCalls.config, {})).demo

const today = '2026-11-27'

test('a portal that has a user of its own gets no people of the demo, whatever a later start says', async () => {
  const own = await start({ USANCE_DEMO: 'small' })
  // The start with USANCE_DEMO=off made the administrator; the next one forgets the setting before a company is added.
  expect(await firstAdministratorLink(own.app, own.platformId)).toContain('/reset-pwd')
  expect(await prepareDemo(own.app, own.platformId, today)).toBeUndefined()
  expect(await users(own)).toEqual(['administrator'])
  expect(await saysDemo(own)).toBe(false)
})

test('the sign of a demo goes by what the data hold and not by the setting of a start', async () => {
  const fresh = await start({ USANCE_DEMO: 'small' })
  expect(await saysDemo(fresh)).toBe(false)
  expect((await prepareDemo(fresh.app, fresh.platformId, today))?.state).toBe('filling')
  expect(await users(fresh)).toContain('bd')

  fresh.app.config.demo = 'off'
  expect((await readDemo(fresh.app))?.signIns.length).toBeGreaterThan(0)
  expect(await saysDemo(fresh)).toBe(true)
})

test('mails of a portal with people of its own are for their recipients alone, although its start asked for a demo', async () => {
  const own = await openPortal({ USANCE_DEMO: 'small', SMTP_URL: 'smtp://localhost:2525' })
  portal = own
  expect(await own.ask(own.seats.administrator, mailCalls.recent, { body: {} })).toEqual({ readable: false, list: [] })
})

test('a demo that still fills waits under USANCE_DEMO=off and is not complete; a later start goes on with it', async () => {
  const begun = await start({ USANCE_DEMO: 'small' })
  const demo = await prepareDemo(begun.app, begun.platformId, today)
  expect([fillingSize(demo, 'small'), fillingSize(demo, 'off'), fillingSize(undefined, 'small')]).toEqual([
    'small',
    undefined,
    undefined,
  ])
  begun.app.config.demo = 'off'
  expect((await prepareDemo(begun.app, begun.platformId, today))?.state).toBe('filling')
  expect(fillingSize({ ...demo!, state: 'done' }, 'small')).toBeUndefined()
})

test('of two processes that start on an empty database one makes the demo, both know it, and one at a time fills it', async () => {
  const both = await start({ USANCE_DEMO: 'small' })
  const { app, platformId, addresses } = both
  const made = await Promise.all([prepareDemo(app, platformId, today), prepareDemo(app, platformId, today)])
  expect(made.map((demo) => demo?.state)).toEqual(['filling', 'filling'])

  const leave = await fillAlone(addresses.DATABASE_URL)
  const turns: string[] = []
  const second = fillAlone(addresses.DATABASE_URL).then((end) => {
    turns.push('second')
    return end
  })
  await untilSomebodyWaits(both)
  turns.push('first ends')
  await leave()
  await (await second)()
  expect(turns).toEqual(['first ends', 'second'])
})
