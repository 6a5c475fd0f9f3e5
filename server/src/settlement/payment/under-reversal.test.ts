import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// The reversal of a receipt is in approval.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

let day = openingDay
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const reachMonday = async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
}
type Made = { id: string; no: string }
const settlement = () => portal.seats.settlement
const statusOf = async (id: string) => (await portal.ask(settlement(), paymentCalls.detail, { body: { id } })).status
const instruct = ({ id }: Made) => portal.ask(settlement(), paymentCalls.instruct, { body: { id } })
const markPaid = ({ id }: Made) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: newId() } })
const release = (orderId: string) => portal.ask(settlement(), paymentCalls.addRelease, { body: { orderId } })
const refund = (repaymentId: string) => portal.ask(settlement(), paymentCalls.addRefund, { body: { repaymentId } })
const propose = ({ id }: Made) => portal.ask(settlement(), repaymentCalls.reverse, { body: { id, reason: 'Called back' } })
/** The reversal is refused by the first who is asked, who may be any approver of settlement. */
async function refuse({ no }: Made) {
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', no)
      .where('i.businessType', '=', 'REPAYMENT_REVERSAL')
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.settlement2, workflowCalls.approve, {
    body: { businessNo: no, nodeName: task.nodeName, taskId: task.id, reviewType: 'REFUSED', approvalComments: 'It stays' },
  })
}
const refused = async (work: Promise<unknown>) => {
  const { error, data } = await refusalOf(work)
  return [error, data.no]
}

/** A settled order with free reserve and a surplus of 500.00. */
async function aPaidOrder() {
  await reachMonday()
  const fundedOn = day
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  await closeDays(28)
  const receipt = await aRepayment(portal, orderId, '100500', { valueDate: day })
  await closeDays(4)
  return { orderId, receipt, fundedOn }
}

test('a drafted release is not instructed, passed or sent while something of its order is disputed', async () => {
  await reachMonday()
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    fundingDate: day,
    faces: ['100000', '80000'],
    tenors: [28, 60],
  })
  await closeDays(28)
  await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
  await closeDays(4)
  const drafted = await release(orderId)
  const disputed = (docStatus: 'DISPUTED' | 'CONFIRMED') =>
    portal.look((tx) => tx.updateTable('invoice').set({ docStatus }).where('id', '=', invoiceIds[1]!).execute())
  const make = () => portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [drafted.id] } })
  const bar = { error: 'RESERVE_NOT_FREE', reason: 'DISPUTE' }
  await disputed('DISPUTED')
  expect((await refusalOf(instruct(drafted))).data).toMatchObject(bar)
  await disputed('CONFIRMED')
  await instruct(drafted)
  await disputed('DISPUTED')
  expect((await refusalOf(passAll(portal, drafted.no, 'RELEASE'))).data).toMatchObject(bar)
  await disputed('CONFIRMED')
  await passAll(portal, drafted.no, 'RELEASE')
  await disputed('DISPUTED')
  const { payments } = await portal.ask(settlement(), paymentFileCalls.ready, { body: {} })
  expect(payments.find(({ id }) => id === drafted.id)?.blockedBy).toBe('RESERVE_NOT_FREE')
  expect((await refusalOf(make())).error).toBe('RESERVE_NOT_FREE')
  await disputed('CONFIRMED')
  expect((await make()).files).toHaveLength(1)
})

