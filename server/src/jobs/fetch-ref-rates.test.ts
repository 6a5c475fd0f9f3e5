import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays } from '@usance/domain/local-date'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { anOrderResetDaily } from '../testing/resets.ts'
import { fetchRefRates, ratesOf } from './fetch-ref-rates.ts'

let portal: Portal
let bank: Server
let answer = { status: 200, body: '' }
beforeAll(async () => {
  portal = await openPortal()
  bank = createServer((request, response) => {
    if (request.url === '/endless') return void sendForEver(response)
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/rates' }).end()
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
})
/** Writes until the reader stops, and counts the bytes. */
let sent = 0
function sendForEver(response: ServerResponse) {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, ' '))) sent += 65_536
  }
  response.on('drain', more)
  more()
}
afterAll(async () => {
  bank.close()
  await portal.close()
})

/** The answer of the service, fetched at an instant; of a day alone, at its beginning. */
async function fetchedAt(instant: string, path = '/rates') {
  const clock = portal.app.clock
  portal.app.clock = () => new Date(instant)
  const state = await fetchRefRates(portal.app, `http://127.0.0.1:${(bank.address() as AddressInfo).port}${path}`)
  portal.app.clock = clock
  return state
}

const fixings = (from = '2025-04-01', to = '9999-12-31') =>
  portal.look((tx) =>
    tx
      .selectFrom('baseRateFixing')
      .select(['effectiveDate', 'percentRate', 'source'])
      .where('type', '=', 'SOFR')
      .where('effectiveDate', '>=', from)
      .where('effectiveDate', '<=', to)
      .orderBy('effectiveDate')
      .execute(),
  )

test('without a service set nothing is fetched; with one each day gets its fixing, and a fault changes nothing', async () => {
  expect(await fetchRefRates(portal.app)).toBeNull()
  const rate = (effectiveDate: string, percentRate: number) => ({ type: 'SOFR', effectiveDate, percentRate })
  answer.body = JSON.stringify({
    refRates: [rate('2025-04-01', 4.31), rate('2025-04-02', 4.32), { type: 'NONE', effectiveDate: 'x' }],
  })
  expect(await fetchedAt('2025-04-02')).toMatchObject({ ok: true, added: 2, ahead: null })
  const source = '127.0.0.1'
  expect(await fixings()).toMatchObject([
    { effectiveDate: '2025-04-01', source },
    { effectiveDate: '2025-04-02', source },
  ])
  answer = { status: 503, body: '' }
  expect(await fetchedAt('2025-04-02T02:00Z')).toMatchObject({ ok: false, added: 0, error: 'The service answered 503.' })
  answer = { status: 200, body: JSON.stringify({ refRates: [rate('2025-04-02', 9)] }) }
  expect(await fetchedAt('2025-04-02T04:00Z')).toMatchObject({ ok: true, added: 0 })
  expect((await fixings()).map((row) => Number(row.percentRate))).toEqual([4.31, 4.32])
})

test('an answer that does not end is given up at its limit, and a service that sends elsewhere is not followed', async () => {
  expect(await fetchedAt('2025-04-12', '/endless')).toMatchObject({ ok: false, error: 'The answer is too long.' })
  expect(sent).toBeLessThan(20_000_000)
  expect(await fetchedAt('2025-04-13', '/elsewhere')).toMatchObject({ ok: false, error: 'The service answered 302.' })
})

test('a fixing that the service publishes late is notified to staff and funder of each order that was reset without it', async () => {
  const { orderId, day } = await anOrderResetDaily(portal)
  answer = {
    status: 200,
    body: JSON.stringify({ refRates: [{ type: 'SOFR', effectiveDate: addDays(day, 3), percentRate: 5.4 }] }),
  }
  expect(await fetchedAt('2025-04-14')).toMatchObject({ ok: true, added: 1 })
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('objectId', '=', orderId)
      .where('event', 'in', ['FINANCE_ORDER_RATE_REVISED', 'FINANCE_ORDER_INCOME_REVISED'])
      .orderBy('event')
      .execute(),
  )
  // 1.10 % of 90,000.00 is 2.75 a night, on five nights.
  expect(told).toMatchObject([
    { event: 'FINANCE_ORDER_INCOME_REVISED' },
    { event: 'FINANCE_ORDER_RATE_REVISED', params: { date: addDays(day, 3), after: '5.4', amount: '13.75' } },
  ])
})

