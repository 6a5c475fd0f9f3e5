import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const limitsTold = async (seat: Seat) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: 'What limits are there?' } })).text

test('a limit that a funder sets on a buyer is told to the funder and to staff, and not to the buyer', async () => {
  const { cedarChecker, elmMaker, operations } = portal.seats
  for (const seat of [elmMaker, operations]) expect(await limitsTold(seat)).toContain('Limit on the buyer Cedar Retail Inc')
  expect(await limitsTold(cedarChecker)).toBe('I find no credit limit that you may see.')
})
