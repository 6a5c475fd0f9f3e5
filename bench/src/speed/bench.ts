import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@usance/server/config'
import { inTransaction, openDatabase } from '@usance/server/database/database'
import { startEmbedded } from '@usance/server/database/embedded'
import { migrate } from '@usance/server/database/migrate'
import { install } from '@usance/server/install'
import { foldBooks } from '@usance/server/jobs/fold-books'
import { foldReceivables } from '@usance/server/jobs/fold-receivables'
import { keepAdvances } from '@usance/server/jobs/keep-advances'
import { startServer } from '@usance/server/start'
import { buildWorld, openingDay, type Seat, testKey, type World } from '@usance/server/testing/world'
import type { Call } from '@usance/wire/call'
import { sql } from 'kysely'
import pg from 'pg'

export type Bench = Awaited<ReturnType<typeof openBench>>

/**
 * A whole product on a database of its own, filled with `invoices` invoices; asked over HTTP, compared with plain SQL.
 * Further settings of the server may be given.
 */
export async function openBench(invoices: number, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'usance-bench-'))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres') })
  const owner = openDatabase(embedded.adminUrl, { max: 2, statementTimeoutMs: 900_000, name: 'bench' })
  await migrate(embedded.adminUrl)
  const { platformId } = await install(owner, openingDay, Buffer.from(testKey, 'base64'))
  const world = await buildWorld(owner, platformId)
  await fill(owner, world, invoices)
  const config = readConfig({
    USANCE_DATA: folder,
    USANCE_KEY: testKey,
    USANCE_DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_PER_MINUTE: '0',
    ...settings,
  })
  const { app, server, close } = await startServer(config, embedded.adminUrl, { appUrl: embedded.url })
  await foldReceivables(app)
  await foldBooks(app)
  await keepAdvances(app)
  await sql`vacuum analyze`.execute(owner)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = new URL(url)
  // The floor speaks to the same database through the plain driver, as a role that no policy slows down.
  const plain = new pg.Pool({ connectionString: embedded.adminUrl, max: 8 })
  plain.on('error', () => {})
  return {
    app,
    /** How many invoices it holds. */
    invoices,
    /** Where the product listens. */
    url,
    world,
    plain,
    /** Where another process of the bench finds the same database and files. */
    addresses: { USANCE_DATA: folder, USANCE_KEY: testKey, BENCH_ADMIN_URL: embedded.adminUrl, BENCH_APP_URL: embedded.url },
    /** Runs plain SQL: the floor. */
    floor: (text: string, values: unknown[] = []) => plain.query(text, values),
    ask: (path: string, body: object, seat: Seat = world.seats.alderViewer!) => post(Number(port), path, body, seat.token),
    /** Makes a call of the wire as somebody, or as nobody. */
    send: (
      call: Call,
      input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown },
      token = '',
    ) => {
      const path = call.path
        .replace('{p}', config.prefix)
        .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
      const search = new URLSearchParams(input.query ?? {}).toString()
      return post(Number(port), `/api${path}${search ? `?${search}` : ''}`, input.body as object, token, call.method)
    },
    async close() {
      await close()
      await plain.end()
      await owner.destroy()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** Posts as somebody to the server at a port; answers the data of an envelope, or the number of bytes of a file. */
// biome-ignore lint/suspicious/noExplicitAny: a bench reads the answers of many calls by their names.
export function post(port: number, path: string, body: object | undefined, token: string, method = 'POST'): Promise<any> {
  const sent = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const going = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: path.startsWith('/') ? path : `/api/usance-financial-transaction/${path}`,
        headers: {
          ...(sent ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) } : {}),
          appid: 'usance-portal',
          ...(token ? { token } : {}),
        },
      },
      (answer) => {
        const isJson = String(answer.headers['content-type']).includes('json')
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (isJson) parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          if (!isJson) return resolve(bytes)
          const text = Buffer.concat(parts).toString()
          const envelope = JSON.parse(text)
          if (envelope.code === 200) resolve(envelope.data)
          else reject(new Error(`${path}: ${text.slice(0, 300)}`))
        })
      },
    )
    going.on('error', reject)
    going.end(sent)
  })
}

/** Invoices of Alder to its two buyers, spread over two years and three currencies, made in bulk. */
const fill = (db: ReturnType<typeof openDatabase>, { companies }: World, count: number) =>
  inTransaction(db, { kind: 'system' }, 'write', (tx) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, confirmed_amount, paid_amount, doc_status, buyer_visible, fp1, fp2, fp3)
      select gen_random_uuid(), ${companies.alder}, case when n % 2 = 0 then ${companies.cedar}::uuid else ${companies.dogwood}::uuid end, 'B-' || n, 'B-' || n, ${openingDay}::date - (n % 730)::int, ${openingDay}::date - (n % 730)::int + 60,
        'USD', 1000 + n % 9000, 1000 + n % 9000, case when n % 730 > 90 then 1000 + n % 9000 else 0 end, case when n % 730 > 90 then 'CLOSED' else 'CONFIRMED' end, true, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from generate_series(1, ${count}) n`.execute(tx),
  )
