import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded } from './install-if-needed.mjs'
import { binary, root, run, step } from './steps.mjs'
import { sumUp } from './sum-up.mjs'

// All that decides whether a change may land: types, lint, build and every test. The last line counts them.
const budgetSeconds = 20 * 60
const started = performance.now()
const report = join(root, '.cache', 'vitest-report.json')
const filters = process.argv.slice(2)

process.chdir(root)
rmSync(report, { force: true })
const checks = []
await check('Installing', installIfNeeded)
if (checks.every((passed) => passed)) {
  await check('Checking types', () => succeed([binary('typescript', 'tsc'), '-p', 'tsconfig.json']))
  await check('Checking style', () =>
    succeed([binary('@biomejs/biome'), 'lint', '--diagnostic-level=error', '--max-diagnostics=50', '.']),
  )
  await check('Building', async () => (await import('./build-if-needed.mjs')).buildIfNeeded())
  await runTests()
}
const { passed, failed, skipped } = sumUp(checks, readReport())
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function check(title, work) {
  try {
    await step(title, work)
    checks.push(true)
  } catch (error) {
    console.log(error.message)
    checks.push(false)
  }
}

async function succeed(args) {
  if ((await run(process.execPath, args)) !== 0) throw new Error('It found the faults above.')
}

async function runTests() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const left = budgetSeconds - 20 - Math.round((performance.now() - started) / 1000)
  console.log(`Running the tests (at most ${left} s) …`)
  const args = [binary('vitest'), 'run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // What vitest counts as failed is in its report; a failure outside of any test shows in its exit code alone.
  const code = await run(process.execPath, args, { env: { NODE_ENV: 'test', CI: process.env.CI ?? '1' }, timeoutSeconds: left })
  if (code === 124) console.log('The tests took longer than the budget and were stopped.')
  if (code !== 0 && readReport()?.success) checks.push(false)
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
