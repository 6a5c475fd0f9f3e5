import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs one piece of work and prints what it is and how many seconds it took; `work` may answer a note to print. */
export async function step(title, work) {
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${title} …`)
  // A line from time to time tells whoever watches a slow machine that it is alive.
  const alive = setInterval(() => console.log(`${title} … still running after ${seconds()} s`), 20_000)
  try {
    const note = await work()
    console.log(`${title}: ${typeof note === 'string' ? note : 'done'} (${seconds()} s)`)
  } catch (error) {
    console.log(`${title}: failed (${seconds()} s)`)
    throw error
  } finally {
    clearInterval(alive)
  }
}

/**
 * Runs a program in the repository's folder with our own output. Returns its exit code; throws when it cannot start. An
 * aborted `signal` ends the program, after ten more seconds by force.
 */
export function run(command, args, { env = {}, signal, shell = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit', shell })
    const end = () => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    }
    signal?.addEventListener('abort', end, { once: true })
    child.once('error', fail)
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', end)
      done(code ?? 1)
    })
  })
}

/** Does the work while no other process on this folder does work of that name; waits its turn. */
export async function onlyOne(name, work) {
  const lock = join(root, '.cache', `${name}.lock`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  while (!take(lock)) await new Promise((resume) => setTimeout(resume, 200))
  // A process number would be given again, in a container after every restart; a lock that is kept fresh needs none.
  const fresh = setInterval(() => utimesSync(lock, new Date(), new Date()), 2000)
  try {
    return await work()
  } finally {
    clearInterval(fresh)
    rmSync(lock, { force: true })
  }
}

/** Takes the lock, unless another process has kept it fresh within the last 15 s. */
function take(lock) {
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const taken = statSync(lock, { throwIfNoEntry: false })
  if (taken && Date.now() - taken.mtimeMs > 15_000) rmSync(lock, { force: true })
  return false
}

/** The file behind a command of an installed package, to be run with this very Node on every platform. */
export function binary(packageName, command = packageName.split('/').at(-1)) {
  const file = packageFile(packageName)
  const { bin } = JSON.parse(readFileSync(file, 'utf8'))
  return join(dirname(file), typeof bin === 'string' ? bin : bin[command])
}

function packageFile(packageName) {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(packageName) ?? []
  for (const folder of folders) {
    const file = join(folder, packageName, 'package.json')
    if (statSync(file, { throwIfNoEntry: false })) return file
  }
  throw new Error(`${packageName} is not installed.`)
}

/** A hash of files and folders below the repository: of their names and contents, leaving out tests and what is built. */
export function hashOf(paths, extra = '') {
  const hash = createHash('sha256').update(extra)
  for (const path of paths) addToHash(hash, path)
  return hash.digest('hex')
}

const leftOut = /^(node_modules|dist|\..*)$|\.test\.tsx?$/

function addToHash(hash, path) {
  const full = join(root, path)
  const stat = statSync(full, { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(full).sort()) if (!leftOut.test(name)) addToHash(hash, `${path}/${name}`)
    return
  }
  const content = readFileSync(full)
  hash.update(`${path}\0${content.length}\0`).update(content)
}

/** Does the work when the module at `url` is what Node was started with; a failure is told in its words alone. */
export async function whenStarted(url, work) {
  if (url !== pathToFileURL(process.argv[1] ?? '').href) return
  try {
    await work()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
