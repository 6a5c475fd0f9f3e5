import { channelPartnerCalls, channelPartnerList } from '@usance/wire/channel-partner/list'
import { companyCalls } from '@usance/wire/company/calls'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { anotherPartner, introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

// Commission is earned by whoever is the partner on the day; who that is changes by the decision of others, from the day of it on.

let portal: Portal
let next: Seat
beforeAll(async () => {
  portal = await openPortal()
  next = await anotherPartner(portal)
  await introduce(portal)
})
afterAll(() => portal.close())

const monthOf = (seat: Seat, partner = seat) =>
  portal.ask(seat, channelPartnerCalls.partnerMonth, { body: { partnerId: partner.userId, date: '2025-03-31' } })
const ordersOf = async (seat: Seat, partner = seat) =>
  (await monthOf(seat, partner)).currencies.flatMap(({ orders }) => orders.map(({ id }) => id))
const listed = (seat: Seat) => portal.ask(seat, listCalls(channelPartnerList).pageList, { body: {} })
const companyNow = () =>
  portal.ask(portal.seats.operations, companyCalls.anyDetail, { body: { id: portal.world.companies.alder } })

/** Saves the company as its page does, with whom it names as the partner; without a name where it is left out. */
async function save(named: { bdUserName?: string } = {}) {
  const { id, version, name, bizRegNo, country, riskGrade } = await companyNow()
  const facts = { id, version, name, bizRegNo, country, roles: ['SUPPLIER' as const], riskGrade: (riskGrade ?? 'B') as 'B' }
  return portal.ask(portal.seats.operations, companyCalls.edit, { body: { ...facts, ...named } })
}
const waiting = async () =>
  (await portal.ask(portal.seats.operations, configChangeCalls.changes, { body: { kind: 'PARTNER' } })).filter(
    ({ status }) => status === 'IN_APPROVE',
  )
async function passWaiting() {
  const [{ no } = { no: '' }] = await waiting()
  for (const seat of [portal.seats.risk, portal.seats.settlement]) {
    const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
      body: { businessNo: no, ifQueryTask: 'YES' },
    })
    await portal.ask(seat, workflowCalls.approve, {
      body: { businessNo: no, taskId: taskId!, nodeName: currentNode!, reviewType: 'PASSED', approvalComments: '' },
    })
  }
}

test('of a month in which the partner changes, each earns what was booked on their own days', async () => {
  const first = await aFundedOrder(portal, { faces: ['123457.89'] })
  const [reported, list] = [await monthOf(portal.seats.bd), await listed(portal.seats.bd)]
  expect(reported.currencies[0]!.orders.map(({ id }) => id)).toEqual([first.orderId])

  await portal.setBusinessDate('2025-03-12')
  await save({ bdUserName: 'next.partner' })
  // Proposed is not changed.
  expect((await companyNow()).bdUserName).toBe('staff.bd')
  await passWaiting()
  expect((await companyNow()).bdUserName).toBe('next.partner')
  const second = await aFundedOrder(portal, { faces: ['100000'], fundingDate: '2025-03-12' })

  expect(await ordersOf(next)).toEqual([second.orderId])
  expect(await ordersOf(portal.seats.auditor, next)).toEqual([second.orderId])
  // What was reported stays as it was, for the operator and for whoever earned it.
  expect(await monthOf(portal.seats.auditor, portal.seats.bd)).toEqual(reported)
  expect(await monthOf(portal.seats.bd)).toEqual(reported)
  const amounts = ({ list: rows }: typeof list) =>
    rows!.map(({ orders, financed, feeBase, commission }) => [orders, financed, feeBase, commission])
  expect(amounts(await listed(portal.seats.bd))).toEqual(amounts(list))
  // The company reads who introduced it when.
  expect(await ordersOf(portal.seats.alderMaker, portal.seats.bd)).toEqual([first.orderId])
  expect(await ordersOf(portal.seats.alderMaker, next)).toEqual([second.orderId])
})

test('a company that is saved without a partner keeps the one it has', async () => {
  await save()
  await save({ bdUserName: 'Next.Partner' })
  expect(await waiting()).toEqual([])
  expect((await companyNow()).bdUserName).toBe('next.partner')
})

test('a partner is taken away by a second person, and one change at a time waits', async () => {
  await save({ bdUserName: '' })
  expect((await waiting()).map(({ after }) => after.values)).toEqual([
    { companyId: portal.world.companies.alder, partnerId: null },
  ])
  const again = await refusalOf(save({ bdUserName: 'staff.bd' }))
  expect(again.data.fields).toMatchObject([{ field: 'bdUserName', message: 'PARTNER_CHANGE_WAITS' }])
  await passWaiting()
  expect((await companyNow()).bdUserName).toBeNull()
  const nobody = await refusalOf(save({ bdUserName: 'staff.risk' }))
  expect(nobody.data.fields).toMatchObject([{ field: 'bdUserName', message: 'PARTNER_GONE' }])
})

test('a new company has a partner when a second person has passed it', async () => {
  const profile = {
    name: 'Grove Foods',
    bizRegNo: '123-GROVE',
    country: 'DE',
    roles: ['SUPPLIER' as const],
    riskGrade: 'B' as const,
  }
  const { id } = await portal.ask(portal.seats.operations, companyCalls.add, {
    body: { code: 'GROVE', ...profile, bdUserName: 'staff.bd' },
  })
  const detail = () => portal.ask(portal.seats.operations, companyCalls.anyDetail, { body: { id } })
  expect((await detail()).bdUserName).toBeNull()
  await passWaiting()
  expect((await detail()).bdUserName).toBe('staff.bd')
})

test('nobody who was stopped or whose seat has ended becomes a partner, also where that happened while the change waited', async () => {
  const person = (status: 'active' | 'stop', seat: 'ENABLE' | 'DISABLE') =>
    portal.look(async (tx) => {
      await tx.updateTable('appUser').set({ status }).where('id', '=', next.userId).execute()
      await tx.updateTable('userCompanyRole').set({ status: seat }).where('userId', '=', next.userId).execute()
    })
  const unknown = (field: string) => [{ field, message: 'PARTNER_GONE' }]
  for (const [status, seat] of [
    ['stop', 'ENABLE'],
    ['active', 'DISABLE'],
  ] as const) {
    await person(status, seat)
    expect((await refusalOf(save({ bdUserName: 'next.partner' }))).data.fields).toMatchObject(unknown('bdUserName'))
  }
  await person('active', 'ENABLE')
  await save({ bdUserName: 'next.partner' })
  await person('stop', 'ENABLE')
  expect((await refusalOf(passWaiting())).data.fields).toMatchObject(unknown('partnerId'))
  expect((await companyNow()).bdUserName).toBeNull()
  await person('active', 'ENABLE')
})

test('the days of a partner are only added to', async () => {
  for (const change of [sql`update company_partner set from_day = from_day - 30`, sql`delete from company_partner`])
    await expect(portal.look((tx) => change.execute(tx))).rejects.toThrow(/history is only ever added to|permission denied/)
})
