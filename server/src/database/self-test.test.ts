import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { proveRowLevelSecurity } from './self-test.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each([
  ['a company', 'company_id uuid'],
  ['a buyer', 'main_buyer_id uuid'],
  ['a funder by another name', 'lender uuid references company (id)'],
])('a table that names %s and has no row-level security stops the start', async (_, column) => {
  await portal.asOwner((db) => sql.raw(`create table stray (id uuid, ${column})`).execute(db))
  await expect(proveRowLevelSecurity(portal.app.db)).rejects.toThrow('Tables without row-level security: stray.')
  await portal.asOwner((db) => sql.raw('alter table stray enable row level security').execute(db))
  await expect(proveRowLevelSecurity(portal.app.db)).rejects.toThrow('stray')
  await portal.asOwner((db) => sql.raw('alter table stray force row level security').execute(db))
  await proveRowLevelSecurity(portal.app.db)
  await portal.asOwner((db) => sql.raw('drop table stray').execute(db))
})
