import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { accountCalls } from '@usance/wire/account/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { saveSeats } from '../../party/account/seats.ts'
import { addUser } from '../../party/company/register.ts'
import { actAs } from '../../testing/financing.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { type Portal, refusalOf } from '../../testing/portal.ts'
import { openSeat, testPassword } from '../../testing/world.ts'

import { escalateTasks } from './escalate.ts'

let flows: Flows
let portal: Portal
let submit: Flows['submit']
let look: Flows['look']
let decide: Flows['decide']
let approveBody: Flows['approveBody']
beforeAll(async () => {
  flows = await openFlows()
  ;({ portal, submit, look, decide, approveBody } = flows)
})
afterAll(() => flows.close())
const { approve } = workflowCalls

describe('delegation', () => {
  const { delegate, delegations, endDelegation } = workflowCalls
  test('a colleague decides in the name of the one who delegated, as long as it runs', async () => {
    const { alderChecker, alderViewer, birchMaker } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    expect((await refusalOf(portal.ask(alderChecker, delegate, { body: { toUserId: birchMaker.userId, ...days } }))).code).toBe(
      404,
    )
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const { businessNo } = await submit()
    const inbox = await portal.ask(alderViewer, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })
    expect(inbox.total).toBe(1)
    await decide(alderViewer, businessNo)
    const line = (await look(alderChecker, businessNo)).detailDTOS.at(-1)
    expect(line).toMatchObject({ assigneeName: 'alder.viewer', onBehalfOf: 'alder.checker', operation: 'PASSED' })
    expect(await portal.ask(alderViewer, delegations, { body: {} })).toMatchObject([{ id, mine: false }])
    await portal.ask(alderChecker, endDelegation, { body: { id } })
    const later = await submit()
    expect((await refusalOf(portal.ask(alderViewer, approve, await approveBody(later.businessNo)))).error).toBe('NOT_YOUR_TASK')
  })

  test('a delegate is told of what waits, and of what is late, as the delegator is, while the delegation runs', async () => {
    const { alderChecker, alderViewer, alderMaker } = portal.seats
    const { id } = await portal.ask(alderChecker, delegate, {
      body: { toUserId: alderViewer.userId, fromDate: '2025-03-03', toDate: '2025-03-07' },
    })
    const ofMaker = await portal.ask(alderChecker, delegate, {
      body: { toUserId: alderMaker.userId, fromDate: '2025-03-03', toDate: '2025-03-07' },
    })
    const { businessNo } = await submit(alderMaker)
    const told = (no: string, event: string) =>
      portal.look(async (tx) => {
        const rows = await tx
          .selectFrom('notification')
          .select('userId')
          .where('event', '=', event)
          .where(sql<boolean>`params ->> 'businessNo' = ${no}`)
          .execute()
        return rows.map(({ userId }) => userId)
      })
    const waiting = await told(businessNo, 'APPROVAL_WAITING')
    expect(waiting).toEqual(expect.arrayContaining([alderChecker.userId, alderViewer.userId]))
    expect(waiting).not.toContain(alderMaker.userId)
    expect(new Set(waiting).size).toBe(waiting.length)
    await portal.look((tx) => escalateTasks(tx, new Date('2099-01-01T00:00:00Z')))
    const late = await told(businessNo, 'APPROVAL_OVERDUE')
    expect(late).toEqual(expect.arrayContaining([alderChecker.userId, alderViewer.userId]))
    expect(late).not.toContain(alderMaker.userId)

    for (const one of [id, ofMaker.id]) await portal.ask(alderChecker, endDelegation, { body: { id: one } })
    const tomorrow = await portal.ask(alderChecker, delegate, {
      body: { toUserId: alderViewer.userId, fromDate: '2025-03-04', toDate: '2025-03-04' },
    })
    const later = await submit(alderMaker)
    expect(await told(later.businessNo, 'APPROVAL_WAITING')).not.toContain(alderViewer.userId)
    await portal.ask(alderChecker, endDelegation, { body: { id: tomorrow.id } })
  })

  test('a delegation holds in the seat in which it was given, and in no other that both people hold', async () => {
    const { alder } = portal.world.companies
    const ofTwoSeats = (userName: string, userRoles: string[], wholeCompany: string[]) =>
      portal.look(async (tx) => {
        const person = { userName, cname: userName, email: `${userName}@usance.test`, password: testPassword }
        const seats = [
          { companyId: alder, role: 'SUPPLIER' as const, userRoles },
          { companyId: alder, role: 'COMPANY' as const, userRoles: wholeCompany },
        ]
        const userId = await addUser(tx, { ...person, seats })
        return {
          supplier: await openSeat(tx, userId, alder, 'SUPPLIER'),
          company: await openSeat(tx, userId, alder, 'COMPANY'),
        }
      })
    const leaving = await ofTwoSeats('two.leaving', ['Checker'], ['Director'])
    const deputy = await ofTwoSeats('two.deputy', ['Viewer'], ['Viewer'])
    const body = { toUserId: deputy.supplier.userId, fromDate: '2025-03-03', toDate: '2025-03-07' }
    await portal.ask(leaving.company, delegate, { body })
    const { businessNo } = await submit()
    const shown = async () =>
      (await portal.ask(deputy.supplier, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    expect(await shown()).toBe(0)
    expect((await refusalOf(portal.ask(deputy.supplier, approve, await approveBody(businessNo)))).error).toBe('NOT_YOUR_TASK')

    // That of the other seat is another delegation, and each says which one it is.
    await portal.ask(leaving.supplier, delegate, { body })
    expect((await refusalOf(portal.ask(leaving.supplier, delegate, { body }))).data.fields).toEqual([
      { field: 'toUserId', message: 'ALREADY_EXISTS' },
    ])
    const told = await portal.ask(deputy.supplier, delegations, { body: {} })
    expect(told.map(({ companyRole }) => companyRole).sort()).toEqual(['COMPANY', 'SUPPLIER'])
    expect(await shown()).toBe(1)
    await portal.ask(deputy.supplier, approve, await approveBody(businessNo))
  })

  test('a delegation ends with its own seat or role alone, and both sides are told', async () => {
    const { alder } = portal.world.companies
    const person = (userName: string) =>
      portal.look((tx) =>
        addUser(tx, {
          ...{ userName, cname: userName, email: `${userName}@usance.test`, password: testPassword },
          seats: (['SUPPLIER', 'COMPANY'] as const).map((role) => ({
            ...{ companyId: alder, role },
            userRoles: role === 'COMPANY' ? ['Director'] : ['Checker'],
          })),
        }),
      )
    const [from, to] = [await person('ends.from'), await person('ends.to')]
    const give = async (role: 'SUPPLIER' | 'COMPANY') => {
      const seat = await portal.look((tx) => openSeat(tx, from, alder, role))
      const body = { toUserId: to, fromDate: '2025-03-03', toDate: '2025-03-07' }
      return (await portal.ask(seat, delegate, { body })).id
    }
    const ofSupplier = await give('SUPPLIER')
    const ofCompany = await give('COMPANY')
    const running = () =>
      portal.look(async (tx) => {
        const rows = await tx
          .selectFrom('delegation')
          .select('id')
          .where('fromUserId', '=', from)
          .where('endedAt', 'is', null)
          .execute()
        return rows.map(({ id }) => id)
      })
    const keep = (seats: Parameters<typeof saveSeats>[3]) =>
      actAs(portal, portal.seats.operations, (context) => saveSeats(context, to, alder, seats))
    await keep([
      { role: 'COMPANY', userRoles: ['Viewer'] },
      { role: 'SUPPLIER', userRoles: ['Checker'] },
    ])
    expect(await running()).toEqual([ofSupplier])
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['userId', 'objectId', 'params'])
        .where('event', '=', 'DELEGATION_ENDED')
        .where('userId', 'in', [from, to])
        .execute(),
    )
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        { userId: from, objectId: ofCompany, params: expect.objectContaining({ person: 'ends.to', fromDate: '2025-03-03' }) },
        { userId: to, objectId: ofCompany, params: expect.objectContaining({ person: 'ends.from', fromDate: '2025-03-03' }) },
      ]),
    )
    await keep([{ role: 'COMPANY', userRoles: ['Viewer'] }])
    expect(await running()).toEqual([])
  })

  test('a delegate sees no task that the delegator may no longer decide', async () => {
    const { alderChecker, alderViewer } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const { businessNo } = await submit()
    const shown = async () =>
      (await portal.ask(alderViewer, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    expect(await shown()).toBe(1)
    for (const permission of ['finance.finance-order.approve', 'approval.pass']) {
      const set = (roles: string) =>
        portal.look((tx) =>
          tx
            .updateTable('rolePermission')
            .set((eb) => ({ roles, version: eb('version', '+', 1) }))
            .where('permission', '=', permission)
            .execute(),
        )
      const { roles } = await portal.look((tx) =>
        tx.selectFrom('rolePermission').select('roles').where('permission', '=', permission).executeTakeFirstOrThrow(),
      )
      await set(roles.replace('S', ''))
      expect([permission, await shown()]).toEqual([permission, 0])
      await set(roles)
      expect(await shown()).toBe(1)
    }
    await portal.ask(alderChecker, endDelegation, { body: { id } })
  })

  test('a delegate is told which decisions they may give, on the approval and in the list, and gives one by it', async () => {
    const { alderChecker, alderViewer } = portal.seats
    const { businessNo } = await submit()
    const told = async () => {
      const inbox = await portal.ask(alderViewer, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })
      return [(await look(alderViewer, businessNo)).reviews, inbox.list?.[0]?.operations]
    }
    expect(await told()).toEqual([[], undefined])
    expect((await look(alderChecker, businessNo)).reviews).toEqual(['PASSED', 'REJECTED', 'REFUSED'])
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const all = ['PASSED', 'REJECTED', 'REFUSED']
    expect(await told()).toEqual([all, all])
    const grant = (roles: string) =>
      portal.look((tx) =>
        tx
          .updateTable('rolePermission')
          .set((eb) => ({ roles, version: eb('version', '+', 1) }))
          .where('permission', '=', 'approval.reject')
          .execute(),
      )
    const two = ['PASSED', 'REJECTED']
    await grant('BFDORT')
    // A change of the matrix is in force within a second.
    await vi.waitFor(async () => expect(await told()).toEqual([two, two]), { timeout: 5000, interval: 200 })
    await grant('SBFDORT')
    const { taskId, currentNode, reviews } = await look(alderViewer, businessNo)
    await portal.ask(alderViewer, approve, {
      body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: reviews[0]!, approvalComments: '' },
    })
    expect((await look(alderChecker, businessNo)).currentNode).toBe('DOCUMENT_CHECK')
    await portal.ask(alderChecker, endDelegation, { body: { id } })
  })

  test('a delegate among staff sees no task of a role that only the delegator holds', async () => {
    const { elmMaker, risk, settlement } = portal.seats
    const narrow = await portal.look(async (tx) => {
      await tx
        .updateTable('userCompanyRole')
        .set({ userRoles: ['Settlement', 'Risk'] })
        .where('userId', '=', settlement.userId)
        .execute()
      const person = { userName: 'risk.only', cname: 'risk.only', email: 'risk.only@usance.test', password: testPassword }
      const seats = [{ companyId: risk.companyId, role: 'PLATFORM' as const, userRoles: ['Risk'] }]
      return openSeat(tx, await addUser(tx, { ...person, seats }), risk.companyId, 'PLATFORM')
    })
    await portal.ask(settlement, delegate, { body: { toUserId: narrow.userId, fromDate: '2025-03-03', toDate: '2025-03-07' } })
    const { businessNo } = await submit(elmMaker, { businessType: 'WRITE_OFF' })
    const shown = async () =>
      (await portal.ask(narrow, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    expect(await shown()).toBe(1)
    await portal.ask(risk, approve, await approveBody(businessNo))
    expect((await refusalOf(portal.ask(narrow, approve, await approveBody(businessNo)))).error).toBe('NOT_YOUR_TASK')
    expect(await shown()).toBe(0)
  })

  test('a delegation from before keeps the seat that the audit or the only common role tells, and ends where neither does', async () => {
    const { alder } = portal.world.companies
    const { alderChecker } = portal.seats
    const person = (userName: string, roles: ('SUPPLIER' | 'COMPANY')[]) =>
      portal.look((tx) =>
        addUser(tx, {
          userName,
          cname: userName,
          email: `${userName}@usance.test`,
          password: testPassword,
          seats: roles.map((role) => ({ companyId: alder, role, userRoles: ['Viewer'] })),
        }),
      )
    const [one, both, other] = [
      await person('old.one', ['SUPPLIER']),
      await person('old.both', ['SUPPLIER', 'COMPANY']),
      await person('old.other', ['SUPPLIER', 'COMPANY']),
    ]
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id: audited } = await portal.ask(alderChecker, delegate, { body: { toUserId: both, ...days } })
    const file = readFileSync(`${migrationsFolder()}/1314-delegations-of-one-seat.sql`, 'utf8')
    const [ofOneRole, ofTwoRoles] = [randomUUID(), randomUUID()]
    const migrated = await portal.asOwner((db) =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('app.scope', 'system', true)`.execute(tx)
        await sql`alter table delegation drop column company_role`.execute(tx)
        const given = (id: string, from: string, to: string) =>
          sql`insert into delegation (id, from_user_id, to_user_id, company_id, from_date, to_date)
            values (${id}, ${from}, ${to}, ${alder}, '2025-03-03', '2025-03-07')`.execute(tx)
        await given(ofOneRole, both, one)
        await given(ofTwoRoles, both, other)
        await sql.raw(file).execute(tx)
        const ids = [audited, ofOneRole, ofTwoRoles]
        const { rows } = await sql<{ companyRole: string | null; ended: boolean }>`
          select company_role as "companyRole", ended_at is not null as ended
          from delegation where id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(tx)
        return rows
      }),
    )
    expect(migrated).toEqual([
      { companyRole: 'SUPPLIER', ended: false },
      { companyRole: 'SUPPLIER', ended: false },
      { companyRole: null, ended: true },
    ])
  })

  test('nobody reaches their own object through a delegation', async () => {
    const { alderChecker, alderMaker } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderMaker.userId, ...days } })
    const { businessNo } = await submit()
    expect((await refusalOf(portal.ask(alderMaker, approve, await approveBody(businessNo)))).error).toBe('MAKER_CANNOT_APPROVE')
    await portal.ask(alderChecker, endDelegation, { body: { id } })
  })

  test('a seat or an account that comes back brings no delegation back', async () => {
    const { alderChecker, alderViewer, alderDirector, operations } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const now = await portal.ask(operations, companyCalls.anyDetail, { body: { id: portal.world.companies.alder } })
    let { version } = now
    const hold = async (...roles: ('SUPPLIER' | 'BUYER')[]) => {
      const { name, bizRegNo, country } = now
      const body = { id: now.id, version, name, bizRegNo, country, riskGrade: 'B' as const, roles }
      version = (await portal.ask(operations, companyCalls.edit, { body })).version
    }
    await hold('BUYER')
    await hold('SUPPLIER')
    await portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ status: 'ENABLE' })
        .where('companyId', '=', portal.world.companies.alder)
        .where('role', '=', 'SUPPLIER')
        .execute(),
    )
    const seat = (userId: string) => portal.look((tx) => openSeat(tx, userId, portal.world.companies.alder, 'SUPPLIER'))
    const running = async (userId: string) => portal.ask(await seat(userId), delegations, { body: {} })
    expect([await running(alderChecker.userId), await running(alderViewer.userId)]).toEqual([[], []])

    const again = await portal.ask(await seat(alderChecker.userId), delegate, { body: { toUserId: alderViewer.userId, ...days } })
    await portal.ask(alderDirector, accountCalls.disable, { body: { id: alderViewer.userId } })
    await portal.ask(alderDirector, accountCalls.activate, { body: { id: alderViewer.userId } })
    expect(await running(alderChecker.userId)).toEqual([])
    const told = await portal.look((tx) =>
      tx.selectFrom('auditLog').select(['objectId', 'after']).where('event', '=', 'DELEGATION_ENDED').execute(),
    )
    expect(told).toContainEqual({ objectId: id, after: { why: 'SEAT_ENDED' } })
    expect(told).toContainEqual({ objectId: again.id, after: { why: 'USER_STOPPED' } })
  })

  test('nothing takes a seat or a role, or stops an account, that leaves a delegation', async () => {
    const { cedarChecker, cedarMaker } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    await portal.ask(cedarChecker, delegate, { body: { toUserId: cedarMaker.userId, ...days } })
    for (const { userId } of [cedarChecker, cedarMaker])
      for (const taking of [
        sql`update user_company_role set status = 'DISABLE' where user_id = ${userId}`,
        sql`update user_company_role set user_roles = '{Viewer}' where user_id = ${userId}`,
        sql`update app_user set status = 'stop' where id = ${userId}`,
      ])
        await expect(portal.look((tx) => taking.execute(tx))).rejects.toThrow(/a delegation ends with the seat of either side/)
  })
})

