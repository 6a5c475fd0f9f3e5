import { type PaymentStatus, paymentMachine } from '@usance/domain/states/payment'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment, anInstructedPayment } from '../../testing/financing.ts'
import { aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const seats = () => portal.seats
const acts = {
  submit: (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } }),
  pay: (id: string) =>
    portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `STATE-${id}` } }),
  fail: (id: string) => portal.ask(seats().settlement3, paymentCalls.fail, { body: { id, reason: 'Not at the bank' } }),
  return: (id: string) =>
    portal.ask(seats().settlement3, paymentCalls.takeBack, { body: { id, returnedOn: openingDay, reason: 'Not arrived' } }),
}

/** A payment in each state. */
const made: Record<PaymentStatus, () => Promise<string>> = {
  DRAFT: async () => (await aDraftedPayment(portal, (await aConfirmedOrder(portal)).orderId)).id,
  IN_APPROVE: async () => {
    const id = await made.DRAFT()
    await acts.submit(id)
    return id
  },
  INSTRUCTED: async () => (await anInstructedPayment(portal)).payment.id,
  PAID: async () => {
    const id = await made.INSTRUCTED()
    await acts.pay(id)
    return id
  },
  FAILED: async () => {
    const id = await made.INSTRUCTED()
    await acts.fail(id)
    return id
  },
  CANCELLED: async () => {
    const { payment, orderId } = await anInstructedPayment(portal)
    await acts.fail(payment.id)
    await portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })
    return payment.id
  },
}
const states: readonly PaymentStatus[] = ['DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'PAID', 'FAILED', 'CANCELLED']
const events = ['submit', 'pay', 'fail', 'return'] as const

test.each(states)('an act that a payment %s forbids is refused with words for that state', async (state) => {
  const id = await made[state]()
  // What is not paid comes back only where the bank has it.
  const isForbidden = (event: (typeof events)[number]) =>
    !paymentMachine.can[event](state) || (event === 'return' && state !== 'PAID')
  for (const event of events.filter(isForbidden))
    expect(await refusalOf(acts[event](id))).toMatchObject({ error: `PAYMENT_IS_${state}`, code: 20002 })
})

test.each(['DRAFT', 'INSTRUCTED', 'FAILED', 'CANCELLED'] as const)(
  'a payment %s of which no transfer is out is not taken back by a file, and its state says why',
  async (state) => {
    const id = await made[state]()
    for (const file of ['PF-NONE', null]) {
      const body = { id, returnedOn: openingDay, reason: 'Not arrived', file }
      const refused = await refusalOf(portal.ask(seats().settlement3, paymentCalls.takeBack, { body }))
      expect(refused).toMatchObject({ error: `PAYMENT_IS_${state}`, code: 20002 })
    }
  },
)

test('who passes a payment is shown first what the bank reports of it by an earlier file, and its supplier is not', async () => {
  const { payment } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, payment.id)
  const amount = (await portal.ask(seats().settlement3, paymentCalls.detail, { body: { id: payment.id } })).amount
  await acts.fail(payment.id)
  await acts.submit(payment.id)
  const shown = (seat = seats().settlement2) =>
    portal.ask(seat, workflowCalls.history, { body: { businessNo: payment.no, businessType: 'PAYMENT', ifQueryTask: 'YES' } })
  expect(await shown()).toMatchObject({ warnings: [], signs: [] })
  await readReport(portal, bankReport(file.no, bankLine(payment.no, 'ACSC')))
  const sign = { code: 'PAYMENT_WITH_BANK', docNo: file.no, amount, currency: 'USD' }
  expect(await shown()).toMatchObject({ warnings: ['PAYMENT_WITH_BANK'], signs: [sign] })
  expect(JSON.stringify(await shown(seats().alderChecker).catch(() => null))).not.toContain(file.no)
})
