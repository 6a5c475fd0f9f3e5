import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.fixture.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { isOf } from './account-of-statement.ts'

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
const book = async (
  text: string,
  {
    name,
    declared = [],
    bankAccountId = portal.world.accounts.elm,
  }: { name?: string; declared?: string[]; bankAccountId?: string } = {},
) =>
  portal.ask(portal.seats.settlement, repaymentCalls.importStatement, {
    body: { bankAccountId, fileKey: await fileOf(text, name), declared, acceptDifference: true },
  })
const statesOf = (answer: Awaited<ReturnType<typeof book>>) =>
  answer.rows.map(({ state, reason }) => [state, reason].filter(Boolean).join(' '))
const onDay = (text: string) => text.replaceAll('2026-01-02', openingDay)
const shortDay = openingDay.slice(2).replaceAll('-', '')

test('a list with columns that nobody knows is booked once a person has said that they say nothing', async () => {
  const list = `Date,Credit,Debit,Currency,Reference,Posting status\n${openingDay},501.00,,USD,DL-1,Pending\n${openingDay},,2.00,USD,DL-2,Booked\n`
  const open = await book(list)
  expect(open.toDeclare).toEqual({ columns: ['Posting status'], lines: [], unsigned: null })
  expect(statesOf(open)).toEqual(['FAULTY COLUMNS', 'OUT'])
  expect(statesOf(await book(list, { declared: ['Amount'] }))).toEqual(['FAULTY COLUMNS', 'OUT'])
  expect(statesOf(await book(list, { declared: ['Posting status', 'Reviewed'] }))).toEqual(['BOOKED', 'OUT'])
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

test('a list with lines between its bookings is booked once a person has said that they say nothing', async () => {
  const list = `Date,Amount,Currency,Reference\n${openingDay},+511.00,USD,DL-L1\nPayments made,,,\n${openingDay},+512.00,USD,DL-L2\n`
  const open = await book(list)
  expect(open.toDeclare).toEqual({ columns: [], lines: ['#3 Payments made'], unsigned: null })
  expect(statesOf(open)).toEqual(['FAULTY LINES', 'FAULTY LINES'])
  expect(statesOf(await book(list, { declared: ['#3 Payments made'] }))).toEqual(['BOOKED', 'BOOKED'])
})

test('a key declares nothing of a list: its program has not looked', async () => {
  const { settlement } = portal.seats
  const made = await portal.ask(settlement, apiKeyCalls.make, {
    body: { name: 'bank feed', permissions: ['repayment.management.add'], days: 9 },
  })
  const key = { ...settlement, token: shown(made.token) }
  const fileKey = (
    await uploadAs(portal, key, 'list.csv', Buffer.from(`Date,Amount,Currency,Reference\n${openingDay},+521.00,USD,DL-K1\n`))
  ).data.objectKey as string
  const send = (declared: string[]) =>
    portal.ask(key, repaymentCalls.importStatement, { body: { bankAccountId: portal.world.accounts.elm, fileKey, declared } })
  expect((await refusalOf(send(['Amount']))).error).toBe('FORBIDDEN')
  expect(statesOf(await send([]))).toEqual(['BOOKED'])
})

test('a list that names no account is not booked again on another account', async () => {
  const list = `Date,Amount,Currency,Reference,Payer\n${openingDay},+531.00,USD,DL-O1,Dogwood\n`
  expect(statesOf(await book(list))).toEqual(['BOOKED'])
  const { fir: other } = portal.world.accounts
  expect(statesOf(await book(list, { bankAccountId: other }))).toEqual(['FAULTY OTHER_ACCOUNT'])
  expect(statesOf(await book(list.replace('Dogwood', 'Cedar'), { bankAccountId: other }))).toEqual(['BOOKED'])
})

test('amounts without a sign are booked once a person has said that they came in', async () => {
  const list = `Date,Amount,Currency,Reference\n${openingDay},601.00,USD,DL-3\n`
  const open = await book(list)
  expect([open.toDeclare, statesOf(open)]).toEqual([{ columns: [], lines: [], unsigned: 'Amount' }, ['FAULTY UNSIGNED']])
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

describe('a line that an earlier statement of the file has is that line again', () => {
  const statementsOf = (...statements: string[]) =>
    onDay(
      statements
        .slice(1)
        .reduce(
          (file, more) => file.replace('</BkToCstmrStmt>', `${/<Stmt>.*<\/Stmt>/s.exec(more)![0]}</BkToCstmrStmt>`),
          statements[0]!,
        ),
    )
  const credit = (amount: string, rest: string) => camt('900.00', entry(amount, 'CRDT', rest), account)
  const payer = (name: string) => `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>`
  test.each([
    [
      'unless it was not final there',
      () => credit('33.10', '<AcctSvcrRef>DL-R1</AcctSvcrRef>').replace('>BOOK<', '>PDNG<'),
      () => credit('33.10', '<AcctSvcrRef>DL-R1</AcctSvcrRef>'),
      ['PENDING', 'BOOKED'],
    ],
    [
      'unless that statement is of another account',
      () => credit('33.20', '<AcctSvcrRef>DL-R2</AcctSvcrRef>').replace(account, '99999999999'),
      () => credit('33.20', '<AcctSvcrRef>DL-R2</AcctSvcrRef>'),
      ['FAULTY ACCOUNT', 'BOOKED'],
    ],
    [
      'unless another payer is told: a person looks',
      () => credit('33.30', `<NtryRef>DL-R3</NtryRef>${payer('Cedar')}`),
      () => credit('33.30', `<NtryRef>DL-R3</NtryRef>${payer('Birch')}`),
      ['BOOKED', 'FAULTY TWICE'],
    ],
    [
      'unless its reference only counts: a person looks',
      () => credit('33.40', '<NtryRef>1</NtryRef>'),
      () => credit('33.40', '<NtryRef>1</NtryRef>'),
      ['BOOKED', 'FAULTY TWICE'],
    ],
  ])('%s', async (_, first, second, states) => {
    expect(statesOf(await book(statementsOf(first(), second()), { name: 's.xml' }))).toEqual(states)
  })
})

test('an entry in another currency than its statement is faulty, and does not add up', async () => {
  const euros = camt('105.10', entry('5.00', 'CRDT').replace('Amt Ccy="USD"', 'Amt Ccy="EUR"'), account)
  const answer = await book(onDay(euros), { name: 'e.xml' })
  expect([answer.statements[0]?.addsUp, statesOf(answer)]).toEqual([false, ['FAULTY CURRENCY']])
})

test('a credit by which the bank takes a debit back is no receipt of a buyer', async () => {
  const back = `<AcctSvcrRef>DL-BACK</AcctSvcrRef><RvslInd>true</RvslInd>`
  expect(statesOf(await book(onDay(camt('177.00', entry('77.00', 'CRDT', back), account)), { name: 'b.xml' }))).toEqual([
    'FAULTY DEBIT_BACK',
  ])
  const mt = mt940('78,').replace(`C78,`, 'RD78,')
  expect(statesOf(await book(mt, { name: 'b.sta' }))).toEqual(['FAULTY DEBIT_BACK'])
  const recorded = { bankRef: 'DL-BACK', valueDate: openingDay, amount: '77.00', currency: 'USD' }
  await portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: { bankAccountId: portal.world.accounts.elm, ...recorded },
  })
  expect(statesOf(await book(onDay(camt('177.00', entry('77.00', 'CRDT', back), account)), { name: 'b.xml' }))).toEqual(['KNOWN'])
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
  ['05428 11101 000000123456', 'IT60X0542811101000000123456', true],
  ['0500013M02606', 'FR1420041010050500013M02606', true],
  ['450200051332', 'ES9121000418450200051332', true],
  ['37040044/532013000', 'DE89370400440532013000', true],
  ['1101000000123456', 'IT60X0542811101000000123456', true],
  ['98765432', 'GB82WEST12345698765432', true],
  ['12-34-56 98765432', 'GB82WEST12345698765432', true],
  ['765432', 'GB82WEST12345698765432', false],
  ['13000', 'DE89370400440532013000', false],
  ['2013000', 'DE89370400440532013000', false],
])('a statement of %s is of the account %s: %s', (told, bankAccount, is) => {
  expect(isOf({ account: told }, { bankAccount })).toBe(is)
})
