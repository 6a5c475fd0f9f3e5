import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
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

test('a migration reads and writes the rows of every company, whoever owns the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(
    join(folder, '0001-rows.sql'),
    `create table row_of_a_company (company int, seen boolean not null default false);
     insert into row_of_a_company values (1), (2);
     create function app_system() returns boolean language sql as $$ select current_setting('app.scope', true) = 'system' $$;
     alter table row_of_a_company enable row level security;
     alter table row_of_a_company force row level security;
     create policy seen on row_of_a_company using (app_system());`,
  )
  writeFileSync(join(folder, '0002-seen.sql'), 'update row_of_a_company set seen = true;')
  const role = 'owner_without_bypass'
  await portal.asOwner(async (db) => {
    await sql`create role ${sql.id(role)} login nosuperuser nobypassrls password 'of-the-owner'`.execute(db)
    await sql`create database ${sql.id(role)} owner ${sql.id(role)}`.execute(db)
  })
  const url = new URL(portal.addresses.DATABASE_URL)
  Object.assign(url, { username: role, password: 'of-the-owner', pathname: `/${role}` })
  expect(await migrate(url.toString(), folder)).toEqual(['0001-rows.sql', '0002-seen.sql'])
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    expect((await client.query('select * from row_of_a_company')).rows).toEqual([])
    await client.query(`set app.scope = 'system'`)
    expect((await client.query('select seen from row_of_a_company')).rows).toEqual([{ seen: true }, { seen: true }])
  } finally {
    await client.end()
    await portal.asOwner(async (db) => {
      await sql`drop database ${sql.id(role)}`.execute(db)
      await sql`drop role ${sql.id(role)}`.execute(db)
    })
    rmSync(folder, { recursive: true })
  }
})
