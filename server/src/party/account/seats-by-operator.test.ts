import { accountCalls } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { openTaskList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideChange } from '../../testing/decide-change.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openSeat, type Seat } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

// Nobody of the operator lets a person into another company alone, not even to read.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Given = { role: 'SUPPLIER' | 'COMPANY'; userRoles: ('Maker' | 'Viewer' | 'Director')[] }
const maker: Given = { role: 'SUPPLIER', userRoles: ['Maker'] }
const viewer: Given = { role: 'SUPPLIER', userRoles: ['Viewer'] }

/** The administrator invites somebody into a company. */
const invite = (userName: string, companyCode: string, seat: Given) =>
  portal.ask(portal.seats.administrator, accountCalls.add, {
    body: {
      userName,
      cname: userName,
      email: `${userName}@mail.test`,
      signatory: false,
      seats: [seat],
      companyCode,
    },
  })
/** An edit in a company by the administrator; what is not given stays. */
async function edit(userId: string, companyCode: string, seat: Given, person: { cname?: string; email?: string } = {}) {
  const { administrator } = portal.seats
  const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, { body: { id: userId } })
  return portal.ask(administrator, accountCalls.edit, {
    body: { id, version, cname, email, ...person, signatory: false, seats: [seat], companyCode },
  })
}
const pass = (seat: Seat, businessNo: string) => decideChange(portal, seat, businessNo)
const tasksOf = async (seat: Seat) => {
  const { list } = await portal.ask(seat, listCalls(openTaskList).pageList, { body: { pageNum: 1, pageSize: 50 } })
  return list!.map((task) => task.businessNo)
}
const seatsOf = (userId: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ seat: string }>`select c.code || ' ' || array_to_string(r.user_roles, '+') as seat
      from user_company_role r join company c on c.id = r.company_id where r.user_id = ${userId} and r.status = 'ENABLE'
      order by c.code`.execute(tx)
    return rows.map(({ seat }) => seat)
  })

test('a maker or a viewer whom the administrator invites into a company waits for a director of it', async () => {
  const { administrator, alderDirector, operations } = portal.seats
  for (const [userName, seat] of [
    ['quiet.maker', maker],
    ['quiet.viewer', viewer],
  ] as const) {
    const { id, waitingNo } = await invite(userName, 'ALDER', seat)
    expect(waitingNo).toMatch(/^UC-/)
    await expect(mailedLink(portal, `${userName}@mail.test`)).rejects.toThrow()
    expect((await refusalOf(portal.ask(administrator, accountCalls.sendInvite, { body: { id } }))).error).toBe('CHANGE_WAITS')
    expect(await seatsOf(id)).toEqual([])
    // Operations do not pass it in place of a director.
    expect(await tasksOf(operations)).not.toContain(waitingNo)
    expect(await tasksOf(alderDirector)).toContain(waitingNo)
    await pass(alderDirector, waitingNo!)
    expect(await mailedLink(portal, `${userName}@mail.test`)).toBeTruthy()
    expect(await seatsOf(id)).toEqual([`ALDER ${seat.userRoles[0]}`])
  }
})

test('a further seat that the administrator gives in a company waits likewise, and taking one away holds at once', async () => {
  const { alderDirector, birchMaker } = portal.seats
  const { waitingNo } = await edit(birchMaker.userId, 'ALDER', viewer)
  expect(await seatsOf(birchMaker.userId)).toEqual(['BIRCH Maker+Checker'])
  await pass(alderDirector, waitingNo!)
  expect(await seatsOf(birchMaker.userId)).toEqual(['ALDER Viewer', 'BIRCH Maker+Checker'])

  const more = await edit(birchMaker.userId, 'ALDER', { role: 'SUPPLIER', userRoles: ['Viewer', 'Maker'] })
  await pass(alderDirector, more.waitingNo!)
  expect((await edit(birchMaker.userId, 'ALDER', viewer)).waitingNo).toBeNull()
  expect(await seatsOf(birchMaker.userId)).toEqual(['ALDER Viewer', 'BIRCH Maker+Checker'])
})

test('in a company without a director operations pass the first people whom the administrator invites', async () => {
  const { operations } = portal.seats
  const { id, waitingNo } = await invite('first.maker', 'CEDAR', { role: 'COMPANY', userRoles: ['Viewer'] })
  await pass(operations, waitingNo!)
  expect(await seatsOf(id)).toEqual(['CEDAR Viewer'])
})

test('the administrator moves no invitation of another company to another mailbox alone', async () => {
  const { alderDirector } = portal.seats
  const { id } = await portal.ask(alderDirector, accountCalls.add, {
    body: { userName: 'new.hand', cname: 'New Hand', email: 'new.hand@alder.test', signatory: false, seats: [maker] },
  })
  const { waitingNo } = await edit(id, 'ALDER', maker, { email: 'elsewhere@mail.test' })
  await expect(mailedLink(portal, 'elsewhere@mail.test')).rejects.toThrow()
  await pass(alderDirector, waitingNo!)
  expect(await mailedLink(portal, 'elsewhere@mail.test')).toBeTruthy()
})

test('seats in a company are not given together with a new name of a person of several, which operations would pass', async () => {
  const { birch } = portal.world.companies
  const person = await portal.look(async (tx) => {
    const seats = [{ companyId: birch, role: 'SUPPLIER' as const, userRoles: ['Viewer'] }]
    const userId = await addUser(tx, { userName: 'of.birch', cname: 'Of Birch', email: 'of.birch@usance.test', seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, birch, 'SUPPLIER')
  })
  const refused = await refusalOf(edit(person.userId, 'ALDER', viewer, { cname: 'Of Alder', email: 'of.alder@usance.test' }))
  expect(refused.data.fields).toEqual([
    { field: 'cname', message: 'SEATS_APART_FROM_PERSON' },
    { field: 'email', message: 'SEATS_APART_FROM_PERSON' },
  ])
})
