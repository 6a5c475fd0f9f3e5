import { webhookCalls } from '@usance/wire/webhook/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { lockSeat } from '../../auth/ended-meanwhile.ts'
import { sealText } from '../../auth/sealed-text.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import { afterwards, type Before, type Handler, routes } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { faultOfHost, faultOfUrl } from '../../webhook/outward.ts'
import { newSigningSecret } from '../../webhook/secret.ts'

const mostEndpoints = 10
/** How many trial messages the endpoints of a company take in an hour. */
const mostTests = 20

const endpoints: Handler<typeof webhookCalls.endpoints> = async ({ tx, actor }) => ({
  list: await tx
    .selectFrom('webhookEndpoint as e')
    .select([
      'e.id',
      'e.url',
      'e.description',
      'e.events',
      'e.status',
      'e.createdAt',
      sql<number>`(select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.status = 'PENDING')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.status = 'FAILED')`.as('failed'),
      sql<string | null>`(select max(d.done_at) from webhook_delivery d where d.endpoint_id = e.id)`.as('lastDoneAt'),
    ])
    .where('e.companyId', '=', actor.companyId)
    .where('e.status', '<>', 'REMOVED')
    .orderBy('e.createdAt')
    .execute(),
})

const add = afterwards<typeof webhookCalls.add, void>(usableUrl, async (request) => {
  const { tx, app, actor, body } = request
  const others = await othersWithout(tx, actor.companyId, body.url)
  await lockSeat(tx, actor)
  if (others.length >= mostEndpoints) throw faultyField('url', 'TOO_MANY_WEBHOOKS', { count: mostEndpoints })
  const id = newId()
  const secret = newSigningSecret()
  const { url, description, events } = body
  await tx
    .insertInto('webhookEndpoint')
    .values({
      id,
      companyId: actor.companyId,
      url,
      description,
      events: [...new Set(events)],
      secret: sealText(app, 'webhook', secret),
      createdBy: actor.userId,
    })
    .execute()
  await audit(request, {
    event: 'WEBHOOK_ADDED',
    objectType: 'WEBHOOK',
    objectId: id,
    objectNo: url,
    after: { url, description, events },
  })
  return { id, secret }
})

const edit = afterwards<typeof webhookCalls.edit, void>(usableUrl, async (request) => {
  const { tx, actor, body } = request
  await lockCompany(tx, actor.companyId)
  await lockSeat(tx, actor)
  const before = await ownEndpoint(tx, actor.companyId, body.id)
  const { url, description, status } = body
  if (status !== 'REMOVED') await othersWithout(tx, actor.companyId, url, body.id)
  const events = [...new Set(body.events)]
  await tx
    .updateTable('webhookEndpoint')
    .set({ url, description, status, events, ...(answersForIt(before, body) ? { createdBy: actor.userId } : {}) })
    .where('id', '=', body.id)
    .execute()
  await audit(request, {
    event: status === 'REMOVED' ? 'WEBHOOK_REMOVED' : 'WEBHOOK_EDITED',
    objectType: 'WEBHOOK',
    objectId: body.id,
    objectNo: url,
    before,
    after: { url, description, status, events },
  })
  return { id: body.id }
})

/** Whether who edits an endpoint answers for its address from now on: they set it, or switched it on. */
const answersForIt = (before: { url: string; status: string }, body: { url: string; status: string }): boolean =>
  body.url !== before.url || (body.status === 'ENABLE' && before.status !== 'ENABLE')

const rotate: Handler<typeof webhookCalls.rotate> = async (request) => {
  const { tx, app, actor, body } = request
  await lockCompany(tx, actor.companyId)
  const { url } = await ownEndpoint(tx, actor.companyId, body.id)
  const secret = newSigningSecret()
  await tx
    .updateTable('webhookEndpoint')
    .set({
      // The secret that the receiver had signs for a day. Of the secrets made within that day the latest alone signs (decision 316).
      earlierSecret: sql`case when earlier_until > now() then earlier_secret else secret end`,
      earlierUntil: sql`case when earlier_until > now() then earlier_until else now() + interval '1 day' end`,
      secret: sealText(app, 'webhook', secret),
    })
    .where('id', '=', body.id)
    .execute()
  await audit(request, { event: 'WEBHOOK_SECRET_ROTATED', objectType: 'WEBHOOK', objectId: body.id, objectNo: url })
  return { id: body.id, secret }
}

