import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anInstructedPayment, answerTask, brokenLaws, passAll } from '../../testing/financing.ts'
import {
  aFileTaken,
  accountClosed as closed,
  bankLine as line,
  readReport,
  bankReport as report,
} from '../../testing/payment-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const seats = () => portal.seats
const make = (id: string) =>
  portal.ask(seats().settlement, paymentFileCalls.make, { body: { paymentIds: [id] } }).then(({ files }) => files)
const aTakenFile = (id: string) => aFileTaken(portal, id)
const read = (text: string, seat = seats().settlement2) => readReport(portal, text, seat)
const payment = (id: string) => portal.ask(seats().settlement, paymentCalls.detail, { body: { id } })
const fail = (id: string) => portal.ask(seats().settlement3, paymentCalls.fail, { body: { id, reason: 'Not at the bank' } })
const declareVoid = (id: string, seat = seats().settlement3) =>
  portal.ask(seat, paymentFileCalls.void, { body: { id, reason: 'Not at the bank' } })
const markPaid = (id: string, bankRef: string) =>
  portal.ask(seats().settlement3, paymentCalls.markPaid, { body: { id, valueDate: openingDay, bankRef } })
const instruct = (id: string) => portal.ask(seats().settlement, paymentCalls.instruct, { body: { id } })
const conflict = { counts: { CONFLICT: 1, ACCEPTED: 0, REJECTED: 0 } }

/** A payment whose file was handed out and declared void. */
async function voided() {
  const { payment: one, orderId } = await anInstructedPayment(portal)
  const lost = await aTakenFile(one.id)
  await declareVoid(lost.id)
  return { id: one.id, no: one.no, orderId, lost }
}

describe('a file that was handed out and declared void', () => {
  const duplicate = '<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>'
  test('is reported on; what the bank took by it is neither sent again nor declared failed, and is recorded as paid', async () => {
    const { id, no, lost } = await voided()
    expect(await read(report(lost.no, line(no, 'ACSC')))).toMatchObject({ counts: { CONFLICT: 1, ACCEPTED: 0 } })
    expect(await refusalOf(make(id))).toMatchObject({ error: 'PAYMENT_WITH_BANK', data: { no: lost.no } })
    expect(await refusalOf(fail(id))).toMatchObject({ error: 'PAYMENT_WITH_BANK', data: { no: lost.no } })
    const shown = await portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })
    expect(shown.operations).toEqual(expect.arrayContaining(['PAID']))
    expect(shown.operations).not.toContain('FAIL')
    await markPaid(id, 'LOST-1')
  })

  test.each([
    ['as a double', duplicate],
    ['for another reason', closed],
  ])('may have paid: the bank that refuses the second file %s fails nothing', async (_, reason) => {
    const { id, no, lost } = await voided()
    const second = await aTakenFile(id)
    expect(await read(report(second.no, line(no, 'RJCT', reason)))).toMatchObject({ counts: { CONFLICT: 1, REJECTED: 0 } })
    expect(await payment(id)).toMatchObject({ status: 'INSTRUCTED' })
    // Once the bank has refused the first file too, nothing has left.
    expect(await read(report(lost.no, line(no, 'RJCT', closed)))).toMatchObject({ counts: { REJECTED: 1 } })
    expect(await payment(id)).toMatchObject({ status: 'INSTRUCTED' })
    const outcome = reason === duplicate ? { CONFLICT: 1 } : { REJECTED: 1 }
    expect(await read(report(second.no, line(no, 'RJCT', reason)))).toMatchObject({ counts: outcome })
  })
})

