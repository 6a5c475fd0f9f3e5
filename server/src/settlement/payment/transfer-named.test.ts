import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
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

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  await payOutTheSameEveryDay(portal)
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const detail = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const make = (id: string) => portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } })
async function pay(id: string, bankRef: string) {
  while (day < (await detail(id)).dueDate!) await closeDays(1)
  await portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef } })
}
const takeBack = (id: string, file?: string | null) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: day, reason: 'Sent back by the bank', ...(file === undefined ? {} : { file }) },
  })
const statusOf = (id: string) => orderStatus(portal, id)
const itemOf = (fileId: string) => transferOf(portal, fileId)
const journalsOf = (paymentId: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('journal')
      .select('id')
      .where('sourceType', '=', 'PAYMENT')
      .where('sourceId', '=', paymentId)
      .execute()
    return rows.length
  })

const told = (no: string, amount: string, on = day) => returnTold(portal, { no, amount, on, reference: 'RTN' })

/** A funding that was passed on a Monday. */
async function anInstructedFunding(product: 'purchaseInAdvance' | 'purchaseInArrears') {
  do await closeDays(1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1)
  const { id: orderId } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [await aConfirmedInvoice(portal, { dueDate: addDays(day, 60) })], {
      fundingDate: day,
      financingProductId: portal.world.products[product],
    }),
  )
  const { id, no } = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  return { id, no, orderId }
}

/** A funding that the bank refused, that was priced anew and sent again, by a file or by hand, and that is paid; then the bank reports the first as paid too. */
async function paidTwice(by: 'FILE' | 'HAND', product: 'purchaseInAdvance' | 'purchaseInArrears' = 'purchaseInAdvance') {
  const { id, no, orderId } = await anInstructedFunding(product)
  const first = await aFileTaken(portal, id)
  const { amount: before } = await detail(id)
  await readReport(portal, bankReport(first.no, bankLine(no, 'RJCT', accountClosed)))
  await closeDays(2)
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  const second = by === 'FILE' ? await aFileTaken(portal, id) : undefined
  await pay(id, `SECOND-${no}`)
  const { amount } = await detail(id)
  expect(amount === before).toBe(product === 'purchaseInArrears')
  expect((await detail(id)).transfers).toEqual([])
  await readReport(portal, bankReport(first.no, bankLine(no, 'ACSC')))
  return { id, no, orderId, before, amount, first, second }
}

test('the transfer that the books do not show came back: the payment stays paid, nothing is booked, and its line is known', async () => {
  const { id, no, orderId, before, amount, first, second } = await paidTwice('FILE')
  expect(await told(no, before)).toMatchObject({ reason: 'PAYMENT_BACK', no, fileNo: first.no })
  const booked = await told(no, amount)
  expect([booked.reason, booked.fileNo]).toEqual(['PAYMENT_BACK', undefined])
  expect((await detail(id)).transfers).toMatchObject([
    { fileNo: second!.no, amount, isOwn: true },
    { fileNo: first.no, amount: before, bankStatus: 'ACSC', isOwn: false },
  ])
  for (const file of [undefined, null, 'PF-NONE'])
    expect((await refusalOf(takeBack(id, file))).data.fields).toMatchObject([{ field: 'file', message: 'TRANSFER_NOT_NAMED' }])
  const journals = await journalsOf(id)
  expect(await takeBack(id, first.no)).toEqual({ status: 'PAID' })
  expect(await itemOf(first.id)).toMatchObject({ status: 'REJECTED' })
  expect(await itemOf(second!.id)).not.toMatchObject({ status: 'REJECTED' })
  expect([(await detail(id)).status, await statusOf(orderId), await journalsOf(id)]).toEqual(['PAID', 'FUNDED', journals])
  expect((await detail(id)).transfers).toEqual([])
  const log = await portal.look((tx) =>
    tx.selectFrom('auditLog').select('after').where('event', '=', 'PAYMENT_RETURN').where('objectId', '=', id).execute(),
  )
  expect(log).toMatchObject([{ after: { file: first.no, amount: before, returnedOn: day } }])
  expect(await told(no, before)).toMatchObject({ state: 'KNOWN', no })
  expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
  // A report that is read again does not bring it back.
  await readReport(portal, bankReport(first.no, bankLine(no, 'ACSC')))
  expect(await itemOf(first.id)).toMatchObject({ status: 'REJECTED' })
  // What is left is taken back as any payment is.
  expect(await takeBack(id)).toEqual({ status: 'FAILED' })
  expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
})

