import { normalizeReference } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.fixture.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { isOf } from './account-of-statement.ts'
import { namesNumber } from './virtual-account.ts'

let portal: Portal
let account = ''
beforeAll(async () => {
  portal = await openPortal()
  account = await portal.look(
    async (tx) =>
      (
        await tx
          .selectFrom('bankAccount')
          .select('bankAccount')
          .where('id', '=', portal.world.accounts.elm)
          .executeTakeFirstOrThrow()
      ).bankAccount,
  )
})
afterAll(() => portal.close())

const fileOf = async (text: string, name = 'statement.xml') =>
  (await uploadAs(portal, portal.seats.settlement, name, Buffer.from(text))).data.objectKey as string
const body = (fileKey: string, rest: object = {}) =>
  ({ body: { bankAccountId: portal.world.accounts.elm, fileKey, ...rest } }) as never
const preview = (key: string) => portal.ask(portal.seats.settlement, repaymentCalls.previewStatement, body(key))
const book = (key: string, rest?: object) => portal.ask(portal.seats.settlement, repaymentCalls.importStatement, body(key, rest))
const shortDay = openingDay.slice(2).replaceAll('-', '')
const onDay = (text: string) => text.replaceAll('2026-01-02', openingDay)

describe('a bank statement that is imported', () => {
  test('books each credit once, says what it pays, and leaves the books in order', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay })
    const { orderNo } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    const named = `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>pays ${orderNo}</Ustrd></RmtInf></TxDtls></NtryDtls>`
    const text = onDay(camt('1299.80', entry('1200.00', 'CRDT', named) + entry('0.30', 'DBIT'), account))
    const key = await fileOf(text)
    expect((await preview(key)).counts).toMatchObject({ NEW: 1, OUT: 1, FAULTY: 0 })
    const booked = await book(key)
    expect(booked.counts).toMatchObject({ NEW: 0, BOOKED: 1 })
    expect(booked.rows[0]).toMatchObject({ state: 'BOOKED', amount: '1200.00', matchReason: `ORDER_NO ${orderNo}` })
    // The same statement from another download is the same money.
    expect((await book(await fileOf(`${text}\n`))).counts).toMatchObject({ BOOKED: 0, KNOWN: 1 })
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('sent twice at the same moment is booked by one request and known to the other', async () => {
    const list = `Date,Credit,Debit,Currency,Reference\n${openingDay},31.00,,USD,BOTH-1\n${openingDay},32.00,,USD,BOTH-2\n`
    const keys = [await fileOf(list, 'list.csv'), await fileOf(`${list}\n`, 'list.csv')]
    const answers = await Promise.all(keys.map((key) => book(key)))
    expect(answers.map(({ counts }) => [counts.BOOKED, counts.KNOWN, counts.FAULTY]).sort()).toEqual([
      [0, 2, 0],
      [2, 0, 0],
    ])
    const [first, second] = answers.map(({ rows }) => rows.map(({ no }) => no))
    expect(second).toEqual(first)
  })

  test('is booked where a purpose and a payer are longer than is kept, and the cut falls into a character', async () => {
    const [purpose, payer] = [`${'p'.repeat(498)}𠮷𠮷`, `${'n'.repeat(199)}𠮷`]
    const said = `<AcctSvcrRef>CUT-1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls></NtryDtls>`
    const key = await fileOf(onDay(camt('105.00', entry('5.00', 'CRDT', said), account)))
    const booked = await book(key, { acceptDifference: true })
    expect(booked.counts).toMatchObject({ BOOKED: 1 })
    expect(booked.rows[0]).toMatchObject({ text: 'p'.repeat(498), payerName: 'n'.repeat(199) })
  })

  test('is stopped when it does not add up, unless the difference is accepted', async () => {
    const key = await fileOf(onDay(camt('100.00', entry('5.00', 'CRDT', '<AcctSvcrRef>B2</AcctSvcrRef>'), account)))
    expect((await refusalOf(book(key))).data).toMatchObject({ fields: [{ message: 'STATEMENT_BALANCE' }] })
    expect((await book(key, { acceptDifference: true })).counts.BOOKED).toBe(1)
  })

  test('of another account, in another currency or from the future books nothing and says why', async () => {
    const other = onDay(camt('101.10', entry('1.00', 'CRDT'), '99999999999'))
    expect((await book(await fileOf(other))).rows[0]).toMatchObject({ state: 'FAULTY', reason: 'ACCOUNT' })
    const list = `Date,Credit,Debit,Currency,Reference\n${openingDay},5.00,,XAF,R1\n2099-01-01,6.00,,USD,R2\n${openingDay},7.00,,USD,R3\n`
    const { rows } = await book(await fileOf(list, 'list.csv'))
    expect(rows.map(({ state, reason }) => reason ?? state)).toEqual(['CURRENCY', 'FUTURE', 'BOOKED'])
    expect((await refusalOf(preview(await fileOf('no statement at all', 'a.csv')))).data).toMatchObject({
      error: 'FILE_UNREADABLE',
    })
  })

  test('as a list of two tables, or one that names another account, is refused with the row', async () => {
    const heading = 'Date,Credit,Debit,Currency,Reference'
    const line = `${openingDay},100.00,,USD,TT-1`
    const told = async (...rows: string[]) => (await refusalOf(book(await fileOf(rows.join('\n'), 'list.csv')))).data
    const other = 'Date,Debit,Credit,Currency,Reference'
    expect(await told(heading, line, '', other, line)).toEqual({ error: 'LIST_OF_TWO_TABLES', first: 1, second: 4 })
    const foreign = (row: number) => ({ error: 'LIST_OF_OTHER_ACCOUNT', row, account: '99999999' })
    expect(await told('Account number,99999999', heading, line)).toEqual(foreign(1))
    expect(await told('账号：99999999', heading, line)).toEqual(foreign(1))
    expect(await told(heading, line, 'Account: 99999999')).toEqual(foreign(3))
    expect(await told(`${heading},Account`, `${line},${account}`, `${line},99999999`)).toEqual(foreign(3))
    const own = [
      `Account: ${account} USD`,
      `卡号: ***${account.slice(-3)}`,
      heading,
      line,
      heading,
      `${openingDay},101.00,,USD,TT-2`,
    ]
    const { rows } = await book(await fileOf(own.join('\n'), 'list.csv'))
    expect(rows.map(({ state, reason }) => reason ?? state)).toEqual(['BOOKED', 'BOOKED'])
  })

  test('as XML books an entry only where its status says that it is booked', async () => {
    const state = async (status: string) => {
      const one = entry('5.10', 'CRDT', '<AcctSvcrRef>ST-1</AcctSvcrRef>').replace('<Sts><Cd>BOOK</Cd></Sts>', status)
      const [row] = (await preview(await fileOf(onDay(camt('105.20', one, account))))).rows
      return row!.reason ?? row!.state
    }
    for (const status of ['<Sts><Prtry>PENDING</Prtry></Sts>', '<Sts><Prtry>NOTBOOKED</Prtry></Sts>', '<Sts/>', ''])
      expect([status, await state(status)]).toEqual([status, 'STATUS'])
    expect(await state('<Sts><Cd>PDNG</Cd></Sts>')).toBe('PENDING')
    expect(await state('<Sts>BOOK</Sts>')).toBe('NEW')
  })

  test('books no payment that comes back: it is recorded at the payment, and a line of it is known from then on', async () => {
    const { orderId, payment } = await aFundedOrder(portal)
    const { no, amount } = await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: payment.id } })
    const back = (reference: string, paid = amount) => `${openingDay},${paid},,USD,${reference},return of ${no} AC04\n`
    const lines = async (...rows: string[]) =>
      (await book(await fileOf(`Date,Credit,Debit,Currency,Reference,Description\n${rows.join('')}`, 'list.csv'))).rows
    expect(await lines(back('RTN-1'))).toMatchObject([{ state: 'FAULTY', reason: 'PAYMENT_BACK', no }])
    await portal.ask(portal.seats.settlement3, paymentCalls.takeBack, {
      body: { id: payment.id, returnedOn: openingDay, reason: 'AC04' },
    })
    // Of another sum that names the payment a person says what it is.
    const told = await lines(back('RTN-1'), back('RTN-2', '12.00'))
    expect(told.map(({ state, reason }) => reason ?? state)).toEqual(['KNOWN', 'PAYMENT_NAMED'])
    expect((await portal.ask(portal.seats.settlement, financeOrderCalls.detail, { query: { id: orderId } })).status).toBe(
      'RIGHT_CONFIRMED',
    )
    expect(await brokenLaws(portal)).toEqual([])
  })

  test('books a collective entry once, whether a file tells its parts or its sum', async () => {
    const part = (no: string, amount: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${no}</AcctSvcrRef></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`
    const parts = (entryRef: string, first: string) =>
      `<AcctSvcrRef>${entryRef}</AcctSvcrRef><NtryDtls>${part(first, '1000.00')}${part(`${first}B`, '2000.00')}</NtryDtls>`
    const told = async (text: string) => (await book(await fileOf(onDay(camt('3100.10', text, account))))).rows
    const states = async (text: string) => (await told(text)).map(({ state, reason }) => reason ?? state)
    const whole = (entryRef: string) => entry('3000.00', 'CRDT', `<AcctSvcrRef>${entryRef}</AcctSvcrRef>`)
    expect(await states(entry('3000.00', 'CRDT', parts('COLL901', 'PART-1')))).toEqual(['BOOKED', 'BOOKED'])
    expect(await states(whole('COLL901'))).toEqual(['REFERENCE'])
    expect(await states(whole('COLL902'))).toEqual(['BOOKED'])
    expect(await states(entry('3000.00', 'CRDT', parts('COLL902', 'PART-2')))).toEqual(['REFERENCE', 'REFERENCE'])
  })

  test.each([
    ['with a space', 'COLL 911', 'COLL 911', '3000.00', openingDay],
    ['written otherwise', 'COLL-912', 'coll912', '3000.00', openingDay],
    ['of the day after', 'COLL913', 'COLL913', '3000.00', addDays(openingDay, -1)],
    ['less a debit that is no part of the receipts', 'COLL914', 'COLL914', '2900.00', openingDay],
  ])('knows a collective entry by the reference that its parts keep: %s', async (_, inParts, inOneSum, sum, wholeDay) => {
    const part = (no: string, amount: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${no}</AcctSvcrRef></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`
    const first = `P${normalizeReference(inParts)}`
    const details = `<AcctSvcrRef>${inParts}</AcctSvcrRef><NtryDtls>${part(`${first}A`, '1000.00')}${part(`${first}B`, '2000.00')}</NtryDtls>`
    const states = async (text: string) =>
      (await book(await fileOf(text), { acceptDifference: true })).rows.map(({ state, reason }) => reason ?? state)
    expect(await states(onDay(camt('3100.10', entry('3000.00', 'CRDT', details), account)))).toEqual(['BOOKED', 'BOOKED'])
    const whole = entry(sum, 'CRDT', `<AcctSvcrRef>${inOneSum}</AcctSvcrRef>`)
    const text = onDay(camt('3100.10', whole, account)).replaceAll(openingDay, wholeDay)
    expect(await states(text)).toEqual(['REFERENCE'])
  })

  test('does not take a payment for known whose payer is another one, though reference, day and amount are alike', async () => {
    const told = async (payer: string) =>
      (
        await book(
          await fileOf(`Date,Credit,Debit,Currency,Reference,Payer\n${openingDay},6400.00,,USD,INV-77,${payer}`, 'list.csv'),
        )
      ).rows[0]!
    const { no } = await told('Northgate Distribution Inc')
    expect(await told('NORTHGATE DISTR')).toMatchObject({ state: 'KNOWN', no })
    expect(await told('Southgate Ltd')).toMatchObject({ state: 'FAULTY', reason: 'REFERENCE', no })
  })

  test('keeps the parts of a collective entry apart from what the bank calls by its reference and a figure', async () => {
    const part = (amount: string) => `<TxDtls><Amt Ccy="USD">${amount}</Amt></TxDtls>`
    const parts = `<AcctSvcrRef>SUM801</AcctSvcrRef><NtryDtls>${part('110.00')}${part('220.00')}</NtryDtls>`
    const states = async (text: string) =>
      (await book(await fileOf(onDay(camt('430.10', text, account))), { acceptDifference: true })).rows.map(
        ({ state, reason }) => reason ?? state,
      )
    expect(await states(entry('330.00', 'CRDT', parts))).toEqual(['BOOKED', 'BOOKED'])
    expect(await states(entry('550.00', 'CRDT', '<AcctSvcrRef>SUM8011</AcctSvcrRef>'))).toEqual(['BOOKED'])
    expect(await states(`${entry('330.00', 'CRDT', parts)}\n`)).toEqual(['KNOWN', 'KNOWN'])
    const mt940 = `:20:A\n:25:${account}\n:28C:7/1\n:60F:C${shortDay}USD0,\n:61:${shortDay}C330,00NTRFNONREF//SUM801\n:61:${shortDay}C550,NTRFNONREF//SUM8011\n-`
    const told = (await book(await fileOf(mt940, 'statement.sta'))).rows
    expect(told.map(({ state, reason }) => reason ?? state)).toEqual(['REFERENCE', 'KNOWN'])
    // An earlier version booked a part under its place alone.
    await portal.look((tx) =>
      tx
        .updateTable('collection')
        .set({ bankRef: 'SUM801/2', refKey: 'SUM8012' })
        .where('bankRef', 'like', 'SUM801/2-%')
        .execute(),
    )
    expect(await states(`${entry('330.00', 'CRDT', parts)}\n\n`)).toEqual(['KNOWN', 'KNOWN'])
    expect((await book(await fileOf(`${mt940}\n`, 'statement.sta'))).rows[0]!.reason).toBe('REFERENCE')
  })

  test('is known where a version that read no remarks booked it, and a remark names the order that it pays', async () => {
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay })
    const { orderNo } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    // Without its remark an entry has the reference that the earlier version made of it.
    const text = (amount: string, remark: string) =>
      onDay(camt('1', entry(amount, 'CRDT', `<NtryDtls><TxDtls>${remark}</TxDtls></NtryDtls>`), account))
    const remark = `<RmtInf><Strd><RfrdDocInf><Nb>${orderNo}</Nb></RfrdDocInf></Strd></RmtInf>`
    const bookOne = async (amount: string, said: string) =>
      (await book(await fileOf(text(amount, said)), { acceptDifference: true })).rows[0]!
    expect(await bookOne('61.07', '')).toMatchObject({ state: 'BOOKED' })
    expect(await bookOne('61.07', remark)).toMatchObject({ state: 'KNOWN' })
    expect(await bookOne('61.08', remark)).toMatchObject({ state: 'BOOKED', matchReason: `ORDER_NO ${orderNo}` })
    expect(await bookOne('61.08', `${remark}\n`)).toMatchObject({ state: 'KNOWN' })
  })

  test('books no payment without a reference again because one file remarks on it and another does not', async () => {
    const said = (amount: string, remark: string) =>
      entry(amount, 'CRDT', `<NtryDtls><TxDtls><RmtInf><Ustrd>rent</Ustrd></RmtInf>${remark}</TxDtls></NtryDtls>`)
    const remark = '<AddtlTxInf>first half</AddtlTxInf>'
    const statement = (entries: string) => onDay(camt('1', entries, account))
    const report = (entries: string) =>
      statement(entries)
        .replaceAll('camt.053', 'camt.052')
        .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
        .replaceAll('Stmt>', 'Rpt>')
    const bookAll = async (text: string) => {
      const { rows } = await book(await fileOf(text), { acceptDifference: true })
      return rows.map(({ state, no }) => ({ state, no }))
    }
    // The same texts as an earlier version read of two equal payments, of which the first has a remark.
    const both = await bookAll(statement(said('61.09', '').repeat(2)))
    expect(both.map(({ state }) => state)).toEqual(['BOOKED', 'BOOKED'])
    const known = both.map(({ no }) => ({ state: 'KNOWN', no }))
    expect(await bookAll(statement(said('61.09', remark) + said('61.09', '')))).toEqual(known)
    const [ofReport] = await bookAll(report(said('61.10', remark)))
    expect(ofReport).toMatchObject({ state: 'BOOKED' })
    expect(await bookAll(statement(said('61.10', '')))).toEqual([{ ...ofReport, state: 'KNOWN' }])
  })

  test('says at which receipt it is recorded that the bank took it back', async () => {
    const lines = async (row: string) =>
      (await book(await fileOf(`Date,Credit,Debit,Currency,Reference\n${row}`, 'list.csv'))).rows[0]!
    const { no } = await lines(`${openingDay},4000.00,,USD,RV-4000`)
    expect(await lines(`${openingDay},,4000.00,USD,RV-4000`)).toMatchObject({ state: 'FAULTY', reason: 'RECEIPT_BACK', no })
    expect(await lines(`${openingDay},,4000.01,USD,RV-4000`)).toMatchObject({ state: 'OUT' })
  })

  test.each([
    ['camt.053', () => onDay(camt('101.10', entry('1.00', 'CRDT', '<AcctSvcrRef>NA-1</AcctSvcrRef>'), ''))],
    [
      'MT940',
      () => `:20:A\n:28C:7/1\n:60F:C${shortDay}USD1,00\n:61:${shortDay}C1,00NTRFNONREF//NA-2\n:62F:C${shortDay}USD2,00\n-`,
    ],
  ])('as %s without an account number is refused', async (_, text) => {
    const key = await fileOf(text())
    expect((await refusalOf(preview(key))).error).toBe('STATEMENT_OF_NO_ACCOUNT')
    expect((await refusalOf(book(key))).error).toBe('STATEMENT_OF_NO_ACCOUNT')
  })

  test.each([
    ['DE99/736362323', true],
    ['10010010 0736362323USD', true],
    ['736362323', true],
    ['XXXXX2323', true],
    ['XXXXX2324', false],
    ['DE99/7363623239', false],
    ['1736362323', false],
    ['73636232', false],
  ])('that names the account %s is of 736362323: %s', (told, is) => {
    expect(isOf({ account: told }, { bankAccount: '736-362-323' })).toBe(is)
  })

  test('that names the number within an own IBAN is of that account', () => {
    const bankAccount = 'GB29 NWBK 6016 1331 9268 19'
    expect([isOf({ account: '31926819' }, { bankAccount }), isOf({ account: '31926818' }, { bankAccount })]).toEqual([
      true,
      false,
    ])
  })

  test('knows the payer by its virtual account, whoever sent the money', async () => {
    const { settlement, cedarMaker, birchMaker } = portal.seats
    const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: openingDay })
    const buyer = await portal.look((tx) =>
      tx
        .selectFrom('financeOrder as o')
        .innerJoin('company as c', 'c.id', 'o.buyerId')
        .select('c.code')
        .where('o.id', '=', orderId)
        .executeTakeFirstOrThrow(),
    )
    const add = () =>
      portal.ask(settlement, repaymentCalls.addVirtualAccount, {
        body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: buyer.code },
      })
    const { number } = await add()
    expect((await refusalOf(add())).data).toMatchObject({ fields: [{ message: 'ALREADY_EXISTS' }] })
    const list = `Date,Credit,Debit,Currency,Reference,Payer,Description\n${openingDay},9.00,,USD,V1,Somebody Else,for ${number.replaceAll('-', ' ')}\n`
    const { rows } = await book(await fileOf(list, 'virtual.csv'))
    expect(rows[0]!.matchReason).toMatch(/^VIRTUAL_ACCOUNT /)
    const seen = async (seat: typeof settlement) =>
      (await portal.ask(seat, repaymentCalls.virtualAccounts, { body: {} })).rows.map((row) => [row.number, row.received])
    expect(await seen(settlement)).toEqual([[number, 1]])
    expect([await seen(cedarMaker), await seen(birchMaker)]).toEqual([[[number, 1]], []])
  })
})

test('a virtual account number counts as words of its own alone', () => {
  const number = 'VA-2026-000001'
  for (const text of [
    'for VA-2026-000001',
    'va 2026 000001',
    'INV.9/VA2026000001.',
    '货款VA2026000001',
    'SVWZ+ZahlungVA-2026-000001ABWA+Muster',
    'VA-2026-00 0001',
  ])
    expect([text, namesNumber(text, number)]).toEqual([text, true])
  for (const text of ['Invoice NOVA-2026-000001', 'VA-2026-0000017', 'VA-2026-00000', '1VA2026000001', 'VA 2026 0000012'])
    expect([text, namesNumber(text, number)]).toEqual([text, false])
})
