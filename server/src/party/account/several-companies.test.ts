import { accountCalls } from '@usance/wire/account/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideChange } from '../../testing/decide-change.ts'
import { mailedLink } from '../../testing/mailed-link.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openSeat, type Seat } from '../../testing/world.ts'
import { addUser } from '../company/register.ts'

let portal: Portal
let birchDirector: Seat
beforeAll(async () => {
  portal = await openPortal()
  const { birch } = portal.world.companies
  birchDirector = await personOf('birch.director', [{ companyId: birch, role: 'COMPANY', userRoles: ['Director'] }])
})
afterAll(() => portal.close())

/** A further person of the world, signed in at their first seat. */
const personOf = (userName: string, seats: { companyId: string; role: 'SUPPLIER' | 'COMPANY'; userRoles: string[] }[]) =>
  portal.look(async (tx) => {
    const userId = await addUser(tx, { userName, cname: userName, email: `${userName}@usance.test`, seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, seats[0]!.companyId, seats[0]!.role)
  })

test('what waits for a person in a company ends when the person leaves it, and bars no other company', async () => {
  const { administrator, alderDirector: director } = portal.seats
  const { alder, birch } = portal.world.companies
  const person = await personOf('lin.leaves', [
    { companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] },
    { companyId: birch, role: 'SUPPLIER', userRoles: ['Viewer'] },
  ])
  const body = { id: person.userId }
  const give = async (seat: Seat, companyCode: string) => {
    const { id, version, cname, email } = await portal.ask(seat, accountCalls.detail, { body })
    const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Checker' as const] }]
    return portal.ask(seat, accountCalls.edit, { body: { id, version, cname, email, seats, companyCode } })
  }
  const { waitingNo } = await give(director, 'ALDER')
  expect(waitingNo).toMatch(/^UC-/)
  // A director of the other company puts a change of its own forward meanwhile, and neither reads that of the other.
  const atBirch = await give(birchDirector, 'BIRCH')
  expect(atBirch.waitingNo).toMatch(/^UC-/)
  const read = async (seat: Seat) => (await portal.ask(seat, accountCalls.detail, { body })).waitingNo
  expect([await read(director), await read(birchDirector)]).toEqual([waitingNo, atBirch.waitingNo])

  await portal.ask(director, accountCalls.remove, { body })
  const statuses = await portal.look((tx) =>
    tx
      .selectFrom('userChange as x')
      .innerJoin('workflowInstance as i', 'i.businessId', 'x.id')
      .select(['x.no', 'x.status', 'i.status as approval'])
      .where('x.userId', '=', person.userId)
      .orderBy('x.no')
      .execute(),
  )
  expect(statuses).toEqual([
    { no: waitingNo, status: 'WITHDRAWN', approval: 'WITHDRAWN' },
    { no: atBirch.waitingNo, status: 'IN_APPROVE', approval: 'IN_APPROVE' },
  ])
  expect(await read(administrator)).toBe(atBirch.waitingNo)
})

test('delegations from and to a person end in the company that the person leaves', async () => {
  const { administrator, alderDirector: director, alderChecker } = portal.seats
  const { alder, birch } = portal.world.companies
  const person = await personOf('rui.delegate', [
    { companyId: alder, role: 'SUPPLIER', userRoles: ['Checker'] },
    { companyId: birch, role: 'SUPPLIER', userRoles: ['Viewer'] },
  ])
  const days = { fromDate: '2025-03-03', toDate: '2025-04-03' }
  await portal.ask(alderChecker, workflowCalls.delegate, { body: { toUserId: person.userId, ...days } })
  await portal.ask(person, workflowCalls.delegate, { body: { toUserId: alderChecker.userId, ...days } })
  await portal.ask(director, accountCalls.remove, { body: { id: person.userId } })
  expect(await portal.ask(alderChecker, workflowCalls.delegations, { body: {} })).toEqual([])
  // A seat given anew brings none of them back.
  const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, {
    body: { id: person.userId },
  })
  const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Viewer' as const] }]
  const again = await portal.ask(administrator, accountCalls.edit, {
    body: { id, version, cname, email, seats, companyCode: 'ALDER' },
  })
  await decideChange(portal, director, again.waitingNo!)
  expect(await portal.ask(alderChecker, workflowCalls.delegations, { body: {} })).toEqual([])
})

test('a seat in another company ends what the directors of one company had under way about the person', async () => {
  const { administrator, operations, alderDirector: director } = portal.seats
  const { alder } = portal.world.companies
  const join = async (userId: string) => {
    const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, {
      body: { id: userId },
    })
    const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Viewer' as const] }]
    const { waitingNo } = await portal.ask(administrator, accountCalls.edit, {
      body: { id, version, cname, email, seats, companyCode: 'BIRCH' },
    })
    await decideChange(portal, birchDirector, waitingNo!)
  }
  const move = async (userId: string, email: string) => {
    const { id, version, cname, seats } = await portal.ask(director, accountCalls.detail, { body: { id: userId } })
    const body = { id, version, cname, email, seats: seats.map(({ role, userRoles }) => ({ role, userRoles })) }
    return (await portal.ask(director, accountCalls.edit, { body: body as never })).waitingNo!
  }
  const pass = (seat: Seat, businessNo: string) => decideChange(portal, seat, businessNo)
  const asked = (seat: Seat, id: string) => portal.ask(seat, accountCalls.detail, { body: { id } })

  // Before anybody passed it.
  const early = await personOf('ma.early', [{ companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] }])
  const no = await move(early.userId, 'early@colluders.test')
  await join(early.userId)
  expect((await refusalOf(pass(operations, no))).error).toBe('OF_SEVERAL_COMPANIES')
  expect(await asked(administrator, early.userId)).toMatchObject({ addressAsked: null, email: 'ma.early@usance.test' })

  // After it was passed, before the mailed link was opened.
  const late = await personOf('ma.late', [{ companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] }])
  await pass(operations, await move(late.userId, 'late@colluders.test'))
  expect((await asked(director, late.userId)).addressAsked).toBe('late@colluders.test')
  const link = await mailedLink(portal, 'late@colluders.test')
  await join(late.userId)
  expect((await refusalOf(portal.ask(null, sessionCalls.confirmAddress, { body: { link } }))).error).toBe('LINK_USED_OR_EXPIRED')
  expect(await asked(administrator, late.userId)).toMatchObject({ addressAsked: null, email: 'ma.late@usance.test' })
})

