import { accountCalls } from '@usance/wire/account/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideChange } from '../../testing/decide-change.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { peopleOfBothSides } from './both-sides.ts'

// A person works for the operator or for trading companies.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Given = {
  role: 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'COMPANY' | 'PLATFORM'
  userRoles: ('Maker' | 'Viewer' | 'Checker' | 'BD')[]
}
/** The administrator gives a user one seat in a company. */
async function give(userId: string, companyCode: string, seat: Given) {
  const { administrator } = portal.seats
  const { id, version, cname, email } = await portal.ask(administrator, accountCalls.detail, { body: { id: userId } })
  const body = { id, version, cname, email, companyCode, seats: [seat] }
  return portal.ask(administrator, accountCalls.edit, { body })
}
const seatsOf = (userId: string) =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ seat: string }>`select c.code || ' ' || r.role as seat
      from user_company_role r join company c on c.id = r.company_id where r.user_id = ${userId} and r.status = 'ENABLE'`.execute(
      tx,
    )
    return rows.map(({ seat }) => seat)
  })
const insertSeat = (userId: string, companyId: string, role: string) =>
  sql`insert into user_company_role (id, user_id, company_id, role, user_roles)
    values (gen_random_uuid(), ${userId}, ${companyId}, ${role}, '{Maker}')`

test('nobody of the operator is given a seat in a company, not even to read', async () => {
  const { operations2, risk, settlement2, bd, auditor } = portal.seats
  for (const { userId } of [operations2, risk, settlement2, bd, auditor])
    for (const [code, role] of [
      ['ALDER', 'SUPPLIER'],
      ['CEDAR', 'BUYER'],
      ['ELM', 'FUNDER'],
      ['BIRCH', 'COMPANY'],
    ] as const)
      for (const userRole of ['Maker', 'Viewer', 'Checker'] as const) {
        const refused = await refusalOf(give(userId, code, { role, userRoles: [userRole] }))
        expect(refused.error).toBe('OPERATOR_OR_COMPANY')
      }
  expect(await seatsOf(auditor.userId)).toEqual(['USANCE PLATFORM'])
})

test('nobody of a company is given a seat of the operator', async () => {
  const { alderMaker, elmMaker } = portal.seats
  for (const { userId } of [alderMaker, elmMaker]) {
    const refused = await refusalOf(give(userId, 'USANCE', { role: 'PLATFORM', userRoles: ['BD'] }))
    expect(refused.error).toBe('OPERATOR_OR_COMPANY')
  }
})

test('a seat that waits for a second person is not passed to somebody who has joined the operator meanwhile', async () => {
  const { alderDirector, operations } = portal.seats
  const { id, waitingNo } = await portal.ask(alderDirector, accountCalls.add, {
    body: {
      userName: 'ines.waits',
      cname: 'Ines Waits',
      email: 'ines.waits@alder.test',
      signatory: false,
      seats: [{ role: 'SUPPLIER', userRoles: ['Checker'] }],
    },
  })
  await portal.look((tx) => insertSeat(id, portal.world.companies.platform, 'PLATFORM').execute(tx))
  const decide = async (seat: Seat, reviewType: 'PASSED' | 'REFUSED') => {
    const businessNo = waitingNo!
    const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
    return portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, taskId: taskId!, nodeName: currentNode!, reviewType, approvalComments: 'seen' },
    })
  }
  expect((await refusalOf(decide(operations, 'PASSED'))).error).toBe('OPERATOR_OR_COMPANY')
  await decide(operations, 'REFUSED')
  expect(await seatsOf(id)).toEqual(['USANCE PLATFORM'])
})

test('a person of one company is given a seat in another one, as before', async () => {
  const { alderViewer, operations } = portal.seats
  const { waitingNo } = await give(alderViewer.userId, 'BIRCH', { role: 'SUPPLIER', userRoles: ['Viewer'] })
  await decideChange(portal, operations, waitingNo!)
  expect((await seatsOf(alderViewer.userId)).sort()).toEqual(['ALDER SUPPLIER', 'BIRCH SUPPLIER'])
})

test('the database refuses a seat on the other side, also of two that are given at the same moment', async () => {
  const { alder, platform } = portal.world.companies
  const { auditor, alderMaker } = portal.seats
  const refused = /a person works for the operator or for companies/
  await expect(portal.look((tx) => insertSeat(auditor.userId, alder, 'SUPPLIER').execute(tx))).rejects.toThrow(refused)
  await expect(portal.look((tx) => insertSeat(alderMaker.userId, platform, 'PLATFORM').execute(tx))).rejects.toThrow(refused)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, async (_, round) => {
      const nobody = await portal.look((tx) =>
        tx
          .insertInto('appUser')
          .values({
            id: `00000000-0000-4000-8000-00000000000${round}`,
            userName: `nobody${round}`,
            cname: 'Nobody',
            email: `nobody${round}@usance.test`,
            userCode: `U-nobody${round}`,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      const both = await Promise.allSettled([
        portal.look((tx) => insertSeat(nobody.id, alder, 'SUPPLIER').execute(tx)),
        portal.look((tx) => insertSeat(nobody.id, platform, 'PLATFORM').execute(tx)),
      ])
      return both.filter(({ status }) => status === 'fulfilled').length
    }),
  )
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual(Array(8).fill(1))
})

test('whoever has seats on both sides from before is named, and goes on until an administrator ends one side', async () => {
  const { administrator, settlement2 } = portal.seats
  const { cedar } = portal.world.companies
  expect(await portal.look(peopleOfBothSides)).toEqual([])
  await portal.asOwner(async (db) => {
    await sql`alter table user_company_role disable trigger one_side`.execute(db)
    await insertSeat(settlement2.userId, cedar, 'BUYER').execute(db)
    await sql`alter table user_company_role enable trigger one_side`.execute(db)
  })
  expect(await portal.look(peopleOfBothSides)).toEqual(['staff.settlement2 (CEDAR, USANCE)'])
  expect((await refusalOf(give(settlement2.userId, 'CEDAR', { role: 'BUYER', userRoles: ['Viewer'] }))).error).toBe(
    'OPERATOR_OR_COMPANY',
  )
  await portal.ask(administrator, accountCalls.remove, { body: { id: settlement2.userId, companyCode: 'CEDAR' } })
  expect(await portal.look(peopleOfBothSides)).toEqual([])
  expect(await seatsOf(settlement2.userId)).toEqual(['USANCE PLATFORM'])
})
