import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries, withinReach } from './embedded-binaries.ts'
import { identityOf, isAlive, isIdentityAlive, isPostmasterOf, readPostmaster } from './embedded-process.ts'
import { memorySettings, serverSettings, socketSettings } from './embedded-settings.ts'
import { chooseRunAs, giveTo, type RunAs } from './embedded-user.ts'

export const adminRole = 'usance_admin'
export const applicationRole = 'usance_app'
const databaseName = 'usance'

export type EmbeddedOptions = {
  /** The folder of the database alone; it is made when missing. */
  dataDir: string
  /** The port on 127.0.0.1; without it any free one. */
  port?: number
  /** Further settings of PostgreSQL, for tests. */
  settings?: Record<string, string>
}

export type Embedded = {
  /** For the application: a role that row-level security applies to. */
  url: string
  /** For migrations and administration: the superuser. */
  adminUrl: string
  pid: number
  port: number
  /** It was running already when we came. */
  adopted: boolean
  /** Fast shutdown, unless the PostgreSQL belongs to another living process. */
  stop: () => Promise<void>
}

type Credentials = { admin: string; application: string }
type Place = { dataDir: string; cluster: string; credentials: string; owner: string; log: string }

const startSeconds = 60
const stopSeconds = 60

/** Starts the PostgreSQL that ships with Usance on a data folder, or joins the one that already runs there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir)
  const cluster = join(dataDir, 'cluster')
  const place = {
    dataDir,
    cluster,
    credentials: join(cluster, 'usance-credentials.json'),
    owner: join(dataDir, 'owner'),
    log: join(dataDir, 'start.log'),
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })

  const running = await joinRunning(place)
  if (running) return running

  const { binaries, runAs } = chooseBinaries(dataDir)
  if (!existsSync(cluster)) initialise(place, binaries, runAs)
  return startServer(place, binaries, runAs, options)
}

/** The programs and who runs them: from the package where that user reaches it, else from a copy within reach. */
function chooseBinaries(dataDir: string): { binaries: Binaries; runAs: RunAs } {
  const found = findBinaries(join(dataDir, 'lib'))
  try {
    const runAs = chooseRunAs(found.postgres, dataDir)
    return { binaries: runAs.owner === process.getuid?.() ? found : withinReach(found), runAs }
  } catch (error) {
    const binaries = withinReach(found)
    if (binaries === found) throw error
    return { binaries, runAs: chooseRunAs(binaries.postgres, dataDir) }
  }
}

