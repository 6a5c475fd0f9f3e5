import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, wholeNumber } from '../fields.ts'
import { companyRoles } from '../roles.ts'

const base = '/{p}-financial-transaction/notification/client'
/** The live stream of new messages; it is no call, since it stays open. */
export const noticeStreamPath = '/{p}-financial-transaction/notification/client/stream'

export const Message = z.object({
  id: z.string(),
  event: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  link: z.string().nullable(),
  createdAt: z.string(),
  read: z.boolean(),
})
export type Message = z.infer<typeof Message>

/** What waits for the user in another of their companies, with the seat in which it is read. */
export const Elsewhere = z.object({
  companyId: z.string(),
  companyName: z.string(),
  companyRole: z.enum(companyRoles),
  unread: z.number(),
})
export type Elsewhere = z.infer<typeof Elsewhere>

/** What the portal tells the user and the company they work for now. */
export const notificationCalls = {
  list: call({
    method: 'POST',
    path: `${base}/list`,
    access: 'signed-in',
    tells: 'caller',
    isPersonal: true,
    scope: 'company',
    effect: 'read',
    title: 'Messages, the latest first, with the number of unread ones',
    body: z.object({
      unreadOnly: z.boolean().default(false),
      /** Only events that begin so, for example FINANCE_ORDER. */
      about: z.array(z.string().max(40)).max(10).default([]),
      pageNum: wholeNumber(1, 10_000).default(1),
      pageSize: wholeNumber(0, 100).default(20),
    }),
    answer: z.object({ list: z.array(Message), total: z.number(), unread: z.number() }),
  }),
  elsewhere: call({
    method: 'GET',
    path: `${base}/elsewhere`,
    access: 'signed-in',
    tells: 'caller',
    isPersonal: true,
    scope: 'user',
    effect: 'read',
    title: 'How many messages to this user wait unread in their other companies',
    answer: z.array(Elsewhere),
  }),
  read: call({
    method: 'POST',
    path: `${base}/read`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    names: { 'body.ids[]': ofCallersRecords },
    act: { bindsNobody: "one's own messages" },
    credentials: ['session', 'guidance'],
    title: 'Mark messages as read by this user',
    body: z.object({ ids: z.array(Id).min(1).max(100), idempotencyKey: IdempotencyKey.optional() }),
    answer: z.object({ unread: z.number() }),
  }),
  readAll: call({
    method: 'POST',
    path: `${base}/readAll`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    act: { bindsNobody: "one's own messages" },
    credentials: ['session', 'guidance'],
    title: 'Mark every message as read by this user',
    body: z.object({ idempotencyKey: IdempotencyKey.optional() }),
    answer: z.object({ unread: z.number() }),
  }),
}
