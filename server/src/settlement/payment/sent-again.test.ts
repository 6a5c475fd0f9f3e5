import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aRepayment, brokenLaws, orderStatus, passAll, payOutTheSameEveryDay } from '../../testing/financing.ts'
import {
  accountClosed,
  aFileTaken,
  bankLine,
  bankReport,
  readReport,
  returnTold,
  transferOf,
} from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// Payments that went to the bank by two files, paid by what the first of them carried.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await payOutTheSameEveryDay(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const duplicate = '<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>'
const seats = () => portal.seats
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const detail = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const report = (file: { no: string }, reference: string, status: string, reason = '') =>
  readReport(portal, bankReport(file.no, bankLine(reference, status, reason)))
async function pay(id: string) {
  while (day < (await detail(id)).dueDate!) await closeDays(1)
  await portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `PAID-${id}` } })
}
const takeBack = (id: string, file?: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: day, reason: 'Sent back by the bank', ...(file === undefined ? {} : { file }) },
  })
const statusOf = (id: string) => orderStatus(portal, id)
const itemOf = (fileId: string) => transferOf(portal, fileId)

const told = (no: string, amount: string, reference: string) => returnTold(portal, { no, amount, on: day, reference })

async function instruct({ id, no }: { id: string; no: string }) {
  await portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
}

/** A funding that is instructed on a Monday. */
async function anInstructedFunding() {
  do await closeDays(1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1)
  const { id: orderId } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [await aConfirmedInvoice(portal)], {
      fundingDate: day,
      financingProductId: portal.world.products.purchaseInArrears,
    }),
  )
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await instruct(payment)
  return { payment, orderId }
}

/** A payment whose file was believed lost, and that went into a second file under the same reference. */
async function lostAndSent() {
  const { payment, orderId } = await anInstructedFunding()
  const lost = await aFileTaken(portal, payment.id)
  await portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: lost.id, reason: 'Not at the bank' } })
  const second = await aFileTaken(portal, payment.id)
  expect((await itemOf(second.id)).endToEndId).toBe((await itemOf(lost.id)).endToEndId)
  return { id: payment.id, no: payment.no, orderId, lost, second }
}

test.each([
  { said: 'refuses as a duplicate', status: 'RJCT', reason: duplicate, named: undefined },
  { said: 'refuses as a duplicate', status: 'RJCT', reason: duplicate, named: 'lost' },
  { said: 'reports as settled', status: 'ACSC', reason: '', named: 'second' },
] as const)(
  'one transfer by a lost file and a second one, which the bank $said, comes back once, recorded by the file $named',
  async ({ status, reason, named }) => {
    const { id, no, orderId, ...files } = await lostAndSent()
    await report(files.lost, no, 'ACSC')
    await report(files.second, no, status, reason)
    await pay(id)
    const { amount, transfers } = await detail(id)
    expect(transfers).toEqual([])
    expect(await takeBack(id, named && files[named].no)).toEqual({ status: 'FAILED' })
    expect(await statusOf(orderId)).toBe('RIGHT_CONFIRMED')
    for (const { id: fileId } of [files.lost, files.second]) expect(await itemOf(fileId)).toMatchObject({ status: 'REJECTED' })
    // One transfer comes back by one line.
    expect(await told(no, amount, 'RTN')).toMatchObject({ state: 'KNOWN', no })
    expect(await told(no, amount, 'OTHER')).toMatchObject({ reason: 'PAYMENT_BACK' })
  },
)

test('one transfer by a lost file and one that holds it is offered for return no longer than the call takes it', async () => {
  const { id, orderId, lost, no } = await lostAndSent()
  await report(lost, no, 'ACSC')
  await pay(id)
  expect((await detail(id)).operations).toContain('TAKE_BACK')
  await aRepayment(portal, orderId, '100', { valueDate: day })
  expect((await refusalOf(takeBack(id))).error).toBe('FUNDING_STAYS_PAID')
  const { operations, transfers } = await detail(id)
  expect([transfers, operations.includes('TAKE_BACK')]).toEqual([[], false])
})

test('one transfer by two files stays with the bank, or comes back, as one beside another one', async () => {
  const { id, no, orderId, lost, second } = await lostAndSent()
  await report(lost, no, 'RJCT', accountClosed)
  await report(second, no, 'RJCT', accountClosed)
  await closeDays(1)
  await instruct({ id, no })
  const third = await aFileTaken(portal, id)
  await pay(id)
  await report(lost, no, 'ACSC')
  await report(second, no, 'ACSC')
  const { amount, transfers } = await detail(id)
  expect(transfers).toMatchObject([{ fileNo: third.no, isOwn: true }, { isOwn: false }])
  expect(transfers).toHaveLength(2)
  await closeDays(1)
  expect(await takeBack(id, second.no)).toEqual({ status: 'PAID' })
  for (const { id: fileId } of [lost, second]) expect(await itemOf(fileId)).toMatchObject({ status: 'REJECTED' })
  expect((await detail(id)).transfers).toEqual([])
  expect(await told(no, amount, 'RTN')).toMatchObject({ state: 'KNOWN', no })
  expect(await told(no, amount, 'OTHER')).toMatchObject({ reason: 'PAYMENT_BACK' })
  expect(await statusOf(orderId)).toBe('FUNDED')
})

test('a payment that was recorded as paid by an earlier transfer is taken back once that one came back, though a file holds it', async () => {
  const { payment, orderId } = await anInstructedFunding()
  const { id, no } = payment
  const first = await aFileTaken(portal, id)
  await report(first, no, 'RJCT', accountClosed)
  await closeDays(1)
  await instruct(payment)
  const second = await aFileTaken(portal, id)
  await report(first, no, 'ACSC')
  await pay(id)
  await report(second, `${no}-2`, 'RJCT', duplicate)
  expect((await detail(id)).transfers).toMatchObject([
    { fileNo: first.no, bankStatus: 'ACSC', isOwn: true },
    { fileNo: second.no, bankStatus: 'RJCT', isOwn: false },
  ])
  // What became of the other one is not settled by that.
  expect(await takeBack(id, first.no)).toEqual({ status: 'INSTRUCTED' })
  expect(await statusOf(orderId)).toBe('FUNDING')
  expect(await itemOf(first.id)).toMatchObject({ status: 'REJECTED' })
  expect(await takeBack(id)).toEqual({ status: 'FAILED' })
  expect(await itemOf(second.id)).toMatchObject({ status: 'REJECTED' })
  expect(await statusOf(orderId)).toBe('RIGHT_CONFIRMED')
})

test('a payment that was recorded as paid by its later transfer keeps that one as its own', async () => {
  const { payment } = await anInstructedFunding()
  const { id, no } = payment
  const first = await aFileTaken(portal, id)
  await report(first, no, 'RJCT', accountClosed)
  await instruct(payment)
  const second = await aFileTaken(portal, id)
  await report(second, `${no}-2`, 'ACSC')
  await pay(id)
  await report(first, no, 'ACSC')
  expect((await detail(id)).transfers).toMatchObject([{ fileNo: second.no, isOwn: true }, { fileNo: first.no }])
  expect(await takeBack(id, first.no)).toEqual({ status: 'PAID' })
})
