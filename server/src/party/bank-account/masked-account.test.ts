import { systemBankList } from '@usance/wire/bank-account/list'
import { listCalls } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { maskedAccount, maskedAccountOf } from './account-number.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each([
  ['80010001', '•••• 0001'],
  ['DE89370400440532013000', '•••• 3000'],
  ['DE89 3704 0044 0532 013 00 0', '•••• 3000'],
  ['', ''],
])('the number %j is masked as %j, in code and in SQL', async (number, masked) => {
  expect(maskedAccount(number)).toBe(masked)
  const { rows } = await portal.look((tx) =>
    sql<{ shown: string }>`select ${maskedAccountOf(sql`${number}::text`)} as shown`.execute(tx),
  )
  expect(rows[0]!.shown).toBe(masked)
})

test('the list of accounts masks their numbers as every other page does', async () => {
  const { list } = await portal.ask(portal.seats.operations, listCalls(systemBankList).pageList, { body: {} })
  expect(list!.length).toBeGreaterThan(0)
  for (const { bankAccount } of list!) expect(bankAccount).toMatch(/^•••• \S{4}$/)
})
