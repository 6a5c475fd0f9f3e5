import { spawn } from 'node:child_process'
import { installIfNeeded } from './install-if-needed.mjs'
import { binary, root } from './steps.mjs'

// Serves the product from its sources for whoever works on it: the server restarts after each change of its sources, and the
// browser shows each change of the pages. Both end together.
process.chdir(root)
await installIfNeeded()

const pages = process.env.DEV_PORT ?? '5173'
const port = process.env.PORT ?? '8080'
const env = { ...process.env, NODE_ENV: 'development', PORT: port, USANCE_SERVER: `http://127.0.0.1:${port}` }
// The links that the server prints and mails lead to the pages that reload.
env.PUBLIC_URL ??= `http://localhost:${pages}`

const programs = [
  [binary('tsx'), 'watch', '--clear-screen=false', 'server/src/main.ts'],
  [binary('vite'), '--config', 'web/vite.config.ts', '--port', pages, '--strictPort', '--clearScreen', 'false'],
].map((args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }))

let ending = false
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))
for (const program of programs) program.once('exit', (code) => end(code ?? 1))