test('the days that the service missed while it was away get their fixings, and the lenders hear of the difference once', async () => {
  const { orderId, day } = await anOrderResetDaily(portal, { lookbackBd: 0 })
  const [missed, kept] = [addDays(day, 1), addDays(day, 4)]
  await portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values({ id: newId(), type: 'SOFR', effectiveDate: kept, percentRate: '4.3', source: 'test' })
      .execute(),
  )
  answer = {
    status: 200,
    body: JSON.stringify({
      refRates: [3, 1, 4, 2].map((n) => ({ type: 'SOFR', effectiveDate: addDays(day, n), percentRate: 9 })),
    }),
  }
  expect(await fetchedAt('2025-04-20')).toMatchObject({ ok: true, added: 3 })
  const stored = await fixings(missed, kept)
  expect(stored.map(({ effectiveDate, percentRate }) => [effectiveDate, Number(percentRate)])).toEqual([
    [missed, 9],
    [addDays(day, 2), 9],
    [addDays(day, 3), 9],
    [kept, 4.3],
  ])
  const told = await portal.look((tx) =>
    tx
      .selectFrom('notification')
      .select(['event', 'params'])
      .where('objectId', '=', orderId)
      .where('event', 'in', ['FINANCE_ORDER_RATES_REVISED', 'FINANCE_ORDER_INCOMES_REVISED'])
      .orderBy('event')
      .execute(),
  )
  // 9 % instead of 5.4 % of 90,000.00 is 9.00 more a night, on three nights.
  const params = { count: 3, fromDate: missed, toDate: addDays(day, 3), amount: '27.00' }
  expect(told).toMatchObject([
    { event: 'FINANCE_ORDER_INCOMES_REVISED', params },
    { event: 'FINANCE_ORDER_RATES_REVISED', params },
  ])
})

test('a day still to come is left out and told on the jobs page, and the others get their fixings', async () => {
  const rate = (effectiveDate: string) => ({ type: 'SOFR', effectiveDate, percentRate: 4.5 })
  answer = { status: 200, body: JSON.stringify({ refRates: ['2052-06-01', '2025-06-01', '2025-06-03', '2025-06-02'].map(rate) }) }
  const ahead = { count: 2, type: 'SOFR', effectiveDate: '2025-06-03' }
  expect(await fetchedAt('2025-06-02')).toMatchObject({ ok: true, added: 2, ahead })
  expect((await fixings()).map(({ effectiveDate }) => effectiveDate).slice(-2)).toEqual(['2025-06-01', '2025-06-02'])
  portal.app.config.refRatesUrl = 'http://rates.example'
  expect(await portal.ask(portal.seats.auditor, monitorCalls.jobs, { body: {} })).toMatchObject({ refRates: { ok: true, ahead } })
  portal.app.config.refRatesUrl = ''
  // Once it has come it counts.
  expect(await fetchedAt('2025-06-03')).toMatchObject({ added: 1, ahead: { count: 1, effectiveDate: '2052-06-01' } })
})

test('a day that the calendar does not have is left out, and the day before it counts', () => {
  const rate = (effectiveDate: string) => ({ type: 'SOFR', effectiveDate, percentRate: 4.3 })
  const days = ratesOf({ refRates: [rate('2026-02-27'), rate('2026-02-30'), rate('2026-13-01')] })
  expect(days).toEqual([{ type: 'SOFR', effectiveDate: '2026-02-27', percentRate: '4.3' }])
  // The first of two for one day is taken.
  expect(ratesOf({ refRates: [rate('2026-02-27'), { ...rate('2026-02-27'), percentRate: 9 }] })).toEqual(days)
})
