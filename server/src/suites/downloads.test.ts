import { type ClientRequest, ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addressesOf } from '../http/server.ts'
import { transfersUnderWay } from '../http/transfers.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice } from '../testing/trade.ts'
import { uploadAs } from '../testing/upload.ts'
import type { Seat } from '../testing/world.ts'
import { sampleOf } from './sample.ts'

let portal: Portal
/** A file of the caller's company, for the calls that send one. */
let objectKey: string
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
  await aConfirmedInvoice(portal)
  const { data } = await uploadAs(portal, portal.seats.alderDirector, 'paper.pdf', Buffer.from('%PDF-1.4\n% a paper\n'))
  objectKey = data.objectKey
})
afterAll(() => portal.close())
afterEach(() => vi.restoreAllMocks())

const files = allCalls().filter(({ call }) => call.kind === 'file' && call.access !== 'public')
/** Files of one payment, order, contract, partner, figure or page, which no sample names; the same code sends the others. */
const ofOneThing = [
  'report.bankSlip',
  'report.collectProof',
  'report.orderFile',
  'channelPartner.partnerMonthExport',
  'ar.exportRows',
  'contract.download',
  'ocr.page',
  'proofFile.download',
]

/** The input of a call besides its sample. */
const given: Record<string, () => object> = {
  'international.downloadTemplate': () => ({ type: 'INVOICE' }),
  'monitor.proof': () => ({ from: '2025-01-01' }),
  'file.content': () => ({ objectKey }),
  'file.downloadByKey': () => ({ objectKey }),
  'file.downloadBatch': () => ({ keys: [objectKey] }),
  'file.downloadBatchShort': () => ({ keys: [objectKey] }),
  'file.downloadFiles': () => ({ files: [{ objectKey, fileName: 'paper.pdf' }] }),
  'file.downloadFilesShort': () => ({ files: [{ objectKey, fileName: 'paper.pdf' }] }),
}

/** Stops reading every answer that is not JSON. Returns the number of answers that wait. */
function nobodyTakes(): () => number {
  const held = new Set<ServerResponse>()
  const isJson = new WeakSet<ServerResponse>()
  const { writeHead, write, end } = ServerResponse.prototype
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (this: ServerResponse, ...given: unknown[]) {
    const headers = given.at(-1) as Record<string, unknown>
    if (String(headers['content-type']).startsWith('application/json')) isJson.add(this)
    return Reflect.apply(writeHead, this, given)
  })
  vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...given: unknown[]) {
    if (isJson.has(this)) return Reflect.apply(write, this, given)
    held.add(this)
    return false
  })
  vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (this: ServerResponse, ...given: unknown[]) {
    if (isJson.has(this)) return Reflect.apply(end, this, given)
    held.add(this)
    return this
  })
  return () => held.size
}

/** Requests a file; `refused` is the code of an answer without one. */
function ask(seat: Seat, name: string, call: Call): { asked: ClientRequest; refused: Promise<number> } {
  const id = portal.world.companies.alder
  const sample = (type: Call['query']) => ({ ...sampleOf(type, id), ...given[name]?.() })
  const path = addressesOf(call.path, portal.app.config.prefix)[0]!.replace(/:\w+/g, id)
  const query = new URLSearchParams(Object.entries(sample(call.query)).map(([key, value]) => [key, String(value)]))
  const asked = send({
    port: (portal.server.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: call.method,
    path: `${path}?${query}`,
    headers: { appid: portal.app.config.appId, token: seat.token, 'content-type': 'application/json' },
    agent: false,
  })
  const refused = new Promise<number>((resolve) => {
    asked.on('error', () => undefined)
    asked.on('response', async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve(JSON.parse(Buffer.concat(parts).toString()).code)
    })
  })
  asked.end(call.method === 'GET' ? undefined : JSON.stringify(sample(call.body)))
  return { asked, refused }
}

/** Connections of the portal in use. */
const busyConnections = () =>
  portal.asOwner(async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'usance%' and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      db,
    )
    return rows[0]!.n
  })

test('no file call holds the database for a client that does not read, and a client that leaves frees its place', async () => {
  const waiting = nobodyTakes()
  const notSent: string[] = []
  for (const { name, call } of files) {
    const codes = new Set<number>()
    let isSent = false
    for (const seat of Object.values(portal.seats)) {
      const before = waiting()
      const { asked, refused } = ask(seat, name, call)
      const begun = vi.waitUntil(() => waiting() > before, { timeout: 30_000, interval: 5 }).then(() => undefined)
      const code = await Promise.race([refused, begun])
      if (code !== undefined) {
        begun.catch(() => undefined)
        codes.add(code)
        continue
      }
      isSent = true
      await expect.poll(busyConnections, { message: name, timeout: 30_000 }).toBe(0)
      expect(transfersUnderWay(portal.app), name).toBe(1)
      asked.destroy()
      await expect.poll(() => transfersUnderWay(portal.app), { message: name, timeout: 30_000 }).toBe(0)
      break
    }
    // An export whose permission nobody holds yet is the export of another list.
    if (!isSent && [...codes].some((code) => code !== 403)) notSent.push(name)
  }
  expect(files.length).toBeGreaterThan(80)
  expect(notSent).toEqual(ofOneThing)
}, 600_000)