describe('what the bank has by a file that let go of it', () => {
  const told = (seat = seats().settlement) =>
    portal.look(async (tx) =>
      (
        await tx
          .selectFrom('notification')
          .select(['params', 'link', 'objectId'])
          .where('event', '=', 'PAYMENT_WITH_BANK_AFTER_ALL')
          .where('userId', '=', seat.userId)
          .orderBy('createdAt')
          .execute()
      ).map(({ params, ...rest }) => ({ ...(params as { no: string; status: string; fileNo: string }), ...rest })),
    )
  const toldOf = async (id: string) => (await told()).filter((one) => one.objectId === id)

  test('is told to all of settlement with a link to the payment, once for each outcome', async () => {
    const { id, no, lost } = await voided()
    await read(report(lost.no, line(no, 'PDNG')))
    await read(report(lost.no, line(no, 'PDNG')))
    for (const status of ['ACTC', 'ACSC']) await read(report(lost.no, line(no, status)))
    const facts = { no, fileNo: lost.no, link: `/payment/management?no=${no}` }
    expect(await toldOf(id)).toMatchObject([
      { ...facts, status: 'PDNG' },
      { ...facts, status: 'ACTC' },
    ])
    expect((await told(seats().settlement3)).filter((one) => one.objectId === id)).toHaveLength(2)
    expect(await told(seats().operations)).toEqual([])
    await markPaid(id, 'TOLD-1')
  })

  test('is told where the payment was paid by another file, and is unclear where a person recorded it as paid before', async () => {
    const { payment: twice } = await anInstructedPayment(portal)
    const first = await aTakenFile(twice.id)
    await fail(twice.id)
    await instruct(twice.id)
    await passAll(portal, twice.no, 'PAYMENT')
    const second = await aTakenFile(twice.id)
    await read(report(second.no, line(`${twice.no}-2`, 'ACSC')))
    await markPaid(twice.id, 'TOLD-2')
    expect(await toldOf(twice.id)).toEqual([])
    await read(report(first.no, line(twice.no, 'ACSC')))
    expect(await toldOf(twice.id)).toHaveLength(1)

    const known = await voided()
    await markPaid(known.id, 'TOLD-3')
    expect(await read(report(known.lost.no, line(known.no, 'ACSC')))).toMatchObject(conflict)
    expect(await toldOf(known.id)).toEqual([])
    expect(await payment(known.id)).toMatchObject({ status: 'PAID', bankFile: { isUnclear: true } })
  })
})

describe('a payment that was declared failed, and that the bank reports to have after all', () => {
  const revoke = (orderId: string) =>
    portal.ask(seats().alderMaker, financeOrderCalls.revocation, { query: { id: orderId }, body: {} })

  test.each(['declared void', 'still handed out'])('is with the bank as before, its file being %s', async (state) => {
    const { payment: sent, orderId } = await anInstructedPayment(portal)
    const file = await aTakenFile(sent.id)
    if (state === 'declared void') await declareVoid(file.id)
    await fail(sent.id)
    const settled = report(file.no, line(sent.no, 'ACSC'))
    expect(await read(settled)).toMatchObject(conflict)
    expect(await payment(sent.id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { outcome: 'ACCEPTED' } })
    expect((await refusalOf(revoke(orderId))).error).toBe('ILLEGAL_TRANSITION')
    expect((await refusalOf(make(sent.id))).error).toBe('PAYMENT_WITH_BANK')
    expect((await refusalOf(fail(sent.id))).error).toBe('PAYMENT_WITH_BANK')
    await markPaid(sent.id, `AFTER-${sent.no}`)
    expect(await read(settled)).toMatchObject({ counts: { KNOWN: 1, CONFLICT: 0 } })
  })

  test('is not sent again while it is pending there, and is free once the bank refuses it', async () => {
    const { id, no, lost } = await voided()
    await fail(id)
    expect(await read(report(lost.no, line(no, 'PDNG')))).toMatchObject(conflict)
    expect(await payment(id)).toMatchObject({ status: 'INSTRUCTED', bankFile: { outcome: 'PENDING' } })
    for (const act of [make, fail]) expect((await refusalOf(act(id))).error).toBe('PAYMENT_WITH_BANK')
    expect(await read(report(lost.no, line(no, 'RJCT', closed)))).toMatchObject({ counts: { REJECTED: 1 } })
    await fail(id)
  })

  /** Whether the supplier is offered to take an order back, by its page and by the list. */
  const isRevocable = async (id: string) => {
    const { list } = await portal.ask(seats().alderMaker, listCalls(financeOrderList).pageList, { body: {} })
    const { operations, orderNo } = await portal.ask(seats().alderMaker, financeOrderCalls.detail, { query: { id } })
    expect(list!.find((row) => row.orderNo === orderNo)!.operations).toEqual(operations)
    return operations.includes('WITHDRAW')
  }

  test('is with the bank as before once an approver refuses to send it again, and not cancelled with its order', async () => {
    const { id, no, orderId, lost } = await voided()
    await fail(id)
    await instruct(id)
    expect(await isRevocable(orderId)).toBe(true)
    expect(await read(report(lost.no, line(no, 'ACSC')))).toMatchObject(conflict)
    const refuse = () =>
      answerTask(portal, seats().settlement2, { businessId: id, reviewType: 'REFUSED', comment: 'Paid already' })
    expect((await refusalOf(revoke(orderId))).error).toBe('ILLEGAL_TRANSITION')
    expect(await isRevocable(orderId)).toBe(false)
    await refuse()
    expect(await payment(id)).toMatchObject({ status: 'INSTRUCTED' })
    await markPaid(id, 'LOST-2')
  })
})

