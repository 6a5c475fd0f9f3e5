import { type BusinessType, businessTypes } from '@usance/domain/approval-flows'
import { companyCalls, tradingRoles } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import type { Change } from '@usance/wire/config-change/values'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { introduce } from '../../testing/introduce.ts'
import { refusalOf } from '../../testing/portal.ts'
import { undisclose } from '../../testing/trade.ts'
import { openingDay, openSeat, type Seat, testPassword } from '../../testing/world.ts'
import { escalateTasks } from './escalate.ts'

// Whoever introduced a company earns on its business, and decides on nothing that concerns it, whatever other role they hold.

let flows: Flows
let partner: Seat
beforeAll(async () => {
  flows = await openFlows()
  partner = await staff('partner.decides', ['BD', 'Operations', 'Risk', 'Settlement'])
  await introduce(flows.portal, { userId: partner.userId })
})
afterAll(() => flows.close())

const staff = (userName: string, userRoles: string[]) =>
  flows.portal.look(async (tx) => {
    const { id: companyId } = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
    const person = { userName, cname: userName, email: `${userName}@usance.test`, password: testPassword }
    const userId = await addUser(tx, { ...person, seats: [{ companyId, role: 'PLATFORM', userRoles }] })
    return openSeat(tx, userId, companyId, 'PLATFORM')
  })

const tasksOf = async (seat: Seat, businessNo: string) =>
  (await flows.portal.ask(seat, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).list ?? []
const sendBack = async (seat: Seat, businessNo: string) => {
  // Where a party may decide too, the operator has a task of its own.
  const { id, nodeName } = await flows.portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', businessNo)
      .where('t.status', '=', 'OPEN')
      .where('t.companyId', '=', seat.companyId)
      .executeTakeFirstOrThrow(),
  )
  const body = { businessNo, nodeName, taskId: id, reviewType: 'REJECTED', approvalComments: 'Look again' } as const
  return flows.portal.ask(seat, workflowCalls.approve, { body })
}
const pass = async (seat: Seat, businessNo: string) => {
  const [task] = await tasksOf(seat, businessNo)
  const body = {
    businessNo,
    nodeName: String(task!.nodeName),
    taskId: String(task!.id),
    reviewType: 'PASSED',
    approvalComments: 'Seen',
  } as const
  return flows.portal.ask(seat, workflowCalls.approve, { body })
}
const told = (userId: string, businessId: string) =>
  flows.portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select('id')
      .where('event', '=', 'APPROVAL_WAITING')
      .where('userId', '=', userId)
      .where('objectId', '=', businessId)
      .execute(),
  )
const propose = async (change: Change) =>
  (await flows.portal.ask(flows.portal.seats.operations, configChangeCalls.propose, { body: change })).no

/** An object of a kind that concerns a company, before somebody of the operator. */
async function waiting(businessType: BusinessType, companyId: string) {
  const { alderMaker, alderDirector, alderChecker, operations } = flows.portal.seats
  const ofParties = { USER: alderDirector, FINANCE_ORDER: alderMaker } as Partial<Record<BusinessType, Seat>>
  // Whom a company's admission concerns is not named beside it.
  const about = businessType === 'KYC' ? { businessId: companyId, supplierId: null } : { supplierId: companyId, companyId }
  const made = await flows.submit(ofParties[businessType] ?? operations, { businessType, buyerId: null, ...about })
  const { businessNo } = made
  if (businessType === 'FINANCE_ORDER') await flows.decide(companyId === alder() ? alderChecker : birchMaker(), businessNo)
  return made
}
const alder = () => flows.portal.world.companies.alder
const birchMaker = () => flows.portal.seats.birchMaker

test.each(businessTypes)('%s: whoever introduced the company is not asked, and cannot decide', async (businessType) => {
  const { businessNo, businessId } = await waiting(businessType, alder())
  expect(await tasksOf(partner, businessNo)).toEqual([])
  expect(await told(partner.userId, businessId)).toEqual([])
  expect((await refusalOf(sendBack(partner, businessNo))).error).toBe('OWN_INTEREST')
  // What concerns none of their companies is theirs to decide.
  const other = await waiting(businessType, flows.portal.world.companies.birch)
  expect((await tasksOf(partner, other.businessNo)).length).toBe(1)
  expect((await told(partner.userId, other.businessId)).length).toBe(1)
})

test('a partner decides neither on the own commission nor on the common one', async () => {
  const rate = { ratePct: '80', effectiveDate: openingDay }
  for (const partnerId of [partner.userId, null]) {
    const no = await propose({ kind: 'COMMISSION', values: { partnerId, ...rate } })
    expect(await tasksOf(partner, no)).toEqual([])
    expect((await refusalOf(sendBack(partner, no))).error).toBe('OWN_INTEREST')
    expect((await sendBack(flows.portal.seats.risk, no)).status).toBe('REJECTED')
  }
  const ofAnother = await propose({ kind: 'COMMISSION', values: { partnerId: flows.portal.seats.bd.userId, ...rate } })
  expect((await tasksOf(partner, ofAnother)).length).toBe(1)
})

