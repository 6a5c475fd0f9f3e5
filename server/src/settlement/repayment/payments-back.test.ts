import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenLaws, passAll } from '../../testing/financing.ts'
import { aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
type Made = { id: string; no: string }
const amountOf = async ({ id }: Made) => (await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })).amount
/** Sends a payment, with the price of the day on which it leaves. */
async function send({ id, no }: Made) {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
}
async function pay({ id, no }: Made) {
  const { dueDate } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id } })
  while (day < dueDate!) await closeDays(1)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: `${no} ${day}` } })
}
const cameBack = ({ id }: Made) =>
  portal.ask(portal.seats.settlement3, paymentCalls.takeBack, { body: { id, returnedOn: day, reason: 'Sent back by the bank' } })

/** What lines of a file become that each name a payment: its day, its amount. */
const told = (payment: Made, ...lines: Line[]) => becomeOf('list.csv', listOf(payment, lines))
/** What they would become. */
const foreseen = (payment: Made, ...lines: Line[]) =>
  becomeOf('list.csv', listOf(payment, lines), repaymentCalls.previewStatement)
type Line = readonly [day: string, amount: string]
const listOf = ({ no }: Made, lines: readonly Line[]) => {
  const rows = lines.map(([on, amount], at) => `${on},${amount},,USD,RTN-${no}-${at},return of ${no} AC04\n`)
  return `Date,Credit,Debit,Currency,Reference,Description\n${rows.join('')}`
}
async function becomeOf(
  name: string,
  file: string,
  call: typeof repaymentCalls.importStatement | typeof repaymentCalls.previewStatement = repaymentCalls.importStatement,
) {
  const { data } = await uploadAs(portal, portal.seats.settlement, name, Buffer.from(file))
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
  const answer = await portal.ask(portal.seats.settlement, call, { body })
  return answer.rows.map((row) => row.reason ?? row.state)
}

/** A funding of a Monday; of a purchase in advance it grows with each day on which it is paid later. */
async function aFunding(product: 'purchaseInAdvance' | 'purchaseInArrears' = 'purchaseInAdvance') {
  do await closeDays(1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1)
  const { id: orderId } = await aRightConfirmedOrder(
    portal,
    requestFor(portal, [await aConfirmedInvoice(portal)], {
      fundingDate: day,
      financingProductId: portal.world.products[product],
    }),
  )
  const made = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  await send(made)
  return { ...made, amount: await amountOf(made) }
}

test('a transfer that came back is known at its own amount once its payment was priced anew', async () => {
  const funding = await aFunding()
  await pay(funding)
  const sentOn = day
  await cameBack(funding)
  await closeDays(2)
  await send(funding)
  const anew = await amountOf(funding)
  expect(anew).not.toBe(funding.amount)
  expect(await told(funding, [sentOn, funding.amount])).toEqual(['KNOWN'])
  await pay(funding)
  expect(await told(funding, [sentOn, funding.amount])).toEqual(['KNOWN'])
  // What it was sent with at last is out, and no record accounts for a second return of the first.
  expect(await told(funding, [sentOn, funding.amount], [day, anew])).toEqual(['KNOWN', 'PAYMENT_BACK'])
  expect(await told(funding, [sentOn, funding.amount], [sentOn, funding.amount])).toEqual(['KNOWN', 'PAYMENT_BACK'])
})

test('a transfer that the bank has at the amount of before is recorded at its payment', async () => {
  const funding = await aFunding()
  const file = await aFileTaken(portal, funding.id)
  await portal.ask(portal.seats.settlement3, paymentFileCalls.void, { body: { id: file.id, reason: 'Not at the bank' } })
  await portal.ask(portal.seats.settlement3, paymentCalls.fail, { body: { id: funding.id, reason: 'Not at the bank' } })
  await closeDays(2)
  await send(funding)
  await readReport(portal, bankReport(file.no, bankLine(funding.no, 'ACSC')))
  expect(await amountOf(funding)).not.toBe(funding.amount)
  expect(await told(funding, [day, funding.amount])).toEqual(['PAYMENT_BACK'])
  await cameBack(funding)
  expect(await told(funding, [day, funding.amount])).toEqual(['KNOWN'])
  await send(funding)
  await pay(funding)
  expect(await told(funding, [day, await amountOf(funding)])).toEqual(['PAYMENT_BACK'])
})

test('a line of an earlier transfer is known though the payment was sent again at the same amount', async () => {
  const funding = await aFunding('purchaseInArrears')
  await pay(funding)
  const [sentOn, { amount }] = [day, funding]
  expect(await told(funding, [sentOn, amount])).toEqual(['PAYMENT_BACK'])
  await cameBack(funding)
  await send(funding)
  await pay(funding)
  expect(await amountOf(funding)).toBe(amount)
  const paidOn = day
  expect(await foreseen(funding, [sentOn, amount], [paidOn, amount])).toEqual(['KNOWN', 'PAYMENT_BACK'])
  await closeDays(1)
  // The transfer of the last day is not that of before.
  expect(await told(funding, [day, amount])).toEqual(['PAYMENT_BACK'])
  expect(await told(funding, [sentOn, amount])).toEqual(['KNOWN'])
  await cameBack(funding)
  expect([await told(funding, [day, amount]), await told(funding, [sentOn, amount])]).toEqual([['KNOWN'], ['KNOWN']])
})

test('a transfer that went by a file and came back accounts for one line', async () => {
  const funding = await aFunding('purchaseInArrears')
  await aFileTaken(portal, funding.id)
  await pay(funding)
  const [sentOn, { amount }] = [day, funding]
  await cameBack(funding)
  expect(await told(funding, [sentOn, amount], [sentOn, amount])).toEqual(['KNOWN', 'PAYMENT_BACK'])
})

test('a return is found by the number of its payment though the bank wraps the text within it, or leaves its signs out', async () => {
  const funding = await aFunding('purchaseInArrears')
  await pay(funding)
  const { bankAccount } = await portal.look((tx) =>
    tx.selectFrom('bankAccount').select('bankAccount').where('id', '=', portal.world.accounts.elm).executeTakeFirstOrThrow(),
  )
  const shortDay = day.replaceAll('-', '').slice(2)
  const entryOf = (text: string, at: number) =>
    `:61:${shortDay}C${funding.amount.replace('.', ',')}NTRFNONREF//WRAPPED${at}\n:86:${text}\n`
  const { no } = funding
  const texts = [`RETURN OF A TRANSFER AC04 / REF P\n${no.slice(1)} USD`, no.replaceAll('-', ''), `PAY-20\n${no.slice(6)} 100.00`]
  const mt940 = `:20:A\n:25:${bankAccount}\n:28C:7/1\n:60F:C${shortDay}USD0,\n${texts.map(entryOf).join('')}-`
  expect(await becomeOf('statement.sta', mt940)).toEqual(texts.map(() => 'PAYMENT_BACK'))
})