test('a payment that came back is sent under a new name, whichever file it went by', async () => {
  const { id, no, lost } = await voided()
  const settled = report(lost.no, line(no, 'ACSC'))
  await read(settled)
  await markPaid(id, 'BACK-1')
  await portal.ask(seats().settlement2, paymentCalls.takeBack, {
    body: { id, returnedOn: openingDay, reason: 'Account closed' },
  })
  expect(await read(settled)).toMatchObject(conflict)
  expect(await payment(id)).toMatchObject({ status: 'FAILED' })
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  expect((await aTakenFile(id)).content).toContain(`<EndToEndId>${no}-2</EndToEndId>`)
})

test('a payment that was priced anew is held against what the file sent, and is not sent again', async () => {
  const { id, no, lost } = await voided()
  await fail(id)
  const sent = await portal.look((tx) =>
    tx.selectFrom('payment').select(['amount', 'currency']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const priced = (amount: string) => portal.look((tx) => tx.updateTable('payment').set({ amount }).where('id', '=', id).execute())
  await priced((Number(sent.amount) - 1).toFixed(2))
  const asked = `<OrgnlTxRef><Amt><InstdAmt Ccy="${sent.currency}">${Number(sent.amount).toFixed(2)}</InstdAmt></Amt></OrgnlTxRef>`
  expect(await read(report(lost.no, line(no, 'ACSC', asked)))).toMatchObject(conflict)
  expect(await payment(id)).toMatchObject({ status: 'FAILED', bankFile: { outcome: 'ACCEPTED' } })
  await priced(sent.amount)
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  expect((await refusalOf(make(id))).error).toBe('PAYMENT_WITH_BANK')
  await markPaid(id, 'PRICED-1')
})

test('what the bank paid before a payment was priced anew comes back, and the payment is sent again', async () => {
  const { id, no, lost, orderId } = await voided()
  await fail(id)
  const sent = await portal.look((tx) =>
    tx.selectFrom('payment').select(['amount', 'currency']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const back = (seat = seats().settlement3, returnedOn = openingDay) =>
    portal.ask(seat, paymentCalls.takeBack, { body: { id, returnedOn, reason: 'Sent back by the payee' } })
  expect((await refusalOf(back())).error).toBe('PAYMENT_IS_FAILED')
  await portal.look((tx) =>
    tx
      .updateTable('payment')
      .set({ amount: (Number(sent.amount) - 1).toFixed(2) })
      .where('id', '=', id)
      .execute(),
  )
  const asked = `<OrgnlTxRef><Amt><InstdAmt Ccy="${sent.currency}">${Number(sent.amount).toFixed(2)}</InstdAmt></Amt></OrgnlTxRef>`
  expect(await read(report(lost.no, line(no, 'ACSC', asked)))).toMatchObject(conflict)
  expect((await portal.ask(seats().settlement3, paymentCalls.detail, { body: { id } })).operations).toContain('TAKE_BACK')
  expect((await refusalOf(back(seats().settlement))).error).toBe('MAKER_CANNOT_APPROVE')
  expect((await refusalOf(back(seats().settlement3, '2001-01-01'))).error).toBe('RETURN_DAY')
  await portal.look((tx) => tx.updateTable('financeOrder').set({ validUntil: openingDay }).where('id', '=', orderId).execute())
  await back()
  expect(await payment(id)).toMatchObject({ status: 'FAILED' })
  const waits = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('validUntil').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  expect(waits.validUntil! > openingDay).toBe(true)
  await portal.look((tx) => tx.updateTable('payment').set({ amount: sent.amount }).where('id', '=', id).execute())
  await instruct(id)
  await passAll(portal, no, 'PAYMENT')
  expect((await aTakenFile(id)).content).toContain(`<EndToEndId>${no}-2</EndToEndId>`)
})

test('a refusal of the second transfer lets nothing fail that the bank took by the first', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const first = await aTakenFile(sent.id)
  await fail(sent.id)
  await instruct(sent.id)
  await passAll(portal, sent.no, 'PAYMENT')
  const second = await aTakenFile(sent.id)
  expect(await read(report(first.no, line(sent.no, 'ACSC')))).toMatchObject(conflict)
  expect(await read(report(second.no, line(`${sent.no}-2`, 'RJCT', closed)))).toMatchObject({ counts: { REJECTED: 1 } })
  expect(await payment(sent.id)).toMatchObject({ status: 'INSTRUCTED' })
  expect((await refusalOf(make(sent.id))).error).toBe('PAYMENT_WITH_BANK')
  await markPaid(sent.id, 'FIRST-1')
})

test('what the bank first took and then refused as a double did not arrive once a person says so', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const file = await aTakenFile(sent.id)
  await read(report(file.no, line(sent.no, 'ACTC')))
  expect((await refusalOf(fail(sent.id))).error).toBe('PAYMENT_WITH_BANK')
  const duplicate = '<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>'
  expect(await read(report(file.no, line(sent.no, 'RJCT', duplicate)))).toMatchObject(conflict)
  expect((await refusalOf(fail(sent.id))).error).toBe('PAYMENT_WITH_BANK')
  const { operations } = await portal.ask(seats().settlement3, paymentCalls.detail, { body: { id: sent.id } })
  expect(operations).toEqual(expect.arrayContaining(['PAID', 'TAKE_BACK']))
  await portal.ask(seats().settlement3, paymentCalls.takeBack, {
    body: { id: sent.id, returnedOn: openingDay, reason: 'Refused as a double' },
  })
  expect(await payment(sent.id)).toMatchObject({ status: 'FAILED', failReason: 'Refused as a double' })
})

test('a file that is declared void late takes no reference back', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const first = await aTakenFile(sent.id)
  await fail(sent.id)
  await instruct(sent.id)
  await passAll(portal, sent.no, 'PAYMENT')
  const second = await aTakenFile(sent.id)
  await declareVoid(second.id)
  expect((await refusalOf(declareVoid(first.id, seats().settlement))).error).toBe('MAKER_CANNOT_APPROVE')
  await declareVoid(first.id)
  expect((await aTakenFile(sent.id)).content).toContain(`<EndToEndId>${sent.no}-2</EndToEndId>`)
})

test('two transfers of one payment under two references are a conflict', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const first = await aTakenFile(sent.id)
  await fail(sent.id)
  await instruct(sent.id)
  await passAll(portal, sent.no, 'PAYMENT')
  const second = await aTakenFile(sent.id)
  const other = `${sent.no}-2`
  expect(second.content).toContain(`<EndToEndId>${other}</EndToEndId>`)
  expect(await read(report(second.no, line(other, 'ACSC')))).toMatchObject({ counts: { ACCEPTED: 1, CONFLICT: 0 } })
  await markPaid(sent.id, 'TWICE-1')
  expect(await read(report(first.no, line(sent.no, 'ACSC')))).toMatchObject(conflict)
  expect(await read(report(second.no, line(other, 'ACSC')))).toMatchObject(conflict)
})

