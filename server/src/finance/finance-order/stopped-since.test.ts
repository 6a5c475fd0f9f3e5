import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment, passAll as passPayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const change = (set: object) =>
  portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', portal.world.companies.alder).execute())
const stops = [
  ['STOP_PURCHASE', { blockFlag: true }, { blockFlag: false }],
  ['STOP_KYC', { kycExpiresOn: '2025-03-02' }, { kycExpiresOn: null }],
  ['STOP_ADMISSION', { kycStatus: 'REFUSED' }, { kycStatus: 'PASSED' }],
] as const

test.each(stops)('an order submitted before %s is not passed while it lasts, and can be sent back', async (reason, stop, end) => {
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await change(stop)
  const refused = await refusalOf(passAll(portal, orderNo))
  expect(refused).toMatchObject({ error: 'SUPPLIER_STOPPED', data: { reason } })
  const { alderChecker } = portal.seats
  const decide = async (reviewType: 'PASSED' | 'REJECTED') => {
    const { taskId, currentNode } = await portal.ask(alderChecker, workflowCalls.history, {
      body: { businessNo: orderNo, businessType: 'FINANCE_ORDER', ifQueryTask: 'YES' },
    })
    return portal.ask(alderChecker, workflowCalls.approve, {
      body: { businessNo: orderNo, nodeName: currentNode!, taskId: taskId!, reviewType, approvalComments: 'Not now.' },
    })
  }
  expect((await refusalOf(decide('PASSED'))).error).toBe('SUPPLIER_STOPPED')
  await decide('REJECTED')
  await change(end)
})

test.each(stops)(
  'a payment drafted before %s is neither sent into approval nor to the bank while it lasts',
  async (_, stop, end) => {
    const { orderId } = await aConfirmedOrder(portal)
    const payment = await aDraftedPayment(portal, orderId)
    const instruct = () => portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
    await change(stop)
    expect((await refusalOf(instruct())).error).toBe('SUPPLIER_STOPPED')
    await change(end)
    await instruct()
    await change(stop)
    expect((await refusalOf(passPayment(portal, payment.no, 'PAYMENT'))).error).toBe('SUPPLIER_STOPPED')
    await change(end)
    await passPayment(portal, payment.no, 'PAYMENT')
    const { status } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
    expect(status).toBe('INSTRUCTED')
  },
)
