import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.fixture.ts'
import { aFundedOrder, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// Statements whose bookings tell a time with its zone. The operator's day begins at 16:00 UTC.
let portal: Portal
let account = ''
const [before, day] = [addDays(openingDay, -1), openingDay]
beforeAll(async () => {
  portal = await openPortal()
  const elms = await portal.look((tx) =>
    tx.selectFrom('bankAccount').select('bankAccount').where('id', '=', portal.world.accounts.elm).executeTakeFirstOrThrow(),
  )
  account = elms.bankAccount
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const timed = (time: string, amount: string, rest = '') =>
  entry(amount, 'CRDT', rest).replace('<Dt>2026-01-02</Dt>', `<DtTm>${time}</DtTm>`)
/** As earlier versions read it: by the day as the file writes it. */
const asWritten = (entries: string) => entries.replace(/<DtTm>(.{10})[^<]*<\/DtTm>/g, '<Dt>$1</Dt>')
let files = 0
async function read(entries: string) {
  files += 1
  const text = camt('1.00', entries, account).replaceAll('2026-01-0', '2025-01-0')
  const { data } = await uploadAs(portal, portal.seats.settlement, `${files}.xml`, Buffer.from(`${text}${'\n'.repeat(files)}`))
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string, acceptDifference: true }
  const { rows } = await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
  return rows
}
type Rows = Awaited<ReturnType<typeof read>>
const states = (rows: Rows) => rows.map(({ state, reason }) => reason ?? state)
const numbers = (rows: Rows) => rows.map(({ no }) => no)
/** Reads entries as an earlier version did, and makes what it booked its own. */
async function readBefore(entries: string) {
  const rows = await read(asWritten(entries))
  await portal.asOwner(async (db) => {
    await db.updateTable('collection').set({ dayAsWritten: true }).execute()
    await db.updateTable('paymentReturnLine').set({ dayAsWritten: true }).execute()
  })
  return rows
}
const purpose = (said: string) => `<NtryDtls><TxDtls><RmtInf><Ustrd>${said}</Ustrd></RmtInf></TxDtls></NtryDtls>`

test('a booking is of the day in the zone of the operator', async () => {
  const rows = await read(
    timed(`${before}T15:59:59Z`, '11.01') + timed(`${before}T16:00:00Z`, '11.02') + timed(`${before}T23:59:59Z`, '11.03'),
  )
  expect(rows.map(({ valueDate }) => valueDate)).toEqual([before, day, day])
  const later = await read(timed(`${day}T00:00:01Z`, '11.04') + timed(`${day}T16:00:00Z`, '11.05'))
  expect(later.map(({ valueDate }) => valueDate)).toEqual([day, addDays(day, 1)])
  expect(states([...rows, ...later])).toEqual(['BOOKED', 'BOOKED', 'BOOKED', 'BOOKED', 'FUTURE'])
})

test('another format that tells the day alone tells the same booking', async () => {
  const [told] = await read(timed(`${before}T23:30:00Z`, '12.01', purpose('rent of the day')))
  const again = await read(asWritten(timed(day, '12.01', purpose('rent of the day'))))
  expect([states(again), numbers(again)]).toEqual([['KNOWN'], [told!.no]])
})

test.each([
  ['a reference', '<AcctSvcrRef>DB-1</AcctSvcrRef>', '13.01'],
  ['no reference', purpose('no reference'), '13.02'],
  [
    'no reference, in its parts',
    `<NtryDtls><TxDtls><Amt Ccy="USD">6.03</Amt></TxDtls><TxDtls><Amt Ccy="USD">7.00</Amt></TxDtls></NtryDtls>`,
    '13.03',
  ],
  [
    'a reference, in its parts',
    `<AcctSvcrRef>DB-4</AcctSvcrRef><NtryDtls><TxDtls><Amt Ccy="USD">6.04</Amt></TxDtls><TxDtls><Amt Ccy="USD">7.00</Amt></TxDtls></NtryDtls>`,
    '13.04',
  ],
])('what an earlier version booked with %s is known when the statement is read again', async (_, rest, amount) => {
  const told = timed(`${before}T23:30:00Z`, amount, rest)
  const booked = await readBefore(told)
  expect(new Set(states(booked))).toEqual(new Set(['BOOKED']))
  const again = await read(told)
  expect([new Set(states(again)), numbers(again)]).toEqual([new Set(['KNOWN']), numbers(booked)])
  // A third time, and with another booking beside it.
  expect(states(await read(told + timed(`${day}T00:30:00Z`, '13.99', purpose(amount))))).toEqual([...states(again), 'BOOKED'])
})

test.each([
  ['a reference', '<AcctSvcrRef>DB-TWO</AcctSvcrRef>', '14.01'],
  ['no reference', purpose('the same twice'), '14.02'],
])('two equal bookings with %s on both sides of midnight, as written, are two receipts of one day', async (_, rest, amount) => {
  const both = timed(`${before}T23:30:00Z`, amount, rest) + timed(`${day}T00:30:00Z`, amount, rest)
  const booked = await readBefore(both)
  expect(states(booked)).toEqual(['BOOKED', 'BOOKED'])
  const again = await read(both)
  expect([states(again), numbers(again)]).toEqual([['KNOWN', 'KNOWN'], numbers(booked)])
  expect(states(await read(both + timed(`${day}T00:45:00Z`, amount, rest)))).toEqual(['KNOWN', 'KNOWN', 'BOOKED'])
})

test('an equal booking without a reference, of the next day, is another payment and not what the day as written was', async () => {
  const rest = purpose('cards of the day')
  const [first] = await read(timed(`${before}T03:00:00Z`, '15.01', rest))
  const [second] = await read(timed(`${before}T23:30:00Z`, '15.01', rest))
  expect(states([first!, second!])).toEqual(['BOOKED', 'BOOKED'])
  expect(states(await read(timed(`${before}T23:30:00Z`, '15.01', rest)))).toEqual(['KNOWN'])
})

test('a collective entry that an earlier version booked in one sum is a sign beside its parts', async () => {
  const parts = `<NtryDtls><TxDtls><Amt Ccy="USD">9.00</Amt></TxDtls><TxDtls><Amt Ccy="USD">7.01</Amt></TxDtls></NtryDtls>`
  const at = `${before}T23:30:00Z`
  const [sum] = await readBefore(timed(at, '16.01'))
  const told = await read(timed(at, '16.01', parts))
  expect(told.map(({ maybeSameAs }) => maybeSameAs?.no)).toEqual([sum!.no, sum!.no])
  const inParts = await readBefore(timed(at, '16.02', parts.replace('7.01', '7.02')))
  const [whole] = await read(timed(at, '16.02'))
  expect(numbers(inParts)).toContain(whole!.maybeSameAs?.no)
})

test('the return of a payment that an earlier version read is not a second return', async () => {
  const { settlement, settlement3 } = portal.seats
  const { payment } = await aFundedOrder(portal)
  const { id } = payment
  const { no, amount } = await portal.ask(settlement, paymentCalls.detail, { body: { id } })
  await portal.ask(settlement3, paymentCalls.takeBack, { body: { id, returnedOn: day, reason: 'Sent back' } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, 'PAYMENT')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id, valueDate: day, bankRef: 'DB-SECOND' } })
  const back = timed(`${before}T23:30:00Z`, amount, `<AcctSvcrRef>DB-BACK</AcctSvcrRef>${purpose(`return of ${no}`)}`)
  expect(states(await readBefore(back))).toEqual(['KNOWN'])
  expect(states(await read(back))).toEqual(['KNOWN'])
  // The one return that is recorded has its line: another one is told.
  expect(states(await read(back.replace('DB-BACK', 'DB-OTHER')))).toEqual(['PAYMENT_BACK'])
})

test('a receipt has none of the marks that nobody sees, in its payer, its text and its reference', async () => {
  const marks = ['\u202e', '\u200b', '\u2066', '\u{e0041}']
  const of = (text: string) => text.split(' ').join(` ${marks.join('')}`)
  const details = `<AcctSvcrRef>${of('MARKS 17')}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${of('Cedar Retail')}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${of('rent of May')}</Ustrd></RmtInf></TxDtls></NtryDtls>`
  const [row] = await read(timed(`${before}T23:30:00Z`, '17.01', details))
  const kept = await portal.look((tx) =>
    tx.selectFrom('collection').select(['payerName', 'rawText', 'bankRef']).where('no', '=', row!.no!).executeTakeFirstOrThrow(),
  )
  expect(kept).toEqual({ payerName: 'Cedar Retail', rawText: 'rent of May', bankRef: 'MARKS 17' })
})
