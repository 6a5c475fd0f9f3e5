import { assistantCalls } from '@usance/wire/assistant/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a payment from buyer to supplier that was taken back has moved no money, in the cash flow and for the assistant', async () => {
  const { alderMaker, alderChecker, cedarMaker } = portal.seats
  const pass = async (businessNo: string, businessType: 'DIRECT_PAYMENT' | 'DIRECT_PAYMENT_REVERSAL') => {
    const { taskId, currentNode } = await portal.ask(alderChecker, workflowCalls.history, {
      body: { businessNo, businessType, ifQueryTask: 'YES' },
    })
    await portal.ask(alderChecker, workflowCalls.approve, {
      body: { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED', approvalComments: 'As on the account' },
    })
  }
  const invoiceId = await aConfirmedInvoice(portal)
  const paid = async (amount: string) => {
    const made = await portal.ask(cedarMaker, directPaymentCalls.report, {
      body: { invoiceId, amount, valueDate: openingDay, reference: `SWIFT ${amount}` },
    })
    await pass(made.no, 'DIRECT_PAYMENT')
    return made
  }
  await paid('1000.00')
  const wrong = await paid('40000.00')
  const read = async (seat: typeof alderMaker) => {
    const { rows } = await portal.ask(seat, reportCalls.cashflow, { body: { currency: 'USD', step: 'WEEK' } })
    const [sum, last] = await Promise.all(
      ['How much was paid this month?', 'Which are the 2 latest payments?'].map((question) =>
        portal.ask(seat, assistantCalls.ask, { body: { question } }),
      ),
    )
    return {
      moved: rows.filter(({ done }) => done).map(({ direction, amount }) => `${direction} ${amount}`),
      told: [sum, last].map((answer) => answer?.text.match(/USD [\d,.]+\d/g) ?? []),
    }
  }
  const before = await read(alderMaker)
  expect(before.moved.sort()).toEqual(['IN 1000.00', 'IN 40000.00'])
  expect(before.told.map((sums) => sums.length)).toEqual([1, 2])

  await portal.ask(alderMaker, directPaymentCalls.takeBack, { body: { id: wrong.id, reason: 'Of another invoice' } })
  expect((await read(alderMaker)).moved).toHaveLength(2)
  await pass(wrong.no, 'DIRECT_PAYMENT_REVERSAL')
  for (const [seat, direction] of [
    [alderMaker, 'IN'],
    [cedarMaker, 'OUT'],
  ] as const)
    expect(await read(seat)).toEqual({ moved: [`${direction} 1000.00`], told: [['USD 1,000.00'], ['USD 1,000.00']] })
})
