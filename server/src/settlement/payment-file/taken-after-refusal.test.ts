import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anInstructedPayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { accountClosed, aFileTaken, bankLine as line, readReport, bankReport as report } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const read = (text: string) => readReport(portal, text)
const payment = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const make = (id: string) => portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } })
const takeBack = (id: string) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, { body: { id, returnedOn: openingDay, reason: 'Not at the bank' } })
const markPaid = (id: string, bankRef: string) =>
  portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef } })
const lineOf = async (fileId: string) => {
  const { batches } = await portal.ask(seats().settlement, paymentFileCalls.detail, { body: { id: fileId } })
  return batches[0]!.items[0]
}
const told = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('notification')
      .select('params')
      .where('event', '=', 'PAYMENT_WITH_BANK_AFTER_ALL')
      .where('userId', '=', seats().settlement.userId)
      .where('objectId', '=', id)
      .orderBy('createdAt')
      .execute()
    return rows.map(({ params }) => params)
  })
const conflict = { counts: { CONFLICT: 1, ACCEPTED: 0, KNOWN: 0 } }

/** A payment that the bank has refused, so that it failed. */
async function refused() {
  const { payment: one } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, one.id)
  expect(await read(report(file.no, line(one.no, 'RJCT', accountClosed)))).toMatchObject({ counts: { REJECTED: 1 } })
  expect(await payment(one.id)).toMatchObject({ status: 'FAILED' })
  return { id: one.id, no: one.no, file }
}

test.each([
  ['ACSC', 'ACCEPTED'],
  ['ACTC', 'ACCEPTED'],
  ['PDNG', 'PENDING'],
])('what the bank reports as %s after it had refused it is not sent again, and settlement is told', async (status, outcome) => {
  const { id, no, file } = await refused()
  const said = report(file.no, line(no, status))
  expect(await read(said)).toMatchObject(conflict)
  expect(await lineOf(file.id)).toMatchObject({ status: outcome, bankStatus: status })
  expect(await payment(id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { no: file.no, outcome } })
  expect(await told(id)).toMatchObject([{ no, fileNo: file.no, status }])
  expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_IS_INSTRUCTED')
  expect(await refusalOf(make(id))).toMatchObject({ error: 'PAYMENT_WITH_BANK', data: { no: file.no } })
  const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.find((one) => one.id === id)).toMatchObject({ blockedBy: 'PAYMENT_WITH_BANK' })
  expect((await payment(id)).operations).toEqual(expect.arrayContaining(['PAID', 'TAKE_BACK']))
  await markPaid(id, `AFTER-${no}`)
})

test('a payment that is on its way again when the bank has the refused one is neither passed in a file nor handed out', async () => {
  const { id, no, file } = await refused()
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  const { files } = await make(id)
  const [second] = files
  await passAll(portal, second!.no, 'PAYMENT_FILE')
  expect(await read(report(file.no, line(no, 'ACSC')))).toMatchObject(conflict)
  const take = portal.ask(seats().settlement, paymentFileCalls.take, { body: { id: second!.id } })
  expect(await refusalOf(take)).toMatchObject({ error: 'PAYMENT_WITH_BANK', data: { no: file.no } })
  // A file that holds it is void before anybody says that the bank has not got it.
  expect((await refusalOf(takeBack(id))).error).toBe('PAYMENT_IS_INSTRUCTED')
  await portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: second!.id, reason: 'Paid by the first' } })
  await markPaid(id, `FIRST-${no}`)
})

test('a person states that the bank has not got what it took after a refusal; then it is sent under a new name, and no old report bars it', async () => {
  const { id, no, file } = await refused()
  const said = report(file.no, line(no, 'ACSC'))
  await read(said)
  const bySender = portal.ask(seats().settlement, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Not at the bank' },
  })
  expect((await refusalOf(bySender)).error).toBe('MAKER_CANNOT_APPROVE')
  await takeBack(id)
  for (const again of [said, `${said}\n`]) expect(await read(again)).toMatchObject({ counts: { CONFLICT: 1 } })
  expect(await payment(id)).toMatchObject({ status: 'FAILED' })
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  expect((await aFileTaken(portal, id)).content).toContain(`<EndToEndId>${no}-2</EndToEndId>`)
})

test.each(['ACTC', 'PDNG'])(
  'a refusal that is read again frees nothing of what the bank took after it with %s',
  async (status) => {
    const { id, no, file } = await refused()
    await read(report(file.no, line(no, status)))
    expect(await read(report(file.no, line(no, 'RJCT', accountClosed)))).toMatchObject({ counts: { CONFLICT: 1 } })
    expect(await lineOf(file.id)).toMatchObject({ bankStatus: status })
    expect(await refusalOf(make(id))).toMatchObject({ error: 'PAYMENT_WITH_BANK' })
    await markPaid(id, `ONCE-${no}`)
  },
)

test('an acceptance that was read before the refusal bars nothing when it is read again', async () => {
  const { payment: one } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, one.id)
  const taken = report(file.no, line(one.no, 'ACTC'))
  await read(taken)
  await read(report(file.no, line(one.no, 'RJCT', accountClosed)))
  expect(await read(taken)).toMatchObject(conflict)
  expect(await payment(one.id)).toMatchObject({ status: 'FAILED' })
  expect(await told(one.id)).toEqual([])
})

test('a payment that came back before the bank reported on it is with the bank once it reports it as paid', async () => {
  const { payment: one } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, one.id)
  await markPaid(one.id, `BACK-${one.no}`)
  await takeBack(one.id)
  expect(await read(report(file.no, line(one.no, 'ACSC')))).toMatchObject(conflict)
  expect(await payment(one.id)).toMatchObject({ status: 'INSTRUCTED' })
  expect((await refusalOf(make(one.id))).error).toBe('PAYMENT_WITH_BANK')
  expect(await told(one.id)).toHaveLength(1)
  await takeBack(one.id)
})

test('a file on which the bank has reported, if only of a transfer that nobody knows, is not declared void', async () => {
  const { payment: one } = await anInstructedPayment(portal)
  const file = await aFileTaken(portal, one.id)
  await read(report(file.no, line('PAY-NOBODY', 'ACSC')))
  const voided = portal.ask(seats().settlement3, paymentFileCalls.void, { body: { id: file.id, reason: 'Never arrived' } })
  expect(await refusalOf(voided)).toMatchObject({ error: 'PAYMENT_FILE_REPORTED', data: { no: file.no } })
  const { operations } = await portal.ask(seats().settlement3, paymentFileCalls.detail, { body: { id: file.id } })
  expect(operations).not.toContain('VOID')
})
