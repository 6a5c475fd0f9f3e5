import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addBankAccount } from '../../party/company/register.ts'
import { aFundedOrder, anInstructedPayment, aReceipt, aRepayment, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// A bank is told what was approved: the account that was named, whole, on a day that is not over, in one file of its own.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterEach(() => portal.setBusinessDate(openingDay))
afterAll(() => portal.close())

test('a refund to a named account that takes no such payment is refused beside it, and goes to no other one', async () => {
  const { settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const repayment = await aRepayment(portal, orderId, '120000')
  const cedars = { companyId: portal.world.companies.cedar, accountName: 'Cedar Retail Inc', bankName: 'Second Bank' }
  const [inEuro, off] = await portal.look(async (tx) => [
    await addBankAccount(tx, { ...cedars, bankCode: 'TESTUS33', bankAccount: '40020999', currency: 'EUR' }),
    await addBankAccount(tx, { ...cedars, bankCode: 'TESTUS33', bankAccount: '40020998', currency: 'USD' }),
  ])
  await portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'DISABLE' }).where('id', '=', off!).execute())
  const refundTo = (accountId: string | undefined) =>
    portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: repayment.id, accountId } })
  for (const [accountId, message] of [
    [inEuro, 'CURRENCY_MISMATCH'],
    [off, 'BANK_ACCOUNT_NOT_ENABLED'],
  ])
    expect((await refusalOf(refundTo(accountId))).data.fields).toMatchObject([{ field: 'accountId', message }])
  const { id } = await refundTo(undefined)
  const { toAccountId } = await portal.look((tx) =>
    tx.selectFrom('payment').select('toAccountId').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect([inEuro, off, null]).not.toContain(toAccountId)
})

test('an account number that is longer than a payment file carries is refused where it is entered', async () => {
  const receipt = await aReceipt(portal, '777.00', { payerName: 'Nobody Known' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const returnTo = (payeeAccount: string) =>
    portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
      body: {
        ...{ collectionId: receipt.id, ...toldApart(receipt), payeeName: 'Nobody Known', payeeAccount },
        ...{ payeeBankCode: 'TESTUS33', reason: 'Not ours' },
      },
    })
  const { data } = await refusalOf(returnTo('12345678901234567890123456789012345'))
  expect(data.fields).toMatchObject([{ field: 'payeeAccount', message: 'too_big', params: { maximum: 34 } }])
  // Blanks that group its figures do not count.
  expect(await returnTo('12345 67890 12345 67890 12345 67890 1234')).toMatchObject({ no: expect.any(String) })
})

test('a bank code with and without XXX is one bank, and one file', async () => {
  const [first, second] = [await anInstructedPayment(portal), await anInstructedPayment(portal, { currency: 'EUR' })]
  const other = await portal.look((tx) =>
    addBankAccount(tx, {
      ...{ companyId: portal.world.companies.elm, accountName: 'Elm Trade Bank', currency: 'EUR' },
      ...{ bankName: 'First Test Bank', bankNameEn: 'First Test Bank', bankAccount: '80010777', bankCode: 'TESTSGSGXXX' },
    }),
  )
  await portal.look((tx) => tx.updateTable('payment').set({ fromAccountId: other }).where('id', '=', second.payment.id).execute())
  const { files } = await portal.ask(portal.seats.settlement, paymentFileCalls.make, {
    body: { paymentIds: [first.payment.id, second.payment.id] },
  })
  expect(files).toMatchObject([{ payments: 2 }])
})

test('a file that tells the bank a day which is over is neither approved nor handed out', async () => {
  const { settlement } = portal.seats
  const { payment } = await anInstructedPayment(portal)
  const make = () => portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [payment.id] } })
  const late = { error: 'PAYMENT_FILE_DAY_OVER', data: { no: payment.no, on: openingDay } }
  const [unapproved] = (await make()).files
  await portal.setBusinessDate('2025-03-04')
  expect(await refusalOf(passAll(portal, unapproved!.no, 'PAYMENT_FILE'))).toMatchObject(late)
  await portal.ask(settlement, paymentFileCalls.void, { body: { id: unapproved!.id, reason: 'Its day is over' } })
  await portal.setBusinessDate(openingDay)
  const [approved] = (await make()).files
  await passAll(portal, approved!.no, 'PAYMENT_FILE')
  await portal.setBusinessDate('2025-03-04')
  expect(await refusalOf(portal.ask(settlement, paymentFileCalls.take, { body: { id: approved!.id } }))).toMatchObject(late)
  await portal.ask(settlement, paymentFileCalls.void, { body: { id: approved!.id, reason: 'Its day is over' } })
  const [fresh] = (await make()).files
  await passAll(portal, fresh!.no, 'PAYMENT_FILE')
  const { content } = await portal.ask(settlement, paymentFileCalls.take, { body: { id: fresh!.id } })
  expect(content).toContain('<Dt>2025-03-04</Dt>')
})
