import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { applicationRole, createRoleSql, startEmbedded } from './embedded.ts'
import { isIdentityAlive } from './embedded-process.ts'

/** One PostgreSQL for a whole test run, as the processes of the run find it in their environment. */
type TestCluster = { adminUrl: string; appPassword: string; run: string }

/** A database of one test file: `url` is the application's role, `adminUrl` the superuser. */
export type TestDatabase = { url: string; adminUrl: string; drop: () => Promise<void> }

const variable = 'USANCE_TEST_CLUSTER'
const folderPrefix = 'usance-test-cluster-'

/**
 * Settings under which a crash may lose data: right only for tests that do not crash the database. A statement is planned once
 * for all its values: on the few rows of a test, planning takes most of its time.
 */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  plan_cache_mode: 'force_generic_plan',
}

/**
 * Starts the PostgreSQL of a test run, or uses the one that TEST_DATABASE_URL names, and answers how to end it.
 * `durable: false` trades safety in a crash for speed.
 */
export async function startTestCluster({ durable = true } = {}): Promise<() => Promise<void>> {
  const run = `usance_test_${randomBytes(4).toString('hex')}`
  const external = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL_TEST
  if (external) {
    const appPassword = randomBytes(16).toString('hex')
    await withClient(external, async (client) => {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [applicationRole])
      if (rowCount === 0) await client.query(createRoleSql(applicationRole, appPassword))
      else await client.query(`alter role ${applicationRole} login password ${pg.escapeLiteral(appPassword)}`)
    })
    offer({ adminUrl: external, appPassword, run })
    return () => dropAll(external, run)
  }
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), folderPrefix))
  const database = await startEmbedded({ dataDir, settings: durable ? {} : fastSettings })
  offer({ adminUrl: database.adminUrl, appPassword: new URL(database.url).password, run })
  return async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Makes a database once in a test run, filled by `fill` (which is given the superuser's address), to be cloned. */
export async function createTemplate(name: string, fill: (adminUrl: string) => Promise<void>): Promise<string> {
  const { adminUrl, run } = cluster()
  const template = `${run}_${name}`
  await withClient(adminUrl, async (client) => {
    // Test files run in several processes: the first to come fills the template, the others wait for it.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 1) return
    const unfinished = pg.escapeIdentifier(`${template}_unfinished`)
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await fill(withDatabase(adminUrl, `${template}_unfinished`))
    // A template that somebody is connected to cannot be cloned.
    await client.query(`alter database ${unfinished} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [`${template}_unfinished`])
    await client.query(`alter database ${unfinished} rename to ${pg.escapeIdentifier(template)}`)
  })
  return template
}

/** Makes a copy of a template that belongs to the caller alone. */
export async function cloneDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, appPassword, run } = cluster()
  const name = `${run}_${randomBytes(6).toString('hex')}`
  const identifier = pg.escapeIdentifier(name)
  await withClient(adminUrl, async (client) => {
    await client.query(`create database ${identifier} template ${pg.escapeIdentifier(template)} strategy wal_log`)
    await client.query(`alter database ${identifier} with allow_connections true`)
  })
  const own = withDatabase(adminUrl, name)
  const app = new URL(own)
  app.username = applicationRole
  app.password = appPassword
  return {
    url: app.toString(),
    adminUrl: own,
    drop: () =>
      withClient(adminUrl, (client) => client.query(`drop database if exists ${identifier} with (force)`).then(() => {})),
  }
}

function offer(value: TestCluster) {
  process.env[variable] = JSON.stringify(value)
}

function cluster(): TestCluster {
  const text = process.env[variable]
  if (!text) throw new Error('No test database runs: start the tests with vitest, whose server project starts one.')
  return JSON.parse(text)
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function dropAll(adminUrl: string, run: string) {
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [run])
    for (const { datname } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`)
  })
}

/** Ends and removes the databases of test runs that were killed before they could tidy up. */
async function removeAbandoned() {
  for (const entry of readdirSync(tmpdir()).filter((name) => name.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), entry)
    const owner = join(dataDir, 'owner')
    if (!existsSync(owner) || isIdentityAlive(readFileSync(owner, 'utf8'))) continue
    try {
      const abandoned = await startEmbedded({ dataDir })
      await abandoned.stop()
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // It may belong to another user; it costs disk space and disturbs nothing.
    }
  }
}
