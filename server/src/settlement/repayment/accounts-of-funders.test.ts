import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const receipt = (bankAccountId: string) => ({
  bankAccountId,
  bankRef: 'IN-OF-NOBODY',
  valueDate: openingDay,
  amount: '1234.56',
  currency: 'USD',
})

test('money that came in is recorded on accounts of funders alone; any other account is like a missing one', async () => {
  const { accounts } = portal.world
  const record = (bankAccountId: string) =>
    refusalOf(portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, { body: receipt(bankAccountId) }))
  const ofSupplier = await record(accounts.alder)
  expect(ofSupplier).toMatchObject({ code: 404, error: 'NOT_FOUND' })
  expect(await record(newId())).toEqual(ofSupplier)
  const virtual = portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: accounts.alder, payerCompanyCode: 'CEDAR' },
  })
  expect((await refusalOf(virtual)).error).toBe('NOT_FOUND')
})

test('a receipt that names its funder is recorded on an account of that funder alone', async () => {
  const { elm } = portal.world.accounts
  const record = (funderCode: string) =>
    portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
      body: { ...receipt(elm), bankRef: 'IN-FOR-ELM', funderCode },
    })
  const other = { field: 'bankAccountId', message: 'ACCOUNT_OF_OTHER_FUNDER' }
  for (const code of ['FIR', 'ALDER', 'NOBODY']) expect((await refusalOf(record(code))).data.fields).toMatchObject([other])
  expect(await record('ELM')).toMatchObject({ status: 'RECEIVED' })
})

test('an account for payments takes no receipt, has no number for a payer and is not offered for either', async () => {
  const { elm } = portal.world.accounts
  const { settlement } = portal.seats
  const intend = (purpose: 'PAYMENT' | 'COLLECTION' | 'BOTH') =>
    portal.look((tx) => tx.updateTable('bankAccount').set({ purpose }).where('id', '=', elm).execute())
  const offered = async () =>
    (await portal.ask(settlement, repaymentCalls.accounts, { body: {} })).accounts.map(({ id }) => id).includes(elm)
  const refusal = { field: 'bankAccountId', message: 'ACCOUNT_FOR_PAYMENTS' }
  await intend('PAYMENT')
  const recorded = await refusalOf(portal.ask(settlement, repaymentCalls.recordReceipt, { body: receipt(elm) }))
  expect(recorded.data.fields).toMatchObject([refusal])
  const numbered = portal.ask(settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: elm, payerCompanyCode: 'CEDAR' },
  })
  expect((await refusalOf(numbered)).data.fields).toMatchObject([refusal])
  expect(await offered()).toBe(false)
  await intend('COLLECTION')
  expect(await offered()).toBe(true)
  expect(await portal.ask(settlement, repaymentCalls.recordReceipt, { body: receipt(elm) })).toMatchObject({ status: 'RECEIVED' })
})

test('a number on an account of a funder is for a supplier or a buyer, and never for a funder, the platform or whose account it is', async () => {
  const { accounts, companies } = portal.world
  const platform = await portal.look((tx) =>
    tx.selectFrom('company').select('code').where('id', '=', companies.platform).executeTakeFirstOrThrow(),
  )
  const open = (payerCompanyCode: string) =>
    portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
      body: { bankAccountId: accounts.elm, payerCompanyCode },
    })
  const refused = { fields: [{ field: 'payerCompanyCode', message: 'NOT_A_PAYER' }] }
  for (const code of ['ELM', 'FIR', platform.code]) expect((await refusalOf(open(code))).data).toMatchObject(refused)
  const supplying = [companies.elm, companies.fir].map((companyId) => ({ id: newId(), companyId, role: 'SUPPLIER' as const }))
  await portal.look((tx) => tx.insertInto('companyRole').values(supplying).execute())
  // A funder sells to another funder, and not to itself.
  expect((await refusalOf(open('ELM'))).data).toMatchObject(refused)
  for (const code of ['FIR', 'ALDER', 'DOGWOOD']) expect((await open(code)).number).toMatch(/^VA/)
})

test('the database refuses a receipt on an account that is no account of its funder, and a funder that is none', async () => {
  const { accounts, companies } = portal.world
  const insert = (funder: string, account: string) =>
    portal.look((tx) =>
      sql`insert into collection (id, no, bank_account_id, funder_id, bank_ref, value_date, amount, currency)
        values (${newId()}, ${newId()}, ${account}, ${funder}, ${newId()}, ${openingDay}, 1, 'USD')`.execute(tx),
    )
  await expect(insert(companies.elm, accounts.alder)).rejects.toThrow('collection_account_of_funder')
  await expect(insert(companies.alder, accounts.alder)).rejects.toThrow('collection_of_funder')
})
