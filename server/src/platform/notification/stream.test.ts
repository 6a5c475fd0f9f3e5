import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { accountCalls } from '@usance/wire/account/calls'
import { noticeStreamPath, notificationCalls } from '@usance/wire/notification/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authenticate } from '../../auth/authenticate.ts'
import { firstIdAt, newId } from '../../database/id.ts'
import { notify } from '../../notify/notify.ts'
import { leaveEarly } from '../../testing/leave-early.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { aSeat, openSeat, type Seat } from '../../testing/world.ts'
import { OpenStream, OpenStreams } from './open-stream.ts'
import { mostTakenUp } from './tell-messages.ts'

let portal: Portal
let address: string
/** An invoice that Alder sells. */
let invoiceId: string
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0', TRUST_PROXY: 'loopback' })
  await portal.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = portal.server.server.address() as AddressInfo
  address = `http://127.0.0.1:${port}/api${noticeStreamPath.replace('{p}', portal.app.config.prefix)}`
  invoiceId = await aConfirmedInvoice(portal)
})
afterAll(() => portal.close())

type Reading = { status: number; text: () => string; hasEnded: () => boolean; stop: () => void }
const readings: Reading[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const { stop } of readings.splice(0)) stop()
})

/** Opens a stream and goes on reading it. */
async function read({ token, companyRole }: Seat, headers: Record<string, string> = {}): Promise<Reading> {
  const gone = new AbortController()
  const answer = await fetch(address, {
    headers: { appid: portal.app.config.appId, token, companyrole: companyRole, ...headers },
    signal: gone.signal,
  })
  let text = ''
  let hasEnded = false
  const readAll = async () => {
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) text += piece
  }
  readAll()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  const reading = { status: answer.status, text: () => text, hasEnded: () => hasEnded, stop: () => gone.abort() }
  readings.push(reading)
  return reading
}
const tell = (companyId: string, orderNo: string) =>
  portal.look((tx) =>
    notify(tx, {
      event: 'FINANCE_ORDER_FUNDED',
      companyIds: [companyId],
      params: { orderNo, amount: '90000.00', currency: 'USD' },
    }),
  )
const soon = { timeout: 20_000, interval: 20 }
const heard = (all: readonly Reading[], text: string) =>
  vi.waitFor(() => expect(all.filter((one) => !one.text().includes(text))).toEqual([]), soon)
/** Tells messages until the first is heard: the listener may still be on its way to the database. */
async function listening(one: Reading, companyId: string) {
  await vi.waitFor(async () => {
    await tell(companyId, 'FO-BEGIN')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(one.text()).toContain('FO-BEGIN')
  }, soon)
}
/** One more session of the same person in the same seat. */
const anotherSession = (seat: Seat): Promise<Seat> =>
  portal.look((tx) => openSeat(tx, seat.userId, seat.companyId, seat.companyRole))

test('a user holds twenty streams over all of their sessions, wherever they are', async () => {
  const { birchMaker, alderViewer } = portal.seats
  const second = await anotherSession(birchMaker)
  for (let n = 0; n < 20; n++) expect((await read(n % 2 ? birchMaker : second)).status).toBe(200)
  expect((await read(birchMaker)).status).toBe(429)
  expect((await read(second, { 'x-forwarded-for': '192.0.2.9' })).status).toBe(429)
  expect((await read(alderViewer)).status).toBe(200)
  readings.splice(0, 1)[0]!.stop()
  await vi.waitFor(async () => expect((await read(birchMaker)).status).toBe(200), soon)
})

test('a connection that closes while its user is still being authenticated keeps no place', async () => {
  const { cedarChecker } = portal.seats
  const { pathname } = new URL(address)
  const stream = { method: 'GET', path: pathname } as const
  const behind = { method: 'POST', path: '/api/usance-financial-transaction/notification/client/list', body: {} } as const
  for (let n = 0; n < 4; n++) {
    const asked = vi.spyOn(OpenStreams.prototype, 'mayOpen')
    await leaveEarly(portal, cedarChecker, [[stream], [stream], [stream], [behind, stream], [behind, stream]])
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(5), soon)
    asked.mockRestore()
  }
  expect((await read(cedarChecker)).status).toBe(200)
})