test('a partner decides on no limit, price or trade of a company that they introduced', async () => {
  const { birch, dogwood, elm } = flows.portal.world.companies
  const dates = { effectiveDate: openingDay, expiryDate: '2026-03-03', revolving: true, status: 'ENABLE' } as const
  const limitOf = (supplierId: string): Change => ({
    kind: 'LIMIT',
    values: { type: 'SUPPLIER_FACILITY', supplierId, funderId: elm, currency: 'EUR', amount: '50000.00', ...dates },
  })
  const productId = flows.portal.world.products.purchaseInAdvance
  const price: Change = { kind: 'PRICING', values: { supplierId: alder(), productId, margin: '2.10', validUntil: '2025-12-31' } }
  for (const change of [limitOf(alder()), price]) {
    const no = await propose(change)
    expect(await tasksOf(partner, no)).toEqual([])
    expect((await refusalOf(sendBack(partner, no))).error).toBe('OWN_INTEREST')
  }
  const trade = { termDays: 30, disclosed: true, confirmMode: 'MANUAL', status: 'ENABLE' } as const
  for (const change of [
    limitOf(birch),
    { kind: 'RELATIONSHIP', values: { supplierId: birch, buyerId: dogwood, ...trade } } as const,
  ])
    expect((await tasksOf(partner, await propose(change))).length).toBe(1)
})

test('a partner passes such a decision on to no delegate, and takes none from a colleague', async () => {
  const { risk, operations2, alderChecker } = flows.portal.seats
  const days = { fromDate: openingDay, toDate: '2025-03-31' }
  await flows.portal.ask(partner, workflowCalls.delegate, { body: { toUserId: operations2.userId, ...days } })
  await flows.portal.ask(risk, workflowCalls.delegate, { body: { toUserId: partner.userId, ...days } })
  const own = await propose({
    kind: 'COMMISSION',
    values: { partnerId: partner.userId, ratePct: '90', effectiveDate: openingDay },
  })
  for (const seat of [operations2, partner]) expect(await tasksOf(seat, own)).toEqual([])
  expect((await refusalOf(sendBack(operations2, own))).error).toBe('NOT_YOUR_TASK')
  expect((await refusalOf(sendBack(partner, own))).error).toBe('OWN_INTEREST')
  const ofAnother = await propose({
    kind: 'COMMISSION',
    values: { partnerId: flows.portal.seats.bd.userId, ratePct: '90', effectiveDate: openingDay },
  })
  expect((await tasksOf(partner, ofAnother)).length).toBe(1)
  // A delegate among staff acts in a role that both hold, and Operations is not asked here.
  expect(await tasksOf(operations2, ofAnother)).toEqual([])
  expect((await refusalOf(sendBack(operations2, ofAnother))).error).toBe('NOT_YOUR_TASK')
  expect(await tasksOf(alderChecker, ofAnother)).toEqual([])
})

test('whoever has a seat at a buyer does not decide for the funder on a limit of that buyer', async () => {
  const { elm, cedar, dogwood } = flows.portal.world.companies
  const { elmChecker } = flows.portal.seats
  const both = await flows.portal.look(async (tx) => {
    const person = {
      userName: 'elm.and.cedar',
      cname: 'Elm And Cedar',
      email: 'elm.and.cedar@usance.test',
      password: testPassword,
    }
    const seats = [
      { companyId: elm, role: 'FUNDER', userRoles: ['Checker'] },
      { companyId: cedar, role: 'BUYER', userRoles: ['Maker'] },
    ] as const
    const userId = await addUser(tx, { ...person, seats: seats.map((seat) => ({ ...seat, userRoles: [...seat.userRoles] })) })
    return openSeat(tx, userId, elm, 'FUNDER')
  })
  const limitOf = async (buyerId: string) => {
    const values = { type: 'BUYER', buyerId, funderId: elm, currency: 'EUR', amount: '9000000.00', revolving: true } as const
    const days = { effectiveDate: openingDay, expiryDate: '2026-03-03', status: 'ENABLE' } as const
    const no = await propose({ kind: 'LIMIT', values: { ...values, ...days } })
    for (const seat of [flows.portal.seats.risk, flows.portal.seats.settlement]) await pass(seat, no)
    return no
  }
  const own = await limitOf(cedar)
  expect(await tasksOf(both, own)).toEqual([])
  expect((await tasksOf(elmChecker, own)).length).toBe(1)
  expect((await refusalOf(sendBack(both, own))).error).toBe('OWN_INTEREST')
  const ofAnother = await limitOf(dogwood)
  expect((await tasksOf(both, ofAnother)).length).toBe(1)
})