test('a delegation that holds already is refused, and nobody has more than fit on the page on which they are ended', async () => {
  const { delegate, delegations } = workflowCalls
  const { elmChecker, elmChecker2 } = portal.seats
  const day = (n: number) => new Date(Date.UTC(2025, 2, 10 + n)).toISOString().slice(0, 10)
  const add = (fromDate: string, toDate: string) =>
    refusalOf(portal.ask(elmChecker, delegate, { body: { toUserId: elmChecker2.userId, fromDate, toDate } })).catch(() => null)
  const ask = (n: number) =>
    portal.ask(elmChecker, delegate, { body: { toUserId: elmChecker2.userId, fromDate: day(n), toDate: day(n) } })
  await ask(0)
  expect((await add(day(0), day(0)))?.data.fields).toEqual([{ field: 'toUserId', message: 'ALREADY_EXISTS' }])
  for (let n = 1; n < 50; n += 1) await ask(n)
  expect((await add(day(50), day(50)))?.error).toBe('TOO_MANY_REQUESTS')
  expect(await portal.ask(elmChecker, delegations, { body: {} })).toHaveLength(50)
})

test('nobody is told that a delegation ended which had run out before', async () => {
  const { alder } = portal.world.companies
  const person = (userName: string) =>
    portal.look((tx) =>
      addUser(tx, {
        ...{ userName, cname: userName, email: `${userName}@usance.test`, password: testPassword },
        seats: [{ companyId: alder, role: 'SUPPLIER', userRoles: ['Checker'] }],
      }),
    )
  const [from, to] = [await person('ran.from'), await person('ran.to')]
  const seat = await portal.look((tx) => openSeat(tx, from, alder, 'SUPPLIER'))
  const give = async (days: { fromDate: string; toDate: string }) =>
    (await portal.ask(seat, workflowCalls.delegate, { body: { toUserId: to, ...days } })).id
  const old = await give({ fromDate: '2025-03-03', toDate: '2025-03-07' })
  await portal.look((tx) =>
    tx.updateTable('delegation').set({ fromDate: '2024-03-04', toDate: '2024-03-08' }).where('id', '=', old).execute(),
  )
  const running = await give({ fromDate: '2025-03-03', toDate: '2025-03-07' })
  await actAs(portal, portal.seats.operations, (context) =>
    saveSeats(context, to, alder, [{ role: 'COMPANY', userRoles: ['Viewer'] }]),
  )
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('objectId')
      .where('event', '=', 'DELEGATION_ENDED')
      .where('userId', 'in', [from, to])
      .execute(),
  )
  expect(told.map(({ objectId }) => objectId)).toEqual([running, running])
})

test('a delegation begins today at the earliest, and who receives it is told in which seat it holds', async () => {
  const { delegate } = workflowCalls
  const { settlement, settlement2 } = portal.seats
  const past = { toUserId: settlement2.userId, fromDate: '2025-03-02', toDate: '2025-03-07' }
  expect((await refusalOf(portal.ask(settlement, delegate, { body: past }))).data.fields).toEqual([
    { field: 'fromDate', message: 'DELEGATION_FROM_TODAY' },
  ])
  const { id } = await portal.ask(settlement, delegate, { body: { ...past, fromDate: '2025-03-03' } })
  const { list } = await portal.ask(settlement2, notificationCalls.list, { body: { pageNum: 1, pageSize: 10 } })
  expect(list.find(({ event }) => event === 'DELEGATION_RECEIVED')?.params).toMatchObject({ companyRole: 'PLATFORM' })
  await portal.ask(settlement, workflowCalls.endDelegation, { body: { id } })
})