test('a beat drops the streams whose connection is closed', async () => {
  const streams = new OpenStreams()
  const { app, seats } = portal
  const connection = () => new ServerResponse(new IncomingMessage(new Socket()))
  const [closed, live] = [connection(), connection()]
  const actor = await authenticate(app, seats.alderMaker.token, {})
  for (const out of [closed, live]) {
    const stream = new OpenStream(actor, '192.0.2.1', newId(), out)
    stream.end = () => streams.remove(stream)
    streams.add(stream)
  }
  closed.destroy()
  await streams.beat()
  expect(streams.all.size).toBe(1)
  expect(streams.ofUser(actor.userId).size).toBe(1)
  expect([closed.writableLength > 0, live.writableLength > 0]).toEqual([false, true])
})

test('a message is read from the database once for all streams of its company', async () => {
  const { alderMaker, alderViewer, alderDirector, birchMaker } = portal.seats
  const { alder } = portal.world.companies
  const streams: Reading[] = []
  for (const seat of [alderMaker, alderViewer, alderDirector]) for (let n = 0; n < 8; n++) streams.push(await read(seat))
  const other = await read(birchMaker)
  await listening(streams[0]!, alder)
  const asked = vi.spyOn(portal.app.turns.calls, 'run')
  await tell(alder, 'FO-ONCE')
  await heard(streams, 'FO-ONCE')
  expect(asked.mock.calls.map(([caller]) => caller)).toEqual([{ company: alder, user: `streams of ${alder}` }])
  asked.mockRestore()
  expect(other.text()).not.toContain('FO-ONCE')
})