test.each(['FILE', 'HAND'] as const)(
  'the transfer that the books show came back, sent by %s: the other stays with the bank, and nothing is sent until a person settles it',
  async (by) => {
    const { id, no, orderId, before, amount, first, second } = await paidTwice(by)
    expect((await detail(id)).transfers).toMatchObject([
      { fileNo: second?.no ?? null, amount, isOwn: true },
      { fileNo: first.no, amount: before },
    ])
    expect(await takeBack(id, second?.no ?? null)).toEqual({ status: 'FAILED' })
    expect(await statusOf(orderId)).toBe('RIGHT_CONFIRMED')
    expect(await itemOf(first.id)).toMatchObject({ status: 'ACCEPTED' })
    if (second) expect(await itemOf(second.id)).toMatchObject({ status: 'REJECTED' })
    expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
    expect(await told(no, before)).toMatchObject({ reason: 'PAYMENT_BACK', fileNo: first.no })
    expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_AT_OTHER_AMOUNT')
    expect((await refusalOf(make(id))).code).not.toBe(200)
    expect(await takeBack(id)).toEqual({ status: 'FAILED' })
    expect(await told(no, before)).toMatchObject({ state: 'KNOWN', no })
    await instruct(id)
  },
)

test('a payment that was recorded as paid by hand stays so once an earlier transfer of it came back', async () => {
  const { id, no, before, first } = await paidTwice('HAND')
  expect(await takeBack(id, first.no)).toEqual({ status: 'PAID' })
  expect(await told(no, before)).toMatchObject({ state: 'KNOWN', no })
})

test('of two transfers of one amount, the earlier that came back on a later day is known, and a second return is not', async () => {
  const { id, no, amount, first } = await paidTwice('FILE', 'purchaseInArrears')
  await closeDays(1)
  expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
  expect(await takeBack(id, first.no)).toEqual({ status: 'PAID' })
  expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
  await closeDays(1)
  expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
})

test('of two transfers of one amount, the later came back: the payment is on its way by the earlier, and is recorded as paid by it', async () => {
  const { id, orderId, second } = await paidTwice('FILE', 'purchaseInArrears')
  expect(await takeBack(id, second!.no)).toEqual({ status: 'INSTRUCTED' })
  expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_IS_INSTRUCTED')
  await pay(id, `FIRST-${id.slice(0, 8)}`)
  expect(await statusOf(orderId)).toBe('FUNDED')
})

/**
 * A funding whose bank carried out two transfers of it on one day, and whose order has run since: both were refused at first, or the later
 * one is held by its file, and the bank has reported on it or not.
 */
async function paidTwiceOnOneDay(later: 'REFUSED_BEFORE' | 'HELD' | 'UNREPORTED' = 'REFUSED_BEFORE') {
  const { id, no, orderId } = await anInstructedFunding('purchaseInArrears')
  const send = async () => {
    const file = await aFileTaken(portal, id)
    return { ...file, reference: (await itemOf(file.id)).endToEndId }
  }
  const report = (file: { no: string; reference: string }, status: string, reason = '') =>
    readReport(portal, bankReport(file.no, bankLine(file.reference, status, reason)))
  const first = await send()
  await report(first, 'RJCT', accountClosed)
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  const second = await send()
  if (later === 'HELD') await report(second, 'ACSC')
  if (later === 'REFUSED_BEFORE') {
    await report(second, 'RJCT', accountClosed)
    await report(first, 'ACSC')
  }
  await pay(id, `PAID-${no}`)
  await aRepayment(portal, orderId, '100', { valueDate: day })
  expect((await refusalOf(takeBack(id))).error).toBe('FUNDING_STAYS_PAID')
  expect((await detail(id)).operations).not.toContain('TAKE_BACK')
  await report(later === 'REFUSED_BEFORE' ? second : first, 'ACSC')
  const [own, other] = later === 'HELD' ? [second, first] : [first, second]
  return { id, no, orderId, own, other }
}

