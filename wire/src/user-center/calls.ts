import { z } from 'zod'
import { call } from '../call.ts'
import { IdempotencyKey, requiredText, text } from '../fields.ts'

const base = '/{p}-auth-center/userClient'
export const timeFormats = ['YYYY/MM/DD', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
const change = { version: z.number().int(), idempotencyKey: IdempotencyKey }

/** What the user at the keyboard keeps about themselves. */
export const userCenterCalls = {
  profile: call({
    method: 'GET',
    path: `${base}/profile`,
    access: { permission: 'user-center.view' },
    scope: 'user',
    effect: 'read',
    title: 'The own profile with the seats in companies',
    answer: z.object({
      userName: z.string(),
      cname: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      language: z.enum(['en-US', 'zh-CN']),
      timeZone: z.number(),
      timeFormat: z.string(),
      mfaEnabled: z.boolean(),
      recoveryCodesLeft: z.number(),
      lastSignInAt: z.string().nullable(),
      version: z.number(),
      seats: z.array(
        z.object({ companyName: z.string(), role: z.string(), userRoles: z.array(z.string()), signatory: z.boolean() }),
      ),
    }),
  }),
  edit: call({
    method: 'POST',
    path: `${base}/profile/edit`,
    access: { permission: 'user-center.edit' },
    scope: 'user',
    effect: 'write',
    act: {
      by: { SUPPLIER: 'any', BUYER: 'any', FUNDER: 'any', COMPANY: 'any', PLATFORM: 'either' },
      second: 'approval',
      event: 'PROFILE_CHANGED',
    },
    title: 'Change the own name and preferences; the name of whoever decides about money once a second person passed it',
    body: z.object({
      ...change,
      cname: requiredText(120),
      language: z.enum(['en-US', 'zh-CN']),
      timeZone: z.number().min(-12).max(14).multipleOf(0.25),
      timeFormat: z.enum(timeFormats),
    }),
    answer: z.object({
      version: z.number(),
      /** The number of the change that a second person must pass before the new name counts. */
      waitingNo: z.string().nullable(),
    }),
  }),
  modify: call({
    method: 'POST',
    path: `${base}/profile/modify`,
    access: { permission: 'user-center.modify' },
    scope: 'user',
    effect: 'write',
    act: {
      by: { SUPPLIER: 'any', BUYER: 'any', FUNDER: 'any', COMPANY: 'any', PLATFORM: 'either' },
      second: 'approval',
      event: 'CONTACT_CHANGED',
    },
    title: 'Change the own address and phone; takes the password, encrypted as at sign-in',
    body: z.object({
      ...change,
      email: z.email().max(200),
      phone: text(40).optional(),
      password: z.string().max(2000),
      keyId: z.string().max(100).optional(),
    }),
    answer: z.object({
      version: z.number(),
      /** The number of the change that a second person must pass before the new address counts. */
      waitingNo: z.string().nullable(),
      /** The new address, which received a link by mail; it counts once the link was opened. */
      addressAsked: z.string().nullable(),
    }),
  }),
}
