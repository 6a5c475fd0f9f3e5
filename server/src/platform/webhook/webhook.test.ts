import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookCalls } from '@usance/wire/webhook/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealText } from '../../auth/sealed-text.ts'
import { webhookDelivery } from '../../jobs/deliver-webhooks.ts'
import { notify } from '../../notify/notify.ts'
import { openPortal, type Portal, refusalOf, shown } from '../../testing/portal.ts'
import { newSigningSecret } from '../../webhook/secret.ts'

let portal: Portal
let receiver: Server
let url: string
let answer = 200
const heard: { headers: IncomingHttpHeaders; body: string }[] = []
beforeAll(async () => {
  portal = await openPortal()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.writeHead(answer).end('noted')
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
})
afterAll(async () => {
  receiver.close()
  await portal.close()
})

/** Checked the way a receiver does it, from the standard and not from our own code. */
const signed = (secret: string | null, { headers, body }: (typeof heard)[number]) => {
  const made = createHmac('sha256', Buffer.from(shown(secret).replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${made}`)
}
const tell = (companyId: string, event: string) =>
  portal.look((tx) => notify(tx, { event, companyIds: [companyId], params: { orderNo: 'FO-1' }, link: '/finance/finance-order' }))
/** Sends what is due, and waits for each outcome. */
const deliver = async () => {
  const delivery = webhookDelivery(portal.app, (error) => {
    throw error
  })
  await delivery.round()
  await delivery.settled()
}
const dueNow = () => portal.look((tx) => sql`update webhook_delivery set next_at = now() where status = 'PENDING'`.execute(tx))

test('an address inside the operator’s network is refused unless the operator allows it', async () => {
  const body = { url, events: ['FINANCE_ORDER_FUNDED' as const] }
  const refusal = await refusalOf(portal.ask(portal.seats.alderDirector, webhookCalls.add, { body }))
  expect(refusal.data.fields).toEqual([{ field: 'url', message: 'URL_NOT_PUBLIC' }])
  expect((await refusalOf(portal.ask(portal.seats.alderMaker, webhookCalls.add, { body }))).error).toBe('FORBIDDEN')
})

test('a company’s system hears the events it chose, signed, is told again after a failure, and can have them replayed', async () => {
  portal.app.config.webhookPrivate = 'allow'
  const { alderDirector } = portal.seats
  const { alder, cedar } = portal.world.companies
  const { id, secret } = await portal.ask(alderDirector, webhookCalls.add, {
    body: { url, description: 'ERP', events: ['FINANCE_ORDER_FUNDED'] },
  })
  const stored = await portal.look((tx) => tx.selectFrom('webhookEndpoint').select('secret').executeTakeFirstOrThrow())
  expect(stored.secret).not.toContain(shown(secret).slice(6))

  await tell(alder, 'FINANCE_ORDER_FUNDED')
  await tell(alder, 'FINANCE_ORDER_SETTLED')
  await tell(cedar, 'FINANCE_ORDER_FUNDED')
  answer = 500
  await deliver()
  expect(heard).toHaveLength(1)
  expect(JSON.parse(heard[0]!.body)).toMatchObject({ type: 'FINANCE_ORDER_FUNDED', data: { orderNo: 'FO-1' } })
  expect(signed(secret, heard[0]!)).toBe(true)
  expect(signed(`whsec_${Buffer.alloc(32).toString('base64')}`, heard[0]!)).toBe(false)

  // It waits its turn; then it comes under the same id, by which a receiver knows it.
  await deliver()
  expect(heard).toHaveLength(1)
  answer = 204
  await dueNow()
  await deliver()
  expect(heard).toHaveLength(2)
  expect(heard[1]!.headers['webhook-id']).toBe(heard[0]!.headers['webhook-id'])
  const [message] = (await portal.ask(alderDirector, webhookCalls.deliveries, { body: { id } })).list
  expect(message).toMatchObject({ status: 'DONE', attempts: 2, event: 'FINANCE_ORDER_FUNDED' })
  const { log } = await portal.ask(alderDirector, webhookCalls.delivery, { body: { id: message!.id } })
  expect(log.map(({ httpStatus }) => httpStatus)).toEqual([204, 500])

  const renewed = await portal.ask(alderDirector, webhookCalls.rotate, { body: { id } })
  await portal.ask(alderDirector, webhookCalls.replay, { body: { id: message!.id } })
  await deliver()
  expect(heard).toHaveLength(3)
  // For a day both secrets sign, so that a receiver can change over in peace.
  expect([signed(secret, heard[2]!), signed(renewed.secret, heard[2]!)]).toEqual([true, true])

  for (const call of [webhookCalls.deliveries, webhookCalls.test, webhookCalls.rotate])
    expect((await refusalOf(portal.ask(portal.seats.operations, call, { body: { id } }))).error).toBe('NOT_FOUND')
})

test('what never succeeds is given up, and a stopped address is left alone', async () => {
  const { alderDirector } = portal.seats
  const [endpoint] = (await portal.ask(alderDirector, webhookCalls.endpoints, { body: {} })).list
  const { id } = await portal.ask(alderDirector, webhookCalls.test, { body: { id: endpoint!.id } })
  answer = 503
  for (let attempt = 1; attempt <= 11; attempt++) {
    await dueNow()
    await deliver()
  }
  expect(await portal.ask(alderDirector, webhookCalls.delivery, { body: { id } })).toMatchObject({
    status: 'FAILED',
    attempts: 10,
  })
  const { url: same, description } = endpoint!
  const edited = { id: endpoint!.id, url: same, description, events: ['FINANCE_ORDER_FUNDED' as const] }
  await portal.ask(alderDirector, webhookCalls.edit, { body: { ...edited, status: 'DISABLE' } })
  const before = heard.length
  await tell(portal.world.companies.alder, 'FINANCE_ORDER_FUNDED')
  await deliver()
  expect(heard).toHaveLength(before)
})

test('of new secrets made within a day the latest signs, beside the one that was in use before them', async () => {
  const { alderDirector } = portal.seats
  const body = { url: `${url}/twice`, events: ['FINANCE_ORDER_FUNDED' as const] }
  const { id, secret } = await portal.ask(alderDirector, webhookCalls.add, { body })
  const secrets = [secret]
  const rotate = async () => secrets.push((await portal.ask(alderDirector, webhookCalls.rotate, { body: { id } })).secret)
  const untilOf = () =>
    portal.look((tx) => tx.selectFrom('webhookEndpoint').select('earlierUntil').where('id', '=', id).executeTakeFirstOrThrow())
  const signing = async () => {
    await tell(alderDirector.companyId, 'FINANCE_ORDER_FUNDED')
    await deliver()
    return secrets.map((one) => signed(one, heard.at(-1)!))
  }
  answer = 204
  await rotate()
  const first = await untilOf()
  await rotate()
  expect(await signing()).toEqual([true, false, true])
  expect(await untilOf()).toEqual(first)
  await portal.look((tx) => sql`update webhook_endpoint set earlier_until = now() where id = ${id}`.execute(tx))
  await rotate()
  expect(await signing()).toEqual([false, false, true, true])
})

test('an address that another endpoint of the company has is taken neither by a new one nor by a change', async () => {
  portal.app.config.webhookPrivate = 'allow'
  const seat = portal.seats.alderDirector
  const add = (to: string) => portal.ask(seat, webhookCalls.add, { body: { url: to, events: ['FINANCE_ORDER_FUNDED'] } })
  const { id } = await add(`${url}/one`)
  const { id: other } = await add(`${url}/two`)
  const edit = (to: string, status: 'ENABLE' | 'DISABLE' | 'REMOVED' = 'ENABLE') =>
    portal.ask(seat, webhookCalls.edit, { body: { id, url: to, description: '', events: ['FINANCE_ORDER_FUNDED'], status } })
  for (const taken of [() => add(`${url}/one`), () => edit(`${url}/two`)])
    expect((await refusalOf(taken())).data.fields).toEqual([{ field: 'url', message: 'ALREADY_EXISTS' }])
  expect((await edit(`${url}/one`)).id).toBe(id)
  await portal.look((tx) => tx.updateTable('webhookEndpoint').set({ status: 'REMOVED' }).where('id', '=', other).execute())
  for (const status of ['ENABLE', 'REMOVED'] as const) expect((await edit(`${url}/two`, status)).id).toBe(id)
})

test('an endpoint that is removed while a change of it waits stays removed, and none of its messages is sent again', async () => {
  const { alderDirector } = portal.seats
  const address = `${url}/removed`
  const events = ['FINANCE_ORDER_FUNDED' as const]
  const { id } = await portal.ask(alderDirector, webhookCalls.add, { body: { url: address, description: '', events } })
  await tell(alderDirector.companyId, 'FINANCE_ORDER_FUNDED')
  await deliver()
  const [sent] = (await portal.ask(alderDirector, webhookCalls.deliveries, { body: { id } })).list
  const save = (status: 'ENABLE') => {
    const body = { id, url: address, description: 'saved late', status, events }
    return refusalOf(portal.ask(alderDirector, webhookCalls.edit, { body }))
  }
  const { waits } = await portal.look(async (tx) => {
    await tx.selectFrom('company').select('id').where('id', '=', alderDirector.companyId).forNoKeyUpdate().execute()
    const waits = save('ENABLE')
    await sleep(1000)
    await tx.updateTable('webhookEndpoint').set({ status: 'REMOVED' }).where('id', '=', id).execute()
    return { waits }
  })
  expect((await waits).error).toBe('NOT_FOUND')
  const { list } = await portal.ask(alderDirector, webhookCalls.endpoints, { body: {} })
  expect(list.map((endpoint) => endpoint.id)).not.toContain(id)
  const replayed = portal.ask(alderDirector, webhookCalls.replay, { body: { id: sent!.id } })
  expect((await refusalOf(replayed)).error).toBe('NOT_FOUND')
})

test('a company sends a bounded number of trial messages in an hour', async () => {
  const { alderDirector } = portal.seats
  const [endpoint] = (await portal.ask(alderDirector, webhookCalls.endpoints, { body: {} })).list
  const { id } = endpoint!
  await portal.look((tx) => tx.updateTable('webhookEndpoint').set({ status: 'ENABLE' }).where('id', '=', id).execute())
  const { list } = await portal.ask(alderDirector, webhookCalls.deliveries, { body: { id } })
  const left = 20 - list.filter(({ event }) => event === 'WEBHOOK_TEST').length
  for (let n = 0; n < left; n++) await portal.ask(alderDirector, webhookCalls.test, { body: { id } })
  expect((await refusalOf(portal.ask(alderDirector, webhookCalls.test, { body: { id } }))).error).toBe('TOO_MANY_REQUESTS')
})

test('a company whose receivers are slow keeps nobody else waiting', async () => {
  const { elm, cedar } = portal.world.companies
  const held: (() => void)[] = []
  const slow = createServer((_request, response) => void held.push(() => response.end('late')))
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready))
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/slow`
  const endpointOf = (companyId: string, address: string) => {
    const id = randomUUID()
    const values = {
      id,
      companyId,
      url: address,
      description: 'ERP',
      events: [],
      secret: sealText(portal.app, 'webhook', newSigningSecret()),
    }
    return portal.look((tx) => tx.insertInto('webhookEndpoint').values(values).execute()).then(() => id)
  }
  const queue = (endpointId: string, companyId: string, times: number) =>
    portal.look((tx) =>
      tx
        .insertInto('webhookDelivery')
        .values(
          Array.from({ length: times }, () => ({ id: randomUUID(), endpointId, companyId, event: 'WEBHOOK_TEST', body: '{}' })),
        )
        .execute(),
    )
  const open = (endpointId: string) =>
    portal.look(async (tx) => {
      const rows = await tx
        .selectFrom('webhookDelivery')
        .select('id')
        .where('endpointId', '=', endpointId)
        .where('status', '=', 'PENDING')
        .execute()
      return rows.length
    })
  answer = 200
  const slowOne = await endpointOf(elm, slowUrl)
  const quickOne = await endpointOf(cedar, url)
  await queue(slowOne, elm, 30)
  const delivery = webhookDelivery(portal.app, () => {})
  await delivery.round()
  await vi.waitFor(() => expect(held).toHaveLength(8))
  await queue(quickOne, cedar, 1)
  await delivery.round()
  await vi.waitFor(async () => expect(await open(quickOne)).toBe(0))
  // The share of the slow one is under way; none of its other messages was claimed.
  expect(held).toHaveLength(8)
  for (const answerNow of held) answerNow()
  await delivery.settled()
  expect(await open(slowOne)).toBe(22)
  slow.close()
})
