import { addDays } from '@usance/domain/local-date'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { factsTo } from '../../testing/facts.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('who decides on a write-off reads beside the decision what is lost and who bears it, and the supplier reads none of it', async () => {
  const { elmMaker, elmChecker, risk, settlement2, alderChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 100) })
  const { no } = await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
  for (const seat of [risk, settlement2, elmChecker]) {
    const page = await portal.ask(seat, writeOffCalls.preview, { body: { orderId } })
    expect(page.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['face', 'reserve']))
    expect(await factsTo(portal, seat, no, 'WRITE_OFF')).toMatchObject({
      loss: `${page.loss} USD`,
      principalThen: `${page.writeOff!.principal} USD`,
      reason: 'The buyer is insolvent.',
      bornBy: expect.stringContaining('Elm'),
      lossParts: page.parts.map(({ name, amount }) => `${name} | ${amount} USD`),
    })
  }
  const body = { businessNo: no, businessType: 'WRITE_OFF' }
  expect((await refusalOf(portal.ask(alderChecker, workflowCalls.facts, { body }))).error).toBe('NOT_FOUND')
})
