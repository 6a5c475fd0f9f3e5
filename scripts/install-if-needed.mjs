import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hashOf, onlyOne, root, run, step, whenStarted } from './steps.mjs'

const stamp = join(root, 'node_modules', '.usance-lock')

/** Installs the packages that package-lock.json names, unless just those are there already. */
export async function installIfNeeded() {
  const wanted = hashOf(['package-lock.json'], `${process.platform} ${process.arch} ${process.versions.modules}`)
  if (readText(stamp) === wanted) return
  await onlyOne('install', async () => {
    if (readText(stamp) === wanted) return
    if (readText(stamp) !== undefined || !isInstalled()) await step('Installing packages', install)
    writeFileSync(stamp, wanted)
  })
}

async function install() {
  if ((await npmCi()) === 0) return
  console.log('The installation failed; trying once more in 5 s.')
  await new Promise((resume) => setTimeout(resume, 5000))
  if ((await npmCi()) !== 0) throw new Error('npm ci failed twice; its messages are above.')
}

function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...homeForNpm(), NODE_ENV: 'development', npm_config_update_notifier: 'false' }
  // Below npm itself its own file is named, which works also where `npm` is not on the path.
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...args], { env })
  return run('npm', args, { env, shell: process.platform === 'win32' })
}

/** npm keeps its cache and its settings in the home folder; where there is none to write to, it gets one in .cache. */
function homeForNpm() {
  const home = homedir()
  try {
    if (!home) throw new Error('no home folder')
    accessSync(home, constants.W_OK)
    return {}
  } catch {
    const own = join(root, '.cache', 'home')
    mkdirSync(own, { recursive: true })
    return { HOME: own, npm_config_cache: join(own, '.npm'), npm_config_userconfig: join(own, '.npmrc') }
  }
}

/** Whether `npm install` or `npm ci` was run by hand: npm's own record of the folder then agrees with the lock file. */
function isInstalled() {
  const record = readText(join(root, 'node_modules', '.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const locked = JSON.parse(readText(join(root, 'package-lock.json'))).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true
    if (installed[path] === undefined) return entry.optional === true
    return installed[path].version === entry.version && statSync(join(root, path), { throwIfNoEntry: false }) !== undefined
  })
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

await whenStarted(import.meta.url, installIfNeeded)
