import { z } from 'zod'
import { call } from '../call.ts'
import { Id, IdempotencyKey, requiredText, text } from '../fields.ts'
import { choice, dateTime, flag, list, text as textColumn } from '../list.ts'
import { companyRoles, userRoles } from '../roles.ts'

const base = '/{p}-auth-center/userClient'
const Seat = z.object({ role: z.enum(companyRoles), userRoles: z.array(z.enum(userRoles)).min(1).max(6) })
const person = {
  cname: requiredText(120),
  email: z.email().max(200),
  phone: text(40).optional(),
  signatory: z.boolean().default(false),
  seats: z.array(Seat).min(1).max(5),
}
const one = { id: Id, idempotencyKey: IdempotencyKey }
const act = (path: string, permission: string, title: string) =>
  call({
    method: 'POST',
    path: `${base}/${path}`,
    access: { permission: `org.account.${permission}` },
    scope: 'company',
    effect: 'write',
    title,
    body: z.object(one),
    answer: z.object({ status: z.string() }),
  })

/** The users of the own company; an administrator's of every company, the staff among them. */
export const accountCalls = {
  detail: call({
    method: 'POST',
    path: `${base}/detail`,
    access: { permission: 'org.account.detail' },
    scope: 'company',
    effect: 'read',
    title: 'One user with the seats the caller may see',
    body: z.object({ id: Id }),
    answer: z.object({
      id: z.string(),
      userName: z.string(),
      cname: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      signatory: z.boolean(),
      status: z.string(),
      version: z.number(),
      lastSignInAt: z.string().nullable(),
      seats: z.array(
        z.object({
          companyId: z.string(),
          companyCode: z.string(),
          companyName: z.string(),
          role: z.string(),
          userRoles: z.array(z.string()),
          status: z.string(),
        }),
      ),
      operations: z.array(z.string()),
    }),
  }),
  seatRoles: call({
    method: 'POST',
    path: `${base}/seatRoles`,
    access: { permission: ['org.account.add', 'org.account.edit'] },
    scope: 'company',
    effect: 'read',
    title: 'The roles in which a company gives seats to its people',
    body: z.object({ companyCode: text(40).optional() }),
    answer: z.array(z.enum(companyRoles)),
  }),
  add: call({
    method: 'POST',
    path: `${base}/add`,
    access: { permission: 'org.account.add' },
    scope: 'company',
    effect: 'write',
    title: 'Invite a user; the mail holds a link that is good once, for 72 hours',
    body: z.object({
      userName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,99}$/),
      ...person,
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
      /** Staff name the company; everybody else adds to their own. */
      companyCode: text(40).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  edit: call({
    method: 'POST',
    path: `${base}/edit`,
    access: { permission: 'org.account.edit' },
    scope: 'company',
    effect: 'write',
    title: "Change a user's details and seats in one company",
    body: z.object({ ...one, version: z.number().int(), ...person, companyCode: text(40).optional() }),
    answer: z.object({ id: z.string(), version: z.number() }),
  }),
  sendInvite: act('send-invite', 'send-invite', 'Mail a new invitation; the earlier link stops working'),
  disable: act('disabled', 'disabled', 'Stop a user; nobody stops themselves'),
  activate: act('active', 'active', 'Let a stopped user in again'),
  resetPassword: act('reset-ps', 'reset-ps', 'Mail a link to a new password and end every session'),
}

export const accountList = list({
  id: 'org.account',
  path: base,
  permission: 'org.account',
  columns: {
    userName: textColumn({ search: true, sort: true, width: 180 }),
    cname: textColumn({ search: true, sort: true, width: 160 }),
    email: textColumn({ search: true, width: 240 }),
    companyName: textColumn({ search: true, width: 220 }),
    roles: textColumn({ width: 240, codes: [...companyRoles, ...userRoles] }),
    signatory: flag({ search: true, width: 110 }),
    status: choice(['unActive', 'active', 'stop'], { search: true, multiple: true, width: 120 }),
    lastSignInAt: dateTime({ search: true, sort: true }),
    createdAt: dateTime({ search: true, sort: true }),
  },
  order: { by: 'createdAt', descending: true },
  operations: ['edit', 'send-invite', 'disabled', 'active', 'reset-ps'],
})
