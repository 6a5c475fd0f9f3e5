import { randomBytes, randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leaveEarly } from '../testing/leave-early.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { uploadAs } from '../testing/upload.ts'
import type { Seat } from '../testing/world.ts'
import { transferLimits } from './transfers.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

type Slow = { status: number; type: string; socket: Socket; rest: () => Promise<Buffer> }
/** Sends a request and reads the head of its answer alone, until `rest`. */
const askSlowly = (seat: Seat, method: 'GET' | 'POST', path: string, body?: object): Promise<Slow> =>
  new Promise((resolve, reject) => {
    const { port } = portal.server.server.address() as AddressInfo
    const headers = { appid: portal.app.config.appId, token: seat.token, 'content-type': 'application/json' }
    const asked = send({ port, host: '127.0.0.1', method, path: `/api${path}`, headers, agent: false }, (answer) => {
      answer.pause()
      resolve({
        status: answer.statusCode ?? 0,
        type: String(answer.headers['content-type']),
        socket: answer.socket,
        rest: async () => {
          const parts: Buffer[] = []
          for await (const part of answer) parts.push(part as Buffer)
          return Buffer.concat(parts)
        },
      })
    })
    asked.on('error', reject)
    asked.end(body && method === 'POST' ? JSON.stringify(body) : undefined)
  })

test('a stored file is read only as far as the client reads', async () => {
  const { alderMaker } = portal.seats
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(19_900_000)])
  const { data } = await uploadAs(portal, alderMaker, 'large.pdf', content)
  const opened: Readable[] = []
  const { stream } = portal.app.files
  portal.app.files.stream = async (objectKey) => {
    const made = await stream(objectKey)
    opened.push(made)
    return made
  }
  const path = fileCalls.content.path.replace('{p}', 'usance')
  const slow = await askSlowly(alderMaker, 'GET', `${path}?objectKey=${encodeURIComponent(data.objectKey)}`)
  portal.app.files.stream = stream
  expect(opened).toHaveLength(1)
  expect(opened[0]!.readableEnded).toBe(false)
  expect(Buffer.compare(await slow.rest(), content)).toBe(0)
})

test('exports whose reader left before they began keep no place and read nothing', async () => {
  const { birchMaker } = portal.seats
  const path = `/api${invoiceList.path.replace('{p}', 'usance')}/csv/export`
  const exported = { method: 'POST', path, body: { filterFields: {} } } as const
  const read = vi.spyOn(portal.app.turns.reports, 'run')
  await leaveEarly(portal, birchMaker, [[exported], [exported], [exported, exported]])
  const after = await askSlowly(birchMaker, 'POST', path.replace('/api', ''), { filterFields: {} })
  expect(after.status).toBe(200)
  expect(after.type).toBe('text/csv; charset=utf-8')
  await after.rest()
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

test('slow readers of exports hold no database connection, and limit their own user alone', async () => {
  const { alderMaker, alderChecker } = portal.seats
  await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'SLOW-0',
      issueDate: '2025-02-03',
      dueDate: '2025-05-04',
      currency: 'USD',
      amount: '10',
      idempotencyKey: randomUUID(),
    },
  })
  // Far more text than the system buffers for a connection without a reader.
  await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, fp1, fp2, fp3)
      select gen_random_uuid(), i.supplier_id, i.buyer_id, repeat('S', 3000) || n, 'SLOW' || n, i.issue_date, i.due_date, i.currency,
        i.amount, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from invoice i, generate_series(1, 10000) n where i.invoice_no = 'SLOW-0'`.execute(db),
  )
  const path = `${invoiceList.path.replace('{p}', 'usance')}/csv/export`
  const readers: Slow[] = []
  for (let n = 0; n < transferLimits.long; n++) readers.push(await askSlowly(alderMaker, 'POST', path, { filterFields: {} }))
  expect(readers.map(({ status, type }) => [status, type])).toEqual(readers.map(() => [200, 'text/csv; charset=utf-8']))
  const held = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name = 'usance-reports' and state <> 'idle'`.execute(portal.app.db)
    ).rows[0]!.n
  await expect.poll(held, { timeout: 30_000 }).toBe(0)
  const refused = await askSlowly(alderMaker, 'POST', path, { filterFields: {} })
  expect(JSON.parse((await refused.rest()).toString())).toMatchObject({
    code: 20029,
    data: { error: 'DOWNLOADS_OPEN', limit: transferLimits.long },
  })
  const other = await askSlowly(alderChecker, 'POST', path, { filterFields: {} })
  const whole = await other.rest()
  expect(whole.toString().split('\r\n').length).toBeGreaterThan(10_000)
  for (const { rest } of readers) expect((await rest()).length).toBe(whole.length)
  const again = await askSlowly(alderMaker, 'POST', path, { filterFields: {} })
  expect(again.status).toBe(200)
  again.socket.destroy()
})