const stateOf = (userId: string) =>
  portal.look(async (tx) => {
    const { status } = await tx.selectFrom('appUser').select('status').where('id', '=', userId).executeTakeFirstOrThrow()
    const seats = await tx
      .selectFrom('userCompanyRole as r')
      .innerJoin('company as c', 'c.id', 'r.companyId')
      .select('c.code')
      .where('r.userId', '=', userId)
      .where('r.status', '=', 'ENABLE')
      .execute()
    return { status, companies: seats.map(({ code }) => code) }
  })

test('a director does not lift the stop of the operator, and lifts the own', async () => {
  const { administrator, alderDirector: director } = portal.seats
  const { alder } = portal.world.companies
  const person = await personOf('sol.stopped', [{ companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] }])
  const body = { id: person.userId }
  const operations = async (seat: Seat) => (await portal.ask(seat, accountCalls.detail, { body })).operations
  await portal.ask(administrator, accountCalls.disable, { body })
  expect(await operations(director)).not.toContain('active')
  expect((await refusalOf(portal.ask(director, accountCalls.activate, { body }))).error).toBe('FORBIDDEN')
  expect(await operations(administrator)).toContain('active')
  await portal.ask(administrator, accountCalls.activate, { body })

  await portal.look((tx) => tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', person.userId).execute())
  await portal.ask(director, accountCalls.disable, { body })
  expect(await operations(director)).toContain('active')
  await portal.ask(director, accountCalls.activate, { body })
  expect((await stateOf(person.userId)).status).not.toBe('stop')
})

test('whom one company stopped comes back for another without a seat in the first', async () => {
  const { administrator, alderDirector: director } = portal.seats
  const { alder } = portal.world.companies
  const person = await personOf('ren.returns', [{ companyId: alder, role: 'SUPPLIER', userRoles: ['Maker'] }])
  await portal.ask(director, accountCalls.disable, { body: { id: person.userId } })
  const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, { body: { id: person.userId } })
  const seats = [{ role: 'SUPPLIER' as const, userRoles: ['Viewer' as const] }]
  const wanted = { id, version, cname, email, seats, companyCode: 'BIRCH' }
  const { waitingNo } = await portal.ask(administrator, accountCalls.edit, { body: wanted })
  await decideChange(portal, birchDirector, waitingNo!)
  await portal.ask(administrator, accountCalls.activate, { body: { id } })
  expect((await stateOf(person.userId)).companies).toEqual(['BIRCH'])
})

test('a company keeps somebody in charge when a passed change meets an edit', async () => {
  const { administrator } = portal.seats
  const { birch } = portal.world.companies
  const directors = [
    { companyId: birch, role: 'COMPANY' as const, userRoles: ['Director'] },
    { companyId: birch, role: 'SUPPLIER' as const, userRoles: ['Viewer'] },
  ]
  const inCharge = async () => {
    const { rows } = await portal.look((tx) =>
      sql<{ n: number }>`select count(*)::int as n from user_company_role r join app_user u on u.id = r.user_id
        where r.company_id = ${birch} and r.status = 'ENABLE' and u.status = 'active' and 'Director' = any(r.user_roles)`.execute(
        tx,
      ),
    )
    return rows[0]!.n
  }
  const edit = async (userId: string, userRole: 'Viewer' | 'Checker') => {
    const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, {
      body: { id: userId },
    })
    const seats = [{ role: 'SUPPLIER' as const, userRoles: [userRole] }]
    return () =>
      portal.ask(administrator, accountCalls.edit, {
        body: { id, version, cname, email, seats, companyCode: 'BIRCH' },
      })
  }
  for (let round = 0; round < 4; round++) {
    await portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ status: 'DISABLE' })
        .where('companyId', '=', birch)
        .where(sql<boolean>`'Director' = any(user_roles)`)
        .execute(),
    )
    const one = await personOf(`birch.one${round}`, directors)
    const other = await personOf(`birch.other${round}`, directors)
    const { waitingNo: businessNo } = await (await edit(one.userId, 'Checker'))()
    const { taskId, currentNode } = await portal.ask(other, workflowCalls.history, {
      body: { businessNo: businessNo!, ifQueryTask: 'YES' },
    })
    const demote = await edit(other.userId, 'Viewer')
    const pass = portal.ask(other, workflowCalls.approve, {
      body: { businessNo: businessNo!, taskId: taskId!, nodeName: currentNode!, reviewType: 'PASSED', approvalComments: 'seen' },
    })
    const outcomes = await Promise.allSettled([pass, demote()])
    expect([await inCharge(), outcomes.filter(({ status }) => status === 'fulfilled').length]).toEqual([1, 1])
  }
})