test('who took a file out does not say what the bank did with it once it is void', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const [file] = await make(sent.id)
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  await portal.ask(seats().settlement3, paymentFileCalls.take, { body: { id: file!.id } })
  await declareVoid(file!.id, seats().settlement2)
  const refused = report(file!.no, line(sent.no, 'RJCT', closed))
  expect((await refusalOf(read(refused, seats().settlement3))).error).toBe('MAKER_CANNOT_APPROVE')
  expect(await read(refused)).toMatchObject({ counts: { REJECTED: 1 } })
})

test('who sent a payment by a file says nothing of it for the bank once a colleague has sent it again', async () => {
  const { payment: sent } = await anInstructedPayment(portal)
  const [file] = await make(sent.id)
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  await portal.ask(seats().settlement2, paymentFileCalls.take, { body: { id: file!.id } })
  await declareVoid(file!.id)
  await fail(sent.id)
  await portal.ask(seats().settlement3, paymentCalls.instruct, { body: { id: sent.id } })
  await passAll(portal, sent.no, 'PAYMENT')
  const refused = report(file!.no, line(sent.no, 'RJCT', closed))
  expect((await refusalOf(read(refused, seats().settlement))).error).toBe('MAKER_CANNOT_APPROVE')
  const failedByMaker = portal.ask(seats().settlement, paymentCalls.fail, { body: { id: sent.id, reason: 'Not at the bank' } })
  expect((await refusalOf(failedByMaker)).error).toBe('MAKER_CANNOT_APPROVE')
})

test('who sends a payment again while the report on its lost file is read does not say what the bank did with it', async () => {
  const { id, no, lost } = await voided()
  const sentBy = (userId: string) => (tx: Parameters<Parameters<Portal['look']>[0]>[0]) =>
    tx.updateTable('payment').set({ instructedBy: userId }).where('id', '=', id).execute()
  const waiting = async () => {
    const { rows } = await portal.asOwner((db) =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payment%'`.execute(
        db,
      ),
    )
    return rows.length
  }
  let reading: Promise<unknown> | undefined
  await portal.look(async (tx) => {
    await sentBy(seats().settlement2.userId)(tx)
    reading = refusalOf(read(report(lost.no, line(no, 'ACSC'))))
    reading.catch(() => undefined)
    await expect.poll(waiting).toBe(1)
  })
  expect(await reading).toMatchObject({ error: 'MAKER_CANNOT_APPROVE' })
  expect(await payment(id)).toMatchObject({ bankFile: null })
  await portal.look(sentBy(seats().settlement.userId))
})
