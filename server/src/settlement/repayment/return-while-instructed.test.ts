import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aFundedOrder, anInstructedPayment, aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sendProviderMessage } from '../../testing/provider-message.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// What the bank sent back of a payment that it had not reported on was money of an order, and the payment was sent once more.

let portal: Portal
const day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const read = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })

let made = 0
/** A payment that nobody has recorded as paid, of an amount of its own. */
async function anOpenPayment() {
  const { payment } = await anInstructedPayment(portal, { fundingDate: day, faces: [`${200_000 + 1000 * ++made}`] })
  const { amount } = await read(payment.id)
  return { ...payment, amount }
}
/** The same with the file that was handed out with it. */
async function anOpenTransfer() {
  const payment = await anOpenPayment()
  const file = await aFileTaken(portal, payment.id)
  return { payment, file }
}
type Open = Awaited<ReturnType<typeof anOpenPayment>>

type Told = { amount?: string; rawText?: string; payerName?: string; payerAccount?: string }
const credit = ({ no, amount }: Open, facts: Told = {}) =>
  aReceipt(portal, facts.amount ?? amount, {
    valueDate: day,
    payerName: 'Elm Correspondent Bank',
    rawText: `RETURN ${no}`,
    ...facts,
  })
const less = (amount: string, charges: number) => (Number(amount) - charges).toFixed(2)
const match = (receipt: { id: string }, orderId: string, notReturnOf: string[] = []) =>
  portal.ask(seats().settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'SUPPLIER', parts: [{ orderId, amount: '1.00' }], notReturnOf },
  })
const recall = (receipt: { id: string }) =>
  portal.ask(seats().settlement3, repaymentCalls.recall, {
    body: { id: receipt.id, valueDate: day, bankRef: `TWICE-${++made}`, reason: 'It is the return of a payment' },
  })
const fail = ({ id }: Open, notBookedAs: string[] = []) =>
  portal.ask(seats().settlement3, paymentCalls.fail, { body: { id, reason: 'Sent back by the bank', notBookedAs } })
const declareVoid = (file: { id: string }, notBookedAs: string[] = []) =>
  portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: file.id, reason: 'Not at the bank', notBookedAs } })
const takeBack = ({ id }: Open, notBookedAs: string[] = []) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: day, reason: 'Sent back by the bank', notBookedAs },
  })
async function instructAgain({ id, no }: Open) {
  await portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
}
const refusedBy = ({ no }: { no: string }, file: { no: string }) =>
  readReport(portal, bankReport(file.no, bankLine(no, 'RJCT', accountClosed)))

const faultOf = async (work: Promise<unknown>) => (await refusalOf(work)).data.fields[0]
const asksFor = (...payments: Open[]) => ({
  field: 'notReturnOf',
  message: 'RECEIPT_MAYBE_RETURN',
  params: { payments: payments.map(({ no }) => no).join(', ') },
})
const namesReceipts = (...receipts: { no: string }[]) => ({
  field: 'notBookedAs',
  message: 'RETURN_MAYBE_BOOKED',
  params: { receipts: receipts.map(({ no }) => no).join(', ') },
})
const toldApartOf = ({ no }: { no: string }) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('auditLog')
      .select('after')
      .where('event', '=', 'PAYMENT_TOLD_APART')
      .where('objectNo', '=', no)
      .execute()
    return rows.map(({ after }) => after)
  })

