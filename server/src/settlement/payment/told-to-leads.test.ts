import { type BusinessType, businessTypes } from '@usance/domain/approval-flows'
import { accountList } from '@usance/wire/account/calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escalateTasks } from '../../approval/workflow/escalate.ts'
import { type Instance, lockInstance } from '../../approval/workflow/instance.ts'
import { openStep, tellNobodyDecides } from '../../approval/workflow/open-step.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { aConfirmedOrder, actAs, aDraftedPayment, answerTask } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
/** The people who lead others: the operator's administrator, and a director of each party. */
let leads: Seat[]
/** Seats in which directors of the parties do other work, where they open what they are told in the seat they lead in. */
let besides: Seat[]
beforeAll(async () => {
  portal = await openPortal()
  const { administrator, alderDirector, alderViewer, cedarMaker, elmMaker } = portal.seats
  const ofParties = await portal.look(async (tx) => {
    const seats: Seat[] = []
    for (const { companyId, userId } of [cedarMaker, elmMaker, alderViewer]) {
      const seat = { id: newId(), userId, companyId, role: 'COMPANY' as const, userRoles: ['Director'] }
      await tx.insertInto('userCompanyRole').values(seat).execute()
      seats.push(await openSeat(tx, userId, companyId, 'COMPANY'))
    }
    return seats
  })
  leads = [administrator, alderDirector, ...ofParties]
  besides = [cedarMaker, elmMaker, alderViewer]
})
afterAll(() => portal.close())

/** What those who lead others were told of approvals by these numbers. */
const toldToLeads = (numbers: readonly string[]) =>
  portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'userId', 'link', sql<string>`params ->> 'businessNo'`.as('businessNo')])
      .where(sql<boolean>`params ->> 'businessNo' = any(${numbers}::text[])`)
      .where(
        'userId',
        'in',
        leads.map(({ userId }) => userId),
      )
      .where('event', '<>', 'APPROVAL_WAITING')
      .orderBy('id')
      .execute(),
  )

/** Opens a link as a page does, in the seat that it names where the user holds it; throws where the portal refuses what it shows. */
async function open(inUse: Seat, link: string): Promise<void> {
  const { pathname, searchParams } = new URL(link, 'https://portal.test')
  const named = searchParams.get('__role')
  const seat = leads.find(({ userId, companyRole }) => userId === inUse.userId && companyRole === named) ?? inUse
  if (pathname === '/org/account') {
    await portal.ask(seat, listCalls(accountList).pageList, { body: {} })
    return
  }
  const businessNo = decodeURIComponent(pathname.split('/')[2] ?? '')
  const [businessType, businessId] = [searchParams.get('businessType')!, searchParams.get('businessId')!]
  await portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType, businessId } })
}

const setSeat = ({ userId }: Seat, status: 'ENABLE' | 'DISABLE') =>
  portal.look((tx) => tx.updateTable('userCompanyRole').set({ status }).where('userId', '=', userId).execute())

let made = 0
/** An approval of a kind whose every step ran late, and whose maker left after that. */
async function runsLate(maker: Seat, businessType: BusinessType): Promise<string> {
  const { alder, cedar, elm } = portal.world.companies
  const businessNo = `LATE-2025-${900_000 + ++made}`
  const facts = { amount: '20000000.00', currency: 'USD', contentHash: 'x', title: 'Late', link: '/' }
  await actAs(portal, maker, async (context) => {
    const { instanceId } = await startFlow(context, {
      ...{ businessType, businessNo, businessId: newId(), ...facts },
      ...{ supplierId: alder, buyerId: cedar, funderId: elm },
    })
    await elevate(context.tx)
    for (;;) {
      await escalateTasks(context.tx, new Date('2099-01-01T00:00:00Z'))
      const instance = await lockInstance(context.tx, instanceId)
      await context.tx.updateTable('workflowTask').set({ status: 'PASSED' }).where('instanceId', '=', instanceId).execute()
      if (!(await openStep(context, instance, instance.currentSeq, { acted: [] }))) break
    }
  })
  await setSeat(maker, 'DISABLE')
  await portal.look(async (tx) => {
    const instance = await tx
      .selectFrom('workflowInstance')
      .selectAll()
      .where('businessNo', '=', businessNo)
      .executeTakeFirstOrThrow()
    await tellNobodyDecides(tx, instance as Instance, 'SUPPLIER_CHECK', [])
  })
  await setSeat(maker, 'ENABLE')
  return businessNo
}

test('what administrators and directors are told of approvals of any kind leads to a page that they read in every seat', async () => {
  const { bd, alderMaker } = portal.seats
  const kindOf = new Map<string, BusinessType>()
  // A supplier asks for no reversal, and reads of one once it has passed.
  for (const businessType of businessTypes)
    for (const maker of businessType === 'REPAYMENT_REVERSAL' ? [bd] : [bd, alderMaker])
      kindOf.set(await runsLate(maker, businessType), businessType)
  const told = await toldToLeads([...kindOf.keys()])
  expect(new Set(told.map(({ userId }) => userId)).size).toBe(leads.length)
  expect(new Set(told.map(({ businessNo }) => businessNo))).toEqual(new Set(kindOf.keys()))
  const closed: string[] = []
  for (const { event, userId, link, businessNo } of told) {
    const lead = leads.find((one) => one.userId === userId)!
    for (const seat of [lead, ...besides.filter((one) => one.userId === userId)])
      await open(seat, link!).catch((error: Error) =>
        closed.push(`${event} of ${kindOf.get(businessNo)} to ${seat.cname} as ${seat.companyRole}: ${error.message}`),
      )
  }
  expect(closed).toEqual([])
})

test('a funding that nobody decides, or that comes back after its maker left, leads its leads to where somebody is put in place', async () => {
  const { settlement, settlement2, administrator } = portal.seats
  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await portal.look((tx) => escalateTasks(tx, new Date('2099-01-01T00:00:00Z')))
  await setSeat(settlement, 'DISABLE')
  await answerTask(portal, settlement2, { businessId: payment.id, reviewType: 'REJECTED', comment: 'Another account' })
  await setSeat(settlement, 'ENABLE')
  const told = await toldToLeads([payment.no])
  expect(told.map(({ event, userId, link }) => ({ event, userId, link }))).toEqual([
    { event: 'APPROVAL_OVERDUE_OF_COLLEAGUES', userId: administrator.userId, link: '/org/account' },
    { event: 'APPROVAL_REJECTED_OF_LEAVER', userId: administrator.userId, link: '/org/account' },
  ])
})
