import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { writeWorkbook } from '@usance/server/files/write-workbook'
import { zipStream } from '@usance/server/files/zip-stream'
import { paperInvoice, paperPdf, paperPhoto } from '@usance/server/testing/paper'
import type { Seat } from '@usance/server/testing/world'
import { memoryOf, processorMs, type ServerProcess } from '../speed/server-process.ts'

/** The effect of an attack on other callers. Times in milliseconds, memory in megabytes. */
export type AttackFigures = {
  /** The slowest call of /live, and the slowest of a list of another company. */
  live: number
  list: number
  /** The most that the server's own process grew. */
  grown: number
  /** The milliseconds of a processor's time that the server's own process used for each call, of the attacker and of those who watch. */
  work: number
  /** Another company's import of a small sheet, and its reading of a photographed page. */
  import: Waits
  read: Waits
  /** The counts of business codes that the attacker received; those of the other company are in `otherCodes`. */
  codes: Record<string, number>
  otherCodes: Record<string, number>
  /** The load average of the machine before the attack and at its end. */
  load: [number, number]
}
/** The medians without and with the attack, their ratio, the slowest call during the attack and the number of measurements. */
type Waits = { alone: number; meanwhile: number; ratio: number; slowest: number; times: number }

const appId = 'usance-portal'
const base = 'usance-financial-transaction/finance/invoice/client'

/**
 * Attacks a server process as one company, with `atOnce` files in parallel, and measures the calls of another company. Quiet and
 * attacked rounds alternate, so that other load of the machine falls on both alike. The attacker's process runs at a lower
 * priority, as if it ran on another machine.
 */
export async function attack(
  server: ServerProcess,
  attacker: Seat,
  other: Seat,
  { rounds, seconds, atOnce }: { rounds: number; seconds: number; atOnce: number },
): Promise<AttackFigures> {
  const url = `http://127.0.0.1:${server.port}`
  const otherCodes: Record<string, number> = {}
  const post = async (seat: Seat, path: string, body: string | FormData) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { appid: appId, token: seat.token, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
      body,
    })
    const { code, data } = (await answer.json()) as { code: number; data: { objectKey?: string } | null }
    otherCodes[code] = (otherCodes[code] ?? 0) + 1
    return { code, data }
  }
  const upload = async (seat: Seat, name: string, content: Uint8Array, purpose: string): Promise<string | undefined> => {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(content)]), name)
    const { data } = await post(seat, `usance-company/sysAttachment/upload${purpose && `?purpose=${purpose}`}`, form)
    return data?.objectKey
  }
  let serial = 0
  const smallImport = async () => {
    const content = await writeWorkbook('x', [{ title: `No ${++serial}` }], [['1']])
    return took(async () => {
      const key = await upload(other, 'small.xlsx', content, 'import')
      if (key) await post(other, `${base}/importExcel?fileKey=${encodeURIComponent(key)}`, '{}')
    })
  }
  const smallRead = async () => {
    const content = paperPhoto(paperInvoice({ number: `AT-${++serial}` }), 0.01)
    return took(async () => {
      const fileKey = await upload(other, 'small.jpg', content, 'ocr')
      if (fileKey) await post(other, 'usance-ocr-gw/ocr/standard', JSON.stringify({ fileKey, schemaCode: 'INVOICE' }))
    })
  }
  type Times = { import: number[]; read: number[] }
  const measure = async (times: Times) => {
    times.import.push(await smallImport())
    times.read.push(await smallRead())
  }
  const [alone, meanwhile]: [Times, Times] = [
    { import: [], read: [] },
    { import: [], read: [] },
  ]
  for (let n = 0; n < 3; n++) await measure({ import: [], read: [] })
  const loadBefore = loadavg()[0]!
  const before = memoryOf(server.pid).now
  const files = await hostileFiles()
  let most = before
  const memory = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid).now)
  }, 50)
  const usedBefore = processorMs(server.pid)
  const stopWatching = watch(url, other)
  const slow = await pausedDownloads(server.port, attacker, await upload(attacker, 'large.pdf', largePdf(), ''), 25)
  const codes: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 3; n++) await measure(alone)
    let isOver = false
    const attacked = sendAll(url, attacker, files, { seconds, atOnce }).finally(() => {
      isOver = true
    })
    do await measure(meanwhile)
    while (!isOver)
    for (const [code, count] of Object.entries(await attacked)) codes[code] = (codes[code] ?? 0) + count
  }
  const { calls, ...slowest } = await stopWatching()
  const attacks = Object.values(codes).reduce((sum, count) => sum + count, 0)
  const work = (processorMs(server.pid) - usedBefore) / (attacks + calls)
  clearInterval(memory)
  for (const one of slow) one.destroy()
  const waits = (kind: keyof typeof alone): Waits => {
    const [one, other] = [median(alone[kind]), median(meanwhile[kind])]
    return {
      alone: one,
      meanwhile: other,
      ratio: other / one,
      slowest: Math.max(...meanwhile[kind]),
      times: meanwhile[kind].length,
    }
  }
  const load: [number, number] = [loadBefore, loadavg()[0]!]
  return { ...slowest, grown: most - before, work, import: waits('import'), read: waits('read'), codes, otherCodes, load }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

