import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../testing/financing.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice } from '../testing/trade.ts'
import { audit } from './record.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('what happened once stays in a long story, which says how many entries of what happened again and again it leaves out', async () => {
  const id = await aConfirmedInvoice(portal)
  const storyOf = async () => (await portal.ask(portal.seats.cedarChecker, invoiceCalls.detail, { query: { id } })).timeline
  const before = await storyOf()
  expect(before.length).toBeGreaterThan(1)
  const change = (times: number) =>
    actAs(portal, portal.seats.alderMaker, async (context) => {
      for (let at = 0; at < times; at++)
        await audit(context, { event: 'INVOICE_FILES_REPLACED', objectType: 'INVOICE', objectId: id, objectNo: 'LONG-1' })
    })
  await change(100 - before.length)
  const whole = await storyOf()
  expect([whole.length, whole.reduce((all, { leftOut }) => all + leftOut, 0)]).toEqual([100, 0])
  await change(before.length + 1)
  const story = await storyOf()
  const changes = story.filter(({ event }) => event === 'INVOICE_FILES_REPLACED')
  // The last twenty and the first, and everything else.
  expect(changes.length).toBe(21)
  expect(story.slice(21).map(({ event }) => event)).toEqual(before.map(({ event }) => event))
  expect(story.filter(({ leftOut }) => leftOut > 0)).toEqual([story[19]])
  expect(story.length + story[19]!.leftOut).toBe(101 + before.length)
})
