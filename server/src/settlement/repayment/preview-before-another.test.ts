import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt, aRepayment, brokenLaws, credit, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// A receipt is recorded for a day before another one that is posted already.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const parts = (allocations: readonly { component: string; amount: string }[]) =>
  allocations.map(({ component, amount }) => `${component} ${Number(amount).toFixed(2)}`)

test('is previewed as it is booked where the supplier has paid the whole or a part on a later day', async () => {
  const { settlement, settlement2 } = portal.seats
  const orders: [orderId: string, paid: string][] = []
  for (const paid of ['90119', '50000'])
    orders.push([(await aFundedOrder(portal, { product: 'purchaseInArrears' })).orderId, paid])
  const [early, late] = [addDays(openingDay, 4), addDays(openingDay, 7)]
  await runEndOfDay(portal.app, { through: late })
  for (const [orderId, paid] of orders) {
    const later = await aRepayment(portal, orderId, paid, { valueDate: late, payerRole: 'SUPPLIER' })
    // A payoff of the earlier day would take the later interest off and leave the later principal.
    const payoff = await refusalOf(portal.ask(settlement, repaymentCalls.payoff, { body: { orderId, asOf: early } }))
    expect(payoff).toMatchObject({ error: 'PAYOFF_BEFORE_RECEIPT', data: { receivedOn: late } })
    const body = { orderId, amount: '100000', valueDate: early, payerRole: 'BUYER' as const }
    const thought = await portal.ask(settlement, repaymentCalls.preview, { body })
    expect(thought.totals).toMatchObject({ interest: '68.00', principal: '90000.00', reserve: '9932.00', refund: '0.00' })
    expect([thought.settles, thought.again]).toEqual([true, [later.no]])

    const receipt = await aReceipt(portal, body.amount, { valueDate: early })
    const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
      body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount: body.amount }] },
    })
    const { id, no } = repayments[0]!
    const { plan } = await portal.ask(settlement2, repaymentCalls.previewMatched, { body: { no } })
    expect(plan).toEqual(thought)
    expect(await brokenLaws(portal)).toEqual([])
    await passAll(portal, no, 'REPAYMENT')
    const booked = await portal.ask(settlement, repaymentCalls.detail, { body: { id } })
    expect(parts(booked.allocations)).toEqual(parts(thought.allocations))
    expect(await brokenLaws(portal)).toEqual([])
  }
})

/** A receipt of the buyer is thought of, recorded, and booked: each time it pays the same. Answers what. */
async function paysAsPreviewed(orderId: string, amount: string, valueDate: string) {
  const { settlement, settlement2 } = portal.seats
  const body = { orderId, amount, valueDate, payerRole: 'BUYER' as const }
  const thought = await portal.ask(settlement, repaymentCalls.preview, { body })
  const receipt = await aReceipt(portal, amount, { valueDate })
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount }] },
  })
  const { id, no } = repayments[0]!
  expect((await portal.ask(settlement2, repaymentCalls.previewMatched, { body: { no } })).plan).toEqual(thought)
  await passAll(portal, no, 'REPAYMENT')
  const booked = await portal.ask(settlement, repaymentCalls.detail, { body: { id } })
  expect(parts(booked.allocations)).toEqual(parts(thought.allocations))
  expect(await brokenLaws(portal)).toEqual([])
  return thought.totals
}
const nextMonday = async (day: string) => {
  let reached = day
  while (new Date(`${reached}T00:00:00Z`).getUTCDay() !== 1) reached = await runEndOfDay(portal.app, { through: reached })
  return reached
}

test('is previewed on what its buyer owes after a credit note, where the supplier had paid on a later day', async () => {
  const funded = await nextMonday(await runEndOfDay(portal.app))
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: funded })
  const day = await runEndOfDay(portal.app, { through: addDays(funded, 6) })
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  await aRepayment(portal, orderId, total, { valueDate: day, payerRole: 'SUPPLIER' })
  await credit(portal, invoiceIds[0]!, '7000.00')
  expect(await paysAsPreviewed(orderId, '100000', addDays(funded, 3))).toMatchObject({ refund: '7000.00' })
})

test.each([
  ['SUPPLIER', { fees: '53.00', buyerFees: '0.00' }],
  ['BUYER', { fees: '0.00', buyerFees: '53.00' }],
] as const)('is previewed with the fee at settlement of the %s, which a later receipt had charged', async (payer, paid) => {
  await portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ basis: 'FLAT', value: '50', timing: 'SETTLEMENT', taxPct: '6', payer, beneficiary: 'PLATFORM' })
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .where('code', '=', 'HANDLING')
      .execute(),
  )
  const funded = await nextMonday(await runEndOfDay(portal.app))
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: funded })
  const day = await runEndOfDay(portal.app, { through: addDays(funded, 6) })
  await aRepayment(portal, orderId, '1000', { valueDate: day, payerRole: 'SUPPLIER' })
  expect(await paysAsPreviewed(orderId, '100100', addDays(funded, 3))).toMatchObject(paid)
})