type HostileFile = { name: string; content: Uint8Array; call: 'importEInvoice' | 'importExcel' | 'read' | 'list' }

/** Sends the files repeatedly from a process of its own until the time is over; returns the counts of business codes. */
async function sendAll(
  url: string,
  { token }: Seat,
  files: HostileFile[],
  { seconds, atOnce }: { seconds: number; atOnce: number },
) {
  const folder = await mkdtemp(join(tmpdir(), 'usance-attack-'))
  try {
    for (const { name, content } of files) await writeFile(join(folder, name), content)
    const sender = fork(new URL('./send.mjs', import.meta.url), [], { execArgv: [] })
    setPriority(sender.pid!, 19)
    const told = new Promise<Record<string, number>>((resolve, reject) => {
      sender.once('message', (codes) => resolve(codes as Record<string, number>))
      sender.once('exit', (code) => reject(new Error(`The attacker ended with ${code}.`)))
    })
    const uploadTo = '/api/usance-company/sysAttachment/upload?purpose='
    const requests = files.map(({ name, call }) =>
      call === 'list'
        ? { name, ask: '/api/usance-financial-transaction/invoice/client/pageList' }
        : call === 'read'
          ? {
              name,
              upload: `${uploadTo}ocr`,
              ask: '/api/usance-ocr-gw/ocr/standard',
              body: '{"fileKey":"{key}","schemaCode":"INVOICE"}',
            }
          : { name, upload: `${uploadTo}import`, ask: `/api/${base}/${call}?fileKey={key}` },
    )
    const headers = { appid: appId, token }
    const named = files.map(({ name }) => ({ name, path: join(folder, name) }))
    sender.send({ url, headers, files: named, requests, seconds, atOnce })
    return await told
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The slowest answers in milliseconds, and how many calls were made. */
export type Watched = { live: number; list: number; calls: number }

/** Calls the server in a loop from a separate thread. The returned function stops the loop and resolves to what it measured. */
export function watch(url: string, { token }: Seat): () => Promise<Watched> {
  const body = '{"pageNum":1,"pageSize":20,"filterFields":{}}'
  const headers = { appid: appId, token, 'content-type': 'application/json' }
  const list = [`${url}/api/usance-financial-transaction/invoice/client/pageList`, { method: 'POST', headers, body }]
  const worker = new Worker(new URL('./watch.mjs', import.meta.url), { workerData: { live: [`${url}/live`], list } })
  const told = new Promise<Watched>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return () => {
    worker.postMessage('stop')
    return told
  }
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const largePdf = () => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(20_000_000, 7)])

/** Files that a company may upload and that cost far more than their size suggests. */
async function hostileFiles(): Promise<HostileFile[]> {
  const wide = Buffer.alloc(19_000_000)
  for (let at = 0; at < wide.length; at += 4) wide.writeUInt32LE(at === 0 ? 0xfeff : at % 400 === 0 ? 10 : 0x41, at)
  const quotes = Buffer.from('a"'.repeat(9_500_000))
  const lines = Array.from({ length: 45 }, (_, row): [number, string][] =>
    Array.from({ length: 12 }, (_, cell): [number, string] => [40 + cell * 45, `${row * 12 + cell}.99`]),
  )
  const keys = { filterFields: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, 'x'])) }
  const strings = (count: number) =>
    zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(count)}` })
  const xml = (text: string) => Buffer.from(`<?xml version="1.0"?>${text}`)
  return [
    { call: 'importEInvoice', name: 'comments.xml', content: xml(`<Invoice>${'<!--'.repeat(156_000)}`) },
    { call: 'importEInvoice', name: 'elements.xml', content: xml(`<Invoice>${'<a/>'.repeat(490_000)}</Invoice>`) },
    { call: 'importExcel', name: 'bomb.xlsx', content: await strings(22_000_000) },
    { call: 'importExcel', name: 'shared.xlsx', content: await strings(1_100_000) },
    { call: 'importExcel', name: 'quotes.csv', content: quotes },
    { call: 'importExcel', name: 'wide.csv', content: wide },
    { call: 'read', name: 'dense.pdf', content: await paperPdf([...paperInvoice(), ...lines]) },
    { call: 'read', name: 'page.jpg', content: paperPhoto([...paperInvoice(), ...lines], 0.01) },
    { call: 'read', name: 'flood.png', content: quotes },
    { call: 'list', name: 'keys.json', content: Buffer.from(JSON.stringify(keys)) },
  ]
}

async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = zipStream(Object.entries(parts).map(([name, text]) => ({ name, open: () => Readable.from([Buffer.from(text)]) })))
  for await (const chunk of zip) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Downloads of a large file whose client reads nothing. */
const pausedDownloads = (port: number, seat: Seat, objectKey: string | undefined, count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ destroy: () => unknown }>((resolve, reject) => {
          const path = `/api/usance-company/sysAttachment/content?objectKey=${encodeURIComponent(objectKey ?? '')}`
          const asked = send({ port, host: '127.0.0.1', path, headers: { appid: appId, token: seat.token }, agent: false })
          asked.on('response', (answer) => resolve(answer.pause().on('error', () => undefined)))
          asked.on('error', reject)
          asked.end()
        }),
    ),
  )
