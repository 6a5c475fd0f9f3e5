import { addDays } from '@usance/domain/local-date'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the assistant names no advance on an invoice while something stands against its supplier', async () => {
  const told = async () =>
    (await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question: 'Where is invoice ADV-1?' } })).text
  await aConfirmedInvoice(portal, { invoiceNo: 'ADV-1', amount: '10000.00', dueDate: addDays(openingDay, 60) })
  expect(await told()).toContain('advance of up to USD 9,000.00')
  const review = (kycExpiresOn: string) =>
    portal.look((tx) => tx.updateTable('company').set({ kycExpiresOn }).where('id', '=', portal.world.companies.alder).execute())
  await review(addDays(openingDay, -1))
  expect(await told()).not.toContain('advance')
})
