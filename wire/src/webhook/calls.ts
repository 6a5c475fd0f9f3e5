import { z } from 'zod'
import { call } from '../call.ts'
import { Id, IdempotencyKey, OnceShownText, text } from '../fields.ts'
import { webhookEvents } from '../notification/events.ts'

const base = '/{p}-financial-transaction/webhook/client'
const common = { method: 'POST', access: { permission: 'org.company.edit' }, scope: 'company' } as const
const idempotencyKey = IdempotencyKey.optional()
const Url = z.string().trim().min(8).max(500)
const Events = z.array(z.enum(webhookEvents)).max(webhookEvents.length)

const Endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  status: z.string(),
  createdAt: z.string(),
  waiting: z.number(),
  failed: z.number(),
  lastDoneAt: z.string().nullable(),
})
export type WebhookEndpoint = z.infer<typeof Endpoint>
const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  status: z.string(),
  attempts: z.number(),
  nextAt: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
})

/** Signed webhooks to a company's own systems, in the form of Standard Webhooks. */
export const webhookCalls = {
  endpoints: call({
    ...common,
    path: `${base}/list`,
    effect: 'read',
    title: "The company's webhook addresses",
    body: z.object({}),
    answer: z.object({ list: z.array(Endpoint) }),
  }),
  add: call({
    ...common,
    path: `${base}/add`,
    effect: 'write',
    byPeopleAlone: true,
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'WEBHOOK_ADDED' },
    title: 'A new address; its signing secret is shown this once',
    body: z.object({ url: Url, description: text(120).default(''), events: Events.min(1), idempotencyKey }),
    answer: z.object({ id: z.string(), secret: OnceShownText }),
  }),
  edit: call({
    ...common,
    path: `${base}/edit`,
    effect: 'write',
    byPeopleAlone: true,
    names: {
      'body.id': { kind: 'webhook', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: ['WEBHOOK_EDITED', 'WEBHOOK_REMOVED'] },
    title: 'Change the address, its events, or whether it is used',
    body: z.object({
      id: Id,
      url: Url,
      description: text(120).default(''),
      // None are left of an address that chose only what webhooks no longer offer.
      events: Events,
      status: z.enum(['ENABLE', 'DISABLE', 'REMOVED']),
      idempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  rotate: call({
    ...common,
    path: `${base}/rotate`,
    effect: 'write',
    byPeopleAlone: true,
    names: {
      'body.id': { kind: 'webhook', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'WEBHOOK_SECRET_ROTATED' },
    title: 'A new signing secret, shown this once; for a day messages are signed with the earlier one too',
    body: z.object({ id: Id, idempotencyKey }),
    answer: z.object({ id: z.string(), secret: OnceShownText }),
  }),
  test: call({
    ...common,
    path: `${base}/test`,
    effect: 'write',
    byPeopleAlone: true,
    names: { 'body.id': { kind: 'webhook', of: 'company' } },
    act: { bindsNobody: "a trial message to one's own address" },
    title: 'Send a test message to an address',
    body: z.object({ id: Id, idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  deliveries: call({
    ...common,
    path: `${base}/deliveries`,
    effect: 'read',
    names: { 'body.id': { kind: 'webhook', of: 'company' } },
    title: 'What was sent to an address, the latest first',
    body: z.object({ id: Id }),
    answer: z.object({ list: z.array(Delivery) }),
  }),
  delivery: call({
    ...common,
    path: `${base}/delivery`,
    effect: 'read',
    names: { 'body.id': { kind: 'delivery', of: 'company' } },
    title: 'One message with each attempt to send it',
    body: z.object({ id: Id }),
    answer: Delivery.extend({
      body: z.string(),
      log: z.array(
        z.object({ at: z.string(), httpStatus: z.number().nullable(), answer: z.string().nullable(), tookMs: z.number() }),
      ),
    }),
  }),
  replay: call({
    ...common,
    path: `${base}/replay`,
    effect: 'write',
    byPeopleAlone: true,
    names: {
      'body.id': { kind: 'delivery', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'WEBHOOK_REPLAYED' },
    title: 'Send a message again under its own id',
    body: z.object({ id: Id, idempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
}
