import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anInstructedPayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { aFileTaken, bankLine, bankReport, readReport } from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// A payment that was recorded by hand, and a transfer of its amount that the bank reports for the first time afterwards (decision 262).

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const detail = (id: string) => portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const takeBack = (id: string, file?: string | null) =>
  portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Sent back by the bank', ...(file === undefined ? {} : { file }) },
  })
const same = (id: string, file: string, seat = seats().settlement3) =>
  portal.ask(seat, paymentCalls.sameTransfer, { body: { id, file, reason: 'One debit on the statement' } })
const unclear = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx.selectFrom('paymentFileItem').select(['unclear', 'status']).where('paymentId', '=', id).execute()
    return rows.map((one) => [one.unclear, one.status])
  })
const journals = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx.selectFrom('journal').select('id').where('sourceId', '=', id).execute()
    return rows.length
  })

/** A payment whose file was void, that was recorded as paid by hand, and whose transfer the bank reports then. */
async function perhapsTwice() {
  const { payment, orderId } = await anInstructedPayment(portal)
  const { id, no } = payment
  const file = await aFileTaken(portal, id)
  await portal.ask(seats().settlement2, paymentFileCalls.void, { body: { id: file.id, reason: 'Upload broke off' } })
  await portal.ask(seats().settlement3, paymentCalls.markPaid, {
    body: { id, valueDate: openingDay, bankRef: `HAND-${no}` },
  })
  await readReport(portal, bankReport(file.no, bankLine(no, 'ACSC')))
  return { id, no, orderId, file }
}

test('of a payment recorded by hand and an unclear transfer of its amount, the one that came back has to be named', async () => {
  const { id, file } = await perhapsTwice()
  expect((await detail(id)).transfers).toMatchObject([
    { fileNo: null, isOwn: true, isUnclear: false },
    { fileNo: file.no, isOwn: false, isUnclear: true },
  ])
  expect((await refusalOf(takeBack(id))).data.fields).toMatchObject([{ field: 'file', message: 'TRANSFER_NOT_NAMED' }])
  const booked = await journals(id)
  expect(await takeBack(id, file.no)).toEqual({ status: 'PAID' })
  expect(await unclear(id)).toEqual([[false, 'REJECTED']])
  expect(await journals(id)).toBe(booked)
  expect((await detail(id)).transfers).toEqual([])
})

test('where the movement by hand came back the payment is on its way by the transfer, and is not sent again', async () => {
  const { id } = await perhapsTwice()
  expect(await takeBack(id, null)).toEqual({ status: 'INSTRUCTED' })
  expect((await refusalOf(instruct(id))).error).toBe('PAYMENT_IS_INSTRUCTED')
  const { payments } = await portal.ask(seats().settlement, paymentFileCalls.ready, { body: {} })
  expect(payments.find((one) => one.id === id)?.blockedBy ?? 'PAYMENT_WITH_BANK').toBe('PAYMENT_WITH_BANK')
})

test('a second person records that both are the same movement: nothing is booked, and it is taken back as one transfer', async () => {
  const { id, no, file } = await perhapsTwice()
  const booked = await journals(id)
  expect((await refusalOf(same(id, file.no, seats().settlement))).code).not.toBe(200)
  expect((await refusalOf(same(id, 'PF-NONE'))).data.fields).toMatchObject([{ field: 'file', message: 'TRANSFER_NOT_UNCLEAR' }])
  expect(await same(id, file.no)).toEqual({ status: 'PAID' })
  expect(await unclear(id)).toMatchObject([[false, expect.anything()]])
  expect(await journals(id)).toBe(booked)
  expect((await detail(id)).transfers).toEqual([])
  const log = await portal.look((tx) =>
    tx.selectFrom('auditLog').select('after').where('event', '=', 'PAYMENT_SAME_TRANSFER').where('objectId', '=', id).execute(),
  )
  expect(log).toMatchObject([{ after: { file: file.no, reason: 'One debit on the statement' } }])
  expect((await refusalOf(same(id, file.no))).data.fields).toMatchObject([{ message: 'TRANSFER_NOT_UNCLEAR' }])
  await readReport(portal, `${bankReport(file.no, bankLine(no, 'ACSC'))}\n`)
  expect(await unclear(id)).toMatchObject([[false, expect.anything()]])
  expect(await takeBack(id)).toEqual({ status: 'FAILED' })
  await instruct(id)
})

const again = async (id: string, no: string) => {
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
}

test.each(['on the day of its second file', 'on a later day'] as const)(
  'a payment that two silent files have let go of, paid by hand %s, is unclear by each that the bank reports, and may be that movement',
  async (paid) => {
    const { payment } = await anInstructedPayment(portal)
    const { id, no } = payment
    const first = await aFileTaken(portal, id)
    await portal.ask(seats().settlement2, paymentFileCalls.void, { body: { id: first.id, reason: 'Upload broke off' } })
    const second = await aFileTaken(portal, id)
    await portal.ask(seats().settlement3, paymentCalls.fail, { body: { id, reason: 'The bank says nothing' } })
    // The files were of earlier days.
    if (paid === 'on a later day')
      await portal.look((tx) =>
        tx
          .updateTable('paymentFileItem')
          .set({ instructedOn: addDays(openingDay, -1) })
          .where('paymentId', '=', id)
          .execute(),
      )
    await again(id, no)
    await portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef: `HAND-${no}` } })
    await readReport(portal, bankReport(first.no, bankLine(no, 'ACSC')))
    expect(await unclear(id)).toEqual(
      expect.arrayContaining([
        [true, 'PENDING'],
        [false, 'SENT'],
      ]),
    )
    await readReport(portal, bankReport(second.no, bankLine(no, 'ACSC')))
    expect(await unclear(id)).toEqual([
      [true, 'PENDING'],
      [true, 'PENDING'],
    ])
    expect((await detail(id)).transfers).toMatchObject([
      { fileNo: null, isOwn: true, isUnclear: false },
      { isOwn: false, isUnclear: true },
    ])
    expect(await same(id, first.no)).toEqual({ status: 'PAID' })
    expect(await unclear(id)).toMatchObject([
      [false, 'PENDING'],
      [false, 'PENDING'],
    ])
    expect((await detail(id)).transfers).toEqual([])
    expect(await takeBack(id)).toEqual({ status: 'FAILED' })
  },
)
