import { addDays } from '@usance/domain/local-date'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { factsTo } from '../../testing/facts.ts'
import { aFundedOrder, answerTask, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let day = openingDay
/** An order, funded on a Monday, that its buyer has not paid for a hundred days, with the request to write it off. */
async function anAskedWriteOff() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [10] })
  day = await runEndOfDay(portal.app, { through: addDays(day, 104) })
  const reason = 'The buyer is insolvent.'
  const { id, no } = await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId, reason } })
  return { orderId, id, no, reason }
}

test('who decides on a write-off reads beside the decision what is lost and who bears it, and the supplier reads none of it', async () => {
  const { elmChecker, risk, settlement2, alderChecker } = portal.seats
  const { orderId, no, reason } = await anAskedWriteOff()
  for (const seat of [risk, settlement2, elmChecker]) {
    const page = await portal.ask(seat, writeOffCalls.preview, { body: { orderId } })
    expect(page.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['face', 'reserve']))
    expect(await factsTo(portal, seat, no, 'WRITE_OFF')).toMatchObject({
      loss: `${page.loss} USD`,
      principalThen: `${page.writeOff!.principal} USD`,
      reason,
      bornBy: expect.stringContaining('Elm'),
      lossParts: page.parts.map(({ name, amount }) => `${name} | ${amount} USD`),
    })
  }
  const body = { businessNo: no, businessType: 'WRITE_OFF' }
  expect((await refusalOf(portal.ask(alderChecker, workflowCalls.facts, { body }))).error).toBe('NOT_FOUND')
})

test('once a write-off has passed, the facts beside the decision are the loss that was taken', async () => {
  const { elmMaker, elmChecker, risk, settlement2 } = portal.seats
  const { orderId, no } = await anAskedWriteOff()
  const decided = await factsTo(portal, risk, no, 'WRITE_OFF')
  await passAll(portal, no, 'WRITE_OFF')
  for (const seat of [risk, settlement2, elmChecker])
    expect(await factsTo(portal, seat, no, 'WRITE_OFF')).toEqual({ ...decided, recovered: '0.00 USD', writtenOffOn: day })
  await aRepayment(portal, orderId, '1000', { valueDate: day })
  expect(await factsTo(portal, elmMaker, no, 'WRITE_OFF')).toEqual({ ...decided, recovered: '1000.00 USD', writtenOffOn: day })
})

test('the facts of a request that was refused stay those that it was refused on, whatever is paid or asked for since', async () => {
  const { elmMaker, risk } = portal.seats
  const { orderId, id, no, reason } = await anAskedWriteOff()
  const { loss, principalThen } = await factsTo(portal, risk, no, 'WRITE_OFF')
  await answerTask(portal, risk, { businessId: id, reviewType: 'REFUSED', comment: 'The buyer will pay.' })
  const again = { orderId, reason: 'The buyer has not paid after all.' }
  await aRepayment(portal, orderId, '50000', { valueDate: day })
  const second = await portal.ask(elmMaker, writeOffCalls.request, { body: again })
  for (const paid of ['0', '60000']) {
    if (paid !== '0') await aRepayment(portal, orderId, paid, { valueDate: day })
    const facts = await factsTo(portal, risk, no, 'WRITE_OFF')
    expect(facts).toMatchObject({ lossThen: loss, principalThen, reason })
    for (const key of ['loss', 'lossParts', 'nothingLost']) expect(facts).not.toHaveProperty(key)
  }
  expect(await factsTo(portal, risk, second.no, 'WRITE_OFF')).toMatchObject({ nothingLost: 'PAID', reason: again.reason })
})
