import { accountCalls } from '@usance/wire/account/calls'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { decideChange } from '../../testing/decide-change.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { openSeat, type Seat } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

// Nobody is the second person beside themselves: not through somebody whom they have seated, not by moving what is passed, and not by
// what they leave behind when they are stopped.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Given = { role: 'SUPPLIER' | 'COMPANY' | 'PLATFORM'; userRoles: string[] }
const invite = (by: Seat, userName: string, seats: Given[], more: { signatory?: boolean; companyCode?: string } = {}) =>
  portal.ask(by, accountCalls.add, {
    body: { userName, cname: userName, email: `${userName}@mail.test`, signatory: false, seats, ...more } as never,
  })
/** An edit of a user; what is not given stays. */
async function edit(by: Seat, userId: string, change: { seats?: Given[]; email?: string; companyCode?: string }) {
  const { id, version, cname, email, seats } = await portal.ask(by, accountCalls.detail, { body: { id: userId } })
  const held = seats.filter(({ status }) => status === 'ENABLE').map(({ role, userRoles }) => ({ role, userRoles }))
  const signatory = seats.some((seat) => seat.signatory)
  return portal.ask(by, accountCalls.edit, { body: { id, version, cname, email, seats: held, signatory, ...change } as never })
}
const nodeOf = async (by: Seat, businessNo: string) =>
  (await portal.ask(by, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })).currentNode
/** The seat of somebody who was invited and has joined. */
const joined = (userId: string, companyId: string, role: Given['role']) =>
  portal.look(async (tx) => {
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, companyId, role)
  })
const personOf = (userName: string, companyId: string, seats: Given[]) =>
  portal.look(async (tx) => {
    const email = `${userName}@mail.test`
    const id = await addUser(tx, { userName, cname: userName, email, seats: seats.map((seat) => ({ companyId, ...seat })) })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', id).execute()
    return openSeat(tx, id, companyId, seats[0]!.role)
  })

test('a director seats nobody alone who puts changes of people forward, and never passes what that person puts forward', async () => {
  const { alderDirector, alderChecker, operations } = portal.seats
  const { alder } = portal.world.companies
  const { id, waitingNo } = await invite(alderDirector, 'ghost.maker', [{ role: 'COMPANY', userRoles: ['Maker'] }])
  expect(waitingNo).toMatch(/^UC-/)
  await decideChange(portal, operations, waitingNo!)

  const ghost = await joined(id, alder, 'COMPANY')
  const moved = await edit(ghost, alderChecker.userId, { email: 'new.checker@mail.test' })
  expect(await nodeOf(operations, moved.waitingNo!)).toBe('OPERATIONS_CHECK')
  await decideChange(portal, operations, moved.waitingNo!)
  expect(await mailedLink(portal, 'new.checker@mail.test')).toBeTruthy()
})

test('the administrator alone gives no seat at the operator that reads every company', async () => {
  const { administrator } = portal.seats
  for (const userRole of ['Auditor', 'BD']) {
    const { waitingNo } = await invite(administrator, `second.${userRole.toLowerCase()}`, [
      { role: 'PLATFORM', userRoles: [userRole] },
    ])
    expect(waitingNo).toMatch(/^UC-/)
  }
})

test('a seat that is passed while its address moves is refused, and so is one that is taken away at that moment', async () => {
  const { alderDirector, operations } = portal.seats
  const maker: Given[] = [{ role: 'SUPPLIER', userRoles: ['Maker'] }]
  const { id } = await invite(alderDirector, 'flip', maker)
  const { waitingNo } = await edit(alderDirector, id, { seats: [{ role: 'SUPPLIER', userRoles: ['Maker', 'Checker'] }] })
  /** What becomes of the decision of operations that begins while the user changes. */
  const passedDuring = async (change: { email: string } | { user_roles: string[] }) => {
    const passing: ReturnType<typeof refusalOf>[] = []
    await portal.look(async (tx) => {
      await tx.selectFrom('appUser').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      passing.push(refusalOf(decideChange(portal, operations, waitingNo!)))
      await untilSomebodyWaits(portal)
      if ('email' in change) await tx.updateTable('appUser').set(change).where('id', '=', id).execute()
      else await tx.updateTable('userCompanyRole').set({ userRoles: change.user_roles }).where('userId', '=', id).execute()
    })
    return (await passing[0])?.error
  }
  expect(await passedDuring({ email: 'hidden@mail.test' })).toBe('CONTENT_CHANGED')
  await portal.look((tx) => tx.updateTable('appUser').set({ email: 'flip@mail.test' }).where('id', '=', id).execute())
  expect(await passedDuring({ user_roles: ['Viewer'] })).toBe('CONTENT_CHANGED')
})

test('the last person in the seat of the director keeps it, whatever other seats are called so', async () => {
  const { administrator, alderDirector } = portal.seats
  const { alder } = portal.world.companies
  const inTrade: Given[] = [{ role: 'SUPPLIER', userRoles: ['Director'] }]
  await personOf('trade.director', alder, inTrade)
  const lost = edit(administrator, alderDirector.userId, { seats: inTrade, companyCode: 'ALDER' })
  expect((await refusalOf(lost)).error).toBe('LAST_DIRECTOR')
  const stopped = portal.ask(administrator, accountCalls.disable, { body: { id: alderDirector.userId } })
  expect((await refusalOf(stopped)).error).toBe('LAST_DIRECTOR')
})

