import { addDays } from '@usance/domain/local-date'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aFundedOrder, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

// One receipt of the bank was booked again under a varied reference, on another day or with one cent less.

let portal: Portal
let day = openingDay
let orderId = ''
beforeAll(async () => {
  portal = await openPortal()
  orderId = (await aFundedOrder(portal)).orderId
  day = await runEndOfDay(portal.app, { through: addDays(openingDay, 11) })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

type Facts = { amount?: string; valueDate?: string; payerName?: string }
const record = (bankRef: string, { amount = '1000.00', valueDate = day, payerName = 'Cedar Retail Inc' }: Facts = {}) =>
  portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: { bankAccountId: portal.world.accounts.elm, bankRef, valueDate, amount, currency: 'USD', payerName },
  })
const faultOf = async (work: Promise<unknown>) => (await refusalOf(work)).data.fields[0]
const rowOf = async (no: string) =>
  (
    await portal.ask(portal.seats.settlement2, listCalls(collectionList).pageList, {
      body: { data: { query: { conditionalSearch: [{ key: 'no', value: no }] } } } as never,
    })
  ).list!.find((one) => one.no === no)!
const statement = async (lines: string) => {
  const file = Buffer.from(`Date,Credit,Debit,Currency,Reference,Payer\n${lines}`)
  const { data } = await uploadAs(portal, portal.seats.settlement, 'lines.csv', file)
  return { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
}
const book = async (lines: string) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body: await statement(lines) })).rows

describe('a reference that is booked on an account', () => {
  test('is refused beside its field however it is written, on another day and with one cent less', async () => {
    await record('TRX-001')
    for (const [bankRef, facts] of [
      ['trx 001', {}],
      ['TRX001', { valueDate: addDays(day, -9) }],
      ['ＴＲＸ－００１', { amount: '999.99' }],
      ['Trx/001', { amount: '999.99', valueDate: addDays(day, -1), payerName: 'Dogwood Stores GmbH' }],
    ] as const)
      expect(await faultOf(record(bankRef, facts))).toMatchObject({ field: 'bankRef', message: 'BANK_REF_DUPLICATE' })
  })

  test('is known to a statement, or told as a fault of its line when day or amount differ', async () => {
    const { no } = await record('STM-77', { amount: '77.00' })
    const [known, cent] = await book(`${day},77.00,,USD,stm 77,Cedar\n`).then(async (first) => [
      first[0],
      (await book(`${day},76.99,,USD,STM77,Cedar\n`))[0],
    ])
    expect(known).toMatchObject({ state: 'KNOWN', no })
    expect(cent).toMatchObject({ state: 'FAULTY', reason: 'REFERENCE', no })
  })

  test('may stand on two lines of one statement, which the bank tells apart; the second is looked at again', async () => {
    const lines = `${day},50.00,,USD,PART-5,Cedar\n${day},49.99,,USD,part 5,Cedar\n${day},20.00,,USD,PART-5,Cedar\n`
    const rows = await book(lines)
    expect(rows.map(({ state, maybeSameAs }) => [state, maybeSameAs?.no ?? null])).toEqual([
      ['BOOKED', null],
      ['BOOKED', rows[0]!.no],
      ['BOOKED', null],
    ])
    expect((await book(`${lines}\n`)).map(({ state }) => state)).toEqual(['KNOWN', 'KNOWN', 'KNOWN'])
  })
})

describe('the second of two equal lines of a statement', () => {
  const twice = (bankRef: string) => `${day},31.00,,USD,${bankRef},Cedar\n`.repeat(2)
  const states = async (lines: string) => (await book(lines)).map(({ state, reason }) => reason ?? state)

  test.each([
    ['EQA-1', 'EQA-1#2'],
    ['EQB-1', 'EQB12'],
    ['EQC-1', 'eqc 1/2'],
  ])('of %s has a reference that no bank gives: %s is another payment', async (own, other) => {
    expect(await states(twice(own))).toEqual(['BOOKED', 'BOOKED'])
    expect(await states(`${day},47.00,,USD,${other},Cedar\n`)).toEqual(['BOOKED'])
    expect(await states(`${twice(own)}${day},31.00,,USD,${own}#3,Cedar\n`)).toEqual(['KNOWN', 'KNOWN', 'BOOKED'])
  })

  test('is known when an earlier version booked it under its place alone, which the bank may have given another', async () => {
    await book(twice('OLD-7'))
    await portal.look((tx) =>
      tx.updateTable('collection').set({ bankRef: 'OLD-7#2', refKey: 'OLD72' }).where('bankRef', 'like', 'OLD-7#2-%').execute(),
    )
    expect(await states(`${twice('OLD-7')}\n`)).toEqual(['KNOWN', 'KNOWN'])
    const genuine = `${day},31.00,,USD,OLD-7#2,Cedar\n${day},48.00,,USD,OLD 72,Cedar\n`
    expect(await states(twice('OLD-7') + genuine)).toEqual(['KNOWN', 'BOOKED', 'KNOWN', 'BOOKED'])
    expect(await states(`${genuine}${twice('OLD-7')}`)).toEqual(['KNOWN', 'KNOWN', 'KNOWN', 'KNOWN'])
  })
})

