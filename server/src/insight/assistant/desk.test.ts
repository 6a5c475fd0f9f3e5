import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aConfirmedInvoice(portal)
})
afterAll(() => portal.close())

test('what waits leads to the list that home leads to, narrowed to what is counted', async () => {
  const { text, links } = await portal.ask(portal.seats.alderMaker, assistantCalls.ask, {
    body: { question: 'What waits for me?' },
  })
  expect(text).toContain('1 invoice ready to be financed')
  expect(links.map(({ to }) => to)).toContain('/trading/invoice?isReady=true')
})
