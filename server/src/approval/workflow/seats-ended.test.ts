import { accountCalls } from '@usance/wire/account/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveSeats } from '../../party/account/seats.ts'
import { addUser } from '../../party/company/register.ts'
import { actAs } from '../../testing/financing.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import type { Portal } from '../../testing/portal.ts'
import { aSeat, openSeat, type Seat, testPassword } from '../../testing/world.ts'

let flows: Flows
let portal: Portal
beforeAll(async () => {
  flows = await openFlows()
  portal = flows.portal
})
afterAll(() => flows.close())
beforeEach(() => {
  flows.object.content = 'as submitted'
})

let made = 0
/** One more person of the funder who decides. */
const checker = () =>
  portal.look((tx) =>
    aSeat(tx, `elm.more${++made}`, { companyId: portal.world.companies.elm, role: 'FUNDER', userRoles: ['Checker'] }),
  )
const pass = async (businessNo: string, ...seats: Seat[]) => {
  for (const seat of seats) await portal.ask(seat, workflowCalls.approve, await flows.approveBody(businessNo))
}
/** A write-off that risk, settlement and these people of the funder have passed. */
async function aWriteOff(...passedBy: Seat[]) {
  const { businessNo } = await flows.submit(undefined, { businessType: 'WRITE_OFF' })
  await pass(businessNo, portal.seats.risk, portal.seats.settlement, ...passedBy)
  return businessNo
}
const look = (businessNo: string) =>
  portal.ask(portal.seats.risk, workflowCalls.history, { body: { businessNo, businessType: 'WRITE_OFF' } })
const takeSeat = ({ userId, companyId }: Seat) =>
  actAs(portal, portal.seats.operations, (context) => saveSeats(context, userId, companyId, []))
const told = async (businessNo: string) => {
  const rows = await portal.look((tx) =>
    tx
      .selectFrom('notification as n')
      .innerJoin('appUser as u', 'u.id', 'n.userId')
      .select('u.userName')
      .where('n.event', '=', 'APPROVAL_WITHOUT_DECIDER')
      .where(sql<boolean>`n.params ->> 'businessNo' = ${businessNo}`)
      .orderBy('u.userName')
      .execute(),
  )
  return rows.map(({ userName }) => userName)
}

test('a step of ALL passes when the last person who had not passed it loses the seat, in the name of who passed it last', async () => {
  const { elmChecker, elmChecker2 } = portal.seats
  const leaving = await checker()
  const businessNo = await aWriteOff(elmChecker, elmChecker2)
  expect((await look(businessNo)).status).toBe('IN_APPROVE')
  await takeSeat(leaving)
  expect(flows.outcomes).toContain(`${businessNo} passed`)
  const { status, detailDTOS, steps } = await look(businessNo)
  expect(status).toBe('PASSED')
  expect(detailDTOS.at(-1)).toMatchObject({ operation: 'COMPLETED', nodeName: 'FUNDER_CHECK' })
  expect(steps.at(-1)).toMatchObject({ state: 'DONE', assigneeName: elmChecker2.cname })
  const decided = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.status', 't.decidedBy'])
      .where('i.businessNo', '=', businessNo)
      .where('t.nodeName', '=', 'FUNDER_CHECK')
      .executeTakeFirstOrThrow(),
  )
  expect(decided).toEqual({ status: 'PASSED', decidedBy: elmChecker2.userId })
  expect(await told(businessNo)).toEqual([])
})

test('a stop does the same as the loss of the seat', async () => {
  const { elmChecker, elmChecker2, administrator } = portal.seats
  const leaving = await checker()
  const businessNo = await aWriteOff(elmChecker, elmChecker2)
  await portal.ask(administrator, accountCalls.disable, { body: { id: leaving.userId } })
  expect((await look(businessNo)).status).toBe('PASSED')
})

test('while somebody is left who has not passed it, a step of ALL waits on', async () => {
  const { elmChecker } = portal.seats
  const leaving = await checker()
  const businessNo = await aWriteOff(elmChecker)
  await takeSeat(leaving)
  expect((await look(businessNo)).status).toBe('IN_APPROVE')
  expect(await told(businessNo)).toEqual([])
  await pass(businessNo, portal.seats.elmChecker2)
  expect((await look(businessNo)).status).toBe('PASSED')
})

test('what was changed since it was submitted does not pass by a seat that ends; those who can see to it are told', async () => {
  const { elmChecker, elmChecker2, administrator, alderMaker } = portal.seats
  const leaving = await checker()
  const businessNo = await aWriteOff(elmChecker, elmChecker2)
  flows.object.content = 'changed since'
  await takeSeat(leaving)
  expect((await look(businessNo)).status).toBe('IN_APPROVE')
  expect(flows.outcomes).not.toContain(`${businessNo} passed`)
  expect(await told(businessNo)).toEqual(expect.arrayContaining([administrator.cname, alderMaker.cname]))
})

test('a step that is left with nobody is told to the directors of its company, the administrators and its maker', async () => {
  const { birch } = portal.world.companies
  const { birchMaker, administrator, alderMaker } = portal.seats
  const person = (userName: string, role: 'FUNDER' | 'COMPANY', userRoles: string[]) =>
    portal.look(async (tx) => {
      const seats = [{ companyId: birch, role, userRoles }]
      const values = { userName, cname: userName, email: `${userName}@usance.test`, seats, password: testPassword }
      return openSeat(tx, await addUser(tx, values), birch, role)
    })
  const [only, director] = [
    await person('birch.only', 'FUNDER', ['Checker']),
    await person('birch.director', 'COMPANY', ['Director']),
  ]
  const { businessNo } = await flows.submit(undefined, { businessType: 'WRITE_OFF', funderId: birch })
  await pass(businessNo, portal.seats.risk, portal.seats.settlement)
  // A seat in which nobody decides ends without a word.
  await takeSeat(birchMaker)
  expect(await told(businessNo)).toEqual([])
  await takeSeat(only)
  expect((await look(businessNo)).status).toBe('IN_APPROVE')
  expect(await told(businessNo)).toEqual([director.cname, administrator.cname, alderMaker.cname].sort())
})