describe('a receipt that may be an earlier one', () => {
  test('names it in the list, and is matched only by whoever says that it is another', async () => {
    const first = await record('ONE-1', { amount: '3000.00', valueDate: addDays(day, -5) })
    const second = await record('ANOTHER', { amount: '3000.00' })
    const told = { id: first.id, no: first.no, valueDate: addDays(day, -5) }
    expect([first.maybeSameAs, second.maybeSameAs]).toEqual([null, told])
    expect(await rowOf(second.no)).toMatchObject({ maybeSameAs: `${told.no} · ${told.valueDate}`, maybeSameAsId: told.id })
    const match = (rest: object = {}) =>
      portal.ask(portal.seats.settlement, repaymentCalls.match, {
        body: { collectionId: second.id, parts: [{ orderId, amount: '3000.00' }], ...rest },
      })
    const fault = {
      field: 'notTheSameAs',
      message: 'RECEIPT_MAYBE_KNOWN',
      params: { no: told.no, date: told.valueDate },
    }
    expect(await faultOf(match())).toEqual(fault)
    expect(await faultOf(match({ notTheSameAs: second.id }))).toEqual(fault)
    const { repayments } = await match({ notTheSameAs: first.id })
    // Who checks the match reads it too, and the log says who told the two apart.
    const { id, no } = repayments[0]!
    const seen = await portal.ask(portal.seats.settlement2, repaymentCalls.detail, { body: { id } })
    expect(seen.maybeSameAs).toEqual(told)
    const log = await portal.look((tx) =>
      tx.selectFrom('auditLog').select(['userId', 'after']).where('event', '=', 'COLLECTION_TOLD_APART').execute(),
    )
    expect(log).toEqual([{ userId: portal.seats.settlement.userId, after: { notTheSameAs: first.no } }])
    await passAll(portal, no, 'REPAYMENT')
  })

  test('goes back to its sender only when it was told apart', async () => {
    const first = await record('BACK-1', { amount: '410.00', payerName: 'Stray Sender Ltd' })
    const second = await record('BACK-2', { amount: '410.00', payerName: 'Stray Sender Ltd' })
    const giveBack = (rest: object = {}) =>
      portal.ask(portal.seats.settlement, paymentCalls.addReturn, {
        body: {
          collectionId: second.id,
          payeeName: 'Stray Sender Ltd',
          payeeAccount: 'GB33 BUKB 2020 1555 5555 55',
          payeeBankCode: 'BUKBGB22',
          reason: 'Nobody is named',
          ...rest,
        },
      })
    await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', second.id).execute())
    expect((await faultOf(giveBack())).message).toBe('RECEIPT_MAYBE_KNOWN')
    await giveBack({ notTheSameAs: first.id })
  })

  test('is told by a look-alike reference and almost the same amount, whoever is said to have paid', async () => {
    const first = await record('LOOK-0815', { amount: '800.00' })
    const second = await record('L00K-O8I5', { amount: '792.00', payerName: 'Dogwood Stores GmbH' })
    expect(second.maybeSameAs?.id).toBe(first.id)
  })

  test('is not a receipt of another company, of an earlier week or of another sum', async () => {
    await record('FAR-1', { amount: '640.00', valueDate: addDays(day, -6) })
    const apart = [
      await record('FAR-2', { amount: '640.00' }),
      await record('FAR-3', { amount: '640.00', payerName: 'Dogwood Stores GmbH' }),
      await record('FAR-4', { amount: '639.00' }),
    ]
    expect(apart.map(({ maybeSameAs }) => maybeSameAs)).toEqual([null, null, null])
  })

  test('is told of two that are recorded at the same moment', async () => {
    const both = await Promise.all([record('SAME-1', { amount: '55.55' }), record('MOMENT-2', { amount: '55.55' })])
    expect(both.filter(({ maybeSameAs }) => maybeSameAs !== null)).toHaveLength(1)
  })
})
