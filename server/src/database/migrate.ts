import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** The folder of the migrations, seen from this file and from a bundle in server/dist. */
export const migrationsFolder = () =>
  ['../../migrations', '../migrations']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path)) ?? 'server/migrations'

/** The advisory lock of whatever changes the schema or its roles at a start. */
const migrationLock = 727274
const oldestPostgres = 15

/** Refuses a PostgreSQL that the migrations cannot run on, before the first of them. */
export function checkPostgresVersion(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major < oldestPostgres)
    throw new Error(
      `PostgreSQL ${major} is too old: Usance needs version ${oldestPostgres} or newer. Upgrade the database first.`,
    )
}

/** Refuses a database that a newer version of the product has migrated: this version would read and write it wrongly. */
function checkNotNewer(done: ReadonlyMap<string, string>, known: readonly string[]): void {
  const newer = [...done.keys()].filter((name) => !known.includes(name)).sort()
  if (newer.length > 0)
    throw new Error(
      `The database was migrated by a newer version of Usance (${newer.at(-1)}). Start that version, or restore a backup from before the upgrade.`,
    )
}

/**
 * Brings the database to the newest schema: each file of server/migrations runs once, in order, in its own transaction. It sees the rows of
 * every company, also where the owner of the database does not bypass row-level security.
 * A file that changed after it ran stops the start, because then nobody knows what the database holds. So does a database of
 * PostgreSQL before version 15, or of a newer version of the product.
 */
export async function migrate(ownerUrl: string, folder = migrationsFolder()): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  const applied: string[] = []
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    checkPostgresVersion(Number(rows[0]?.version))
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())',
    )
    const done = new Map(
      (await client.query('select name, sha256 from schema_migration')).rows.map((row) => [
        row.name as string,
        row.sha256 as string,
      ]),
    )
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
    checkNotNewer(done, files)
    for (const name of files) {
      const text = readFileSync(`${folder}/${name}`, 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const earlier = done.get(name)
      if (earlier === sha256) continue
      if (earlier) throw new Error(`Migration ${name} has changed since it ran on this database.`)
      await client.query('begin')
      try {
        await client.query(`select set_config('app.scope', 'system', true)`)
        await client.query(text)
        await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
      applied.push(name)
    }
  } finally {
    await client.end()
  }
  return applied
}

/**
 * Gives the application's role a password and answers its address: the same database, signed in as a role that cannot
 * bypass row-level security.
 */
export async function applicationUrl(ownerUrl: string, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Servers that start at the same time would change the role at the same time, which PostgreSQL refuses to one of them.
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`alter role usance_app login password '${password.replaceAll("'", "''")}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  url.username = 'usance_app'
  url.password = password
  return url.toString()
}
