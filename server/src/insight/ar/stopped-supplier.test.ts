import { arCalls } from '@usance/wire/ar/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each([
  ['STOP_PURCHASE', { blockFlag: true }, { blockFlag: false }],
  ['STOP_KYC', { kycExpiresOn: '2025-03-02' }, { kycExpiresOn: null }],
  ['STOP_ADMISSION', { kycStatus: 'REFUSED' }, { kycStatus: 'PASSED' }],
] as const)('nothing is available for finance, nor ready for it, while %s stands against the supplier', async (_, stop, end) => {
  await aConfirmedInvoice(portal)
  const change = (set: object) =>
    portal.look((tx) => tx.updateTable('company').set(set).where('id', '=', portal.world.companies.alder).execute())
  const shown = async () => {
    const { amount } = await portal.ask(portal.seats.alderViewer, arCalls.availableForFinanceAmount, {
      body: { currency: 'USD' },
    })
    const { todos } = await portal.ask(portal.seats.alderMaker, homeCalls.summary, { body: {} })
    return { isAvailable: Number(amount) > 0, isReady: todos.some(({ kind }) => kind === 'READY_TO_FINANCE') }
  }
  expect(await shown()).toEqual({ isAvailable: true, isReady: true })
  await change(stop)
  expect(await shown()).toEqual({ isAvailable: false, isReady: false })
  await change(end)
})