const test: Handler<typeof webhookCalls.test> = async ({ tx, actor, body, now }) => {
  // Two at once wait for each other here, so that the count holds.
  await lockCompany(tx, actor.companyId)
  const endpoint = await ownEndpoint(tx, actor.companyId, body.id)
  if (endpoint.status !== 'ENABLE') throw new Refused('ILLEGAL_TRANSITION')
  const { sent } = await tx
    .selectFrom('webhookDelivery')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('companyId', '=', actor.companyId)
    .where('event', '=', 'WEBHOOK_TEST')
    .where('createdAt', '>', new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(sent) >= mostTests) throw new Refused('TOO_MANY_REQUESTS', { limit: mostTests })
  const id = newId()
  const message = { type: 'WEBHOOK_TEST', timestamp: now.toISOString(), data: { company: actor.companyCode } }
  await tx
    .insertInto('webhookDelivery')
    .values({ id, endpointId: body.id, companyId: actor.companyId, event: message.type, body: JSON.stringify(message) })
    .execute()
  return { id }
}

const shown = ['id', 'event', 'status', 'attempts', 'nextAt', 'createdAt', 'doneAt'] as const

const deliveries: Handler<typeof webhookCalls.deliveries> = async ({ tx, actor, body }) => {
  await ownEndpoint(tx, actor.companyId, body.id)
  const list = await tx
    .selectFrom('webhookDelivery')
    .select(shown)
    .where('endpointId', '=', body.id)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  return { list }
}

const delivery: Handler<typeof webhookCalls.delivery> = async ({ tx, actor, body }) => {
  const found = await tx
    .selectFrom('webhookDelivery')
    .select([...shown, 'body'])
    .where('id', '=', body.id)
    .where('companyId', '=', actor.companyId)
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  const log = await tx
    .selectFrom('webhookAttempt')
    .select(['at', 'httpStatus', 'answer', 'tookMs'])
    .where('deliveryId', '=', body.id)
    .orderBy('at', 'desc')
    .execute()
  return { ...found, log }
}

const replay: Handler<typeof webhookCalls.replay> = async (request) => {
  const { tx, actor, body } = request
  await lockCompany(tx, actor.companyId)
  const found = await tx
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhookEndpoint as e', 'e.id', 'd.endpointId')
    .select(['d.id', 'd.event'])
    .where('d.id', '=', body.id)
    .where('d.companyId', '=', actor.companyId)
    // Nothing more goes to an endpoint that was removed.
    .where('e.status', '<>', 'REMOVED')
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  const again = await tx
    .updateTable('webhookDelivery')
    .set({ status: 'PENDING', attempts: 0, nextAt: sql`now()`, doneAt: null })
    .where('id', '=', body.id)
    .where('status', '<>', 'PENDING')
    .returning('id')
    .executeTakeFirst()
  if (!again) throw new Refused('ILLEGAL_TRANSITION')
  await audit(request, { event: 'WEBHOOK_REPLAYED', objectType: 'WEBHOOK', objectId: body.id, objectNo: found.event })
  return { id: body.id }
}

/** The other endpoints of a company, of which none may have the address: each event would go there twice. */
async function othersWithout(tx: Tx, companyId: string, url: string, id?: string) {
  await lockCompany(tx, companyId)
  const others = await tx
    .selectFrom('webhookEndpoint')
    .select('url')
    .where('companyId', '=', companyId)
    .where('status', '<>', 'REMOVED')
    .$if(id !== undefined, (query) => query.where('id', '<>', id!))
    .execute()
  if (others.some((other) => other.url === url)) throw faultyField('url', 'ALREADY_EXISTS')
  return others
}

/** The caller's endpoint. */
async function ownEndpoint(tx: Tx, companyId: string, id: string) {
  const found = await tx
    .selectFrom('webhookEndpoint')
    .select(['url', 'description', 'status', 'events'])
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('status', '<>', 'REMOVED')
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  return found
}

/** Refuses an address that deliveries may not go to, before a transaction begins, since it needs a DNS lookup. */
async function usableUrl({ app, body }: Before): Promise<void> {
  if (body.status === 'REMOVED') return
  const allowPrivate = app.config.webhookPrivate === 'allow'
  const fault = faultOfUrl(body.url, allowPrivate) ?? (await faultOfHost(body.url, allowPrivate))
  if (fault) throw faultyField('url', fault)
}

export const webhookRoutes = routes(webhookCalls, { endpoints, add, edit, rotate, test, deliveries, delivery, replay })
