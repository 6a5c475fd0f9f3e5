import { assistantCalls } from '@usance/wire/assistant/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const ask = (seat: Seat, question: string) => portal.ask(seat, assistantCalls.ask, { body: { question } })

test.each(['purchaseInArrears', 'undisclosed'] as const)(
  'a buyer hears of what comes back to it on an order under %s, and others and its supplier’s money are not told',
  async (product) => {
    const { cedarChecker, dogwoodChecker, settlement } = portal.seats
    const { orderId, payment } = await aFundedOrder(portal, { product })
    const order = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    const repayment = await aRepayment(portal, orderId, '100700')
    const { id } = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id, ofPool: false } })
    const numberOf = (paymentId: string) =>
      portal.look(
        async (tx) => (await tx.selectFrom('payment').select('no').where('id', '=', paymentId).executeTakeFirstOrThrow()).no,
      )
    const [refund, funding] = [await numberOf(id), await numberOf(payment.id)]
    const denied = (no: string) => `I find no payment ${no} that you may see.`
    // The money of a financing that it was not told of it hears of once the bank has it, as its list does.
    const isTold = product !== 'undisclosed'
    const draft = (await ask(cedarChecker, `Status of ${refund}`)).text
    expect(draft).toBe(isTold ? `${refund} over USD 700.00 for ${order.orderNo} is in draft.` : denied(refund))
    await portal.look((tx) => tx.updateTable('payment').set({ status: 'INSTRUCTED' }).where('id', '=', id).execute())
    const { text, links } = await ask(cedarChecker, `Status of ${refund}`)
    expect(text).toContain(`${refund} over USD 700.00`)
    expect(text).toContain('is sent to the bank')
    expect(text.includes(order.orderNo)).toBe(isTold)
    expect(links.map(({ to }) => to)).toEqual([`/payment/release-refund?no=${refund}`])
    expect((await ask(cedarChecker, `${refund} 的状态`)).text).toContain('USD 700.00')
    expect((await ask(cedarChecker, `Status of ${funding}`)).text).toBe(denied(funding))
    expect((await ask(dogwoodChecker, `Status of ${refund}`)).text).toBe(denied(refund))
  },
)
