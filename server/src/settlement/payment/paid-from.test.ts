import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addBankAccount } from '../../party/company/register.ts'
import { aFundedOrder, aReceipt, aRepayment, brokenLaws, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll as passTrade } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
let paying: string
beforeAll(async () => {
  portal = await openPortal()
  // The account of the world collects from here on; another one, which is younger, pays.
  const { elm } = portal.world.companies
  paying = await portal.look(async (tx) => {
    await tx.updateTable('bankAccount').set({ purpose: 'COLLECTION' }).where('id', '=', portal.world.accounts.elm).execute()
    return addBankAccount(tx, {
      companyId: elm,
      accountName: 'Elm Trade Bank',
      bankName: 'First Test Bank',
      bankNameEn: 'First Test Bank',
      bankAccount: '80010002',
      bankCode: 'TESTSGSG',
      currency: 'USD',
      purpose: 'PAYMENT',
    })
  })
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})
beforeEach(() => portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'ENABLE' }).where('id', '=', paying).execute()))

const flows = { RELEASE: 'RELEASE', REFUND: 'REFUND', RECEIPT_RETURN: 'REFUND', FEE_REMIT: 'PAYMENT' } as const
async function send(payment: { id: string; no: string }, type: keyof typeof flows) {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, flows[type])
}
const pay = ({ id, no }: { id: string; no: string }) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `OUT-${no}` } })
const paymentOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no', 'fromAccountId']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** The account a payment was drafted from, and the accounts of the funder's banks on which it is booked. */
const paidAndBooked = (id: string) =>
  portal.look(async (tx) => {
    const { fromAccountId } = await tx
      .selectFrom('payment')
      .select('fromAccountId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ account: string }>`
      select distinct p.account from posting p join journal j on j.id = p.journal_id
      where j.source_type = 'PAYMENT' and j.source_id = ${id} and p.book = 'F' and p.account in ('1000', '1010')`.execute(tx)
    return { from: fromAccountId === paying ? 'paying' : 'collecting', booked: rows.map(({ account }) => account) }
  })

async function aRefundOfSurplus() {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  const repayment = await aRepayment(portal, orderId, '120000', { valueDate: day })
  return portal.ask(portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id } })
}

async function aFeeCredit(orderId: string) {
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', 'SERVICE').executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta: '-40.00', reason: 'Agreed with the supplier' },
  })
  await passTrade(portal, no, 'FEE_ADJUSTMENT')
  const { id } = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', orderId).where('type', '=', 'REFUND').executeTakeFirstOrThrow(),
  )
  return paymentOf(id)
}

test('a funding and the refund of a credited fee leave the paying account, and are booked on it', async () => {
  const { payment, orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  expect(await paidAndBooked(payment.id)).toEqual({ from: 'paying', booked: ['1000'] })
  const refund = await aFeeCredit(orderId)
  await send(refund, 'REFUND')
  await pay(refund)
  expect(await paidAndBooked(refund.id)).toEqual({ from: 'paying', booked: ['1000'] })
})

test('the refund of a surplus leaves the account that its receipt came in on, in a file of that account', async () => {
  const refund = await aRefundOfSurplus()
  await send(refund, 'REFUND')
  const { files } = await portal.ask(portal.seats.settlement, paymentFileCalls.make, { body: { paymentIds: [refund.id] } })
  await passAll(portal, files[0]!.no, 'PAYMENT_FILE')
  const taken = await portal.ask(portal.seats.settlement, paymentFileCalls.take, { body: { id: files[0]!.id } })
  expect(JSON.stringify(taken)).toContain('80010001')
  await pay(refund)
  expect(await paidAndBooked(refund.id)).toEqual({ from: 'collecting', booked: ['1010'] })
})

test('what belongs to nobody goes back from the account it came in on', async () => {
  const receipt = await aReceipt(portal, '432.10', { valueDate: day, payerName: 'Stray Sender Ltd' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const back = await portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payeeName: 'Stray Sender Ltd',
      payeeAccount: 'GB33BUKB20201555555555',
      payeeBankCode: 'BUKBGB22',
      reason: 'No order is named',
    },
  })
  await send(back, 'RECEIPT_RETURN')
  await pay(back)
  expect(await paidAndBooked(back.id)).toEqual({ from: 'collecting', booked: ['1010'] })
})

test('a funder whose paying account is closed refunds a credited fee from its collecting account, and it is booked there', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'DISABLE' }).where('id', '=', paying).execute())
  const refund = await aFeeCredit(orderId)
  await send(refund, 'REFUND')
  await pay(refund)
  expect(await paidAndBooked(refund.id)).toEqual({ from: 'collecting', booked: ['1010'] })
})

test('the release of a reserve and the remittance to the platform leave the account of their money', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await aRepayment(portal, orderId, '100000', { valueDate: day })
  await runEndOfDay(portal.app, { through: addDays(day, 6) })
  day = addDays(day, 7)
  const release = await portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: { orderId } })
  await send(release, 'RELEASE')
  await pay(release)
  expect(await paidAndBooked(release.id)).toEqual({ from: 'collecting', booked: ['1010'] })
  const remittance = await portal.ask(portal.seats.settlement, paymentCalls.addRemittance, {
    body: { funderId: portal.world.companies.elm, currency: 'USD' },
  })
  await send(remittance, 'FEE_REMIT')
  await pay(remittance)
  expect(await paidAndBooked(remittance.id)).toEqual({ from: 'paying', booked: ['1000'] })
})

test('the laws name a payment that is booked on the other bank', async () => {
  const refund = await aRefundOfSurplus()
  await portal.look((tx) => tx.updateTable('payment').set({ fromBank: '1000' }).where('id', '=', refund.id).execute())
  await send(refund, 'REFUND')
  await pay(refund)
  expect(await brokenLaws(portal)).toEqual([`BANK_AGREES ${refund.no}: Booked on F1000, paid from an account of F1010.`])
  // The account itself decides; the test puts it right for those that follow.
  await portal.look((tx) => tx.updateTable('payment').set({ fromAccountId: paying }).where('id', '=', refund.id).execute())
})
