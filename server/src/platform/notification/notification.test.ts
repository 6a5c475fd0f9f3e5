import type { AddressInfo } from 'node:net'
import { noticeStreamPath, notificationCalls } from '@usance/wire/notification/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../../notify/notify.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => portal.close())

const tell = (companyId: string, orderNo: string) =>
  portal.look((tx) =>
    notify(tx, {
      event: 'FINANCE_ORDER_FUNDED',
      companyIds: [companyId],
      params: { orderNo, amount: '90000.00', currency: 'USD' },
    }),
  )
const inbox = (seat: Seat, body: object = {}) => portal.ask(seat, notificationCalls.list, { body })

test('a message to a company is unread for each of its people until they read it, and nobody else sees it', async () => {
  const { alder } = portal.world.companies
  await tell(alder, 'FO-1')
  await tell(alder, 'FO-2')
  const first = await inbox(portal.seats.alderMaker)
  expect(first).toMatchObject({ total: 2, unread: 2 })
  expect(first.list.map((one) => [one.params.orderNo, one.read])).toEqual([
    ['FO-2', false],
    ['FO-1', false],
  ])
  expect(await portal.ask(portal.seats.alderMaker, notificationCalls.read, { body: { ids: [first.list[0]!.id] } })).toEqual({
    unread: 1,
  })
  expect(await inbox(portal.seats.alderMaker, { unreadOnly: true })).toMatchObject({ total: 1, unread: 1 })
  expect(await inbox(portal.seats.alderViewer)).toMatchObject({ unread: 2 })
  expect(await inbox(portal.seats.alderViewer, { about: ['INVOICE_'] })).toMatchObject({ total: 0, unread: 2 })
  await portal.ask(portal.seats.alderViewer, notificationCalls.readAll, { body: {} })
  expect(await inbox(portal.seats.alderViewer)).toMatchObject({ total: 2, unread: 0 })
  expect(await inbox(portal.seats.alderMaker)).toMatchObject({ unread: 1 })
  // Somebody else's id marks nothing.
  await portal.ask(portal.seats.elmChecker, notificationCalls.read, { body: { ids: [first.list[1]!.id] } })
  expect(await inbox(portal.seats.elmChecker)).toMatchObject({ total: 0, unread: 0 })
})

test('a stream brings messages as they are made, takes up where it broke off, and ends without a session', async () => {
  const port = (portal.server.server.address() as AddressInfo).port
  const stream = async (seat: Seat | null, lastId?: string) => {
    const stop = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port}/api${noticeStreamPath.replace('{p}', portal.app.config.prefix)}`, {
      headers: {
        appid: portal.app.config.appId,
        ...(seat ? { token: seat.token } : {}),
        ...(lastId ? { 'last-event-id': lastId } : {}),
      },
      signal: stop.signal,
    })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      status: answer.headers.get('content-type'),
      body: async () => text + ((await reader.read()).value ?? ''),
      until: async (wanted: string) => {
        while (!text.includes(wanted)) text += (await reader.read()).value ?? ''
        return text
      },
      stop: () => stop.abort(),
    }
  }
  const { birch, alder } = portal.world.companies
  const live = await stream(portal.seats.birchMaker)
  expect(live.status).toContain('text/event-stream')
  expect(await live.until('event: unread')).toMatch(/: open[\s\S]*event: unread\n/)
  // The listener may still be on its way to the database; the first message is told until it is heard.
  const telling = setInterval(() => void tell(birch, 'FO-3'), 100)
  const heard = await live.until('FO-3')
  clearInterval(telling)
  const lastId = /id: (\S+)/.exec(heard)![1]!
  live.stop()

  await tell(alder, 'FO-OTHER')
  await tell(birch, 'FO-4')
  const again = await stream(portal.seats.birchMaker, lastId)
  const missed = await again.until('FO-4')
  expect(missed).not.toContain('FO-OTHER')
  again.stop()

  const refused = await stream(null)
  expect(JSON.parse(await refused.body())).toMatchObject({ code: 401 })
})
