import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ciiInvoice } from '../e-invoice/sample-documents.fixture.ts'
import { writeWorkbook } from '../files/write-workbook.ts'
import { Refused } from '../http/refused.ts'
import { pdfOf } from '../testing/pdf-with-files.ts'
import { openLane } from './lane.ts'
import { dataLimits, openParsers, type Parsers } from './parsers.ts'
import type { Foreign } from './questions.ts'

const folder = mkdtempSync(join(tmpdir(), 'usance-parsers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let parsers: Parsers | undefined
afterEach(() => parsers?.close())
const opened = (...limits: Parameters<typeof openParsers>) => {
  parsers = openParsers(...limits)
  return parsers
}

const bytes = (text: string) => ({ bytes: Buffer.from(text) })
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    ({ refusal, data }) => [refusal, data.reason ?? data.limit],
  )
/** A file whose read blocks until data is written to it. */
function endlessFile(): string {
  const path = join(folder, `endless-${++endlessFiles}`)
  execFileSync('mkfifo', [path])
  return path
}
let endlessFiles = 0

test('parsing beside the server gives the same result as the parser itself, from bytes and from disk', async () => {
  const { ask } = opened()
  const sheet = await writeWorkbook('Rows', [{ title: 'Number' }], [['INV-1'], ['INV-2']])
  writeFileSync(join(folder, 'rows.xlsx'), sheet)
  expect(await ask('alder', { path: join(folder, 'rows.xlsx') }, 'sheet', {})).toEqual([['Number'], ['INV-1'], ['INV-2']])
  expect(await ask('alder', bytes('a;b\n1;2\n'), 'sheet', {})).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(await ask('alder', bytes(''), 'sheet', {})).toEqual([])
  expect(await ask('alder', bytes(ciiInvoice()), 'e-invoice', {})).toMatchObject({ ok: true, invoice: { number: 'R-2031' } })
  const pdf = await pdfOf({ 'factur-x.xml': ciiInvoice() })
  expect(await ask('alder', { bytes: pdf }, 'e-invoice-pdf', {})).toMatchObject({ ok: true, invoice: { number: 'R-2031' } })
  const plain = await pdfOf({})
  expect(await ask('alder', { bytes: plain }, 'e-invoice-pdf', {})).toEqual({ ok: false, error: 'NO_EMBEDDED_INVOICE' })
})

test('the fault of a file is that of its parser', async () => {
  const { ask } = opened()
  expect(await refusalOf(ask('alder', bytes('<a><b></a>'), 'statement', { currency: null }))).toEqual([
    'FILE_UNREADABLE',
    'statement',
  ])
  expect(await refusalOf(ask('alder', bytes('<a/>'), 'status-report', {}))).toEqual(['FILE_UNREADABLE', 'report'])
  expect(await refusalOf(ask('alder', bytes('\u0001\u0002\u0003\u0004'), 'sheet', {}))).toEqual(['FILE_TYPE', undefined])
  expect(await ask('alder', bytes('<a><b></a>'), 'e-invoice', {})).toEqual({ ok: false, error: 'e-invoice-malformed' })
})

test('a file that takes too long or too much memory is given up with a refusal, and the next one is read', async () => {
  const slow = opened({ data: { seconds: 0.05 } })
  expect(await refusalOf(slow.ask('alder', { path: endlessFile() }, 'sheet', {}))).toEqual(['FILE_TOO_HARD', 'time'])
  slow.close()
  const large = opened({ data: { megabytes: 1 } })
  expect(await refusalOf(large.ask('alder', { path: endlessFile() }, 'sheet', {}))).toEqual(['FILE_TOO_HARD', 'memory'])
  large.close()
  const heap = opened({ data: { heapMegabytes: 60 } })
  const many = bytes(`<a>${'<b/>'.repeat(490_000)}</a>`)
  expect(await refusalOf(heap.ask('alder', many, 'e-invoice', {}))).toEqual(['FILE_TOO_HARD', 'died'])
  expect(await heap.ask('alder', bytes('a,b\n'), 'sheet', {})).toEqual([['a', 'b']])
})

test('the start of a process does not count towards the time of its file', async () => {
  const { ask } = opened({ data: { seconds: 0.5 } })
  expect(await ask('alder', bytes('a,b\n'), 'sheet', {})).toEqual([['a', 'b']])
})

test('one company never holds every process, and companies take turns', async () => {
  const { ask } = opened({ data: { processes: 2, perCompany: 1 } })
  const order: string[] = []
  const reads = (company: string, name: string) => ask(company, bytes('a,b\n'), 'sheet', {}).then(() => void order.push(name))
  const path = endlessFile()
  const hard = ask('alder', { path }, 'sheet', {}).then(() => void order.push('alder hard'))
  const others = [reads('alder', 'alder 1'), reads('alder', 'alder 2')]
  const birches = ['birch 1', 'birch 2', 'birch 3'].map((name) => reads('birch', name))
  await Promise.all([...birches, reads('cedar', 'cedar')])
  expect(order).toEqual(['birch 1', 'cedar', 'birch 2', 'birch 3'])
  writeFileSync(path, 'a,b\n')
  await Promise.all([hard, ...others])
  expect(order.slice(4)).toEqual(['alder hard', 'alder 1', 'alder 2'])
})

test('a new company comes before one that had its turn, and its uploads are checked meanwhile', async () => {
  const { ask } = opened({ data: { processes: 1 } })
  const order: string[] = []
  const reads = (company: string, name: string, file: Foreign) =>
    ask(company, file, 'sheet', {}).then(() => void order.push(name))
  const path = endlessFile()
  const asked = [
    reads('alder', 'alder 1', { path }),
    reads('alder', 'alder 2', bytes('a,b\n')),
    reads('cedar', 'cedar', bytes('a,b\n')),
  ]
  await ask('cedar', bytes('PK'), 'upload', { ending: 'xlsx' })
  expect(order).toEqual([])
  writeFileSync(path, 'a,b\n')
  await Promise.all(asked)
  expect(order).toEqual(['alder 1', 'cedar', 'alder 2'])
})

test('a company may not let more files wait than its share; another company still may', async () => {
  const { ask } = opened({ data: { waiting: 2 } })
  const asked = [1, 2, 3, 4].map(() => refusalOf(ask('alder', bytes('a,b\n'), 'sheet', {})))
  expect(await refusalOf(ask('birch', bytes('a,b\n'), 'sheet', {}))).toBe('answered')
  expect((await Promise.all(asked)).toSorted()).toEqual(['answered', 'answered', 'answered', ['FILES_WAITING', 2]].toSorted())
})

test('the environment of a parser does not hold the settings of the server', async () => {
  process.env.USANCE_TEST_SECRET = 'secret'
  const { ask, documentPids } = opened()
  await ask('alder', { bytes: await pdfOf({}) }, 'e-invoice-pdf', {})
  const settings = documentPids().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
  expect(settings).toHaveLength(2)
  expect(settings.join()).not.toContain('secret')
})

test('a company with a large share works in a process of lower priority, which no other company gets', async () => {
  let givesWay = true
  const usedMuch = (company: string) => company === 'alder'
  const shares = { add: () => {}, begin: () => () => {}, usedMuch, givesWay: (company: string) => givesWay && usedMuch(company) }
  const lane = openLane('parse-data-child', dataLimits, () => new Refused('FILE_TOO_HARD'), shares)
  try {
    /** Parses a company's file, returns the process and its priority, and ends the file. */
    const workerOf = async (company: string) => {
      const path = endlessFile()
      const asked = lane.ask(company, { kind: 'sheet', file: { path }, asked: {} })
      const [pid] = lane.busyPids()
      const step = getPriority(pid)
      writeFileSync(path, 'a,b\n')
      await asked
      return { pid, step }
    }
    const alder = await workerOf('alder')
    const birch = await workerOf('birch')
    expect([alder.step, birch.step]).toEqual([19, Math.min(19, getPriority() + 5)])
    expect([await workerOf('alder'), await workerOf('birch')]).toEqual([alder, birch])
    // While no other company is active it keeps its priority, and still leaves the idle process to others.
    givesWay = false
    expect((await workerOf('alder')).step).toBe(birch.step)
    expect(await workerOf('birch')).toEqual(birch)
  } finally {
    lane.close()
  }
})

const rest = (unit: string) => unit.repeat(20_000_000 / unit.length)
test.each([
  ['a quote that nobody closes', 'sheet', `a,b\n"${rest('xy ')}`, ['CELL_TOO_LONG', undefined]],
  ['a row of commas', 'sheet', rest(','), ['SHEET_TOO_WIDE', undefined]],
  [
    'a long field of MT940',
    'statement',
    `:20:A\n:61:2502030203C1,NTRFREF\n:86:${rest('?20a')}`,
    ['FILE_UNREADABLE', 'statement'],
  ],
  [
    'lines of a field of MT940',
    'statement',
    `:20:A\n:61:2502030203C1,NTRFREF\n:86:${rest('a\n')}`,
    ['FILE_UNREADABLE', 'statement'],
  ],
  ['statements of MT940', 'statement', rest(':20:\n'), ['FILE_UNREADABLE', 'statement']],
] as const)('a file of twenty megabytes of %s is refused by its fault, in little memory', async (_, kind, text, refusal) => {
  // Before its first file a process that runs from the sources takes half of this.
  const { ask } = opened({ data: { megabytes: 250, seconds: 20 } })
  const asked = kind === 'sheet' ? ask('alder', bytes(text), kind, {}) : ask('alder', bytes(text), kind, { currency: 'USD' })
  expect(await refusalOf(asked)).toEqual(refusal)
})

test('an element of a million attributes is refused in little memory', async () => {
  const { ask } = opened({ data: { megabytes: 250 } })
  const attributes = Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')
  expect(await ask('alder', bytes(`<Invoice ${attributes}/>`), 'e-invoice', {})).toEqual({
    ok: false,
    error: 'e-invoice-too-large',
  })
})
