import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import { applicationUrl, checkPostgresVersion, migrate } from './migrate.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a database that a newer version has migrated is refused, and nothing is changed', async () => {
  const owner = portal.addresses.DATABASE_URL
  const applied = () => portal.asOwner((db) => sql<{ name: string }>`select name from schema_migration order by name`.execute(db))
  await portal.asOwner((db) => sql`insert into schema_migration (name, sha256) values ('9999-of-tomorrow.sql', 'x')`.execute(db))
  const before = (await applied()).rows
  await expect(migrate(owner)).rejects.toThrow('migrated by a newer version of Usance (9999-of-tomorrow.sql)')
  expect((await applied()).rows).toEqual(before)
  await portal.asOwner((db) => sql`delete from schema_migration where name = '9999-of-tomorrow.sql'`.execute(db))
  expect(await migrate(owner)).toEqual([])
})

test('a PostgreSQL before version 15 is refused before the first migration', () => {
  expect(() => checkPostgresVersion(140_023)).toThrow('PostgreSQL 14 is too old')
  expect(() => checkPostgresVersion(150_000)).not.toThrow()
  expect(() => checkPostgresVersion(180_004)).not.toThrow()
})

test('servers that start at the same time give the application role its password one after the other', async () => {
  const password = new URL(portal.addresses.DATABASE_APP_URL).password
  const urls = await Promise.all(Array.from({ length: 8 }, () => applicationUrl(portal.addresses.DATABASE_URL, password)))
  expect(new Set(urls).size).toBe(1)
})
