import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt, entry } from '../../bank-statement/sample-statement.fixture.ts'
import { addBankAccount } from '../../party/company/register.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { sendProviderMessage } from '../../testing/provider-message.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'
import { sameAccounts } from './rows-of-account.ts'

// A funder whose bank code was corrected had a second row for its account, and what had come in on the first one was booked again.

let portal: Portal
let number = ''
let corrected = ''
let elsewhere = ''
beforeAll(async () => {
  portal = await openPortal()
  const { elm } = portal.world.accounts
  await portal.look(async (tx) => {
    const row = await tx.selectFrom('bankAccount').selectAll().where('id', '=', elm).executeTakeFirstOrThrow()
    number = row.bankAccount
    const { companyId, accountName, bankName, bankAccount, currency } = row
    const again = { companyId, accountName, bankName, bankNameEn: bankName, bankAccount, currency }
    corrected = await addBankAccount(tx, { ...again, bankCode: `${row.bankCode.slice(0, 8)}300` })
    elsewhere = await addBankAccount(tx, { ...again, bankCode: 'OTHRSGSG' })
    await tx.updateTable('bankAccount').set({ replacesId: elm }).where('id', '=', corrected).execute()
    await tx.updateTable('bankAccount').set({ status: 'DISABLE' }).where('id', '=', elm).execute()
  })
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const book = async (bankAccountId: string, text: string, name = 'statement.xml') => {
  const { data } = await uploadAs(portal, portal.seats.settlement, name, Buffer.from(text))
  const body = { bankAccountId, fileKey: data.objectKey as string, acceptDifference: true }
  return (await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })).rows
}
const statement = (entries: string) => camt('1', entries, number).replaceAll('2026-01-02', openingDay)
const credit = (amount: string, reference: string) => entry(amount, 'CRDT', `<AcctSvcrRef>${reference}</AcctSvcrRef>`)
const told = async (bankAccountId: string, text: string, name?: string) =>
  (await book(bankAccountId, text, name)).map(({ state, reason, no }) => [reason ?? state, no])
const record = (bankAccountId: string, bankRef: string) =>
  portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: { bankAccountId, bankRef, valueDate: openingDay, amount: '70.00', currency: 'USD' },
  })

