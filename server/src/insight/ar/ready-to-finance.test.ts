import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, undisclose } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aConfirmedInvoice(portal, { amount: '1000.00' })
})
afterAll(() => portal.close())

/** What home, the dashboard and the assistant say of what Alder may finance. */
const shown = async () => {
  const { alderMaker, alderViewer } = portal.seats
  const { todos } = await portal.ask(alderMaker, homeCalls.summary, { body: {} })
  const { eligible, amount } = await portal.ask(alderViewer, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })
  const { text } = await portal.ask(alderMaker, assistantCalls.ask, { body: { question: 'What do I have to do today?' } })
  return {
    home: todos.find(({ kind }) => kind === 'READY_TO_FINANCE')?.count ?? 0,
    eligible,
    amount,
    assistant: /ready to be financed/.test(text),
  }
}
const ready = { home: 1, eligible: '900.00', amount: '900.00', assistant: true }
const nothing = { home: 0, eligible: '0.00', amount: '0.00', assistant: false }
const look = (work: Parameters<Portal['look']>[0]) => portal.look(work)

test.each([
  ['company', { blockFlag: true }, { blockFlag: false }],
  ['relationship', { status: 'DISABLE' }, { status: 'ENABLE' }],
  ['creditLimit', { expiryDate: '2025-03-01' }, { expiryDate: '2030-12-31' }],
] as const)('nothing is ready nor available where a stop lies on the %s of the buyer', async (table, stop, end) => {
  const { alder, cedar } = portal.world.companies
  const change = (set: object) =>
    look((tx) => {
      if (table === 'company') return tx.updateTable('company').set(set).where('id', '=', cedar).execute()
      if (table === 'creditLimit') return tx.updateTable('creditLimit').set(set).where('buyerId', '=', cedar).execute()
      return tx.updateTable('relationship').set(set).where('supplierId', '=', alder).where('buyerId', '=', cedar).execute()
    })
  expect(await shown()).toEqual(ready)
  await change(stop)
  expect(await shown()).toEqual(nothing)
  await change(end)
})

test('an invoice that its buyer is not shown is ready under an undisclosed product alone', async () => {
  await undisclose(portal, 'cedar')
  const { alderMaker } = portal.seats
  const facts = { invoiceNo: 'UNTOLD', issueDate: '2025-03-01', dueDate: '2025-05-02', currency: 'USD', amount: '500.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { buyerCode: 'CEDAR', ...facts } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  expect(await shown()).toMatchObject({ home: 2, eligible: '1350.00' })
  const offer = (status: 'ACCEPTED' | 'OFFERED') =>
    look((tx) =>
      tx
        .updateTable('pricingOffer')
        .set({ status })
        .where('productId', '=', portal.world.products.undisclosed)
        .where('supplierId', '=', portal.world.companies.alder)
        .execute(),
    )
  await offer('OFFERED')
  expect(await shown()).toEqual(ready)
  await offer('ACCEPTED')
})

test('nothing is ready nor available while an old overdue order stops the supplier', async () => {
  const { orderId } = await aFundedOrder(portal)
  await look(async (tx) => {
    await tx.updateTable('financeOrder').set({ status: 'OVERDUE' }).where('id', '=', orderId).execute()
    await tx.updateTable('financeOrderItem').set({ maturity: '2025-01-15' }).where('orderId', '=', orderId).execute()
  })
  expect(await shown()).toEqual(nothing)
})
