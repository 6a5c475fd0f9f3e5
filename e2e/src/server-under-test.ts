import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, startEmbedded } from '@usance/server/database/embedded'

export type ServerOptions = {
  /** How much of the made-up business the fresh database begins with. */
  demo?: 'off' | 'small' | 'medium' | 'large'
  /** Further environment variables. */
  env?: Record<string, string>
  /** How long the first start with its database may take. */
  readySeconds?: number
}

export type ServerUnderTest = { url: string; dataDir: string; pid: number; log: () => string; stop: () => Promise<void> }

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the product as it ships, built, on a free port and with a fresh database, and waits until it is ready. */
export async function startServerUnderTest(options: ServerOptions = {}): Promise<ServerUnderTest> {
  build()
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-e2e-'))
  const url = `http://127.0.0.1:${port}`
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const logFile = join(root, 'test-results', `server-${port}.log`)
  const child = spawn(process.execPath, ['server/dist/main.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      USANCE_DATA: dataDir,
      USANCE_KEY_FILE: join(dataDir, 'usance.key'),
      USANCE_DEMO: options.demo ?? 'small',
      // The journeys need a database of their own even where the tests are pointed at an external one.
      DATABASE_URL: '',
      DATABASE_APP_URL: '',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(logFile)
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const stop = () => stopServer(child, dataDir)
  // A test process that is ended early must not leave a server behind.
  process.once('exit', () => child.kill('SIGTERM'))
  try {
    await becomesReady(url, child, options.readySeconds ?? 180)
  } catch (error) {
    await stop()
    throw new Error(`${(error as Error).message}\n${log().slice(-4000)}`)
  }
  return { url, dataDir, pid: child.pid!, log, stop }
}

function build() {
  const result = spawnSync(process.execPath, ['scripts/build-if-needed.mjs'], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`The product does not build:\n${result.stdout}${result.stderr}`)
}

async function becomesReady(url: string, child: ChildProcess, seconds: number) {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended (${child.exitCode ?? child.signalCode}).`)
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`The server was not ready after ${seconds} s.`)
}

async function stopServer(child: ChildProcess, dataDir: string) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(20_000, undefined, { ref: false })])
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await ended
    }
  }
  await stopLeftDatabases(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** A server that was killed leaves its PostgreSQL running. */
async function stopLeftDatabases(dataDir: string) {
  for (const folder of [dataDir, ...subfolders(dataDir)]) {
    if (existsSync(join(folder, 'cluster', 'postmaster.pid'))) await (await startEmbedded({ dataDir: folder })).stop()
  }
}

const subfolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