test('what was told while the database could not be heard is asked for, and told once', async () => {
  const { alderMaker, alderViewer } = portal.seats
  const { alder } = portal.world.companies
  const streams = [await read(alderMaker), await read(alderMaker), await read(alderViewer)]
  await listening(streams[0]!, alder)
  await tell(alder, 'FO-BEFORE')
  await heard(streams, 'FO-BEFORE')
  await portal.asOwner((db) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'usance-listen' and datname = current_database()`.execute(
      db,
    ),
  )
  for (let n = 0; n < 120; n++) await tell(alder, `FO-GAP-${n}.`)
  await heard(streams, 'FO-GAP-119.')
  for (const one of streams)
    for (const no of ['FO-BEFORE', 'FO-GAP-0.', 'FO-GAP-60.', 'FO-GAP-119.']) expect(one.text().split(no).length - 1).toBe(1)
})

const unreadIn = (text: string) =>
  [...text.matchAll(/event: unread\ndata: \{"unread":(\d+)\}/g)].map(([, count]) => Number(count))

test('who missed more than two hundred messages, or was away for a day, is told how many are unread instead', async () => {
  const { birchMaker } = portal.seats
  const { birch } = portal.world.companies
  const first = await read(birchMaker)
  await listening(first, birch)
  const lastId = /id: (\S+)/.exec(first.text())![1]!
  await tell(birch, 'FO-MISSED-0.')
  const few = await read(birchMaker, { 'last-event-id': lastId })
  await heard([few], 'FO-MISSED-0.')
  expect(unreadIn(few.text())).toEqual([])
  for (let n = 1; n <= mostTakenUp; n++) await tell(birch, `FO-MISSED-${n}.`)
  // Who takes a stream up now has missed them all: none is on its way any more.
  await heard([first, few], `FO-MISSED-${mostTakenUp}.`)
  const never = '00000000-0000-0000-0000-000000000000'
  const aDayAgo = firstIdAt(Date.now() - 24 * 60 * 60 * 1000 - 1)
  const anHourHence = firstIdAt(Date.now() + 60 * 60 * 1000)
  for (const id of [lastId, never, aDayAgo, anHourHence]) {
    const { unread } = await portal.ask(birchMaker, notificationCalls.list, { body: { pageSize: 0 } })
    const many = await read(birchMaker, { 'last-event-id': id })
    await vi.waitFor(() => expect(unreadIn(many.text())).toEqual([unread]), soon)
    expect(many.text()).not.toContain('event: message')
    const from = /id: (\S+)\nevent: unread/.exec(many.text())![1]!
    many.stop()
    await tell(birch, `FO-SINCE ${id}`)
    const again = await read(birchMaker, { 'last-event-id': from })
    await heard([again], `FO-SINCE ${id}`)
    expect(again.text()).not.toContain('FO-MISSED')
    again.stop()
  }
})

test('a message that a stream counts as it begins anew, and that is still on its way, is not told as well', async () => {
  const { birchMaker } = portal.seats
  const { birch } = portal.world.companies
  const first = await read(birchMaker)
  await listening(first, birch)
  const { calls } = portal.app.turns
  const run = calls.run.bind(calls)
  let arrive = () => {}
  const onItsWay = new Promise<void>((resolve) => (arrive = resolve))
  const asked = vi.spyOn(calls, 'run').mockImplementation(async (caller, work) => {
    if (caller.user === `streams of ${birch}`) await onItsWay
    return run(caller, work)
  })
  await tell(birch, 'FO-COUNTED')
  const { unread } = await portal.ask(birchMaker, notificationCalls.list, { body: { pageSize: 0 } })
  const anew = await read(birchMaker, { 'last-event-id': firstIdAt(Date.now() - 25 * 60 * 60 * 1000) })
  await vi.waitFor(() => expect(unreadIn(anew.text())).toEqual([unread]), soon)
  arrive()
  asked.mockRestore()
  await tell(birch, 'FO-AFTER-COUNT')
  await heard([first, anew], 'FO-AFTER-COUNT')
  expect(first.text()).toContain('FO-COUNTED')
  expect(anew.text()).not.toContain('FO-COUNTED')
})

test('nothing is asked for a stream whose reader has left before its turn', async () => {
  const { cedarChecker } = portal.seats
  const { calls } = portal.app.turns
  const run = calls.run.bind(calls)
  let begin = () => {}
  const turn = new Promise<void>((resolve) => (begin = resolve))
  const answers: unknown[] = []
  const asked = vi.spyOn(calls, 'run').mockImplementation(async (caller, work) => {
    await turn
    const answer = await run(caller, work)
    answers.push(answer)
    return answer
  })
  const lastId = firstIdAt(Date.now() - 60_000)
  const left = [await read(cedarChecker), await read(cedarChecker, { 'last-event-id': lastId })]
  const stays = await read(cedarChecker, { 'last-event-id': lastId })
  const ended = vi.spyOn(OpenStreams.prototype, 'remove')
  for (const { stop } of left) stop()
  const leftOf = () =>
    new Set(ended.mock.calls.map(([stream]) => stream).filter(({ actor }) => actor.userId === cedarChecker.userId))
  await vi.waitFor(() => expect(leftOf().size).toBe(2), soon)
  begin()
  await vi.waitFor(() => expect(answers).toEqual([undefined, undefined, { missed: expect.any(Array) }]), soon)
  expect(stays.hasEnded()).toBe(false)
  ended.mockRestore()
  asked.mockRestore()
})

test('a stream ends at once with its session, its user and its seat, and is told nothing that came after', async () => {
  const { alderMaker, alderViewer, alderDirector } = portal.seats
  const { alder } = portal.world.companies
  const leaving = await anotherSession(alderMaker)
  const [mine, left, stopped] = [await read(alderMaker), await read(leaving), await read(alderViewer)]
  await listening(mine, alder)
  await portal.ask(leaving, sessionCalls.logout, { query: {} })
  await portal.ask(alderDirector, accountCalls.disable, { body: { id: alderViewer.userId } })
  await tell(alder, 'FO-AFTER')
  await heard([mine], 'FO-AFTER')
  await vi.waitFor(() => expect([left.hasEnded(), stopped.hasEnded()]).toEqual([true, true]), { timeout: 2000, interval: 20 })
  expect([left.text(), stopped.text()].filter((text) => text.includes('FO-AFTER'))).toEqual([])

  await portal.look((tx) =>
    tx.updateTable('userCompanyRole').set({ status: 'DISABLE' }).where('userId', '=', alderMaker.userId).execute(),
  )
  await tell(alder, 'FO-LATER')
  await vi.waitFor(() => expect(mine.hasEnded()).toBe(true), { timeout: 2000, interval: 20 })
  expect(mine.text()).not.toContain('FO-LATER')
})

test('a stream ends with the roles it was opened in: one of the staff becomes a partner, who is not told what the operator is', async () => {
  const { operations, risk } = portal.seats
  const [narrowed, stays] = [await read(operations), await read(risk)]
  await listening(stays, operations.companyId)
  await portal.look((tx) =>
    tx
      .updateTable('userCompanyRole')
      .set({ userRoles: ['BD'] })
      .where('userId', '=', operations.userId)
      .execute(),
  )
  await tell(operations.companyId, 'FO-NARROWED')
  await heard([stays], 'FO-NARROWED')
  await vi.waitFor(() => expect(narrowed.hasEnded()).toBe(true), { timeout: 2000, interval: 20 })
  expect(narrowed.text()).not.toContain('FO-NARROWED')
  const again = await read(operations)
  await tell(operations.companyId, 'FO-PARTNER')
  await heard([stays], 'FO-PARTNER')
  expect([again.hasEnded(), again.text().includes('FO-PARTNER')]).toEqual([false, false])
})

test('what a person is told of the matter of one company goes to no stream of theirs in another, which hears that something came', async () => {
  const { birchMaker } = portal.seats
  const { alder, birch } = portal.world.companies
  const atAlder = await portal.look(async (tx) => {
    await tx
      .insertInto('userCompanyRole')
      .values({ id: newId(), userId: birchMaker.userId, companyId: alder, role: 'SUPPLIER', userRoles: ['Checker'] })
      .execute()
    return openSeat(tx, birchMaker.userId, alder, 'SUPPLIER')
  })
  const [there, here] = [await read(atAlder), await read(birchMaker)]
  await listening(there, alder)
  await listening(here, birch)
  const tellPerson = (inCompany: string | null, count: number) =>
    portal.look((tx) => notify(tx, { event: 'API_KEYS_STAY', userIds: [birchMaker.userId], inCompany, params: { count } }))
  await tellPerson(alder, 4711)
  await heard([there], '4711')
  await heard([here], 'event: elsewhere')
  await tellPerson(null, 4712)
  await heard([there, here], '4712')
  expect(here.text()).not.toContain('4711')
})

test('what a company is told on one side goes to no stream in its seat of another side', async () => {
  const { alder } = portal.world.companies
  await portal.look((tx) =>
    tx.insertInto('companyRole').values({ id: newId(), companyId: alder, role: 'BUYER', detail: '{}' }).execute(),
  )
  const streams: Reading[] = []
  for (const role of ['SUPPLIER', 'COMPANY', 'BUYER'] as const) {
    const userRoles = [role === 'COMPANY' ? 'Director' : 'Maker']
    streams.push(
      await read(await portal.look((tx) => aSeat(tx, `alder.${role.toLowerCase()}`, { companyId: alder, role, userRoles }))),
    )
  }
  await listening(streams[0]!, alder)
  await heard(streams, 'FO-BEGIN')
  const params = { invoiceNo: 'INV-SOLD', amount: '10.00', currency: 'USD' }
  await portal.look((tx) =>
    notify(tx, { event: 'INVOICE_CONFIRM', companyIds: [alder], params, objectType: 'INVOICE', objectId: invoiceId }),
  )
  await tell(alder, 'FO-OF-ALL')
  await heard(streams, 'FO-OF-ALL')
  expect(streams.map((one) => one.text().includes('INV-SOLD'))).toEqual([true, true, false])
})
