import { namedSteps } from '@usance/domain/flow-definition'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { saveSeats } from '../../party/account/seats.ts'
import { actAs } from '../../testing/financing.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import type { Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let flows: Flows
let portal: Portal
beforeAll(async () => {
  flows = await openFlows()
  portal = flows.portal
  // The operator wants everybody of risk and settlement to pass a loss, in one step.
  const steps = namedSteps([
    { roles: ['RISK', 'SETTLEMENT'], mode: 'ALL', slaHours: 24 },
    { roles: ['FUNDER'], mode: 'ALL', slaHours: 72 },
  ])
  await portal.asOwner((db) =>
    db
      .insertInto('workflowDefinition')
      .values({ id: newId(), businessType: 'WRITE_OFF', version: 1, steps: JSON.stringify(steps) })
      .execute(),
  )
})
afterAll(() => flows.close())

const submit = async () => (await flows.submit(undefined, { businessType: 'WRITE_OFF' })).businessNo
const look = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'WRITE_OFF', ifQueryTask: 'YES' } })
const pass = async (seat: Seat, businessNo: string) => {
  const { currentNode, taskId } = await look(seat, businessNo)
  const decision = { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED' as const, approvalComments: '' }
  return portal.ask(seat, workflowCalls.approve, { body: decision })
}
const takeSeat = ({ userId, companyId }: Seat) =>
  actAs(portal, portal.seats.operations, (context) => saveSeats(context, userId, companyId, []))
const told = (businessNo: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('notification as n')
      .innerJoin('appUser as u', 'u.id', 'n.userId')
      .select(['u.userName', 'n.params'])
      .where('n.event', '=', 'APPROVAL_WITHOUT_DECIDER')
      .execute()
    return rows.filter(({ params }) => JSON.stringify(params).includes(businessNo)).map(({ userName }) => userName)
  })
const waits = { status: 'IN_APPROVE', nextNode: 'RISK_CHECK' }

test('a step of ALL that asks several roles passes when everybody of each of them has passed it', async () => {
  const { risk, settlement, settlement2, settlement3 } = portal.seats
  const businessNo = await submit()
  // Risk is one person, and does not pass in the place of settlement.
  for (const seat of [risk, settlement, settlement2]) expect(await pass(seat, businessNo)).toEqual(waits)
  expect(await pass(settlement3, businessNo)).toEqual({ status: 'IN_APPROVE', nextNode: 'FUNDER_CHECK' })
})

test('one that stands open passes by a seat that ends when the others of all its roles have passed it', async () => {
  const { risk, settlement, settlement2, settlement3 } = portal.seats
  const [open, early] = [await submit(), await submit()]
  for (const seat of [risk, settlement, settlement2]) await pass(seat, open)
  for (const seat of [settlement, settlement2]) await pass(seat, early)
  await takeSeat(settlement3)
  expect((await look(risk, open)).currentNode).toBe('FUNDER_CHECK')
  // Settlement has passed this one, and risk has not been heard.
  expect((await look(risk, early)).currentNode).toBe('RISK_CHECK')
})

test('a role that is left with nobody waits for an appointment, and whoever can appoint somebody is told', async () => {
  const { risk, settlement, settlement2, administrator } = portal.seats
  const businessNo = await submit()
  await pass(settlement, businessNo)
  await takeSeat(risk)
  expect((await look(settlement2, businessNo)).currentNode).toBe('RISK_CHECK')
  expect(await told(businessNo)).toEqual([])
  expect(await pass(settlement2, businessNo)).toEqual(waits)
  expect(await told(businessNo)).toContain(administrator.cname)
})
