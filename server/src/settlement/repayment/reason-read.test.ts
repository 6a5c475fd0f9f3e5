import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aFundedOrder, aReceipt, passAll, payFunding, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

// Why a receipt was matched is one text for all orders that it pays: it names one of them, which is another company's business.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const numberOf = async (orderId: string) =>
  (await portal.look((tx) => tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow()))
    .orderNo

/** The repayments of one transfer that pays two orders. */
async function paidTogether([first, second]: [string, string], rawText: string, reason?: string) {
  const receipt = await aReceipt(portal, '3000.00', { rawText })
  const parts = [
    { orderId: first, amount: '1000.00' },
    { orderId: second, amount: '2000.00' },
  ]
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, ...toldApart(receipt), parts, ...(reason && { reason }) },
  })
  for (const one of repayments) await passAll(portal, one.no, 'REPAYMENT')
  return repayments.map(({ id }) => id)
}

test('a buyer reads of its repayment on a told financing no number of one that it was not told of', async () => {
  const told = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const quiet = await aFundedOrder(portal, { product: 'undisclosed' })
  const quietNo = await numberOf(quiet.orderId)
  const { invoiceNo } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('invoiceNo').where('id', '=', quiet.invoiceIds[0]!).executeTakeFirstOrThrow(),
  )
  // The buyer names an invoice of its own in its transfer.
  const [id = ''] = await paidTogether([told.orderId, quiet.orderId], `pays ${invoiceNo} and more`)
  const read = await portal.ask(portal.seats.cedarChecker, repaymentCalls.detail, { body: { id } })
  expect(read.orderNo).toBe(await numberOf(told.orderId))
  expect(JSON.stringify(read)).not.toContain(quietNo)
  const staff = await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
  expect(staff.matchReason).toBe(`INVOICE_NO ${quietNo}`)
})

test('a supplier reads of a repayment on its order no number of the order of another supplier, nor what settlement wrote', async () => {
  const { companies, accounts } = portal.world
  const ofAlder = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const confirmed = await aConfirmedOrder(portal, { product: 'purchaseInArrears' })
  await portal.asOwner(async (db) => {
    const supplierId = companies.birch
    await db
      .updateTable('financeOrder')
      .set({ supplierId, payeeBankAccountId: accounts.birch })
      .where('id', '=', confirmed.orderId)
      .execute()
    await db.updateTable('financeOrderItem').set({ supplierId }).where('orderId', '=', confirmed.orderId).execute()
    await db.updateTable('invoice').set({ supplierId }).where('id', 'in', confirmed.invoiceIds).execute()
  })
  await payFunding(portal, confirmed.orderId)
  const alders = await numberOf(ofAlder.orderId)
  const [, matched = ''] = await paidTogether([ofAlder.orderId, confirmed.orderId], `pays ${alders}`)
  const [, written = ''] = await paidTogether([ofAlder.orderId, confirmed.orderId], 'pays', `Told by telephone: ${alders}`)
  for (const id of [matched, written]) {
    const read = await portal.ask(portal.seats.birchMaker, repaymentCalls.detail, { body: { id } })
    expect(read.orderNo).toBe(await numberOf(confirmed.orderId))
    expect(JSON.stringify(read)).not.toContain(alders)
    const funder = await portal.ask(portal.seats.elmMaker, repaymentCalls.detail, { body: { id } })
    expect(funder.matchReason).toContain(alders)
  }
})
