import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const paidOut = async (seat: Seat) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: 'What did funders pay out this month?' } })).text

test('the assistant tells what was paid out to those alone who read the payments', async () => {
  await aFundedOrder(portal)
  const { settlement, risk } = portal.seats
  expect(await paidOut(settlement)).toContain('USD')
  expect(await paidOut(risk)).toBe('Your role does not show what was paid out.')
})
