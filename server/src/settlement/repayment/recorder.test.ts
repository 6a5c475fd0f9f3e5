import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../party/company/register.ts'
import { aFundedOrder, brokenLaws, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, openSeat, type Seat } from '../../testing/world.ts'

// Who recorded a receipt wrote who paid it, and so decides on nothing that becomes of its money.

let portal: Portal
let third: Seat
beforeAll(async () => {
  portal = await openPortal()
  third = await portal.look(async (tx) => {
    const { id } = await tx.selectFrom('company').select('id').where('isPlatform', '=', true).executeTakeFirstOrThrow()
    const seats = [{ companyId: id, role: 'PLATFORM' as const, userRoles: ['Settlement'] }]
    const userId = await addUser(tx, { userName: 'settle3', cname: 'settle3', email: 'settle3@usance.test', signsFor: [], seats })
    await tx.updateTable('appUser').set({ status: 'active' }).where('id', '=', userId).execute()
    return openSeat(tx, userId, id, 'PLATFORM')
  })
})
afterAll(() => portal.close())

let refs = 0
const receive = (seat: Seat, amount: string) =>
  portal.ask(seat, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `OWN-${++refs}`,
      valueDate: openingDay,
      amount,
      currency: 'USD',
      payerName: 'Stray Sender Ltd',
      payerAccount: 'GB33BUKB20201555555555',
      rawText: '',
    },
  })
type Receipt = Awaited<ReturnType<typeof receive>>
async function match(seat: Seat, receipt: Receipt, amount: string): Promise<{ id: string; no: string }> {
  const { orderId } = await aFundedOrder(portal)
  const { repayments } = await portal.ask(seat, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount }] },
  })
  return repayments[0]!
}
async function passCheck(seat: Seat, businessNo: string, businessType: 'REPAYMENT' | 'REFUND') {
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName'])
      .where('i.businessNo', '=', businessNo)
      .where('i.businessType', '=', businessType)
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  expect(task.nodeName).toBe('SETTLEMENT_CHECK')
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName: task.nodeName, taskId: task.id, reviewType: 'PASSED', approvalComments: 'Seen' },
  })
}
const refusalToPass = async (...check: Parameters<typeof passCheck>) => (await refusalOf(passCheck(...check))).error

test('who recorded a receipt does not pass its match', async () => {
  const { settlement, settlement2 } = portal.seats
  const receipt = await receive(settlement2, '5000.00')
  const repayment = await match(settlement, receipt, '3000.00')
  expect(await refusalToPass(settlement2, repayment.no, 'REPAYMENT')).toBe('MAKER_CANNOT_APPROVE')
  await passCheck(third, repayment.no, 'REPAYMENT')
  expect(await brokenLaws(portal)).toEqual([])
})

test('who recorded a receipt does not pass the return of what is left of it', async () => {
  const { settlement, settlement2 } = portal.seats
  const receipt = await receive(settlement2, '5000.00')
  await passCheck(third, (await match(settlement, receipt, '3000.00')).no, 'REPAYMENT')
  const back = await portal.ask(settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payeeName: 'Stray Sender Ltd',
      payeeAccount: 'GB33 BUKB 2020 1555 5555 55',
      payeeBankCode: 'BUKBGB22',
      reason: 'No order and no invoice is named',
    },
  })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: back.id } })
  expect(await refusalToPass(settlement2, back.no, 'REFUND')).toBe('MAKER_CANNOT_APPROVE')
  await passCheck(third, back.no, 'REFUND')
})

test('two people of settlement suffice: one records and matches, the other checks', async () => {
  const { settlement, settlement2 } = portal.seats
  const receipt = await receive(settlement, '5000.00')
  const repayment = await match(settlement, receipt, '5000.00')
  await passCheck(settlement2, repayment.no, 'REPAYMENT')
  expect(await brokenLaws(portal)).toEqual([])
})
