import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { arCalls } from '@usance/wire/ar/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a credit note for what a buyer has not confirmed leaves what it has confirmed to be financed', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const available = async () =>
    Number((await portal.ask(alderMaker, arCalls.availableForFinanceAmount, { body: { currency: 'USD' } })).eligible)
  // So much was invoiced that what is credited stops nothing.
  await aConfirmedInvoice(portal, { amount: '900000.00' })
  const before = await available()
  const body = {
    buyerCode: 'CEDAR',
    invoiceNo: 'UNC-1',
    issueDate: openingDay,
    dueDate: addDays(openingDay, 60),
    currency: 'USD',
  }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...body, amount: '10000.00' } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, confirmedAmount: '8000.00' }] } })
  const financeable = async () => {
    const price = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [id]) })
    return [price.items[0]!.eligible, (await available()) - before]
  }
  let notes = 0
  const creditNote = async (amount: string) => {
    const { no } = await portal.ask(alderMaker, adjustmentCalls.add, {
      body: { invoiceId: id, type: 'CREDIT_NOTE', refNo: `CN-UNC-${++notes}`, amount, date: openingDay },
    })
    await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  }
  const [eligible, advance] = await financeable()
  expect(eligible).toBe('8000.00')
  await creditNote('1500.00')
  expect(await financeable()).toEqual(['8000.00', advance])
  // What goes beyond the part that was not confirmed lowers what may be financed.
  await creditNote('1500.00')
  expect(await financeable()).toEqual(['7000.00', Number(advance) * (7 / 8)])
})
