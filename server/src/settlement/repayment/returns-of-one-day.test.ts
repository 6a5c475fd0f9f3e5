import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addBankAccount } from '../../party/company/register.ts'
import { aFundedOrder, brokenLaws, passAll } from '../../testing/financing.ts'
import { aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// A payment was paid, came back, and was sent again on one day: a return in a second file passed for the one that was recorded.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

type Made = { id: string; no: string; amount: string }
async function aPaidFunding(): Promise<Made> {
  const { payment } = await aFundedOrder(portal)
  const { no, amount } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
  return { id: payment.id, no, amount }
}
const cameBack = ({ id }: Made) =>
  portal.ask(portal.seats.settlement3, paymentCalls.takeBack, { body: { id, returnedOn: openingDay, reason: 'Sent back' } })
async function send({ id, no }: Made) {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
}
const paidUnder = ({ id }: Made, bankRef: string) =>
  portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef } })

/** A file with a line of each of some references, of the amount of a payment, that names the payment or another one. */
async function aList({ no, amount }: Made, references: readonly string[], bankAccountId = portal.world.accounts.elm) {
  const rows = references.map((one) => `${openingDay},${amount},,USD,${one},return of ${no} AC04\n`)
  const list = `Date,Credit,Debit,Currency,Reference,Description\n${rows.join('')}`
  const { data } = await uploadAs(portal, portal.seats.settlement, 'list.csv', Buffer.from(list))
  return { body: { bankAccountId, fileKey: data.objectKey as string } }
}
type Rows = { rows: { state: string; reason: string | null }[] }
const states = ({ rows }: Rows) => rows.map(({ state, reason }) => reason ?? state)
const foreseen = async (payment: Made, ...references: string[]) =>
  states(await portal.ask(portal.seats.settlement, repaymentCalls.previewStatement, await aList(payment, references)))
const toldOn = async (account: string, payment: Made, ...references: string[]) =>
  states(await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, await aList(payment, references, account)))
const told = (payment: Made, ...references: string[]) => toldOn(portal.world.accounts.elm, payment, ...references)

test('of two returns of one day the second is told though another file tells it', async () => {
  const funding = await aPaidFunding()
  await cameBack(funding)
  await send(funding)
  const file = await aFileTaken(portal, funding.id)
  await readReport(portal, bankReport(file.no, bankLine(funding.no, 'ACSC')))
  await paidUnder(funding, 'SECOND-1')
  // A preview keeps nothing: either line may be the first.
  expect(await foreseen(funding, 'B1')).toEqual(['KNOWN'])
  expect(await told(funding, 'A1')).toEqual(['KNOWN'])
  expect(await foreseen(funding, 'B1')).toEqual(['PAYMENT_BACK'])
  expect(await told(funding, 'B1')).toEqual(['PAYMENT_BACK'])
  expect(await told(funding, 'B1', 'A1')).toEqual(['PAYMENT_BACK', 'KNOWN'])
  await cameBack(funding)
  expect(await told(funding, 'B1')).toEqual(['KNOWN'])
  expect(await told(funding, 'A1')).toEqual(['KNOWN'])
  expect(await foreseen(funding, 'C1')).toEqual(['PAYMENT_BACK'])
})

test('a return that a statement told before it was recorded stands for its own line alone', async () => {
  const funding = await aPaidFunding()
  expect(await told(funding, 'A2')).toEqual(['PAYMENT_BACK'])
  await cameBack(funding)
  await send(funding)
  await paidUnder(funding, 'SECOND-2')
  expect(await told(funding, 'B2')).toEqual(['PAYMENT_BACK'])
  expect(await told(funding, 'A2')).toEqual(['KNOWN'])
})

test('the line of a return is known in another row of its account, and another payment under its reference is not', async () => {
  const [funding, other] = [await aPaidFunding(), await aPaidFunding()]
  await cameBack(funding)
  await send(funding)
  await paidUnder(funding, 'SECOND-3')
  expect(await told(funding, 'A3')).toEqual(['KNOWN'])
  expect(await told({ ...other, amount: funding.amount }, 'A3')).not.toEqual(['KNOWN'])
  const corrected = await portal.look(async (tx) => {
    const row = await tx
      .selectFrom('bankAccount')
      .selectAll()
      .where('id', '=', portal.world.accounts.elm)
      .executeTakeFirstOrThrow()
    const { companyId, accountName, bankName, bankAccount, currency, bankCode } = row
    const again = { companyId, accountName, bankName, bankNameEn: bankName, bankAccount, currency }
    return addBankAccount(tx, { ...again, bankCode: `${bankCode.slice(0, 8)}300` })
  })
  expect(await toldOn(corrected, funding, 'B3', 'A3')).toEqual(['PAYMENT_BACK', 'KNOWN'])
})
