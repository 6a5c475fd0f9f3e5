import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './steps.mjs'

// Whatever is missing is made first: a fresh copy of the repository starts with this one command.
process.chdir(root)
try {
  const { installIfNeeded } = await import('./install-if-needed.mjs')
  await installIfNeeded()
  const { buildIfNeeded } = await import('./build-if-needed.mjs')
  await buildIfNeeded()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// The server runs in this very process, so that signals reach it and its exit code is ours.
const main = join(root, 'server', 'dist', 'main.mjs')
process.argv[1] = main
process.env.NODE_ENV ??= 'production'
stopWithNpm()
await import(pathToFileURL(main).href)

/**
 * `npm start` runs us below a shell. When npm is killed, or the shell ends at a signal without passing it on, the server
 * would keep its port for ever: so it stops when either is gone.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return
  const above = ancestors()
  const watch = setInterval(() => {
    if (ancestors() === above) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

/** The shell and, where the system tells, the npm above it. */
function ancestors() {
  const shell = process.ppid
  try {
    return `${shell} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${shell}/status`, 'utf8'))?.[1]}`
  } catch {
    return String(shell)
  }
}
