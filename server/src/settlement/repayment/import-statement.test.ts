import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.ts'
import { aFundedOrder, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

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
    // Another sum that names the payment is money of its own.
    const told = await lines(back('RTN-1'), back('RTN-2', '12.00'))
    expect(told.map(({ state }) => state)).toEqual(['KNOWN', 'BOOKED'])
    expect((await portal.ask(portal.seats.settlement, financeOrderCalls.detail, { query: { id: orderId } })).status).toBe(
      'RIGHT_CONFIRMED',
    )
    expect(await brokenLaws(portal)).toEqual([])
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
