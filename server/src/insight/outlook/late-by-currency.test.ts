import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerTask } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Paid = { currency: string; amount: string; dueDate: string; payDate: string; isLetGo?: boolean }

/** Cedar pays Alder, each payment of an invoice of its own. */
async function cedarPays(payments: readonly Paid[]) {
  const { cedarMaker, alderChecker } = portal.seats
  for (const { currency, amount, dueDate, payDate: valueDate, isLetGo: waived = false } of payments) {
    const invoiceId = await aConfirmedInvoice(portal, { currency, amount, issueDate: '2024-06-01', dueDate })
    const { id } = await portal.ask(cedarMaker, directPaymentCalls.report, { body: { invoiceId, amount, valueDate } })
    await answerTask(portal, alderChecker, { businessId: id, reviewType: 'PASSED' })
    await portal.look((tx) => tx.updateTable('invoicePayment').set({ waived }).where('directPaymentId', '=', id).execute())
  }
}

const ofCedar = async () => {
  const body = { buyerIds: [portal.world.companies.cedar!] }
  const { outlook } = await portal.ask(portal.seats.alderViewer, outlookCalls.queryOutlookByBuyerIds, { body })
  return outlook[0]
}

test('how late a buyer pays is weighed by amount within a currency, and its currencies by their number of payments', async () => {
  await cedarPays([
    { currency: 'USD', amount: '10000.00', dueDate: openingDay, payDate: openingDay },
    { currency: 'USD', amount: '30000.00', dueDate: '2025-02-01', payDate: '2025-02-05' },
    { currency: 'JPY', amount: '1500000', dueDate: '2025-02-01', payDate: '2025-02-13' },
    // A remainder that was let go is no payment.
    { currency: 'JPY', amount: '20', dueDate: '2025-01-01', payDate: openingDay, isLetGo: true },
    { currency: 'JPY', amount: '900000', dueDate: '2024-11-01', payDate: '2024-11-04' },
    { currency: 'EUR', amount: '10.00', dueDate: '2024-11-01', payDate: '2024-11-02' },
  ])
  // Two payments in USD are 3.0 days late by amount, one in JPY 12; a quarter of the USD came on its day.
  expect(await ofCedar()).toMatchObject({ days_late: '6.0', days_late_before: '2.0', on_time_pct: '16.7', trend: 'WORSE' })
})