describe('while the reversal of a receipt is in approval', () => {
  test('a release that rests on it is neither drafted, instructed, passed nor put into a file or handed out in one, and goes on when the reversal is refused', async () => {
    const { orderId, receipt } = await aPaidOrder()
    const drafted = await release(orderId)
    await propose(receipt)
    const bar = ['REVERSAL_UNDER_WAY', receipt.no]
    expect(await refused(release(orderId))).toEqual(bar)
    expect(await refused(instruct(drafted))).toEqual(bar)
    await refuse(receipt)
    await instruct(drafted)
    // Put forward before the payment was instructed, as older approvals may be: the last approver and the file stop.
    const again = await underReversal(receipt, 'IN_APPROVE')
    expect(await refused(passAll(portal, drafted.no, 'RELEASE'))).toEqual(bar)
    await underReversal(receipt, 'REFUSED', again)
    await passAll(portal, drafted.no, 'RELEASE')
    await underReversal(receipt, 'IN_APPROVE', again)
    const files = () => portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [drafted.id] } })
    const { payments } = await portal.ask(settlement(), paymentFileCalls.ready, { body: {} })
    expect(payments.find(({ id }) => id === drafted.id)?.blockedBy).toBe('REVERSAL_UNDER_WAY')
    expect(await refused(files())).toEqual(bar)
    await underReversal(receipt, 'REFUSED', again)
    const [file] = (await files()).files
    await passAll(portal, file!.no, 'PAYMENT_FILE')
    const take = () => portal.ask(settlement(), paymentFileCalls.take, { body: { id: file!.id } })
    await underReversal(receipt, 'IN_APPROVE', again)
    expect(await refused(take())).toEqual(bar)
    await underReversal(receipt, 'REFUSED', again)
    expect((await take()).fileName).toBe(`${file!.no}.xml`)
  })

  test('a refund waits for it too', async () => {
    const { orderId, receipt } = await aPaidOrder()
    await propose(receipt)
    const bar = ['REVERSAL_UNDER_WAY', receipt.no]
    expect(await refused(refund(receipt.id))).toEqual(bar)
    const { releases } = await portal.ask(settlement(), paymentCalls.releasable, { body: {} })
    expect(releases.find((one) => one.orderId === orderId)?.blockedBy).toBe('REVERSAL')
    await refuse(receipt)
    const drafted = await refund(receipt.id)
    await instruct(drafted)
    expect(await statusOf(drafted.id)).toBe('IN_APPROVE')
  })

  test('a refund is offered with what keeps it until the reversal, or the report that its receipt went back, is decided', async () => {
    const { receipt } = await aPaidOrder()
    const blocked = async () => {
      const { refunds } = await portal.ask(settlement(), paymentCalls.releasable, { body: {} })
      return refunds.filter((one) => one.repaymentId === receipt.id).map(({ blockedBy }) => blockedBy)
    }
    expect(await blocked()).toEqual([null])
    await propose(receipt)
    expect(await blocked()).toEqual(['REVERSAL'])
    await refuse(receipt)
    expect(await blocked()).toEqual([null])
    const report = (reversalReportedAt: string | null) =>
      portal.look((tx) =>
        tx.updateTable('collection').set({ reversalReportedAt }).where('id', '=', receipt.collectionId).execute(),
      )
    await report(`${day}T09:00:00Z`)
    expect([await blocked(), (await refusalOf(refund(receipt.id))).error]).toEqual([['REVERSAL'], 'REVERSAL_UNDER_WAY'])
    await report(null)
    await refund(receipt.id)
  })

  test('a reversal waits for a payment on its way, and ends a draft', async () => {
    const { orderId, receipt } = await aPaidOrder()
    const [told, draft] = [await refund(receipt.id), await release(orderId)]
    await instruct(told)
    expect((await refusalOf(propose(receipt))).error).toBe('PAYOUT_UNDER_WAY')
    await passAll(portal, told.no, 'REFUND')
    expect((await refusalOf(propose(receipt))).error).toBe('PAYOUT_UNDER_WAY')
    const { operations } = await portal.ask(settlement(), repaymentCalls.detail, { body: { id: receipt.id } })
    expect(operations).toEqual(['DETAIL'])
    await portal.ask(portal.seats.settlement2, paymentCalls.fail, { body: { id: told.id, reason: 'Account closed' } })
    await propose(receipt)
    await passAll(portal, receipt.no, 'REPAYMENT_REVERSAL')
    expect([await statusOf(told.id), await statusOf(draft.id)]).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('a reversal waits for what is paid out of later receipts, which are booked again without it', async () => {
    const { orderId, receipt, fundedOn } = await aPaidOrder()
    const late = await aRepayment(portal, orderId, '30000', { valueDate: addDays(fundedOn, 3) })
    for (const [drafted, flow] of [
      [await refund(receipt.id), 'REFUND'],
      [await release(orderId), 'RELEASE'],
    ] as const) {
      const bar = ['PAYOUT_UNDER_WAY', drafted.no]
      await instruct(drafted)
      expect(await refused(propose(late))).toEqual(bar)
      await passAll(portal, drafted.no, flow)
      expect(await refused(propose(late))).toEqual(bar)
      const { files } = await portal.ask(settlement(), paymentFileCalls.make, { body: { paymentIds: [drafted.id] } })
      await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
      await portal.ask(settlement(), paymentFileCalls.take, { body: { id: files[0]!.id } })
      expect(await refused(propose(late))).toEqual(bar)
      const { operations } = await portal.ask(settlement(), repaymentCalls.detail, { body: { id: late.id } })
      expect(operations).toEqual(['DETAIL'])
      await portal.ask(portal.seats.settlement2, paymentCalls.fail, { body: { id: drafted.id, reason: 'Account closed' } })
      expect(await statusOf(drafted.id)).toBe('FAILED')
    }
    await propose(late)
    await passAll(portal, late.no, 'REPAYMENT_REVERSAL')
    const { refunds } = await portal.ask(settlement(), paymentCalls.releasable, { body: {} })
    expect(refunds.find(({ repaymentId }) => repaymentId === receipt.id)?.amount).toBe('500.00')
  })

  test('what the bank was told is recorded as paid while a reversal is in approval', async () => {
    const { orderId, receipt } = await aPaidOrder()
    const told = await release(orderId)
    await instruct(told)
    await passAll(portal, told.no, 'RELEASE')
    await underReversal(receipt, 'IN_APPROVE')
    await markPaid(told)
    expect(await statusOf(told.id)).toBe('PAID')
  })
})

/** The approval of a reversal that was put forward before the payment, in a state. */
async function underReversal(receipt: Made, status: 'IN_APPROVE' | 'REFUSED', known?: string): Promise<string> {
  return portal.look(async (tx) => {
    if (known) {
      await tx.updateTable('workflowInstance').set({ status }).where('id', '=', known).execute()
      return known
    }
    const id = newId()
    await sql`insert into workflow_instance (id, business_type, business_id, business_no, title, steps, current_seq, status, content_hash)
      select ${id}, 'REPAYMENT_REVERSAL', business_id, business_no, title, steps, current_seq, ${status}, content_hash
      from workflow_instance where business_type = 'REPAYMENT' and business_id = ${receipt.id}`.execute(tx)
    return id
  })
}