describe.each(['by a file', 'by hand'] as const)('a payment that was sent %s and that the bank has not reported on', (way) => {
  async function sent() {
    const payment = await anOpenPayment()
    if (way === 'by a file') await aFileTaken(portal, payment.id)
    return payment
  }

  test('is named by the receipt that may be its return, by its amount or its number, and the receipt is matched as other money alone', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const payment = await sent()
    const named = [{ id: payment.id, no: payment.no, valueDate: day }]
    const ofAmount = await credit(payment, { rawText: 'RETURN' })
    const ofOther = await credit(payment, { rawText: 'OTHER', payerName: 'Cedar Retail Inc' })
    const ofNumber = await credit(payment, { amount: less(payment.amount, 15) })
    expect([ofAmount, ofOther, ofNumber].map(({ maybeReturnOf }) => maybeReturnOf)).toEqual([named, [], named])
    expect(await faultOf(match(ofAmount, orderId))).toEqual(asksFor(payment))
    expect(await faultOf(match(ofNumber, orderId))).toEqual(asksFor(payment))
    await match(ofNumber, orderId, [payment.no])
  })

  test('is named by the receipt whose sender has its number for an account', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const payment = await sent()
    const facts = { amount: less(payment.amount, 15), rawText: 'RETURN', payerAccount: `RTN ${payment.no}` }
    const receipt = await credit(payment, facts)
    expect(receipt.maybeReturnOf).toEqual([{ id: payment.id, no: payment.no, valueDate: day }])
    expect(await faultOf(match(receipt, orderId))).toEqual(asksFor(payment))
    expect(await faultOf(fail(payment))).toEqual(namesReceipts(receipt))
  })

  test('is named by the receipt of its amount from the account that it goes to, whoever sends it', async () => {
    const payment = await sent()
    const account = await portal.look(async (tx) => {
      const { toAccountId } = await tx
        .selectFrom('payment')
        .select('toAccountId')
        .where('id', '=', payment.id)
        .executeTakeFirstOrThrow()
      return tx.selectFrom('bankAccount').select(['id', 'bankAccount']).where('id', '=', toAccountId).executeTakeFirstOrThrow()
    })
    const switchTo = (status: 'ENABLE' | 'DISABLE') =>
      portal.look((tx) => tx.updateTable('bankAccount').set({ status }).where('id', '=', account.id).execute())
    // The bank that returns the transfer is the sender, and the account is closed.
    await switchTo('DISABLE')
    const from = async (payerAccount: string, amount = payment.amount) =>
      (await credit(payment, { amount, rawText: 'RETURN', payerName: 'Elm Trade Bank', payerAccount })).maybeReturnOf
    const named = [{ id: payment.id, no: payment.no, valueDate: day }]
    expect(await from(account.bankAccount)).toEqual(named)
    expect(await from(account.bankAccount.toLowerCase().replace(/(..)/g, '$1 ').trim())).toEqual(named)
    expect(await from(`${account.bankAccount}1`)).toEqual([])
    expect(await from(account.bankAccount, less(payment.amount, 15))).toEqual([])
    await switchTo('ENABLE')
  })

  test('is not declared failed while such a receipt stands, until it is told apart or the bank took it back', async () => {
    const [returned, other] = [await sent(), await sent()]
    const receipt = await credit(returned)
    expect(await faultOf(fail(returned))).toEqual(namesReceipts(receipt))
    expect(await read(returned.id)).toMatchObject({ status: 'INSTRUCTED' })
    await recall(receipt)
    expect(await fail(returned)).toEqual({ status: 'FAILED' })
    const apart = await credit(other, { amount: less(other.amount, 5) })
    expect(await faultOf(fail(other))).toEqual(namesReceipts(apart))
    expect(await fail(other, [apart.no])).toEqual({ status: 'FAILED' })
    expect(await toldApartOf(returned)).toEqual([])
    expect(await toldApartOf(other)).toEqual([{ notBookedAs: apart.no }])
  })

  test('is named by a receipt that is recorded at the moment at which it fails', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const payment = await sent()
    const [, receipt] = await Promise.all([fail(payment).catch(() => undefined), credit(payment)])
    expect(receipt.maybeReturnOf.map(({ no }) => no)).toEqual([payment.no])
    expect(await faultOf(match(receipt, orderId))).toEqual(asksFor(payment))
  })

  test('is still named when it failed first and was sent again since', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const payment = await sent()
    await fail(payment)
    const before = await credit(payment)
    expect(before.maybeReturnOf.map(({ no }) => no)).toEqual([payment.no])
    expect(await faultOf(match(before, orderId))).toEqual(asksFor(payment))
    await instructAgain(payment)
    // As if it had been drafted on this day, and sent again on the next one.
    await portal.look((tx) =>
      tx
        .updateTable('payment')
        .set({ createdAt: day, instructedOn: addDays(day, 1) })
        .where('id', '=', payment.id)
        .execute(),
    )
    const late = await credit(payment, { amount: less(payment.amount, 3) })
    expect(late.maybeReturnOf.map(({ no }) => no)).toEqual([payment.no])
    expect(await faultOf(match(before, orderId))).toEqual(asksFor(payment))
  })
})

