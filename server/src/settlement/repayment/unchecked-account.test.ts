import { readFileSync } from 'node:fs'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let refs = 0
/** Money from an account on Elm's, and the company that counts as its payer. */
async function receive(payerAccount: string, rest: { payerName?: string; rawText?: string } = {}) {
  const { id } = await portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `FROM-${++refs}`,
      valueDate: openingDay,
      amount: `${1000 + refs}.00`,
      currency: 'USD',
      payerAccount,
      payerName: 'Dogwood Stores GmbH, treasury',
      rawText: '',
      ...rest,
    },
  })
  return id
}
const payerOf = (id: string) =>
  portal.look(async (tx) => {
    const { payerCompanyId } = await tx
      .selectFrom('collection')
      .select('payerCompanyId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return payerCompanyId
  })
const enter = (bankAccount: string) =>
  portal.ask(portal.seats.alderDirector, bankAccountChangeCalls.add, {
    body: {
      accountName: 'Alder Textiles Ltd',
      bankName: 'Bank of Tests',
      bankAccount,
      bankCode: 'BUKBGB22',
      currencies: ['USD'],
      purpose: 'COLLECTION',
    },
  })
const set = (id: string, to: { approval: 'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'; status?: 'ENABLE' | 'DISABLE' }) =>
  portal.look((tx) => tx.updateTable('bankAccount').set(to).where('id', '=', id).execute())

test('an account that nobody has checked, or that is switched off, makes its company the payer of nothing that comes from it', async () => {
  const number = '40029999'
  const { id } = await enter(number)
  for (const [approval, status] of [
    ['IN_APPROVE', 'DISABLE'],
    ['REJECTED', 'DISABLE'],
    ['REFUSED', 'DISABLE'],
    ['PASSED', 'DISABLE'],
  ] as const) {
    await set(id, { approval, status })
    expect(await payerOf(await receive(number))).toBeNull()
    // The name that the bank wrote is asked instead.
    expect(await payerOf(await receive(number, { payerName: 'Cedar Retail Inc' }))).toBe(portal.world.companies.cedar)
  }
  const { list } = await portal.ask(portal.seats.alderMaker, listCalls(collectionList).pageList, { body: {} })
  expect(list).toEqual([])
  await set(id, { approval: 'PASSED', status: 'ENABLE' })
  expect(await payerOf(await receive(number))).toBe(portal.world.companies.alder)
  // Nor does the same number, entered by somebody else, take the payer from the one whose account it is.
  await portal.look((tx) =>
    sql`insert into bank_account (id, company_id, account_name, bank_name, bank_account, bank_code, currency, approval)
      values (${newId()}, ${portal.world.companies.birch}, 'Birch', 'Bank', ${number}, 'BUKBGB22', 'USD', 'IN_APPROVE')`.execute(
      tx,
    ),
  )
  expect(await payerOf(await receive(number))).toBe(portal.world.companies.alder)
})

test('receipts that an unchecked account gave a payer lose it on an upgrade, those that are named otherwise keep it', async () => {
  const [unchecked, checked] = ['40028881', '40028882']
  await enter(unchecked)
  const { id } = await enter(checked)
  await set(id, { approval: 'PASSED' })
  const { alder, cedar } = portal.world.companies
  const { number } = await portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'ALDER' },
  })
  const byAccount = await receive(unchecked)
  const byCheckedAccount = await receive(checked)
  const byName = await receive(unchecked, { payerName: 'Alder Textiles Ltd' })
  const byNumber = await receive(unchecked, { rawText: `TRANSFER ${number}` })
  const used = await receive(unchecked)
  const ofAnother = await receive(unchecked, { payerName: 'Cedar Retail Inc' })
  await portal.look(async (tx) => {
    const ofAlder = [byAccount, byCheckedAccount, byName, byNumber, used]
    await tx
      .updateTable('collection')
      .set({ payerCompanyId: alder, matchReason: 'AMOUNT FO-1' })
      .where('id', 'in', ofAlder)
      .execute()
    await tx.updateTable('collection').set({ status: 'MATCHED' }).where('id', '=', used).execute()
  })
  const text = readFileSync(`${migrationsFolder()}/1310-payers-by-unchecked-accounts.sql`, 'utf8')
  await portal.asOwner((db) => sql.raw(text).execute(db))
  expect(await payerOf(byAccount)).toBeNull()
  for (const kept of [byCheckedAccount, byName, byNumber, used]) expect(await payerOf(kept)).toBe(alder)
  expect(await payerOf(ofAnother)).toBe(cedar)
  const reason = await portal.look((tx) =>
    tx.selectFrom('collection').select('matchReason').where('id', '=', byAccount).executeTakeFirstOrThrow(),
  )
  expect(reason.matchReason).toBeNull()
})
