import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const path = process.env.PATH
const folders: string[] = []
const started: Embedded[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  process.env.PATH = path
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of started.splice(0)) await database.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'usance-database-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

async function start(dataDir: string, more: { port?: number } = {}) {
  const database = await startEmbedded({ dataDir, ...more })
  started.push(database)
  return database
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A Node process of its own that starts the database and then waits. */
async function startInOtherProcess(dataDir: string): Promise<{ child: ChildProcess; pid: number }> {
  const module = fileURLToPath(new URL('./embedded.ts', import.meta.url))
  const code = `const { startEmbedded } = await import(${JSON.stringify(module)})
    const started = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('pid ' + started.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const pid = await new Promise<number>((done, fail) => {
    child.stdout!.on('data', (text) => {
      const found = /pid (\d+)/.exec(String(text))
      if (found) done(Number(found[1]))
    })
    child.once('exit', (code) => fail(new Error(`It ended with ${code}`)))
  })
  return { child, pid }
}

function kill(child: ChildProcess) {
  return new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGKILL')
  })
}

it('starts an empty data folder, keeps its data over a restart and leaves nothing running', async () => {
  const folder = newFolder()
  const first = await start(folder)
  expect(first.adopted).toBe(false)
  await query(first.adminUrl, 'create table receipt as select 7 as amount')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const second = await start(folder)
  expect(second.adopted).toBe(false)
  expect(await query(second.adminUrl, 'select amount from receipt')).toEqual([{ amount: 7 }])
})

it('gives the application a role that row-level security applies to, and keeps the passwords private', async () => {
  const folder = newFolder()
  const database = await start(folder)
  const role = 'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user'
  expect(await query(database.url, role)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }])
  expect(statSync(join(folder, 'cluster', 'usance-credentials.json')).mode & 0o777).toBe(0o600)
  await expect(query(database.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

it('writes every commit to disk before it is acknowledged', async () => {
  const database = await start(newFolder())
  const rows = await query(
    database.adminUrl,
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
  )
  expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'on', 'on'])
})

it('has every committed row after PostgreSQL was killed', async () => {
  const folder = newFolder()
  const database = await start(folder)
  await query(database.adminUrl, 'create table receipt (id integer primary key)')
  let acknowledged = 0
  const client = new pg.Client({ connectionString: database.adminUrl })
  client.on('error', () => {})
  await client.connect()
  const insertUntilItDies = async () => {
    for (;;) {
      await client.query('insert into receipt values ($1)', [acknowledged + 1])
      acknowledged++
      if (acknowledged === 50) process.kill(database.pid, 'SIGKILL')
    }
  }
  await expect(insertUntilItDies()).rejects.toThrow()
  expect(acknowledged).toBeGreaterThanOrEqual(50)

  const again = await start(folder)
  expect(again.adopted).toBe(false)
  const [{ count, highest }] = await query(again.adminUrl, 'select count(*)::int as count, max(id) as highest from receipt')
  expect(count).toBe(highest)
  // The row in flight when it was killed may have been committed without the answer getting through.
  expect([acknowledged, acknowledged + 1]).toContain(count)
})

it('adopts the PostgreSQL of a process that died, and stops it at the end', async () => {
  const folder = newFolder()
  const other = await startInOtherProcess(folder)
  await kill(other.child)
  expect(isAlive(other.pid)).toBe(true)

  const database = await start(folder)
  expect(database).toMatchObject({ adopted: true, pid: other.pid })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(isAlive(other.pid)).toBe(false)
})

it('shares the PostgreSQL of a living process, and leaves it running at the end', async () => {
  const folder = newFolder()
  const other = await startInOtherProcess(folder)
  const database = await startEmbedded({ dataDir: folder })
  expect(database).toMatchObject({ adopted: true, pid: other.pid })
  await database.stop()
  expect(isAlive(other.pid)).toBe(true)

  await kill(other.child)
  await start(folder)
})

it('lets two processes that start at the same moment share one PostgreSQL', async () => {
  const folder = newFolder()
  const [one, two] = await Promise.all([startInOtherProcess(folder), startInOtherProcess(folder)])
  expect(one.pid).toBe(two.pid)
  for (const { child } of [one, two]) await kill(child)
  await start(folder)
})

it('starts although the number in a left-over pid file belongs to another program by now', async () => {
  const folder = newFolder()
  const database = await start(folder)
  process.kill(database.pid, 'SIGSTOP')
  const text = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8')
  process.kill(database.pid, 'SIGCONT')
  await database.stop()
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(bystander)
  writeFileSync(join(folder, 'cluster', 'postmaster.pid'), text.replace(/^\d+/, String(bystander.pid)))

  const again = await start(folder)
  expect(again.adopted).toBe(false)
  expect(isAlive(bystander.pid!)).toBe(true)
})

it('listens on the port that it is given, and says so when that is taken', async () => {
  const database = await start(newFolder())
  await expect(start(newFolder(), { port: database.port })).rejects.toThrow('Address already in use')
})

if (isRoot) {
  it('runs as an unprivileged user where root has no user namespaces', async () => {
    const folder = newFolder()
    process.env.PATH = '/nowhere'
    const database = await start(folder)
    process.env.PATH = path
    expect(readFileSync(`/proc/${database.pid}/status`, 'utf8')).not.toMatch(/^Uid:\t0\t/m)
    await database.stop()

    // The same folder afterwards, where namespaces work again.
    const again = await start(folder)
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('runs below a folder that only root may enter, also without user namespaces', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const tools = newFolder()
    const setpriv = spawnSync('/bin/sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).stdout.trim()
    mkdirSync(join(tools, 'bin'))
    writeFileSync(join(tools, 'bin', 'setpriv'), `#!/bin/sh\nexec ${setpriv} "$@"\n`, { mode: 0o755 })
    process.env.PATH = join(tools, 'bin')
    const database = await start(join(closed, 'data'))
    process.env.PATH = path
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readFileSync(`/proc/${database.pid}/status`, 'utf8')).not.toMatch(/^Uid:\t0\t/m)
  })
}