test('a statement books no line that names a payment on its way, whatever its amount', async () => {
  const { payment } = await anOpenTransfer()
  const lines = [less(payment.amount, 0), less(payment.amount, 15)].map(
    (amount) => `${day},${amount},,USD,LINE-${++made},RETURN ${payment.no}\n`,
  )
  const list = Buffer.from(`Date,Credit,Debit,Currency,Reference,Description\n${lines.join('')}`)
  const { data } = await uploadAs(portal, seats().settlement, 'lines.csv', list)
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
  const { rows } = await portal.ask(seats().settlement, repaymentCalls.importStatement, { body })
  expect(rows.map(({ state, reason, no }) => [state, reason, no])).toEqual([
    ['FAULTY', 'PAYMENT_BACK', payment.no],
    ['FAULTY', 'PAYMENT_NAMED', payment.no],
  ])
})

test('money of the payment provider names a payment on its way, and its match asks', async () => {
  const { orderId } = await aFundedOrder(portal, { fundingDate: day })
  const { payment } = await anOpenTransfer()
  const virtual = await portal.ask(seats().settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'ALDER' },
  })
  const facts = { amount: less(payment.amount, 15), currency: 'USD', bankRef: `RTN ${payment.no}`, valueDate: day }
  const raw = JSON.stringify({
    id: `evt-${++made}`,
    name: 'deposit.settled',
    data: { virtualAccount: virtual.number, ...facts },
  })
  expect((await sendProviderMessage(portal, raw)).json().data.status).toBe('DONE')
  const receipt = await portal.look((tx) =>
    tx.selectFrom('collection').select(['id', 'no']).where('bankRef', '=', facts.bankRef).executeTakeFirstOrThrow(),
  )
  expect(await faultOf(match(receipt, orderId))).toEqual(asksFor(payment))
  expect(await faultOf(fail(payment))).toEqual(namesReceipts(receipt))
})

describe('a payment that was instructed and that no file holds', () => {
  const ready = async ({ id }: Open) => {
    const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
    return payments.find((one) => one.id === id)?.blockedBy
  }
  const makeFile = ({ id }: Open) => portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } })

  test('goes into no file while a receipt may be its return, until that is matched as other money', async () => {
    const { orderId } = await aFundedOrder(portal, { fundingDate: day })
    const [payment, other] = [await anOpenPayment(), await anOpenPayment()]
    expect(await ready(payment)).toBeNull()
    const receipt = await credit(payment, { rawText: 'RETURN' })
    expect(await ready(payment)).toBe('PAYMENT_MAYBE_BACK')
    expect(await refusalOf(makeFile(payment))).toMatchObject({
      error: 'PAYMENT_MAYBE_BACK',
      data: { payment: payment.no, receipts: receipt.no },
    })
    expect(await ready(other)).toBeNull()
    await match(receipt, orderId, [payment.no])
    expect(await ready(payment)).toBeNull()
    expect((await makeFile(payment)).files).toHaveLength(1)
  })

  test('goes into a file once the bank took the receipt back, or once it failed and was instructed again', async () => {
    const [recalled, failed] = [await anOpenPayment(), await anOpenPayment()]
    const receipt = await credit(recalled)
    expect(await ready(recalled)).toBe('PAYMENT_MAYBE_BACK')
    await recall(receipt)
    expect(await ready(recalled)).toBeNull()
    const kept = await credit(failed)
    expect(await ready(failed)).toBe('PAYMENT_MAYBE_BACK')
    await fail(failed, [kept.no])
    await instructAgain(failed)
    expect(await ready(failed)).toBeNull()
    expect((await makeFile(failed)).files).toHaveLength(1)
  })
})

