import { openBench } from './bench.ts'
import { measureDashboard } from './dashboard.ts'
import { measureEndOfDay } from './end-of-day.ts'
import { measureExports } from './exports.ts'
import { measureGuests } from './guests.ts'
import { measureImport } from './import.ts'
import { measureLists } from './lists.ts'
import { type Line, printLines } from './measure.ts'
import { measureOcr } from './ocr.ts'
import { measureOrderLife } from './order-life.ts'
import { measureProcesses } from './processes.ts'
import { signInSize } from './sign-in-size.ts'
import { measureStart } from './start.ts'

// `npm run bench` measures at 10,000 and 100,000 invoices; `npm run bench -- 10k 100k 1m` says at which.
// Names of groups (lists, dashboard, exports, life) narrow what is measured. `npm run bench -- end-of-day 100k` closes a day
// over that many open orders, and nothing else.
const sizes: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
// Not measured unless they are named: each needs only a small database, or none.
const others = { import: measureImport, ocr: measureOcr, guests: measureGuests, processes: measureProcesses }
// The longest comes last, so that what was cut short has told the rest.
const groups = { lists: measureLists, dashboard: measureDashboard, life: measureOrderLife, exports: measureExports }
type Group = keyof typeof groups

// `npm run bench -- assistant` asks the assistant of a filled demo its questions instead.
const asked = process.argv.slice(2)
if (asked.includes('assistant')) await import('../assistant/main.ts')
// `npm run bench -- browser` measures pages in a real browser instead.
if (asked.includes('browser')) {
  await import('../browser/main.ts')
  process.exit(0)
}
const wanted = (all: string[], otherwise: string[]) => {
  const named = all.filter((name) => asked.includes(name))
  return named.length > 0 ? named : otherwise
}
const chosenSizes = wanted(Object.keys(sizes), ['10k', '100k'])
const chosenGroups = wanted(Object.keys(groups), Object.keys(groups)) as Group[]

if (asked.includes('start')) {
  printLines('start on an existing data folder', await measureStart())
  process.exit(0)
}
const named = Object.keys(others).filter((name) => asked.includes(name)) as (keyof typeof others)[]
if (named.length > 0) {
  const size = wanted(Object.keys(sizes), ['10k'])[0]!
  const bench = await openBench(sizes[size]!)
  try {
    for (const name of named) printLines(`${size} invoices: ${name}`, await others[name](bench))
  } finally {
    await bench.close()
  }
  process.exit(0)
}

if (asked.includes('end-of-day')) {
  const size = wanted(Object.keys(sizes), ['100k'])[0]!
  const bench = await openBench(0)
  try {
    printLines(`${size} open orders: end of day`, await measureEndOfDay(bench, sizes[size]!))
  } finally {
    await bench.close()
  }
  process.exit(0)
}

console.log(`\nsign-in page: ${(signInSize() / 1000).toFixed(1)} KB of JavaScript, brotli (budget 90)`)

const first = new Map<string, Line>()
for (const size of chosenSizes) {
  const bench = await openBench(sizes[size]!)
  try {
    for (const group of chosenGroups) {
      const lines = await groups[group](bench)
      printLines(`${size} invoices: ${group}`, lines)
      for (const line of lines) {
        const before = first.get(line.what)
        if (!before) first.set(line.what, line)
        else if (line.unit === undefined)
          console.log(`  ${line.what}: ${(line.ours / before.ours).toFixed(2)} times ${chosenSizes[0]}`)
      }
    }
  } finally {
    await bench.close()
  }
}
