import { accountCalls, accountList } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { sessionCalls } from '@usance/wire/session/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openSeat } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a director takes somebody who works for another company too out of the own company, and out of no other', async () => {
  const { alderDirector: director, administrator, operations } = portal.seats
  const { alder, birch } = portal.world.companies
  const person = await portal.look(async (tx) => {
    const seats = [
      { companyId: alder, role: 'SUPPLIER' as const, userRoles: ['Maker'] },
      { companyId: birch, role: 'SUPPLIER' as const, userRoles: ['Viewer'] },
    ]
    const userId = await addUser(tx, { userName: 'chen.both', cname: 'Chen Both', email: 'chen.both@usance.test', seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, alder, 'SUPPLIER')
  })
  const atBirch = await portal.look((tx) => openSeat(tx, person.userId, birch, 'SUPPLIER'))
  const body = { id: person.userId }
  const seen = await portal.ask(director, accountCalls.detail, { body })
  expect(seen.operations).toEqual(['edit', 'remove'])
  const refusals = [accountCalls.disable, accountCalls.resetPassword, accountCalls.activate]
  for (const call of refusals) expect((await refusalOf(portal.ask(director, call, { body }))).code).toBe(403)
  const row = async () =>
    (
      await portal.ask(director, listCalls(accountList).pageList, {
        body: { pageNum: 1, pageSize: 20, filterFields: { userName: 'chen.both' } },
      })
    ).list?.[0]
  expect((await row())?.operations).toEqual(['edit', 'remove'])

  await portal.ask(director, accountCalls.remove, { body: { ...body, companyCode: 'BIRCH' } })
  // The session goes on where the person still works.
  for (const seat of [person, atBirch])
    expect(await portal.ask(seat, sessionCalls.me, {})).toMatchObject({ companyCode: 'BIRCH', userRoles: ['Viewer'] })
  // The former colleague reads like a missing one, and the other company is in charge alone.
  expect((await refusalOf(portal.ask(director, accountCalls.detail, { body }))).code).toBe(404)
  expect((await refusalOf(portal.ask(director, accountCalls.remove, { body }))).code).toBe(404)
  expect(await row()).toBeUndefined()
  const { seats, operations: left } = await portal.ask(administrator, accountCalls.detail, { body })
  expect(seats.map(({ companyCode, status }) => [companyCode, status])).toEqual([
    ['BIRCH', 'ENABLE'],
    ['ALDER', 'DISABLE'],
  ])
  expect(left).toEqual(['edit', 'disabled', 'reset-ps'])
  const kept = await portal.look(async (tx) => ({
    audit: await tx.selectFrom('auditLog').select(['event', 'userId']).where('objectId', '=', person.userId).execute(),
    told: await tx.selectFrom('notification').select(['event', 'params']).where('userId', '=', person.userId).execute(),
  }))
  expect(kept.audit).toContainEqual({ event: 'USER_REMOVED', userId: director.userId })
  expect(kept.told).toMatchObject([{ event: 'USER_REMOVED', params: { by: director.cname } }])
  // A user with one company is disabled instead, as each user belongs to a company.
  const last = { body: { ...body, companyCode: 'BIRCH' } }
  expect((await refusalOf(portal.ask(administrator, accountCalls.remove, last))).error).toBe('ILLEGAL_TRANSITION')
  expect((await refusalOf(portal.ask(operations, accountCalls.remove, last))).code).toBe(403)
})

test('the last director stays in a company, and staff take somebody out of the company that they name', async () => {
  const { administrator, alderDirector } = portal.seats
  const { birch } = portal.world.companies
  const body = { id: alderDirector.userId, companyCode: 'ALDER' }
  await portal.look((tx) =>
    tx
      .insertInto('userCompanyRole')
      .values({ id: newId(), userId: body.id, companyId: birch, role: 'SUPPLIER', userRoles: ['Viewer'] })
      .execute(),
  )
  expect((await refusalOf(portal.ask(alderDirector, accountCalls.remove, { body }))).error).toBe('OWN_USER')
  expect((await refusalOf(portal.ask(administrator, accountCalls.remove, { body }))).error).toBe('LAST_DIRECTOR')
  await portal.ask(administrator, accountCalls.remove, { body: { ...body, companyCode: 'BIRCH' } })
  const { seats } = await portal.ask(administrator, accountCalls.detail, { body: { id: body.id } })
  expect(seats.map(({ companyCode, status }) => [companyCode, status])).toEqual([
    ['ALDER', 'ENABLE'],
    ['BIRCH', 'DISABLE'],
  ])
})

test('which names and addresses there are is told to nobody with an old version, and to nobody often', async () => {
  const { alderDirector: director, alderMaker: maker } = portal.seats
  const now = await portal.ask(director, accountCalls.detail, { body: { id: maker.userId } })
  const { id, version, cname } = now
  const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Maker' as const] }]
  const edit = (email: string, of: number) =>
    refusalOf(portal.ask(director, accountCalls.edit, { body: { id, version: of, cname, seats, email } }))
  expect((await edit('staff.risk@usance.test', version + 7)).error).toBe('STALE_VERSION')
  expect((await edit('nobody.there@usance.test', version + 7)).error).toBe('STALE_VERSION')
  const answers = new Set<string>()
  let asked = 0
  for (; asked < 30 && !answers.has('TOO_MANY_REQUESTS'); asked++)
    answers.add((await edit('staff.risk@usance.test', version)).error)
  expect([asked, ...answers]).toEqual([21, 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'])
  const free = { userName: 'free.name', cname: 'Free Name', email: 'free.name@alder.test', signatory: false, seats }
  expect((await refusalOf(portal.ask(director, accountCalls.add, { body: free }))).error).toBe('TOO_MANY_REQUESTS')
})
