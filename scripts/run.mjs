import { spawn } from 'node:child_process'
import { installIfNeeded } from './install-if-needed.mjs'
import { root } from './steps.mjs'

const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  console.error('Usage: node scripts/run.mjs <file.ts> [arguments]')
  process.exit(2)
}
await installIfNeeded()

const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