test('a payment in a file that nobody took out is with no bank, and no receipt is its return', async () => {
  const payment = await anOpenPayment()
  const { files } = await portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [payment.id] } })
  expect((await credit(payment)).maybeReturnOf).toEqual([])
  await declareVoid(files[0]!)
})

describe('a refusal that the bank reports', () => {
  test('beside a receipt that may be the return is unclear: settlement hears of it, and the payment fails once that is told apart', async () => {
    const { payment, file } = await anOpenTransfer()
    const receipt = await credit(payment)
    expect(await refusedBy(payment, file)).toMatchObject({ rows: [{ no: payment.no, result: 'CONFLICT' }] })
    expect(await read(payment.id)).toMatchObject({ status: 'INSTRUCTED' })
    const heard = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('event')
        .where('userId', '=', seats().settlement.userId)
        .where('objectId', '=', payment.id)
        .where('event', '=', 'PAYMENT_REPORT_UNCLEAR')
        .execute(),
    )
    expect(heard).toHaveLength(1)
    expect((await read(payment.id)).operations).toContain('TAKE_BACK')
    expect((await refusalOf(fail(payment, [receipt.no]))).error).toBe('PAYMENT_WITH_BANK')
    expect(await faultOf(takeBack(payment))).toEqual(namesReceipts(receipt))
    expect(await takeBack(payment, [receipt.no])).toEqual({ status: 'FAILED' })
  })

  test('is in force once the bank took that receipt back and the report is read again', async () => {
    const { payment, file } = await anOpenTransfer()
    const receipt = await credit(payment)
    await refusedBy(payment, file)
    expect(await refusedBy(payment, file)).toMatchObject({ rows: [{ result: 'CONFLICT' }] })
    await recall(receipt)
    expect(await refusedBy(payment, file)).toMatchObject({ rows: [{ result: 'REJECTED' }] })
    expect(await read(payment.id)).toMatchObject({ status: 'FAILED' })
  })

  test('without such a receipt fails the payment, and a receipt that comes later names it', async () => {
    const { payment, file } = await anOpenTransfer()
    expect(await refusedBy(payment, file)).toMatchObject({ rows: [{ result: 'REJECTED' }] })
    expect(await read(payment.id)).toMatchObject({ status: 'FAILED' })
    expect((await credit(payment)).maybeReturnOf.map(({ no }) => no)).toEqual([payment.no])
  })
})

test('a file that was taken out is not declared void while a receipt may be the return of a payment in it, until each is told apart', async () => {
  const [first, second, silent] = [await anOpenPayment(), await anOpenPayment(), await anOpenPayment()]
  const file = await aFileTaken(portal, first.id, second.id, silent.id)
  const receipts = [await credit(first), await credit(second)] as const
  expect(await faultOf(declareVoid(file))).toEqual(namesReceipts(...receipts))
  expect(await faultOf(declareVoid(file, [receipts[0].no]))).toEqual(namesReceipts(...receipts))
  expect(
    await declareVoid(
      file,
      receipts.map(({ no }) => no),
    ),
  ).toEqual({ status: 'VOID' })
  expect(await toldApartOf(first)).toEqual([{ notBookedAs: receipts[0].no }])
  expect(await toldApartOf(second)).toEqual([{ notBookedAs: receipts[1].no }])
  expect(await toldApartOf(silent)).toEqual([])
})