/** Adopts a PostgreSQL whose Node process died, shares one whose process lives, and ends one that does not answer. */
async function joinRunning(place: Place): Promise<Embedded | undefined> {
  const deadline = Date.now() + startSeconds * 1000
  for (;;) {
    const postmaster = readPostmaster(place.cluster)
    if (!postmaster || !isAlive(postmaster.pid)) return undefined
    if (!isPostmasterOf(postmaster.pid, place.cluster)) {
      // The number was given to another program since; PostgreSQL itself would refuse to start because of it.
      rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    // It may be shutting down or recovering, so it is given time before it is called broken.
    if (postmaster.status === 'ready' && (await answers(place, postmaster.port))) {
      const shared = existsSync(place.owner) && isIdentityAlive(readFileSync(place.owner, 'utf8'))
      if (!shared) writeFileSync(place.owner, identityOf(process.pid))
      return embedded(
        place,
        postmaster.pid,
        postmaster.port,
        true,
        shared ? async () => {} : () => shutDown(place, postmaster.pid),
      )
    }
    if (Date.now() > deadline) {
      await shutDown(place, postmaster.pid)
      return undefined
    }
    await sleep(100)
  }
}

async function answers(place: Place, port: number): Promise<boolean> {
  try {
    await asAdmin(place, port, 'postgres', (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

/** Makes the data folder under another name first, so that a start that is cut short leaves nothing half made. */
function initialise(place: Place, binaries: Binaries, runAs: RunAs) {
  const fresh = mkdtempSync(join(place.dataDir, 'new-'))
  const passwordFile = `${fresh}.password`
  const credentials: Credentials = { admin: newPassword(), application: newPassword() }
  try {
    writeFileSync(passwordFile, credentials.admin, { mode: 0o600 })
    hand(passwordFile, runAs)
    if (runAs.owner !== undefined && runAs.owner !== process.getuid?.()) giveTo(fresh, runAs.owner, groupOf(runAs))
    const { command, args, uid, gid } = runAs.launch(binaries.initdb, [
      `--pgdata=${fresh}`,
      `--username=${adminRole}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--set=timezone=UTC',
      '--set=log_timezone=UTC',
    ])
    const result = spawnSync(command, args, {
      uid,
      gid,
      cwd: place.dataDir,
      env: { ...process.env, ...binaries.env },
      encoding: 'utf8',
    })
    if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? (result.stderr || result.stdout)}`)
    const credentialsFile = join(fresh, 'usance-credentials.json')
    writeDurably(credentialsFile, JSON.stringify(credentials))
    hand(credentialsFile, runAs)
    renameSync(fresh, place.cluster)
    syncFolder(place.dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process that started at the same moment was quicker: its folder is as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function startServer(place: Place, binaries: Binaries, runAs: RunAs, options: EmbeddedOptions): Promise<Embedded> {
  let failure = ''
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = options.port ?? (await freePort())
    const child = launchServer(place, binaries, runAs, port, options.settings ?? {})
    if (await becomesReady(place, child)) {
      writeFileSync(place.owner, identityOf(process.pid))
      await prepareDatabase(place, port)
      const pid = readPostmaster(place.cluster)?.pid ?? child.pid!
      return embedded(place, pid, port, false, () => shutDown(place, pid))
    }
    failure = lastWords(place)
    // Another process may have started it in the meantime, taken the port, or left dying children behind.
    const running = await joinRunning(place)
    if (running) return running
    if (options.port !== undefined && /Address already in use/.test(failure)) break
    await sleep(attempt * 300)
  }
  throw new Error(`PostgreSQL did not start on ${place.dataDir}:\n${failure}`)
}

function launchServer(
  place: Place,
  binaries: Binaries,
  runAs: RunAs,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const all = { ...serverSettings, ...memorySettings(), ...socketSettings(place.dataDir), ...settings, port: String(port) }
  const { command, args, uid, gid } = runAs.launch(binaries.postgres, [
    '-D',
    place.cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openSync(place.log, 'w', 0o600)
  try {
    // Detached, or Ctrl-C in a terminal would stop the database before the requests in flight are finished.
    const child = spawn(command, args, {
      uid,
      gid,
      cwd: place.dataDir,
      env: { ...process.env, ...binaries.env },
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    })
    child.on('error', (error) => writeFileSync(place.log, error.message))
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** The end of what PostgreSQL said: at first it writes to a file of ours, then to its own log. */
function lastWords(place: Place): string {
  const current = join(place.cluster, 'current_logfiles')
  const log = existsSync(current) ? join(place.cluster, readFileSync(current, 'utf8').trim().split(' ').at(-1)!) : ''
  const own = existsSync(log) ? readFileSync(log, 'utf8').slice(-1500) : ''
  return `${readFileSync(place.log, 'utf8').trim()}\n${own}`
}

async function becomesReady(place: Place, child: ChildProcess): Promise<boolean> {
  // Recovery after a crash replays at most the log since the last checkpoint, which may take longer than a normal start.
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const postmaster = readPostmaster(place.cluster)
    if (postmaster?.pid === child.pid && postmaster.status === 'ready') return true
    await sleep(10)
  }
  return false
}

/** Makes the application's role and database when they are missing; a start that was cut short is completed here. */
async function prepareDatabase(place: Place, port: number) {
  const { application } = readCredentials(place)
  await asAdmin(place, port, 'postgres', async (client) => {
    const { rows } = await client.query(
      'select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database',
      [applicationRole, databaseName],
    )
    if (!rows[0].role) await client.query(createRoleSql(applicationRole, application))
    if (!rows[0].database) await client.query(`create database ${databaseName}`)
  })
}

/** The SQL that makes a role which may sign in, and which row-level security applies to. */
export function createRoleSql(role: string, password: string): string {
  return (
    `create role ${pg.escapeIdentifier(role)} login nosuperuser nobypassrls nocreatedb nocreaterole ` +
    `password ${pg.escapeLiteral(password)}`
  )
}

/** Fast shutdown: open transactions are rolled back, everything committed is written down. */
async function shutDown(place: Place, pid: number) {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isPostmasterOf(pid, place.cluster)) break
    if (process.platform === 'win32') {
      spawnSync(findBinaries(join(place.dataDir, 'lib')).pgCtl, [
        'stop',
        '-D',
        place.cluster,
        '-m',
        signal === 'SIGINT' ? 'fast' : 'immediate',
      ])
    } else {
      process.kill(pid, signal)
    }
    const deadline = Date.now() + stopSeconds * 1000
    while (isAlive(pid) && Date.now() < deadline) await sleep(10)
  }
  if (isPostmasterOf(pid, place.cluster)) throw new Error(`PostgreSQL (process ${pid}) on ${place.dataDir} does not stop.`)
  rmSync(place.owner, { force: true })
}

function embedded(place: Place, pid: number, port: number, adopted: boolean, stop: () => Promise<void>): Embedded {
  const { admin, application } = readCredentials(place)
  // A socket in the data folder, where there is one, costs a third less than a connection over the network's layers.
  const host = existsSync(join(place.dataDir, `.s.PGSQL.${port}`)) ? encodeURIComponent(place.dataDir) : '127.0.0.1'
  const url = (role: string, password: string) => `postgres://${role}:${password}@${host}:${port}/${databaseName}`
  return { url: url(applicationRole, application), adminUrl: url(adminRole, admin), pid, port, adopted, stop }
}

async function asAdmin<T>(place: Place, port: number, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: adminRole,
    password: readCredentials(place).admin,
    database,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const readCredentials = (place: Place): Credentials => JSON.parse(readFileSync(place.credentials, 'utf8'))
const newPassword = () => randomBytes(24).toString('hex')

/** A port on 127.0.0.1 that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('No free port'))))
    })
  })
}

const groupOf = (runAs: RunAs) => runAs.launch('', []).gid ?? -1

function hand(file: string, runAs: RunAs) {
  if (runAs.owner !== undefined && runAs.owner !== process.getuid?.()) chownSync(file, runAs.owner, groupOf(runAs))
}

function writeDurably(file: string, text: string) {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes what was renamed into a folder outlast a power cut. */
export function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