const everyRisk = () =>
  flows.portal.look((tx) =>
    tx
      .selectFrom('userCompanyRole')
      .select('userId')
      .where('role', '=', 'PLATFORM')
      .where(sql<boolean>`'Risk' = any(user_roles)`)
      .execute(),
  )
const withoutDecider = (businessNo: string, event = 'APPROVAL_WITHOUT_DECIDER') =>
  flows.portal.look((tx) =>
    tx
      .selectFrom('notification as n')
      .innerJoin('appUser as u', 'u.id', 'n.userId')
      .select(['u.userName', 'n.link'])
      .where('n.event', '=', event)
      .where(sql<boolean>`n.params ->> 'businessNo' = ${businessNo}`)
      .orderBy('u.userName')
      .execute(),
  )

test('an approval that nobody may decide says so to its maker and to those who give the role, and goes on with somebody new', async () => {
  const { operations, risk, administrator } = flows.portal.seats
  // One of the two people of Risk introduced the company, and the rate of commission concerns them both.
  await introduce(flows.portal, { companyId: flows.portal.world.companies.birch, userId: risk.userId })
  expect((await everyRisk()).map(({ userId }) => userId).sort()).toEqual([risk.userId, partner.userId].sort())
  const no = await propose({ kind: 'COMMISSION', values: { partnerId: null, ratePct: '70', effectiveDate: openingDay } })
  const seen = () => flows.portal.ask(operations, workflowCalls.history, { body: { businessNo: no } })
  expect(await seen()).toMatchObject({ status: 'IN_APPROVE', withoutDecider: true })
  expect((await withoutDecider(no)).map(({ userName }) => userName)).toEqual([administrator.cname, operations.cname].sort())
  expect((await withoutDecider(no)).find(({ userName }) => userName === administrator.cname)!.link).toBe('/org/account')

  const third = await staff('risk.third', ['Risk'])
  expect((await seen()).withoutDecider).toBe(false)
  expect((await tasksOf(third, no)).length).toBe(1)
  expect((await sendBack(third, no)).status).toBe('REJECTED')
  expect((await seen()).withoutDecider).toBe(false)
})

test('an approval whose last person left says so once it is late', async () => {
  const { operations } = flows.portal.seats
  const no = await propose({ kind: 'COMMISSION', values: { partnerId: null, ratePct: '71', effectiveDate: openingDay } })
  expect(await withoutDecider(no)).toEqual([])
  await flows.portal.look((tx) =>
    tx.updateTable('appUser').set({ status: 'stop' }).where('userName', '=', 'risk.third').execute(),
  )
  await flows.portal.look((tx) => escalateTasks(tx, new Date('2099-01-01T00:00:00Z')))
  expect((await withoutDecider(no)).map(({ userName }) => userName)).toContain(operations.cname)
  expect(await withoutDecider(no, 'APPROVAL_OVERDUE')).toEqual([])
  expect((await flows.portal.ask(operations, workflowCalls.history, { body: { businessNo: no } })).withoutDecider).toBe(true)
})

test('staff who introduced a company change neither its grade nor its block, and confirm nothing for its buyers', async () => {
  const { alderMaker, operations } = flows.portal.seats
  const edit = async (seat: Seat, companyId: string) => {
    const { id, version, name, bizRegNo, country, roles } = await flows.portal.ask(seat, companyCalls.anyDetail, {
      body: { id: companyId },
    })
    const held = tradingRoles.filter((role) => roles.some((one) => one.role === role && one.status === 'ENABLE'))
    const body = { id, version, name, bizRegNo, country, roles: held, riskGrade: 'A' as const, blockFlag: false }
    return flows.portal.ask(seat, companyCalls.edit, { body })
  }
  const { dogwood } = flows.portal.world.companies
  expect((await refusalOf(edit(partner, alder()))).error).toBe('OWN_INTEREST')
  expect((await edit(operations, alder())).version).toBeGreaterThan(1)
  expect((await edit(partner, dogwood)).version).toBeGreaterThan(1)

  await undisclose(flows.portal, 'cedar')
  const { id } = await flows.portal.ask(alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'PO-OWN',
      orderDate: '2025-02-01',
      latestShipDate: '2025-04-01',
      currency: 'USD',
      items: [{ description: 'Shirts', qty: '100', unitPrice: '12.00' }],
      saveType: 'SUBMIT',
    },
  })
  const confirm = (seat: Seat) => flows.portal.ask(seat, purchaseOrderCalls.confirm, { body: { ids: [id] } })
  expect((await refusalOf(confirm(partner))).error).toBe('OWN_INTEREST')
  await confirm(operations)
})
