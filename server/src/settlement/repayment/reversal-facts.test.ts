import { addDays } from '@usance/domain/local-date'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsTo } from '../../testing/facts.ts'
import { aFundedOrder, answerTask, aRepayment, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let day = openingDay
const reason = 'Returned by the bank'
const ask = (id: string) => portal.ask(portal.seats.settlement, repaymentCalls.reverse, { body: { id, reason } })
const pageOf = (id: string) => portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
/** What is owed on an order on the day, without what settling it would cost beside that. */
const owedOn = async (orderId: string) => {
  const { owed } = await portal.ask(portal.seats.settlement, repaymentCalls.payoff, { body: { orderId } })
  return owed.reduce((sum, one) => sum + Number(one.total), 0)
}

test('who decides on a reversal reads beside the decision the receipt, what it settled and what is owed again without it', async () => {
  const { settlement2, elmChecker, alderChecker, cedarChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })
  // A fee of 2 % on principal that is repaid early is owed for the repayment alone.
  await portal.look((tx) =>
    sql`update finance_order set funded_terms = jsonb_set(funded_terms, '{earlyFeePct}', '"2"') where id = ${orderId}`.execute(
      tx,
    ),
  )
  day = await runEndOfDay(portal.app, { through: addDays(day, 6) })
  const before = await owedOn(orderId)
  const { id, no } = await aRepayment(portal, orderId, '50000', { valueDate: day })
  const settled = before - (await owedOn(orderId))
  await ask(id)
  const page = await pageOf(id)
  expect(page.allocations.map(({ component }) => component)).toContain('FEE')
  const facts = {
    order: page.orderNo,
    receipt: `${page.collectionNo} | ${page.bankRef}`,
    amount: '50000.00 USD',
    paidBy: 'Cedar Retail Inc | BUYER',
    paidOn: day,
    reason,
    settled: page.allocations.map((one) => `${one.docNo} | ${one.component} | ${one.amount} USD | `),
    owedAgain: `${settled.toFixed(2)} USD`,
  }
  for (const seat of [settlement2, elmChecker]) expect(await factsTo(portal, seat, no, 'REPAYMENT_REVERSAL')).toEqual(facts)
  // Its parties are told of a reversal once it has passed.
  const body = { businessNo: no, businessType: 'REPAYMENT_REVERSAL' }
  for (const seat of [alderChecker, cedarChecker])
    expect((await refusalOf(portal.ask(seat, workflowCalls.facts, { body }))).error).toBe('NOT_FOUND')

  await passAll(portal, no, 'REPAYMENT_REVERSAL')
  expect(await owedOn(orderId)).toBeCloseTo(before, 2)
  const { settled: _, owedAgain: __, ...stay } = facts
  expect(await factsTo(portal, elmChecker, no, 'REPAYMENT_REVERSAL')).toEqual(stay)
  // The receipt of its funder is not the supplier's. The buyer is no party to the approval.
  const { receipt, ...told } = stay
  expect(receipt).toContain(page.collectionNo)
  expect(await factsTo(portal, alderChecker, no, 'REPAYMENT_REVERSAL')).toEqual({ ...told, paidBy: 'BUYER' })
  expect((await refusalOf(portal.ask(cedarChecker, workflowCalls.facts, { body }))).error).toBe('NOT_FOUND')
})

test('what a receipt pays beyond the debt is not owed again, and once its reversal was refused nothing is', async () => {
  const { settlement2, elmChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance', fundingDate: day, tenors: [63] })
  day = await runEndOfDay(portal.app, { through: addDays(day, 6) })
  const { id, no } = await aRepayment(portal, orderId, '100500', { valueDate: day })
  await ask(id)
  const page = await pageOf(id)
  expect(page.allocations.map(({ component }) => component)).toEqual(expect.arrayContaining(['RESERVE', 'REFUND']))
  const facts = await factsTo(portal, settlement2, no, 'REPAYMENT_REVERSAL')
  expect(facts).toMatchObject({
    settled: page.allocations.map((one) => `${one.docNo ?? ''} | ${one.component} | ${one.amount} USD | `),
    owedAgain: '90000.00 USD',
  })
  await answerTask(portal, settlement2, { businessId: id, reviewType: 'REFUSED', comment: 'It was not returned.' })
  const { owedAgain: _, reason: __, ...stay } = facts
  expect(await factsTo(portal, elmChecker, no, 'REPAYMENT_REVERSAL')).toEqual(stay)
})
