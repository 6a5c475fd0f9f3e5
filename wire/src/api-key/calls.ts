import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, OnceShownText, requiredText, wholeNumber } from '../fields.ts'

const base = '/{p}-financial-transaction/apiKey/client'
export const keyPrefix = 'uk_'

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string(),
  companyRole: z.string(),
  userName: z.string(),
  permissions: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
  state: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']),
  mayRevoke: z.boolean(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Keys with which a company's own systems make the portal's calls. */
export const apiKeyCalls = {
  keys: call({
    method: 'POST',
    path: `${base}/list`,
    access: 'signed-in',
    tells: 'caller',
    isPersonal: true,
    scope: 'company',
    effect: 'read',
    title: "The caller's keys, or the whole company's for those who manage its users, and what a new key may be given",
    body: z.object({}),
    answer: z.object({ list: z.array(ApiKey), grantable: z.array(z.string()) }),
  }),
  make: call({
    method: 'POST',
    path: `${base}/add`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    act: { bindsNobody: 'a key does no more than its maker, each of whose acts is judged anew' },
    title: 'A new key, shown this once',
    body: z.object({
      name: requiredText(80),
      permissions: z.array(z.string().max(80)).min(1).max(300),
      days: wholeNumber(1, 366),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: z.object({ id: z.string(), token: OnceShownText, expiresAt: z.string() }),
  }),
  revoke: call({
    method: 'POST',
    path: `${base}/revoke`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    names: { 'body.id': ofCallersRecords },
    act: { bindsNobody: 'a key that ends can do nothing more' },
    title: 'End a key at once',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey.optional() }),
    answer: z.object({ id: z.string() }),
  }),
}
