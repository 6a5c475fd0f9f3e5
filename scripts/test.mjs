import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded } from './install-if-needed.mjs'
import { binary, root, run, step } from './steps.mjs'
import { sumUp } from './sum-up.mjs'

// Every check that a change must pass to land: types, lint, build and every test. The last line counts them. There is no time
// limit, so a slow machine takes longer and reports the same. An interrupted run reports what passed and what had not run.
const report = join(root, '.cache', 'tests.json')
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
tellWhatHasNotRun(readReport())
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
  console.log('Running the tests …')
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const args = [binary('vitest'), 'run', ...filters, '--config', 'vitest.config.ts']
  const env = { NODE_ENV: 'test', CI: process.env.CI ?? '1', USANCE_TEST_REPORT: report }
  const code = await run(process.execPath, args, { env, signal: stopped.signal })
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  // The report has the failures that vitest counts; a failure outside of any test may show in its exit code alone.
  if (code !== 0 && sumUp([], readReport()).failed === 0) checks.push(false)
}

function tellWhatHasNotRun(counted) {
  if (!counted || (counted.finished && counted.notRun.length === 0)) return
  console.log(`\nThe run was cut short. ${counted.notRun.length} test files had not run:`)
  for (const name of counted.notRun) console.log(`  ${name}`)
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
