import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'
import { graceSeconds, leastBytesPerSecond } from './slow-senders.ts'
import { transfersUnderWay } from './transfers.ts'
import { mostOfSender, type UnreadAnswers } from './unread-answers.ts'

let portal: Portal
let answers: UnreadAnswers
const open: Socket[] = []
beforeAll(async () => {
  portal = await openPortal()
  await portal.server.listen({ port: 0, host: '127.0.0.1' })
  answers = portal.server.getDecorator<UnreadAnswers>('unreadAnswers')
  await portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'LONG-0',
      issueDate: '2025-02-03',
      dueDate: '2025-05-04',
      currency: 'USD',
      amount: '10',
      idempotencyKey: randomUUID(),
    },
  })
  // Two answers of these rows are more than may wait for one sender, and one is more than a connection takes by itself.
  await portal.asOwner((db) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, fp1, fp2, fp3)
      select gen_random_uuid(), i.supplier_id, i.buyer_id, repeat('L', 3000) || n, 'LONG' || n, i.issue_date, i.due_date, i.currency,
        i.amount, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from invoice i, generate_series(1, 6000) n where i.invoice_no = 'LONG-0'`.execute(db),
  )
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(() => portal.close())

/** Asks for all invoices at once and reads the head of the answer alone. */
const askAll = async (
  seat: Seat,
  headers: Record<string, string> = {},
  call: 'pageList' | 'csvExport' = 'pageList',
): Promise<IncomingMessage> => {
  const { port } = portal.server.server.address() as AddressInfo
  const path = `/api${listCalls(invoiceList)[call].path.replace('{p}', 'usance')}`
  const asked = send({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    agent: false,
    headers: {
      appid: portal.app.config.appId,
      token: seat.token,
      companyrole: seat.companyRole,
      'content-type': 'application/json',
      ...headers,
    },
  })
  asked.end(JSON.stringify({ pageSize: 20_000 }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.pause()
  answer.on('error', () => {})
  open.push(answer.socket)
  return answer
}
/** The connections at the server's end on which something is asked. */
const socketsOf = async (ask: () => Promise<unknown>): Promise<Socket[]> => {
  const sockets: Socket[] = []
  const keep = (request: IncomingMessage) => void sockets.push(request.socket)
  portal.server.server.on('request', keep)
  await ask()
  portal.server.server.off('request', keep)
  return sockets
}
const wholeOf = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

test('long answers that nobody reads are bounded for one session, and others go on', async () => {
  const { alderMaker, alderChecker } = portal.seats
  const unread = await askAll(alderMaker)
  expect(Number(unread.headers['content-length'])).toBeGreaterThan(mostOfSender / 2)
  const packed = await askAll(alderMaker, { 'accept-encoding': 'gzip' })
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
  packed.resume()
  const over = await askAll(alderMaker)
  expect(over.statusCode).toBe(429)
  expect(JSON.parse(await wholeOf(over))).toMatchObject({ data: { error: 'TOO_MANY_REQUESTS' } })
  expect((await portal.ask(alderMaker, listCalls(invoiceList).pageList, { body: { pageSize: 1 } })).list).toHaveLength(1)
  const other = await askAll(alderChecker)
  expect(other.statusCode).toBe(200)
  other.destroy()
  expect(JSON.parse(await wholeOf(unread)).data.list).toHaveLength(6001)
  await vi.waitFor(async () => expect((await askAll(alderMaker)).statusCode).toBe(200), { timeout: 60_000 })
}, 60_000)

test('an answer that is taken too slowly is ended, and one within the rate is not', async () => {
  const now = performance.now()
  const stuck = await askAll(portal.seats.alderMaker)
  const bytes = Number(stuck.headers['content-length'])
  answers.look(now)
  answers.look(now + (graceSeconds + bytes / leastBytesPerSecond / 2) * 1000)
  expect(stuck.socket.destroyed).toBe(false)
  answers.look(now + (graceSeconds + bytes / leastBytesPerSecond + 60) * 1000)
  await vi.waitFor(() => expect(answers.size).toBe(0), { timeout: 60_000 })
  await expect(wholeOf(stuck)).rejects.toThrow('aborted')
}, 60_000)

test('who takes nothing of a long answer is not waited for', async () => {
  const sockets = await socketsOf(() => askAll(portal.seats.alderMaker))
  expect(sockets.map(({ timeout }) => timeout)).toEqual([120_000])
})

test('an export that is taken too slowly is ended, and its place is free', async () => {
  const seat = portal.seats.alderMaker
  await vi.waitFor(() => expect(answers.size).toBe(0), { timeout: 60_000 })
  const [socket] = await socketsOf(() => askAll(seat, {}, 'csvExport'))
  expect(transfersUnderWay(portal.app)).toBe(1)
  // Made to its end, and no more of it fits into the connection.
  await expect.poll(() => portal.app.turns.reports.size.working + (socket?.writableLength ? 0 : 1), { timeout: 60_000 }).toBe(0)
  const now = performance.now()
  answers.look(now)
  answers.look(now + (graceSeconds / 2) * 1000)
  expect(transfersUnderWay(portal.app)).toBe(1)
  answers.look(now + (graceSeconds + 18_000_000 / leastBytesPerSecond) * 1000)
  await vi.waitFor(() => expect(transfersUnderWay(portal.app)).toBe(0), { timeout: 60_000 })
  expect(socket?.destroyed).toBe(true)
}, 60_000)
