import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each([
  ['alder', ['SUPPLIER_DISABLED']],
  ['cedar', ['BUYER_DISABLED']],
] as const)('while %s is blocked, the choice of invoices says %j', async (company, reasons) => {
  const id = await aConfirmedInvoice(portal)
  const block = (blockFlag: boolean) =>
    portal.look((tx) => tx.updateTable('company').set({ blockFlag }).where('id', '=', portal.world.companies[company]).execute())
  await block(true)
  const { list } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.invoiceList, {
    body: { financingProductId: portal.world.products.purchaseInAdvance, currency: 'USD', ids: [id] },
  })
  await block(false)
  expect(list.map((row) => row.reasons)).toEqual([reasons])
})
