import { lists } from '@usance/wire/all-calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { listCalls } from '@usance/wire/list'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLife } from '../testing/life.ts'
import { openPortal, type Portal, Refusal } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../testing/trade.ts'
import { openingDay, type Seat } from '../testing/world.ts'

/** The funder's rate of every product, a figure that occurs nowhere else. */
const fundRate = '3.1937'
let portal: Portal
/** Figures for funder and operator alone: the rate, and the sums of an order's funding leg. */
let secret: string[]
let readers: [string, Seat][]

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const { purchaseInAdvance, purchaseInArrears } = portal.world.products
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ fundRate, fundDayBase: 360 })
      .where('id', 'in', [purchaseInAdvance, purchaseInArrears])
      .execute(),
  )
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const life = await aLife(portal, 11)
  for (let step = 0; step < 14; step++) await life.step()
  readers = Object.entries(portal.seats).filter(([, { companyRole }]) => !['FUNDER', 'PLATFORM'].includes(companyRole))
  const detail = (seat: Seat) => portal.ask(seat, financeOrderCalls.detail, { query: { id: order.id } })
  const [all, own] = [JSON.stringify(await detail(portal.seats.elmMaker)), JSON.stringify(await detail(portal.seats.alderMaker))]
  const figures = [...all.matchAll(/"(?:fundInterest|fund|spread)":(?:\{"amount":)?"(\d+\.\d+)"/g)].map(([, figure]) => figure!)
  secret = [fundRate, ...new Set(figures.filter((figure) => figure.length > 4 && !own.includes(figure)))]
}, 300_000)
afterAll(() => portal.close())

const found = (text: string) => secret.filter((figure) => new RegExp(`(?<![\\d.])${figure.replace('.', '\\.')}`).test(text))

test('the funder reads its rate and the sums of its leg, so that there are figures to search for', () => {
  expect(secret.length).toBeGreaterThan(1)
})

describe('output for suppliers and buyers holds no figure of the funding leg', () => {
  test('in messages, webhooks and mails', async () => {
    const { rows } = await portal.look((tx) =>
      sql<{ whose: string; text: string }>`
        with trade as (
          select r.company_id, r.user_id from user_company_role r where r.role not in ('FUNDER', 'PLATFORM'))
        select 'message ' || n.event as whose, n.params::text as text from notification n
          where n.company_id in (select company_id from trade) or n.user_id in (select user_id from trade)
        union all select 'webhook ' || (o.payload->>'event'), o.payload::text from outbox o
          where o.topic = 'notification' and ((o.payload->>'companyId')::uuid in (select company_id from trade)
            or (o.payload->>'userId')::uuid in (select user_id from trade))
        union all select 'mail ' || m.kind, m.subject || ' ' || m.body from mail m
          where m.recipient in (select email from app_user where id in (select user_id from trade))`.execute(tx),
    )
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.flatMap(({ whose, text }) => found(text).map((figure) => `${whose} tells ${figure}`))).toEqual([])
  })

  test('in the messages of each seat, which the stream sends too', async () => {
    const told = []
    for (const [who, seat] of readers)
      for (const figure of found(JSON.stringify(await portal.ask(seat, notificationCalls.list, { body: { pageSize: 100 } }))))
        told.push(`${who} ${figure}`)
    expect(told).toEqual([])
  })

  test('in any export of a list', async () => {
    const told = []
    let sent = 0
    for (const [who, seat] of readers)
      for (const list of lists) {
        const file = await portal.ask(seat, listCalls(list).csvExport, { body: {} }).catch((error: unknown) => {
          if (error instanceof Refusal) return ''
          throw error
        })
        const text = String(file)
        if (text) sent++
        for (const figure of found(text)) told.push(`${list.id} ${who} ${figure}`)
      }
    expect(sent).toBeGreaterThan(20)
    expect(told).toEqual([])
  })

  test('in the text of any contract that they are party to', async () => {
    const contracts = await portal.look((tx) => tx.selectFrom('contract').select(['name', 'contentEn', 'contentCn']).execute())
    expect(contracts.length).toBeGreaterThan(0)
    expect(
      contracts.flatMap((one) => found(`${one.contentEn} ${one.contentCn}`).map((figure) => `${one.name} ${figure}`)),
    ).toEqual([])
  })

  test('in the proof of their audit entries', async () => {
    const told = []
    for (const [who, seat] of readers) {
      const file = await portal.ask(seat, monitorCalls.proof, { query: { from: openingDay } }).catch(() => '')
      for (const figure of found(String(file))) told.push(`${who} ${figure}`)
    }
    expect(told).toEqual([])
  })
})
