import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const get = async (url: string) => {
  const { statusCode, payload } = await portal.server.inject({ method: 'GET', url })
  return { statusCode, payload }
}

test('the server says that it lives, that it is ready, and which version it is', async () => {
  expect((await get('/live')).statusCode).toBe(200)
  expect(await get('/ready')).toEqual({ statusCode: 200, payload: '{"status":"ready"}' })
  expect(JSON.parse((await get('/version')).payload)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.version,
  })
})

test.each(['/health', '/healthz', '/readyz', '/metrics'])('a probe of %s, which is not there, is not green', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test('a server whose database only reads is not ready', async () => {
  const database = new URL(portal.addresses.DATABASE_URL).pathname.slice(1)
  const readOnly = (value: 'on' | 'off') =>
    portal.asOwner((db) =>
      sql`alter database ${sql.id(database)} set default_transaction_read_only = ${sql.lit(value)}`.execute(db),
    )
  const reconnect = () =>
    portal.asOwner((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`.execute(
        db,
      ),
    )
  await readOnly('on')
  await reconnect()
  await expect.poll(async () => (await get('/ready')).payload).toContain('the database only reads')
  expect((await get('/ready')).statusCode).toBe(503)
  await portal.asOwner(async (db) => {
    await sql`set default_transaction_read_only = off`.execute(db)
    await sql`alter database ${sql.id(database)} reset default_transaction_read_only`.execute(db)
  })
  await reconnect()
  await expect.poll(async () => (await get('/ready')).statusCode).toBe(200)
})
