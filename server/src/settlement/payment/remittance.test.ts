import { randomUUID } from 'node:crypto'
import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws, passAll as payAll } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const usd = () => ({ funderId: portal.world.companies.elm, currency: 'USD' })
const draft = () => portal.ask(portal.seats.settlement, paymentCalls.addRemittance, { body: usd() })
const instruct = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
const detail = (id: string) => portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })
const waiting = async () => (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).remittances
const paid = (id: string, bankRef: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef } })

async function credit(orderId: string, code: 'SERVICE' | 'HANDLING' | 'PLATFORM', delta: string): Promise<void> {
  const { id } = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', code).executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id, delta, reason: 'Agreed with the supplier' },
  })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
}

/** The funder, who is asked last, sends a payment back. */
async function sendBack(businessNo: string): Promise<void> {
  const { id, nodeName } = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', businessNo)
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.elmChecker, workflowCalls.approve, {
    body: { businessNo, nodeName, taskId: id, reviewType: 'REJECTED', approvalComments: 'Less is owed' },
  })
}

test('a remittance drafted before its fees were credited pays what is still owed, and the page says so', async () => {
  const { orderId } = await aFundedOrder(portal)
  const drafted = await draft()
  expect(await detail(drafted.id)).toMatchObject({ amount: '375.00', owedNow: null })
  await credit(orderId, 'SERVICE', '-222.60')
  expect(await detail(drafted.id)).toMatchObject({ amount: '375.00', owedNow: '152.40' })
  await instruct(drafted.id)
  expect(await detail(drafted.id)).toMatchObject({ status: 'IN_APPROVE', amount: '152.40', owedNow: null })
  await payAll(portal, drafted.no, 'PAYMENT')
  await paid(drafted.id, 'REMIT-1')
  expect(await waiting()).toEqual([])
})

test('fees credited while a remittance is in approval stop it, and it is withdrawn when it is sent back', async () => {
  const { orderId } = await aFundedOrder(portal)
  const drafted = await draft()
  await instruct(drafted.id)
  await credit(orderId, 'SERVICE', '-100.00')
  expect((await refusalOf(payAll(portal, drafted.no, 'PAYMENT'))).error).toBe('REMITTANCE_NOT_DUE')
  await sendBack(drafted.no)
  expect((await detail(drafted.id)).status).toBe('CANCELLED')
  expect(await waiting()).toEqual([{ ...usd(), funderName: 'Elm Trade Bank', amount: '275.00', blockedBy: null }])
})

test('a remittance of which nothing is owed any more is not sent', async () => {
  const before = await draft()
  await instruct(before.id)
  const { orderId } = await aFundedOrder(portal)
  const { id } = await draft()
  for (const [code, all] of [
    ['SERVICE', '-250.00'],
    ['HANDLING', '-50.00'],
    ['PLATFORM', '-75.00'],
  ] as const)
    await credit(orderId, code, all)
  expect(await detail(id)).toMatchObject({ amount: '375.00', owedNow: '0.00' })
  expect((await refusalOf(instruct(id))).error).toBe('REMITTANCE_NOT_DUE')
  // The draft neither stops the one that was sent before, nor is it lost: fees of later orders are paid with it.
  await payAll(portal, before.no, 'PAYMENT')
  await aFundedOrder(portal)
  await instruct(id)
  expect(await detail(id)).toMatchObject({ status: 'IN_APPROVE', amount: '375.00' })
})

test('a partner that was given the right drafts the remittance of no funder but one that it introduced', async () => {
  const { bd } = portal.seats
  await aFundedOrder(portal)
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'P', version = version + 1 where permission = 'payment.management.add'`.execute(
      tx,
    ),
  )
  await introduce(portal)
  const byPartner = (funderId: string) => portal.ask(bd, paymentCalls.addRemittance, { body: { ...usd(), funderId } })
  expect((await refusalOf(byPartner(usd().funderId))).error).toBe('NOT_FOUND')
  expect((await refusalOf(byPartner(randomUUID()))).error).toBe('NOT_FOUND')
  await introduce(portal, { companyId: usd().funderId })
  expect((await byPartner(usd().funderId)).no).toMatch(/^PAY-/)
})

test('where the platform has no account nothing is drafted, and the list of what waits says why', async () => {
  await portal.look((tx) =>
    tx.updateTable('bankAccount').set({ status: 'DISABLE' }).where('id', '=', portal.world.accounts.platform).execute(),
  )
  await aFundedOrder(portal)
  expect((await waiting()).map((one) => one.blockedBy)).toEqual(['NO_ACCOUNT'])
  expect((await refusalOf(draft())).error).toBe('BANK_ACCOUNT_NOT_ENABLED')
})
