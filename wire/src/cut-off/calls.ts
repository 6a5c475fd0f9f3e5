import { z } from 'zod'
import { call } from '../call.ts'
import { CurrencyCode, Id, IdempotencyKey, text } from '../fields.ts'

const base = '/{p}-financial-transaction/cutOff/backend'
const view = { permission: 'payment.management.view' } as const
const settle = { permission: 'payment.management.instruct' } as const

export const CutOffRow = z.object({
  id: z.string(),
  currency: z.string(),
  bankAccountId: z.string().nullable(),
  /** The account it is of; null is every account in the currency. */
  account: z.string().nullable(),
  time: z.string(),
  zone: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
})
export type CutOffRow = z.infer<typeof CutOffRow>

/** When a payment would move, seen from now. */
export const Timing = z.object({
  executionDate: z.string(),
  isPastCutOff: z.boolean(),
  isRolled: z.boolean(),
  cutOff: z.object({ time: z.string(), zone: z.string(), bankTime: z.string() }).nullable(),
})
export type Timing = z.infer<typeof Timing>

/** Until when each bank takes payments for the same day. */
export const cutOffCalls = {
  list: call({
    method: 'POST',
    path: `${base}/list`,
    access: view,
    scope: 'company',
    effect: 'read',
    title: 'The cut-off times of currencies and of single accounts',
    body: z.object({}),
    answer: z.object({ cutOffs: z.array(CutOffRow) }),
  }),
  save: call({
    method: 'POST',
    path: `${base}/save`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.bankAccountId': { kind: 'funderAccount', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'CUT_OFF_SAVED' },
    title: 'Set the cut-off of a currency, or of one account in it',
    body: z.object({
      currency: CurrencyCode,
      bankAccountId: Id.nullable().optional(),
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      zone: text(60),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  remove: call({
    method: 'POST',
    path: `${base}/remove`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'cutOff', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'CUT_OFF_REMOVED' },
    title: 'Take a cut-off away',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
}
