import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { isOf } from './import-statement.ts'

// What a file of a bank leaves open is said by the person who imports it, and what it tells twice is booked once.
let portal: Portal
let account = ''
beforeAll(async () => {
  portal = await openPortal()
  const elm = (tx: Parameters<Parameters<Portal['look']>[0]>[0]) =>
    tx.selectFrom('bankAccount').select('bankAccount').where('id', '=', portal.world.accounts.elm).executeTakeFirstOrThrow()
  account = (await portal.look(elm)).bankAccount
})
afterAll(() => portal.close())

const fileOf = async (text: string, name = 'list.csv') =>
  (await uploadAs(portal, portal.seats.settlement, name, Buffer.from(text))).data.objectKey as string
const book = async (text: string, { name, declared = [] }: { name?: string; declared?: string[] } = {}) =>
  portal.ask(portal.seats.settlement, repaymentCalls.importStatement, {
    body: { bankAccountId: portal.world.accounts.elm, fileKey: await fileOf(text, name), declared, acceptDifference: true },
  })
const statesOf = (answer: Awaited<ReturnType<typeof book>>) =>
  answer.rows.map(({ state, reason }) => [state, reason].filter(Boolean).join(' '))
const onDay = (text: string) => text.replaceAll('2026-01-02', openingDay)
const shortDay = openingDay.slice(2).replaceAll('-', '')

test('a list with columns that nobody knows is booked once a person has said that they say nothing', async () => {
  const list = `Date,Credit,Debit,Currency,Reference,Posting status\n${openingDay},501.00,,USD,DL-1,Pending\n${openingDay},,2.00,USD,DL-2,Booked\n`
  const open = await book(list)
  expect(open.toDeclare).toEqual({ columns: ['Posting status'], unsigned: null })
  expect(statesOf(open)).toEqual(['FAULTY COLUMNS', 'OUT'])
  expect(statesOf(await book(list, { declared: ['Amount'] }))).toEqual(['FAULTY COLUMNS', 'OUT'])
  expect(statesOf(await book(list, { declared: ['Posting status'] }))).toEqual(['BOOKED', 'OUT'])
  const declared = await portal.look((tx) =>
    tx
      .selectFrom('auditLog')
      .select('after')
      .where('event', '=', 'STATEMENT_IMPORTED')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  expect(declared.after).toMatchObject({ declared: ['Posting status'] })
})

test('amounts without a sign are booked once a person has said that they came in', async () => {
  const list = `Date,Amount,Currency,Reference\n${openingDay},601.00,USD,DL-3\n`
  const open = await book(list)
  expect([open.toDeclare, statesOf(open)]).toEqual([{ columns: [], unsigned: 'Amount' }, ['FAULTY UNSIGNED']])
  expect(statesOf(await book(list, { declared: ['Amount'] }))).toEqual(['BOOKED'])
})

test('a statement that stands twice in a file is booked once, and a line without a reference is looked at', async () => {
  const line = (reference: string, amount: string) =>
    entry(amount, 'CRDT', reference && `<AcctSvcrRef>${reference}</AcctSvcrRef>`)
  const one = onDay(camt('100.00', line('DL-4', '31.00') + line('', '32.00'), account))
  const statement = /<Stmt>.*<\/Stmt>/s.exec(one)![0]
  const twice = one.replace(statement, statement + statement)
  const answer = await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, {
    body: { bankAccountId: portal.world.accounts.elm, fileKey: await fileOf(twice, 's.xml'), acceptDifference: true },
  })
  expect(statesOf(answer)).toEqual(['BOOKED', 'BOOKED', 'KNOWN', 'FAULTY TWICE'])
})

test('a credit by which the bank takes a debit back is no receipt of a buyer', async () => {
  const back = `<AcctSvcrRef>DL-BACK</AcctSvcrRef><RvslInd>true</RvslInd>`
  expect(statesOf(await book(onDay(camt('177.00', entry('77.00', 'CRDT', back), account)), { name: 'b.xml' }))).toEqual([
    'FAULTY PAYMENT_BACK',
  ])
  const mt = mt940('78,').replace(`C78,`, 'RD78,')
  expect(statesOf(await book(mt, { name: 'b.sta' }))).toEqual(['FAULTY PAYMENT_BACK'])
})

const parts = (reference: string, ...amounts: string[]) =>
  `${reference}<NtryDtls>${amounts.map((amount, at) => `<TxDtls><Refs><TxId>DL-P-${amount}-${at}</TxId></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`).join('')}</NtryDtls>`
const mt940 = (amount: string) =>
  `:20:A\n:25:${account}\n:28C:9/1\n:60F:C${shortDay}USD0,\n:61:${shortDay}${shortDay.slice(2)}C${amount}NTRFNONREF\n:86:SUM\n:62F:C${shortDay}USD${amount}\n-`

test('a collective entry without a reference bears the sign that its parts, or its sum, are booked', async () => {
  const told = onDay(camt('5107.00', entry('5007.00', 'CRDT', parts('', '2007.00', '3000.00')), account))
  expect(statesOf(await book(told, { name: 'p.xml' }))).toEqual(['BOOKED', 'BOOKED'])
  const [sum] = (await book(mt940('5007,'), { name: 's.sta' })).rows
  expect([sum?.state, sum?.maybeSameAs?.no]).toEqual(['BOOKED', expect.stringMatching(/^RC-/)])

  expect(statesOf(await book(mt940('6008,'), { name: 't.sta' }))).toEqual(['BOOKED'])
  const later = onDay(camt('6108.00', entry('6008.00', 'CRDT', parts('', '2008.00', '4000.00')), account))
  const { rows } = await book(later, { name: 'q.xml' })
  expect(rows.map(({ state, maybeSameAs }) => [state, maybeSameAs !== null])).toEqual([
    ['BOOKED', true],
    ['BOOKED', true],
  ])
})

test('a collective entry whose parts are booked is not booked by hand in one sum', async () => {
  const told = onDay(
    camt('7110.00', entry('7010.00', 'CRDT', parts('<AcctSvcrRef>DL-COLL</AcctSvcrRef>', '3009.00', '4001.00')), account),
  )
  expect(statesOf(await book(told, { name: 'r.xml' }))).toEqual(['BOOKED', 'BOOKED'])
  const byHand = portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: 'dl coll',
      valueDate: openingDay,
      amount: '7010.00',
      currency: 'USD',
    },
  })
  expect((await refusalOf(byHand)).data).toMatchObject({ fields: [{ field: 'bankRef', message: 'BANK_REF_DUPLICATE' }] })
  expect(await brokenLaws(portal)).toEqual([])
})

test.each([
  ['DBSSSGSGXXX/0039123456', '0039123456', true],
  ['***', '0039123456', false],
  ['XXXXXXX456', '0039123456', true],
  ['164300', 'NL91ABNA0417164300', false],
  ['417164300', 'NL91ABNA0417164300', true],
])('a statement of %s is of the account %s: %s', (told, bankAccount, is) => {
  expect(isOf({ account: told }, { bankAccount })).toBe(is)
})
