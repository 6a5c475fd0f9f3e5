import { z } from 'zod'
import { call } from '../call.ts'
import { DateText, text } from '../fields.ts'

const base = '/buyer-portal/api/rest/user-analysis'
const Anonymous = z.string().regex(/^[\w-]{8,64}$/)
/** The one project whose people are counted here. */
export const projectName = 'usance'

const Event = z.object({
  action_type: z.string().regex(/^[A-Z_]{2,40}$/),
  /** JSON text, at most two thousand letters. */
  action_details: z.string().max(2000),
  email: text(200).nullish(),
  anonymous: Anonymous,
  company_id: text(60).nullish(),
  company_name: text(200).nullish(),
  session_id: z.string().max(60).nullish(),
  page_url: z.string().max(500),
})
export type TrackedEvent = z.input<typeof Event>

/** The steps of the finance order form that are told of as action ORDER_FORM, in their order. */
export const orderFormSteps = ['OPENED', 'PRICED', 'SAVED', 'SUBMITTED'] as const

/** What people do, for the operator's own insight. Who they are is written by the server, whatever is sent. */
export const trackingCalls = {
  startSession: call({
    method: 'POST',
    path: `${base}/start-session`,
    access: 'public',
    tells: 'outcome',
    credentials: ['session', 'guidance', 'enrolment'],
    perMinute: 60,
    maxBytes: 8_000,
    scope: 'none',
    effect: 'write',
    names: { 'body.objects.device_info.*': { judged: 'facts of a browser, kept as they come' } },
    act: { bindsNobody: 'how the portal is used' },
    title: 'Begin to record a visit',
    body: z.object({
      objects: z.object({
        email: text(200).nullish(),
        anonymous: Anonymous,
        device_info: z.looseObject({}).or(z.string().max(2000)),
        ip_address: text(60).nullish(),
        country_code: text(8).nullish(),
        project_name: text(60).nullish(),
      }),
    }),
    answer: z.object({ insert_user_analysis_sessions: z.object({ returning: z.array(z.object({ id: z.string() })) }) }),
  }),
  trackAction: call({
    method: 'POST',
    path: `${base}/track-action`,
    access: 'public',
    tells: 'outcome',
    credentials: ['session', 'guidance', 'enrolment'],
    perMinute: 120,
    // The limit of a browser's beacon.
    maxBytes: 65_536,
    scope: 'none',
    effect: 'write',
    names: { 'body.objects[].company_id': { judged: 'the session says whose visit it is' } },
    act: { bindsNobody: 'how the portal is used' },
    title: 'Record what was done, several at once',
    body: z.object({ objects: z.array(Event).min(1).max(100) }),
    answer: z.object({ insert_user_analysis_events: z.object({ returning: z.array(z.object({ id: z.string() })) }) }),
  }),
  usage: call({
    method: 'POST',
    path: '/{p}-financial-transaction/tracking/backend/usage',
    access: { permission: 'system.audit.view' },
    scope: 'company',
    effect: 'read',
    title: 'Use of each page over some days, how far people come in the finance order form, and the errors they met',
    body: z.object({ days: z.number().int().min(1).max(365).default(30) }),
    answer: z.object({
      sessions: z.number(),
      people: z.number(),
      funnel: z.array(z.object({ step: z.enum(orderFormSteps), visits: z.number(), people: z.number() })),
      pages: z.array(z.object({ page: z.string(), visits: z.number(), people: z.number(), medianSeconds: z.number() })),
      errors: z.array(z.object({ message: z.string(), count: z.number(), people: z.number(), page: z.string() })),
      /** The first days that figures are held of: of signed-in users, and of visitors who have not signed in; null where there are none. */
      heldFrom: z.object({ ofUsers: DateText.nullable(), ofVisitors: DateText.nullable() }),
    }),
  }),
}