test('of two transfers of one day and amount, the one that the books do not show is offered for return once the order has run', async () => {
  const { id, no, own, other } = await paidTwiceOnOneDay()
  const { operations, transfers } = await detail(id)
  expect(transfers).toMatchObject([
    { fileNo: own.no, isOwn: true },
    { fileNo: other.no, isOwn: false },
  ])
  expect(operations).toContain('TAKE_BACK')
  const { list } = await portal.ask(seats().settlement3, listCalls(paymentList).pageList, { body: {} })
  expect(list!.find((row) => row.no === no)!.operations).toEqual(operations)
  expect(await takeBack(id, other.no)).toEqual({ status: 'PAID' })
  expect((await detail(id)).operations).not.toContain('TAKE_BACK')
  expect((await refusalOf(takeBack(id))).error).toBe('FUNDING_STAYS_PAID')
})

test.each(['REFUSED_BEFORE', 'HELD'] as const)(
  'of two transfers of one day and amount, the own one, %s, came back once the order has run: the payment stands paid by the other',
  async (later) => {
    const { id, no, orderId, own, other } = await paidTwiceOnOneDay(later)
    const [journals, { amount, valueDate }] = [await journalsOf(id), await detail(id)]
    await closeDays(1)
    expect(await takeBack(id, own.no)).toEqual({ status: 'PAID' })
    expect(await itemOf(own.id)).toMatchObject({ status: 'REJECTED' })
    expect(await itemOf(other.id)).toMatchObject({ status: 'ACCEPTED' })
    expect([await journalsOf(id), await statusOf(orderId)]).toEqual([journals, 'PARTIALLY_REPAID'])
    expect(await detail(id)).toMatchObject({ status: 'PAID', valueDate, transfers: [], bankFile: { no: other.no } })
    expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
    await closeDays(1)
    expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
    expect((await refusalOf(takeBack(id))).error).toBe('FUNDING_STAYS_PAID')
  },
)

test('a transfer that a file holds and that came back beside the paid one is held no longer, and its line is known', async () => {
  const { id, no, own, other } = await paidTwiceOnOneDay('UNREPORTED')
  const { amount } = await detail(id)
  expect(await takeBack(id, other.no)).toEqual({ status: 'PAID' })
  expect(await detail(id)).toMatchObject({ status: 'PAID', transfers: [], bankFile: { no: own.no } })
  expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
})

test('a transfer of another day does not stand in for the own one of an order that has run', async () => {
  const { id, orderId, second } = await paidTwice('FILE', 'purchaseInArrears')
  await aRepayment(portal, orderId, '100', { valueDate: day })
  expect((await refusalOf(takeBack(id, second!.no))).error).toBe('FUNDING_STAYS_PAID')
})

test('of three transfers of one amount, the first that came back last is known beside the second that came back before the third was sent', async () => {
  const { id, no } = await anInstructedFunding('purchaseInArrears')
  const send = async () => {
    const file = await aFileTaken(portal, id)
    return { no: file.no, reference: (await itemOf(file.id)).endToEndId }
  }
  const report = (file: { no: string; reference: string }, status: string, reason = '') =>
    readReport(portal, bankReport(file.no, bankLine(file.reference, status, reason)))
  const again = async () => {
    await closeDays(1)
    await instruct(id)
    await passAll(portal, no, 'PAYMENT')
    return send()
  }
  const first = await send()
  await report(first, 'RJCT', accountClosed)
  await again()
  await pay(id, `SECOND-${no}`)
  const { amount } = await detail(id)
  expect(await takeBack(id)).toEqual({ status: 'FAILED' })
  expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
  await again()
  await pay(id, `THIRD-${no}`)
  await report(first, 'ACSC')
  await closeDays(1)
  expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
  expect(await takeBack(id, first.no)).toEqual({ status: 'PAID' })
  expect(await told(no, amount)).toMatchObject({ state: 'KNOWN', no })
  await closeDays(1)
  expect(await told(no, amount)).toMatchObject({ reason: 'PAYMENT_BACK' })
})
