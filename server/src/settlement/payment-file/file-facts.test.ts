import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { anInstructedPayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('who decides on a payment file reads beside the decision its sums, its paying accounts and whom it pays how much', async () => {
  const { settlement, settlement2 } = portal.seats
  const { payment: one } = await anInstructedPayment(portal)
  const { payment: other } = await anInstructedPayment(portal, { faces: ['20000'] })
  const { files } = await portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [one.id, other.id] } })
  const file = files[0]!
  const page = await portal.ask(settlement2, paymentFileCalls.detail, { body: { id: file.id } })
  const [batch] = page.batches
  expect(await factsTo(portal, settlement2, file.no, 'PAYMENT_FILE')).toEqual({
    funder: page.funderName,
    payments: '2',
    totals: `${batch!.total} USD`,
    batches: [`${batch!.fromAccount} | ${batch!.bankName} | ${batch!.executionDate} | 2 | ${batch!.total} USD`],
    payees: batch!.items.map((item) => `${item.no} | ${item.payeeName} | ${item.payeeAccount} | ${item.amount} USD`),
  })
  expect(page.totals).toBe(`USD ${batch!.total}`)
})
