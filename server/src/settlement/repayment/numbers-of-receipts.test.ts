import { readFileSync } from 'node:fs'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { aReceipt } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

// A receipt keeps the virtual account on which it came in.
let portal: Portal
let cedars: { id: string; number: string }
beforeAll(async () => {
  portal = await openPortal()
  cedars = await portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'CEDAR' },
  })
})
afterAll(() => portal.close())

const received = async () =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.virtualAccounts, { body: {} })).rows.find(
    ({ id }) => id === cedars.id,
  )!.received
const numberOf = (id: string) =>
  portal.look(
    async (tx) =>
      (await tx.selectFrom('collection').select('virtualAccountId').where('id', '=', id).executeTakeFirstOrThrow())
        .virtualAccountId,
  )

test('a virtual account has received what came in on it, and no other transfer of its payer to the same bank account', async () => {
  const before = await received()
  const through = await aReceipt(portal, '410.00', { rawText: `TRANSFER ${cedars.number}` })
  const beside = await aReceipt(portal, '420.00', { payerName: 'Cedar Retail Inc', rawText: 'INVOICE 12' })
  const payers = await portal.look((tx) =>
    tx.selectFrom('collection').select('payerCompanyId').where('id', 'in', [through.id, beside.id]).execute(),
  )
  expect(payers.map((row) => row.payerCompanyId)).toEqual([portal.world.companies.cedar, portal.world.companies.cedar])
  expect(await received()).toBe(before + 1)
  expect([await numberOf(through.id), await numberOf(beside.id)]).toEqual([cedars.id, null])
})

test('earlier receipts take the one number that their text names as words of its own', async () => {
  const dogwoods = await portal.ask(portal.seats.settlement, repaymentCalls.addVirtualAccount, {
    body: { bankAccountId: portal.world.accounts.elm, payerCompanyCode: 'DOGWOOD' },
  })
  const signs = cedars.number.replaceAll('-', '')
  const texts: [string, string | null][] = [
    [`for ${cedars.number.replaceAll('-', ' ').toLowerCase()}`, cedars.id],
    [`INV.9/${signs}.`, cedars.id],
    [`SVWZ+Zahlung${cedars.number}ABWA+Muster`, cedars.id],
    [`PayFor${dogwoods.number}`, dogwoods.id],
    [`${signs}1`, null],
    [`X${signs}`, null],
    [`${cedars.number} ${dogwoods.number}`, null],
    ['nothing', null],
  ]
  const made: string[] = []
  for (const [index, [rawText]] of texts.entries()) made.push((await aReceipt(portal, `${500 + index}.00`, { rawText })).id)
  const kept = () => Promise.all(made.map(numberOf))
  expect(await kept()).toEqual(texts.map(([, number]) => number))
  await portal.look((tx) => tx.updateTable('collection').set({ virtualAccountId: null }).where('id', 'in', made).execute())
  const text = readFileSync(`${migrationsFolder()}/1317-numbers-of-receipts.sql`, 'utf8')
  const backfill = text.slice(text.indexOf('create function'), text.indexOf('create or replace'))
  await portal.asOwner((db) => sql.raw(backfill).execute(db))
  expect(await kept()).toEqual(texts.map(([, number]) => number))
})