test('staff do not let in again whom a director has stopped', async () => {
  const { administrator, alderDirector } = portal.seats
  const { alder } = portal.world.companies
  const { userId: id } = await personOf('liu.stopped', alder, [{ role: 'SUPPLIER', userRoles: ['Maker'] }])
  await portal.ask(alderDirector, accountCalls.disable, { body: { id } })
  expect((await portal.ask(administrator, accountCalls.detail, { body: { id } })).operations).not.toContain('active')
  expect((await refusalOf(portal.ask(administrator, accountCalls.activate, { body: { id } }))).error).toBe('FORBIDDEN')
  await portal.ask(alderDirector, accountCalls.activate, { body: { id } })
})

const aWebhookOf = ({ userId }: Seat, companyId: string) =>
  portal.look(async (tx) => {
    const values = { url: 'https://evil.example.net/x', events: ['FINANCE_ORDER_FUNDED'], secret: 'sealed' }
    const hook = { id: newId(), companyId, createdBy: userId, ...values }
    await tx.insertInto('webhookEndpoint').values(hook).execute()
    return hook.id
  })
const statusOfWebhook = (id: string) =>
  portal.look(
    async (tx) => (await tx.selectFrom('webhookEndpoint').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  )

test('webhooks stop with the right to set them, also where the seat stays', async () => {
  const { alderDirector, operations } = portal.seats
  const { alder } = portal.world.companies
  const person = await personOf('webhook.viewer', alder, [{ role: 'COMPANY', userRoles: ['Director', 'Maker'] }])
  const hook = await aWebhookOf(person, alder)
  const to = async (userRoles: string[]) => {
    const { waitingNo } = await edit(alderDirector, person.userId, { seats: [{ role: 'COMPANY', userRoles }] })
    if (waitingNo) await decideChange(portal, operations, waitingNo)
    return statusOfWebhook(hook)
  }
  expect(await to(['Director'])).toBe('ENABLE')
  expect(await to(['Viewer'])).toBe('DISABLE')
})

test('what a stopped person has put forward is not passed, and their webhooks stop with a word to the directors', async () => {
  const { alderDirector, operations } = portal.seats
  const { alder } = portal.world.companies
  const leaver = await personOf('webhook.leaver', alder, [{ role: 'COMPANY', userRoles: ['Director'] }])
  const { waitingNo } = await invite(leaver, 'acc.omplice', [{ role: 'COMPANY', userRoles: ['Director'] }])
  const hook = await aWebhookOf(leaver, alder)
  await portal.ask(alderDirector, accountCalls.disable, { body: { id: leaver.userId } })
  expect(
    (await portal.ask(operations, workflowCalls.history, { body: { businessNo: waitingNo!, ifQueryTask: 'YES' } })).taskId,
  ).toBe(null)
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select('userId').where('event', '=', 'WEBHOOK_STOPPED').where('objectId', '=', hook).execute(),
  )
  expect(await statusOfWebhook(hook)).toBe('DISABLE')
  expect(told).toContainEqual({ userId: alderDirector.userId })
})

test('a key sets no webhook, whatever it may edit of its company', async () => {
  const { alderDirector } = portal.seats
  const made = await portal.ask(alderDirector, apiKeyCalls.make, {
    body: { name: 'ERP', permissions: ['org.company.edit'], days: 9 },
  })
  const body = { url: 'https://example.com/hook', events: ['FINANCE_ORDER_FUNDED' as const] }
  const refused = await refusalOf(portal.ask({ ...alderDirector, token: shown(made.token) }, webhookCalls.add, { body }))
  expect(refused.error).toBe('FORBIDDEN')
})

test('a mailbox is sent a few invitations an hour, and one caller invites a few dozen people', async () => {
  const { alderDirector } = portal.seats
  const maker: Given[] = [{ role: 'SUPPLIER', userRoles: ['Maker'] }]
  const { id } = await invite(alderDirector, 'often.invited', maker)
  for (let n = 1; n < 10; n += 1) await portal.ask(alderDirector, accountCalls.sendInvite, { body: { id } })
  expect((await refusalOf(portal.ask(alderDirector, accountCalls.sendInvite, { body: { id } }))).error).toBe('TOO_MANY_REQUESTS')

  await portal.look((tx) =>
    sql`insert into app_user (id, user_name, email, cname, user_code, created_by)
      select gen_random_uuid(), 'many' || n, 'many' || n || '@mail.test', 'Many', 'U-many' || n, ${alderDirector.userId}
      from generate_series(1, 50) n`.execute(tx),
  )
  expect((await refusalOf(invite(alderDirector, 'one.more', maker))).error).toBe('TOO_MANY_REQUESTS')
})

test('webhooks stop when the matrix takes the right to set them from the role of their setter, who is told', async () => {
  const { administrator, alderDirector, operations } = portal.seats
  const { alder } = portal.world.companies
  const ofDirector = await aWebhookOf(alderDirector, alder)
  const ofOperations = await aWebhookOf(operations, operations.companyId)
  const permission = 'org.company.edit'
  const change = async (roles: string) => {
    const { version } = await portal.look((tx) =>
      tx.selectFrom('rolePermission').select('version').where('permission', '=', permission).executeTakeFirstOrThrow(),
    )
    const values = { changes: [{ permission, roles, version }] }
    await passAll(
      portal,
      (await portal.ask(administrator, configChangeCalls.propose, { body: { kind: 'ROLE', values } })).no,
      'ROLE',
    )
  }
  await change('O')
  expect([await statusOfWebhook(ofDirector), await statusOfWebhook(ofOperations)]).toEqual(['DISABLE', 'ENABLE'])
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select('userId').where('objectId', '=', ofDirector).execute(),
  )
  expect(told).toContainEqual({ userId: alderDirector.userId })
  await change('DO')
  expect(await statusOfWebhook(ofDirector)).toBe('DISABLE')
})
