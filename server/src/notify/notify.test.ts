import { readFileSync } from 'node:fs'
import { noticeEvents, peopleEvents, webhookEvents } from '@usance/wire/notification/events'
import { cutParams, noticeParams } from '@usance/wire/notification/params'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { migrationsFolder } from '../database/migrate.ts'
import { spreadOutbox } from '../jobs/deliver-webhooks.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { notify } from './notify.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.app.config.webhookPrivate = 'allow'
})
afterAll(() => portal.close())

test('a message and a webhook hold the declared params of their event alone', async () => {
  const { alder } = portal.world.companies
  await portal.ask(portal.seats.alderDirector, webhookCalls.add, {
    body: { url: 'http://127.0.0.1:9/told', description: 'Orders', events: ['FINANCE_ORDER_FUNDED'] },
  })
  // A handler may pass a whole row, which no type of a parameter forbids.
  const row = { orderNo: 'FO-1', amount: '90000.00', currency: 'USD', fundRate: '3.1937', spread: '1.71' }
  await portal.look((tx) => notify(tx, { event: 'FINANCE_ORDER_FUNDED', companyIds: [alder], params: row }))
  await spreadOutbox(portal.app)
  const { rows } = await portal.look((tx) =>
    sql<{ said: string }>`
      select params::text as said from notification where company_id = ${alder}
      union all select body from webhook_delivery where company_id = ${alder}`.execute(tx),
  )
  expect(rows).toHaveLength(2)
  for (const { said } of rows) {
    expect(said).toContain('90000.00')
    expect(said).not.toMatch(/fundRate|spread|3\.1937/)
  }
})

test('an amount is told in the scale of its currency, however it was stored', async () => {
  const { alder } = portal.world.companies
  const told = async (amount: string | null, currency: string) => {
    const row = { orderNo: 'FO-2', amount, currency, comment: null }
    await portal.look((tx) => notify(tx, { event: 'FINANCE_ORDER_PASSED', companyIds: [alder], params: row }))
    const { rows } = await portal.look((tx) =>
      sql<{ amount: string | null }>`
        select params ->> 'amount' as amount from notification where company_id = ${alder} order by created_at desc, id desc limit 1`.execute(
        tx,
      ),
    )
    return rows[0]!.amount
  }
  expect(await told('12.3000', 'USD')).toBe('12.30')
  expect(await told('1200.0000', 'JPY')).toBe('1200')
  expect(await told('1.2340', 'KWD')).toBe('1.234')
  expect(await told('-5.0000', 'USD')).toBe('-5.00')
  expect(await told(null, 'USD')).toBeNull()
  // What a provider says may be no amount of any currency.
  expect([await told('100.505', 'USD'), await told('1.00', 'XXX'), await told('much', 'USD')]).toEqual([
    '100.505',
    '1.00',
    'much',
  ])
})

test('webhooks are offered each event that companies are told of, which arrives, and none that people are told of one by one', async () => {
  const { cedar } = portal.world.companies
  const { cedarMaker } = portal.seats
  const url = 'https://cedar.example.com/all'
  const offered = noticeEvents.filter((event) => webhookCalls.add.body.safeParse({ url, events: [event] }).success)
  expect(offered).toEqual(webhookEvents)
  await portal.look((tx) =>
    tx
      .insertInto('webhookEndpoint')
      .values({ id: newId(), companyId: cedar, url, events: [...noticeEvents], secret: 'sealed' })
      .execute(),
  )
  await portal.look(async (tx) => {
    for (const event of webhookEvents) await notify(tx, { event, companyIds: [cedar], params: {} })
    for (const event of peopleEvents) await notify(tx, { event, userIds: [cedarMaker.userId], inCompany: cedar, params: {} })
  })
  await spreadOutbox(portal.app)
  const told = await portal.look((tx) =>
    tx.selectFrom('webhookDelivery').select('event').where('companyId', '=', cedar).orderBy('event').execute(),
  )
  expect(told.map(({ event }) => event)).toEqual([...offered].sort())
})

test('an address that chose what no webhook hears keeps the rest of its choice, and can be changed when nothing is left', async () => {
  const { alder } = portal.world.companies
  const { alderDirector } = portal.seats
  const add = async (...events: string[]) => {
    const values = { id: newId(), companyId: alder, url: `https://elm.example.com/${events.length}`, events, secret: 'sealed' }
    await portal.look((tx) => tx.insertInto('webhookEndpoint').values(values).execute())
    return values
  }
  const mixed = await add('POOL_SHORT', 'APPROVAL_WAITING', 'FEE_BILLED')
  const { id, url } = await add('APPROVAL_PASSED')
  const file = readFileSync(`${migrationsFolder()}/1312-webhooks-hear-what-companies-are-told.sql`, 'utf8')
  await portal.asOwner((db) => sql.raw(file).execute(db))
  const { list } = await portal.ask(alderDirector, webhookCalls.endpoints, { body: {} })
  const eventsOf = (wanted: string) => list.find((one) => one.id === wanted)?.events
  expect([eventsOf(mixed.id), eventsOf(id)]).toEqual([['POOL_SHORT', 'FEE_BILLED'], []])
  portal.app.config.webhookPrivate = 'allow'
  await portal.ask(alderDirector, webhookCalls.edit, { body: { id, url, events: [], status: 'REMOVED' } })
})

test('an unknown event sends no params, and a person appears under the name that the reader may see', () => {
  expect(cutParams('SOMETHING_ELSE', { orderNo: 'FO-1' })).toEqual({})
  expect(cutParams('toString', { orderNo: 'FO-1' })).toEqual({})
  expect(cutParams('USER_CHANGE_ASKED', { no: 'UC-1', by: { toldAs: 'Operator' } })).toEqual({ no: 'UC-1', by: 'Operator' })
})

test('no event declares data of funder and operator alone', () => {
  const said = noticeEvents.flatMap((event) => noticeParams[event].map((name) => `${event} ${name}`))
  expect(said.filter((one) => /fund|leg|margin|spread|rate|loss|grade/i.test(one.split(' ')[1]!))).toEqual([])
})
