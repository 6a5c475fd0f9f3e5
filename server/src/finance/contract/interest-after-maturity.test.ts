import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aRepayment, brokenLaws, payDrafted } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'

// What an order is charged after its maturity stands in the contract that its supplier has signed.

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

/** An order of one invoice, due on Friday 14 March 2025 unless another day is given, funded on the opening day, its agreement and its interest as quoted. */
async function funded(product: 'purchaseInAdvance' | 'purchaseInArrears', dueDate = '2025-03-14') {
  const request = requestFor(portal, [await aConfirmedInvoice(portal, { dueDate })], {
    financingProductId: portal.world.products[product],
  })
  const { total } = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const { id } = await aRightConfirmedOrder(portal, request)
  const agreement = await portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select(['contentEn', 'contentCn'])
      .where('orderId', '=', id)
      .where('buyerVisible', '=', false)
      .executeTakeFirstOrThrow(),
  )
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', id).executeTakeFirstOrThrow(),
  )
  await payDrafted(portal, payment, 'PAYMENT')
  return { id, agreement, interest: Number(total.interest) }
}

/** The funder's income from the interest of an order, once its buyer has paid three days late and within the grace. */
async function earnedLate(id: string) {
  await runEndOfDay(portal.app, { through: '2025-03-16' })
  await aRepayment(portal, id, '100000', { valueDate: '2025-03-17', payerRole: 'BUYER' })
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId: id } })
  expect(await brokenLaws(portal)).toEqual([])
  return Number(balances.find(({ book, account }) => book === 'F' && account === '4000')?.balance)
}

test.each([
  { terms: 'a penalty', penaltyMargin: '3', late: 'Principal unpaid when the grace period ends bears a penalty' },
  { terms: 'no penalty', penaltyMargin: null, late: 'Late payment bears no penalty.' },
])(
  'with $terms the contract of interest in advance names the interest that is charged after maturity',
  async ({ penaltyMargin, late }) => {
    await portal.look((tx) =>
      tx
        .updateTable('financingProduct')
        .set({ penaltyMargin })
        .where('id', '=', portal.world.products.purchaseInAdvance)
        .execute(),
    )
    const { id, agreement, interest } = await funded('purchaseInAdvance')
    expect(agreement.contentEn).toContain(
      `Principal unpaid at maturity bears interest from maturity until it is repaid, in the grace period too, at the rate and by the day count of this contract; days for which interest was deducted in advance bear none again. ${late}`,
    )
    expect(agreement.contentCn).toContain(
      '融资到期日仍未偿还的本金，自融资到期日起至偿还之日，按本合同的利率及计息方式计息，宽限期内亦同',
    )
    // 90,000.00 for three days at 6.8 % a year of 360 days.
    expect(await earnedLate(id)).toBeCloseTo(interest + 51)
  },
)

test('the contract of interest in arrears names the interest after maturity once, as interest on the advance not repaid', async () => {
  const { id, agreement, interest } = await funded('purchaseInArrears')
  expect(agreement.contentEn).toContain('It runs on the advance not repaid from the day of payment')
  expect(agreement.contentEn).not.toContain('bears interest from maturity')
  expect(await earnedLate(id)).toBeCloseTo(interest + 51)
})

test('a contract of which the payment day alone moves says that no interest runs up to it, as is charged', async () => {
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ accrualShift: 'CS', bdConvention: 'FOLLOWING' })
      .where('id', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )
  // A Saturday: payment is due on Monday 17 March.
  const { id, agreement, interest } = await funded('purchaseInArrears', '2025-03-15')
  expect(agreement.contentEn).toContain('Interest for the advance on it ends on the due date of a document.')
  expect(agreement.contentCn).toContain('利息计至单据到期日')
  expect(await earnedLate(id)).toBeCloseTo(interest)
})
