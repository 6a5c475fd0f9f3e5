import { z } from 'zod'
import { call } from '../call.ts'
import { DateText, IdempotencyKey } from '../fields.ts'

const base = '/{p}-financial-transaction/endOfDay/backend'
export const endOfDaySteps = [
  'FIXINGS',
  'RESETS',
  'WAIVERS',
  'ACCRUALS',
  'OVERDUE',
  'EXPIRIES',
  'NOTICES',
  'POOLS',
  'SNAPSHOT',
] as const

const Step = z.object({
  businessDate: z.string(),
  step: z.string(),
  state: z.string(),
  done: z.number(),
  total: z.number(),
  message: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
})
const EndOfDayStatus = z.object({
  businessDate: z.string(),
  state: z.string(),
  running: z.boolean(),
  steps: z.array(Step),
  history: z.array(
    z.object({ businessDate: z.string(), steps: z.number(), done: z.number(), finishedAt: z.string().nullable() }),
  ),
})

/** The close of a business day: settlement and operations may run it, all staff who see rates see how far it is. */
export const endOfDayCalls = {
  status: call({
    method: 'POST',
    path: `${base}/status`,
    access: { permission: 'system.rate.view' },
    scope: 'company',
    effect: 'read',
    title: 'How far the end of day is',
    body: z.object({}),
    answer: EndOfDayStatus,
  }),
  run: call({
    method: 'POST',
    path: `${base}/run`,
    access: { permission: ['system.rate.edit', 'payment.management.instruct'] },
    scope: 'company',
    effect: 'write',
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'END_OF_DAY_STARTED' },
    title: 'Close business days up to and including a day; the current one when none is given',
    body: z.object({ through: DateText.optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ started: z.boolean() }),
  }),
}
