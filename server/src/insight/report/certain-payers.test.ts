import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aFundedOrder,
  aReceipt,
  aRepayment,
  orderStatus,
  passAll,
  payDrafted,
  takeBack,
  toldApart,
} from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const cashOf = async (seat: Seat) =>
  (await portal.ask(seat, reportCalls.cashflow, { body: { currency: 'USD', step: 'WEEK' } })).rows
const amountsOf = async (seat: Seat, ...nos: string[]) =>
  (await cashOf(seat)).filter(({ no }) => nos.includes(no)).map(({ direction, amount }) => `${direction} ${amount}`)

test('a receipt is in the cash flow of its funder, and in none of a company of which it only names the payer', async () => {
  const { cedarMaker, elmMaker } = portal.seats
  const receipt = await aReceipt(portal, '9999999999999.00')
  const again = await aReceipt(portal, '9999999999999.00')
  expect(again.maybeSameAs).toMatchObject({ id: receipt.id })
  expect(await amountsOf(cedarMaker, receipt.no, again.no)).toEqual([])
  expect(await amountsOf(elmMaker, receipt.no)).toEqual(['IN 9999999999999.00'])
})

test('what is left of a receipt is money of the company whose debt it was matched to', async () => {
  const { settlement, cedarMaker } = portal.seats
  const { orderId } = await aFundedOrder(portal)
  const receipt = await aReceipt(portal, '70000.00')
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount: '60000.00' }] },
  })
  expect(await amountsOf(cedarMaker, receipt.no)).toEqual([])
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect((await amountsOf(cedarMaker, receipt.no, repayments[0]!.no)).sort()).toEqual(['OUT 10000.00', 'OUT 60000.00'])
})

test('a receipt that names the number of a company is its money before anybody matches it', async () => {
  const { settlement, cedarMaker } = portal.seats
  const { number } = await portal.ask(settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'CEDAR' },
  })
  const receipt = await aReceipt(portal, '4321.00', { rawText: `for ${number.replaceAll('-', ' ')}` })
  expect(await amountsOf(cedarMaker, receipt.no)).toEqual(['OUT 4321.00'])
})

test('money that nobody could match and that goes back is in no cash flow of the company that it only names', async () => {
  const { settlement, cedarMaker, elmMaker } = portal.seats
  const receipt = await aReceipt(portal, '512.00')
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const { id } = await portal.ask(settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payeeName: 'Cedar Retail Inc',
      payeeAccount: 'DE89370400440532013000',
      payeeBankCode: 'DEUTDEFF',
      reason: 'It names no invoice.',
    },
  })
  const { no } = await portal.look((tx) => tx.selectFrom('payment').select('no').where('id', '=', id).executeTakeFirstOrThrow())
  await payDrafted(portal, { id, no }, 'REFUND')
  expect(await amountsOf(cedarMaker, receipt.no, no)).toEqual([])
  expect((await amountsOf(elmMaker, receipt.no, no)).sort()).toEqual(['IN 512.00', 'OUT 512.00'])
})

test('a transfer matched to a financing that its buyer was not told of is in the cash flow of the buyer as one receipt, until it is taken back', async () => {
  const { settlement, cedarMaker, dogwoodChecker } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'undisclosed' })
  const receipt = await aReceipt(portal, '3000.00', { payerName: 'Somebody' })
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), payerRole: 'BUYER', parts: [{ orderId, amount: '3000.00' }] },
  })
  expect(await amountsOf(cedarMaker, receipt.no)).toEqual([])
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect(await amountsOf(cedarMaker, receipt.no, repayments[0]!.no)).toEqual(['OUT 3000.00'])
  expect(await amountsOf(dogwoodChecker, receipt.no, repayments[0]!.no)).toEqual([])
  await takeBack(portal, repayments[0]!)
  expect(await amountsOf(cedarMaker, receipt.no, repayments[0]!.no)).toEqual([])
})

test('a buyer that paid short expects of an invoice whose settled financing it was not told of what it expects of one that nobody financed', async () => {
  const { alderMaker, cedarMaker } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'undisclosed' })
  await portal.look((tx) => tx.updateTable('invoice').set({ buyerVisible: true }).where('id', '=', invoiceIds[0]!).execute())
  const financed = await portal.look((tx) =>
    tx.selectFrom('invoice').selectAll().where('id', '=', invoiceIds[0]!).executeTakeFirstOrThrow(),
  )
  const { dueDate, issueDate } = financed
  const twin = await aConfirmedInvoice(portal, { issueDate, dueDate, amount: '100000.00' })
  const paid = '97000.00'
  await aRepayment(portal, orderId, paid, { invoiceIds })
  const { no } = await portal.ask(alderMaker, directPaymentCalls.report, {
    body: { invoiceId: twin, amount: paid, valueDate: openingDay, reference: 'DIRECT' },
  })
  await passAll(portal, no, 'DIRECT_PAYMENT')
  expect(await orderStatus(portal, orderId)).toBe('SETTLED')
  const { rest } = await portal.look(
    async (tx) => (await sql<{ rest: string }>`select rest_to_funder(${financed.id}::uuid)::text as rest`.execute(tx)).rows[0]!,
  )
  expect(Number(rest)).toBeGreaterThan(0)
  const { invoiceNo: twinNo } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('invoiceNo').where('id', '=', twin).executeTakeFirstOrThrow(),
  )
  const expectedOf = async (invoiceNo: string, invoiceId: string) =>
    (await cashOf(cedarMaker))
      .filter((row) => !row.done && row.no === invoiceNo)
      .map(({ no: _, link, ...row }) => ({
        ...row,
        id: row.id === invoiceId,
        link: link === `/trading/invoice/${invoiceId}/details`,
      }))
  const ofTwin = await expectedOf(twinNo, twin)
  expect(ofTwin).toMatchObject([{ id: true, link: true, amount: '3000.00' }])
  expect(await expectedOf(financed.invoiceNo, financed.id)).toEqual(ofTwin)
})
