import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** The folder of the migrations, seen from this file and from a bundle in server/dist. */
export const migrationsFolder = () =>
  ['../../migrations', '../migrations']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path)) ?? 'server/migrations'

/**
 * Brings the database to the newest schema: each file of server/migrations runs once, in order, in its own transaction.
 * A file that changed after it ran stops the start, because then nobody knows what the database holds.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock(727274)')
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())',
    )
    const done = new Map(
      (await client.query('select name, sha256 from schema_migration')).rows.map((row) => [
        row.name as string,
        row.sha256 as string,
      ]),
    )
    for (const name of readdirSync(migrationsFolder())
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(`${migrationsFolder()}/${name}`, 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const earlier = done.get(name)
      if (earlier === sha256) continue
      if (earlier) throw new Error(`Migration ${name} has changed since it ran on this database.`)
      await client.query('begin')
      try {
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
    await client.query(`alter role usance_app login password '${password.replaceAll("'", "''")}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  url.username = 'usance_app'
  url.password = password
  return url.toString()
}
