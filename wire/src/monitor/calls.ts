import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { only } from '../audience.ts'
import { call } from '../call.ts'
import { DateText, IdempotencyKey } from '../fields.ts'

const base = '/{p}-financial-transaction/audit/backend'
const client = '/{p}-financial-transaction/audit/client'
const jobs = '/{p}-financial-transaction/jobs/backend'
const count = z.number()

type Recorded = string | number | boolean | null | Recorded[] | { [field: string]: Recorded }
const Recorded: z.ZodType<Recorded> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Recorded), z.record(z.string(), Recorded)]))
  .meta({ id: 'Recorded' })
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
  /** The recorded facts of the event; they name data that each side keeps from the others. */
  before: only(['PLATFORM'], Recorded),
  after: only(['PLATFORM'], Recorded),
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
    names: { 'body.id': ofCallersRows },
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
      /** The first fault: a changed, removed or inserted entry, an unsigned head, or a missing end. */
      broken: z.string().nullable(),
      /** What the data folder holds to compare the chain with; without a head an end that was cut off is not seen. */
      outside: z.enum(['HEAD', 'MISSING', 'DAMAGED']).nullable(),
    }),
  }),
  proof: call({
    method: 'GET',
    path: `${client}/proof`,
    // The entries of the operator name every company: only those of its staff who read the audit log take them along.
    access: {
      permission: ['org.company.detail', 'system.audit.view'],
      meant: {
        byParty: {
          SUPPLIER: 'org.company.detail',
          BUYER: 'org.company.detail',
          FUNDER: 'org.company.detail',
          COMPANY: 'org.company.detail',
          PLATFORM: 'system.audit.view',
        },
      },
    },
    scope: 'company',
    effect: 'read',
    kind: 'file',
    isLong: true,
    title: "The company's own audit entries from a day on, one JSON line each, with the signed chain that proves them",
    query: z.object({ from: DateText }),
    answer: z.any(),
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
      refRates: z
        .object({
          at: z.string().nullable(),
          ok: z.boolean(),
          added: count,
          error: z.string().nullable(),
          /** The days of the last answer that were still to come, which were left out: how many, and the first of them. */
          ahead: z.object({ count, type: z.string(), effectiveDate: z.string() }).nullable(),
        })
        .nullable(),
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
    names: {
      'body.ids[]': { judged: 'a page of jobs is tried again, and those that were done meanwhile are passed over' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'JOB_RETRIED' },
    title: 'Try failed mails or messages again now',
    body: z.object({
      kind: z.enum(['MAIL', 'OUTBOX']),
      ids: z.array(z.string().max(40)).min(1).max(200),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ retried: count }),
  }),
}