describe('of an account that was entered again with a corrected bank code', () => {
  test('a statement knows the receipts of the row before, and books the others', async () => {
    const { elm } = portal.world.accounts
    const [first] = await book(elm, statement(credit('10.00', 'HALF-1')))
    const month = statement(credit('10.00', 'HALF-1') + credit('20.00', 'HALF-2'))
    const [known, booked] = await told(corrected, month)
    expect(known).toEqual(['KNOWN', first!.no])
    expect(booked![0]).toBe('BOOKED')
    expect(await told(elm, `${month}\n`)).toEqual([known, ['KNOWN', booked![1]]])
  })

  test('a statement knows a collective entry whose parts stand in the row before', async () => {
    const part = (no: string, amount: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${no}</AcctSvcrRef></Refs><Amt Ccy="USD">${amount}</Amt></TxDtls>`
    const parts = `<AcctSvcrRef>ALL-1</AcctSvcrRef><NtryDtls>${part('P-1', '1.00')}${part('P-2', '2.00')}</NtryDtls>`
    await book(portal.world.accounts.elm, statement(entry('3.00', 'CRDT', parts)))
    expect((await told(corrected, statement(credit('3.00', 'ALL-1'))))[0]![0]).toBe('REFERENCE')
    // A list has no parts: what names the entry and adds up to it is the entry.
    const list = (rows: string) => `Account: ${number}\nDate,Credit,Debit,Currency,Reference,Description\n${rows}`
    const rows = `${openingDay},41.00,,USD,L-1,of BULK77\n${openingDay},42.00,,USD,L-2,of BULK77\n`
    await book(portal.world.accounts.elm, list(rows), 'list.csv')
    const sum = await told(corrected, list(`${openingDay},83.00,,USD,BULK77,both\n`), 'list.csv')
    expect(sum[0]![0]).toBe('REFERENCE')
  })

  test('a receipt is refused by the reference of one in the row before, and one alike is named', async () => {
    const first = await record(portal.world.accounts.elm, 'BY-HAND')
    const { data } = await refusalOf(record(corrected, 'by hand'))
    expect(data.fields).toMatchObject([{ field: 'bankRef', message: 'BANK_REF_DUPLICATE' }])
    expect((await record(corrected, 'OTHER-REF')).maybeSameAs?.id).toBe(first.id)
  })

  test('of two receipts that are recorded at the same moment in its two rows one is refused', async () => {
    const both = await Promise.allSettled([record(portal.world.accounts.elm, 'MOMENT'), record(corrected, 'MOMENT')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a line that names a number of the row before is its payer’s, and came in on that number', async () => {
    const { elm } = portal.world.accounts
    const { settlement } = portal.seats
    await portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'ENABLE' }).where('id', '=', elm).execute())
    const virtual = await portal.ask(settlement, repaymentCalls.addVirtualAccount, {
      body: { bankAccountId: elm, payerCompanyCode: 'DOGWOOD' },
    })
    await portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'DISABLE' }).where('id', '=', elm).execute())
    const facts = { valueDate: openingDay, currency: 'USD', rawText: `TRANSFER ${virtual.number}` }
    const received = async (bankAccountId: string, bankRef: string) => {
      const { id } = await portal.ask(settlement, repaymentCalls.recordReceipt, {
        body: { ...facts, bankAccountId, bankRef, amount: '91.00' },
      })
      return portal.look((tx) =>
        tx.selectFrom('collection').select(['payerCompanyId', 'virtualAccountId']).where('id', '=', id).executeTakeFirst(),
      )
    }
    const { dogwood } = portal.world.companies
    expect(await received(corrected, 'ON-NUMBER')).toEqual({ payerCompanyId: dogwood, virtualAccountId: virtual.id })
    const { rows } = await portal.ask(settlement, repaymentCalls.virtualAccounts, { body: {} })
    expect(rows.find(({ id }) => id === virtual.id)?.received).toBe(1)
    expect(await received(elsewhere, 'ELSEWHERE')).toEqual({ payerCompanyId: null, virtualAccountId: null })
  })

  test('a deposit of the provider on a number of the row before is known to its statement', async () => {
    const { elm } = portal.world.accounts
    const { settlement } = portal.seats
    await portal.look((tx) => tx.updateTable('bankAccount').set({ status: 'ENABLE' }).where('id', '=', elm).execute())
    const virtual = await portal.ask(settlement, repaymentCalls.addVirtualAccount, {
      body: { bankAccountId: elm, payerCompanyCode: 'CEDAR' },
    })
    const facts = { virtualAccount: virtual.number, amount: '55.00', currency: 'USD', bankRef: 'VIA-1', valueDate: openingDay }
    const raw = JSON.stringify({ id: 'evt-via', name: 'deposit.settled', data: facts })
    const response = await sendProviderMessage(portal, raw)
    expect(response.json().data.status).toBe('DONE')
    expect((await told(corrected, statement(credit('55.00', 'VIA-1'))))[0]![0]).toBe('KNOWN')
  })

  test('an account of the same number at another bank has receipts of its own', async () => {
    const entries = statement(credit('60.00', 'APART-1'))
    const [first] = await told(corrected, entries)
    const [second] = await told(elsewhere, `${entries}\n`)
    expect([first![0], second![0], first![1] === second![1]]).toEqual(['BOOKED', 'BOOKED', false])
  })
})

const own = { id: 'own', bankAccount: '0736-362-323', bankCode: 'BKCHCNBJ', replacesId: null }
const iban = 'DE02120300000000202051'

test.each([
  ['a corrected branch', own, { bankCode: 'BKCHCNBJ300' }, true],
  ['another spelling of number and code', own, { bankAccount: '736362323', bankCode: 'bkchcnbjxxx' }, true],
  ['another bank', own, { bankCode: 'ICBKCNBJ' }, false],
  ['another bank, entered in its place', own, { bankCode: 'ICBKCNBJ', replacesId: 'own' }, true],
  ['another number, entered in its place', own, { bankAccount: '736362324', replacesId: 'own' }, false],
  ['a code that is none of a bank', own, { bankCode: '104100000004' }, true],
  ['the IBAN of the number', { ...own, bankAccount: '202051', bankCode: 'BYLADEM1' }, { bankAccount: iban }, true],
  ['the number of the IBAN', { ...own, bankAccount: iban }, { bankAccount: '0000202051' }, true],
  ['the same IBAN with another code', { ...own, bankAccount: iban }, { bankCode: 'BYLADEM1001' }, true],
  [
    'the IBAN of the number at another bank',
    { ...own, bankAccount: '202051' },
    { bankAccount: iban, bankCode: 'ICBKCNBJ' },
    false,
  ],
])('an account and %s: one account or not', (_, first, change, isOne) => {
  const second = { ...first, id: 'second', ...change }
  expect(sameAccounts(first, [first, second])).toEqual(isOne ? [first, second] : [first])
  expect(sameAccounts(second, [first, second])).toEqual(isOne ? [second, first] : [second])
})

test('what is the same as the same is the same, but never another IBAN', () => {
  const first = { ...own, bankCode: 'ICBKCNBJ' }
  const second = { ...own, id: 'second', replacesId: 'own' }
  const third = { ...own, id: 'third', bankCode: 'BKCHCNBJ300' }
  expect(sameAccounts(first, [third, second, first]).map(({ id }) => id)).toEqual(['own', 'second', 'third'])
  const local = { ...own, id: 'local', bankAccount: '202051' }
  const ibans = [iban, 'DE68370400440000202051'].map((bankAccount) => ({ ...own, id: bankAccount, bankAccount }))
  expect(sameAccounts(ibans[0]!, [local, ...ibans]).map(({ id }) => id)).toEqual([iban, 'local'])
})
