import { z } from 'zod'
import { call } from '../call.ts'
import { IdempotencyKey } from '../fields.ts'

const base = '/{p}-financial-transaction/audit/backend'
const jobs = '/{p}-financial-transaction/jobs/backend'
const count = z.number()

const Entry = z.object({
  id: z.string(),
  at: z.string(),
  userName: z.string().nullable(),
  companyName: z.string().nullable(),
  event: z.string(),
  objectType: z.string(),
  objectNo: z.string().nullable(),
  objectId: z.string().nullable(),
  requestId: z.string().nullable(),
  ip: z.string().nullable(),
  before: z.any(),
  after: z.any(),
  /** The entry's place in the chain; null until it is sealed, some seconds after it was written. */
  hash: z.string().nullable(),
  previousHash: z.string().nullable(),
})
const Failure = z.object({
  id: z.string(),
  kind: z.enum(['MAIL', 'OUTBOX']),
  what: z.string(),
  attempts: count,
  error: z.string().nullable(),
  at: z.string(),
})

/** What the operator watches: the audit log with its chain of hashes, and the work that goes on beside the requests. */
export const monitorCalls = {
  entry: call({
    method: 'POST',
    path: `${base}/entry`,
    access: { permission: 'system.audit.view' },
    scope: 'company',
    effect: 'read',
    title: 'One entry of the audit log: before, after, and its seal',
    body: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    answer: Entry,
  }),
  chain: call({
    method: 'POST',
    path: `${base}/chain`,
    access: { permission: 'system.audit.view' },
    scope: 'company',
    effect: 'read',
    title: 'How far the chain of hashes reaches; with verify, computed again from its beginning',
    body: z.object({ verify: z.boolean().default(false) }),
    answer: z.object({
      entries: count,
      sealed: count,
      lastHash: z.string().nullable(),
      lastSealedAt: z.string().nullable(),
      checked: count.nullable(),
      /** The first entry that was changed, removed or put in between. */
      broken: z.string().nullable(),
    }),
  }),
  jobs: call({
    method: 'POST',
    path: `${jobs}/status`,
    access: { permission: 'system.audit.view' },
    scope: 'company',
    effect: 'read',
    title: 'Mails and messages that wait or failed, and the latest ends of day',
    body: z.object({}),
    answer: z.object({
      mail: z.object({ QUEUED: count, SENT: count, FAILED: count }),
      oldestMail: z.string().nullable(),
      outbox: z.array(z.object({ topic: z.string(), open: count, failing: count, done: count, oldest: z.string().nullable() })),
      unsealed: count,
      /** The service of benchmark fixings; null when none is set. */
      refRates: z.object({ at: z.string().nullable(), ok: z.boolean(), added: count, error: z.string().nullable() }).nullable(),
      failures: z.array(Failure),
      days: z.array(
        z.object({
          businessDate: z.string(),
          steps: count,
          done: count,
          failed: count,
          items: count,
          startedAt: z.string(),
          finishedAt: z.string().nullable(),
          message: z.string().nullable(),
        }),
      ),
    }),
  }),
  retry: call({
    method: 'POST',
    path: `${jobs}/retry`,
    access: { permission: 'system.role.edit' },
    scope: 'company',
    effect: 'write',
    title: 'Try failed mails or messages again now',
    body: z.object({
      kind: z.enum(['MAIL', 'OUTBOX']),
      ids: z.array(z.string().max(40)).min(1).max(200),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ retried: count }),
  }),
}
