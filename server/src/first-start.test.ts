import { accountCalls } from '@usance/wire/account/calls'
import { mailCalls } from '@usance/wire/mail/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAdministratorLink } from './first-start.ts'
import { openPortal, type Portal, refusalOf } from './testing/portal.ts'
import { sealedFields, signInAs } from './testing/sealed-fields.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const secret = 'the first administrator'
const open = async (address: string, person?: { userName: string; cname: string; email: string }) => {
  const link = new URL(address).searchParams.get('link')!
  const [password] = await sealedFields(portal, [secret])
  return portal.ask(null, sessionCalls.setPassword, { body: { link, password, ...(person ? { person } : {}) } })
}

test('a portal without an administrator makes one through a link that works once', async () => {
  const { platform } = portal.world.companies
  expect(await firstAdministratorLink(portal.app, platform)).toBeUndefined()
  await portal.look((tx) =>
    tx.updateTable('appUser').set({ status: 'stop' }).where('id', '=', portal.seats.administrator.userId).execute(),
  )

  const first = (await firstAdministratorLink(portal.app, platform))!
  const second = (await firstAdministratorLink(portal.app, platform))!
  const person = { userName: 'mona', cname: 'Mona Adler', email: 'mona@operator.test' }
  expect((await refusalOf(open(first, person))).error).toBe('LINK_USED_OR_EXPIRED')
  expect(await open(second, person)).toEqual({ username: 'mona' })
  expect((await refusalOf(open(second, person))).error).toBe('LINK_USED_OR_EXPIRED')
  expect(await firstAdministratorLink(portal.app, platform)).toBeUndefined()

  const token = await signInAs(portal, 'mona', secret)
  const mona = { ...portal.seats.administrator, token }
  expect(await portal.ask(mona, sessionCalls.me, {})).toMatchObject({ cname: 'Mona Adler', userRoles: ['Administrator'] })

  // What she does next: invite somebody, and follow the invitation without a mail server.
  const ole = {
    userName: 'ole',
    cname: 'Ole',
    email: 'ole@operator.test',
    signatory: false,
    seats: [{ role: 'PLATFORM' as const, userRoles: ['Operations' as const] }],
  }
  const { waitingNo } = await portal.ask(mona, accountCalls.add, { body: ole })
  const seen = await portal.ask(portal.seats.operations, workflowCalls.history, {
    body: { businessNo: waitingNo!, ifQueryTask: 'YES' },
  })
  await portal.ask(portal.seats.operations, workflowCalls.approve, {
    body: { businessNo: waitingNo!, taskId: seen.taskId!, nodeName: seen.currentNode!, reviewType: 'PASSED' },
  })
  const { list } = await portal.ask(mona, mailCalls.recent, { body: { recipient: 'ole@' } })
  expect(list).toHaveLength(1)
  // An invitation renames nobody, whatever is sent with it.
  const { link } = await portal.ask(mona, mailCalls.link, { body: { id: list[0]!.id } })
  expect(await open(link, { ...person, userName: 'mallory' })).toEqual({ username: 'ole' })
  expect((await refusalOf(portal.ask(portal.seats.operations, mailCalls.recent, { body: {} }))).code).toBe(403)
})

test('a server loads no reader of PDFs, so that JSON is written by the language and not by a slow stand-in', () => {
  expect(JSON.stringify.toString()).toContain('[native code]')
})
