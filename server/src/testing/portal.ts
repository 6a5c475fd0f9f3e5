import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Call, Sent } from '@usance/wire/call'
import type { ErrorName } from '@usance/wire/errors'
import { sql } from 'kysely'
import { allPorts } from '../all-ports.ts'
import { forgetBusinessDate } from '../calendar/business-date.ts'
import { readConfig } from '../config.ts'
import { type Db, inTransaction, openDatabase, type Tx } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { cloneDatabase, createTemplate } from '../database/test-cluster.ts'
import { install } from '../install.ts'
import type { Binding } from '../port.ts'
import { type Running, startServer } from '../start.ts'
import { buildWorld, openingDay, type Seat, testKey, type World } from './world.ts'

export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly error: ErrorName,
    readonly data: any,
  ) {
    super(`${error} (${code}) ${JSON.stringify(data)}`)
  }
}

/** A running portal of one test file: its own database, the small world in it, and calls as its people make them. */
export type Portal = Awaited<ReturnType<typeof openPortal>>

/**
 * Opens a portal on a copy of the test world. `ask` sends a call over HTTP as somebody and answers its data, or throws a
 * Refusal. `settings` are those of the environment; a suite that asks without end asks without a limit. `ports` replace
 * what the product binds. `clock` is the instant its people live in when that is not now.
 */
export async function openPortal(settings: Record<string, string> = {}, ports: readonly Binding[] = [], clock?: () => Date) {
  const portal = await startPortal(await worldTemplate(), { settings, ports, ...(clock ? { clock } : {}) })
  // Everybody signs in now: the sessions of the template are as old as the test run.
  await sql`update session set created_at = now(), last_seen_at = now()`.execute(portal.app.db)
  const world = (
    await portal.app.db.selectFrom('setting').select('value').where('key', '=', 'testWorld').executeTakeFirstOrThrow()
  ).value as World
  return { ...portal, world, seats: world.seats }
}

const worldTemplate = () =>
  createTemplate('world', async (adminUrl) => {
    await migrate(adminUrl)
    const db = openDatabase(adminUrl, { max: 2, statementTimeoutMs: 60_000, name: 'template' })
    const { platformId } = await install(db, openingDay, Buffer.from(testKey, 'base64'))
    const made = await buildWorld(db, platformId)
    // Expired, so that no test depends on how long a run has lasted before it: `openPortal` renews them.
    await sql`update session set created_at = now() - interval '1 day', last_seen_at = now() - interval '1 day'`.execute(db)
    await db
      .insertInto('setting')
      .values({ key: 'testWorld', value: JSON.stringify(made) })
      .execute()
    await db.destroy()
  })

/** Starts a server on a copy of a template, with the instant its people live in when that is not now. */
export async function startPortal(
  template: string,
  { clock, settings = {}, ports = [] }: { clock?: () => Date; settings?: Record<string, string>; ports?: readonly Binding[] },
) {
  const database = await cloneDatabase(template)
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-test-'))
  const config = readConfig({
    USANCE_DATA: dataDir,
    USANCE_KEY: testKey,
    USANCE_DEMO: 'off',
    USANCE_WEB: process.env.USANCE_WEB,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...settings,
  })
  const running: Running = await startServer(config, database.adminUrl, {
    appUrl: database.url,
    ...(clock ? { clock } : {}),
    ports: [...allPorts, ...ports],
  })
  const { app, server } = running

  const sendRaw = (seat: Seat | null, method: string, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
    server.inject({
      method: method as 'POST',
      url,
      headers: { appid: config.appId, ...(seat ? { token: seat.token } : {}), ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
  const urlOf = (
    call: Call,
    { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> },
  ) => {
    const path = call.path
      .replace('{p}', config.prefix)
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    return `${path.startsWith('/buyer-portal') ? '' : '/api'}${path}${search ? `?${search}` : ''}`
  }
  return {
    app,
    server,
    platformId: running.platformId,
    /** Settings for another process that serves the same database and files. */
    addresses: { USANCE_DATA: dataDir, DATABASE_URL: database.adminUrl, DATABASE_APP_URL: database.url },
    sendRaw,
    /** Sends a call as somebody. A write whose body takes an idempotencyKey gets a fresh one unless given. */
    async ask<C extends Call>(seat: Seat | null, call: C, input: Sent<C>): Promise<Answer<C>> {
      const { params, query, body } = input as { params?: any; query?: any; body?: any }
      const payload = call.body
        ? Array.isArray(body)
          ? body
          : { ...(call.effect === 'write' ? { idempotencyKey: randomUUID() } : {}), ...body }
        : undefined
      const response = await sendRaw(seat, call.method, urlOf(call, { params, query }), payload)
      if (call.kind === 'file' && !String(response.headers['content-type']).includes('application/json'))
        return response.rawPayload as never
      const envelope = response.json()
      if (envelope.code !== 200) throw new Refusal(envelope.code, envelope.data?.error, envelope.data)
      return envelope.data
    },
    /** Looks at the database past every policy. */
    look: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.db, { kind: 'system' }, 'write', work),
    /** Works as the owner of the database, past the rules it enforces on the application. */
    async asOwner<T>(work: (db: Db) => Promise<T>): Promise<T> {
      const owner = openDatabase(database.adminUrl, { max: 1, statementTimeoutMs: 15_000, name: 'test-owner' })
      return work(owner).finally(() => owner.destroy())
    },
    /** Moves the business date without running the end of day, as a test's shorthand. */
    async setBusinessDate(date: string) {
      await sql`update business_day set business_date = ${date}`.execute(app.db)
      forgetBusinessDate(app)
    },
    async close() {
      await running.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A secret as a first answer shows it; throws where it was shown already. */
export function shown(secret: string | null): string {
  if (secret === null) throw new Error('The secret was shown already.')
  return secret
}

/** The refusal a promise ends in; a test that expects one fails when there is none. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('It was not refused.')
}
