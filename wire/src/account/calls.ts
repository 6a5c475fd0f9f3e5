import { z } from 'zod'
import { type Act, ofCallersRows } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, requiredText, text } from '../fields.ts'
import { choice, dateTime, flag, list, readAtOnce, text as textColumn } from '../list.ts'
import { companyRoles, userRoles } from '../roles.ts'

const base = '/{p}-auth-center/userClient'
const Seat = z.object({ role: z.enum(companyRoles), userRoles: z.array(z.enum(userRoles)).min(1).max(6) })
/** The new values of a user in a company; missing values stay unchanged. */
const UserChange = z.object({
  seats: z.array(Seat).optional(),
  /** Whether the person may sign for the company. */
  signatory: z.boolean().optional(),
  email: z.string().optional(),
  cname: z.string().optional(),
  /** Removes the second factor: sessions and password end, and the user enrols again. */
  factorReset: z.boolean().optional(),
  /** A new user; the invitation is sent when the change is passed. */
  invite: z.boolean().optional(),
})
export type UserChange = z.infer<typeof UserChange>
const person = {
  cname: requiredText(120),
  email: z.email().max(200),
  phone: text(40).optional(),
  /** Whether the person may sign for the company of the seats; other companies decide for themselves. */
  signatory: z.boolean().default(false),
  seats: z.array(Seat).min(1).max(5),
}
const one = { id: Id, idempotencyKey: IdempotencyKey }
const onUser = (
  path: string,
  action: 'disabled' | 'active' | 'reset-ps' | 'reset-mfa' | 'send-invite',
  title: string,
  event: string,
  facts: Pick<Act, 'notOneself'> = {},
) =>
  call({
    method: 'POST',
    path: `${base}/${path}`,
    access: { permission: `org.account.${action}` },
    scope: 'company',
    effect: 'write',
    names: { 'body.id': { kind: 'user', of: 'company' } },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', ...facts, event },
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
    names: { 'body.id': { kind: 'user', of: 'company' } },
    title: 'One user with the seats the caller may see',
    body: z.object({ id: Id }),
    answer: z.object({
      id: z.string(),
      userName: z.string(),
      cname: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
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
          /** Whether the person may sign for the company. */
          signatory: z.boolean(),
          status: z.string(),
        }),
      ),
      /** The number of a change that waits for a second person. */
      waitingNo: z.string().nullable(),
      /** A new address that is not verified yet. */
      addressAsked: z.string().nullable(),
      operations: z.array(z.string()),
    }),
  }),
  change: call({
    method: 'POST',
    path: `${base}/change`,
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.no': ofCallersRows },
    title: 'A change of a user that waits for a second person, or did',
    body: z.object({ no: text(40) }),
    answer: z.object({
      no: z.string(),
      status: z.string(),
      userName: z.string(),
      cname: z.string(),
      companyName: z.string(),
      before: z.object({
        seats: z.array(z.object({ role: z.string(), userRoles: z.array(z.string()) })),
        signatory: z.boolean(),
        email: z.string(),
        /** Absent in changes from before a second person passed new names. */
        cname: z.string().optional(),
      }),
      after: UserChange,
    }),
  }),
  seatRoles: call({
    method: 'POST',
    path: `${base}/seatRoles`,
    access: { permission: ['org.account.add', 'org.account.edit'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' } },
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
    names: { 'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' } },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'approval', event: 'USER_INVITED' },
    title:
      'Invite a user, where the seat decides about money once a second person passed it; the link is good once, for 72 hours',
    body: z.object({
      userName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{2,99}$/),
      ...person,
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
      /** Staff name the company; everybody else adds to their own. */
      companyCode: text(40).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), waitingNo: z.string().nullable() }),
  }),
  edit: call({
    method: 'POST',
    path: `${base}/edit`,
    access: { permission: 'org.account.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' },
      'body.id': { kind: 'user', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'approval', event: 'USER_CHANGED' },
    title: "Change a user's details, and the seats and the right to sign in one company",
    body: z.object({ ...one, version: z.number().int(), ...person, companyCode: text(40).optional() }),
    answer: z.object({
      id: z.string(),
      version: z.number(),
      waitingNo: z.string().nullable(),
      addressAsked: z.string().nullable(),
    }),
  }),
  sendInvite: onUser('send-invite', 'send-invite', 'Mail a new invitation; the earlier link stops working', 'USER_INVITED_AGAIN'),
  disable: onUser('disabled', 'disabled', 'Stop a user; nobody stops themselves', 'USER_STOPPED', { notOneself: 'body.id' }),
  activate: onUser('active', 'active', 'Let a stopped user in again', 'USER_RESUMED'),
  remove: call({
    method: 'POST',
    path: `${base}/remove`,
    access: { permission: 'org.account.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' },
      'body.id': { kind: 'user', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', notOneself: 'body.id', event: 'USER_REMOVED' },
    title: 'Take all seats of a user in one company away, who keeps those in others',
    body: z.object({
      ...one,
      /** Staff name the company; everybody else takes seats of their own away. */
      companyCode: text(40).optional(),
    }),
    answer: z.object({}),
  }),
  resetFactor: call({
    method: 'POST',
    path: `${base}/reset-mfa`,
    access: { permission: 'org.account.reset-mfa' },
    scope: 'company',
    effect: 'write',
    names: { 'body.id': { kind: 'user', of: 'company' } },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'approval', event: 'USER_CHANGE_PROPOSED' },
    title: 'Ask for a lost second factor to be taken away; a second person decides',
    body: z.object(one),
    answer: z.object({ waitingNo: z.string() }),
  }),
  resetPassword: onUser('reset-ps', 'reset-ps', 'Mail a link to a new password and end every session', 'PASSWORD_RESET_SENT'),
}

export const accountList = list({
  id: 'org.account',
  path: base,
  permission: 'org.account',
  fits: readAtOnce,
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
