import { z } from 'zod'
import { call } from '../call.ts'
import { CompanyRole } from '../session/calls.ts'

const Money = z.object({ currency: z.string(), amount: z.string(), count: z.number() })
/** What may wait for somebody; each leads to the page where it is done. */
const todoKinds = [
  'APPROVALS',
  'APPROVALS_OF_SEAT',
  'CONTRACTS_TO_SIGN',
  'INVOICES_TO_CONFIRM',
  'RIGHTS_TO_CONFIRM',
  'ORDERS_SENT_BACK',
  'DRAFT_INVOICES',
  'DISPUTED_INVOICES',
  'READY_TO_FINANCE',
  'PAYMENTS_TO_SEND',
  'PAYMENTS_FAILED',
  'RECEIPTS_TO_MATCH',
  'ACCOUNTS_TO_SWITCH_ON',
  'OVERDUE_ORDERS',
  'OVERDUE_INVOICES',
  'OVERDUE_BILLS',
  'PRICES_TO_ACCEPT',
  'DAYS_TO_CLOSE',
  'MATURING_ORDERS',
] as const
export type TodoKind = (typeof todoKinds)[number]
const figureKinds = ['RECEIVABLES', 'PAYABLES', 'FINANCED', 'LENT', 'DUE_30'] as const
export type FigureKind = (typeof figureKinds)[number]

/** What a new installation, and below what a new company, needs before its first order, in the order in which it is done. */
const setupSteps = [
  'STAFF',
  'COMPANIES',
  'DIRECTORS',
  'ADMISSION',
  'ACCOUNTS',
  'RATES',
  'PRODUCT',
  'RELATIONSHIP',
  'LIMITS',
  'PRICES',
  'STATEMENT',
  'PEOPLE',
  'ACCOUNT',
] as const
export type SetupStep = (typeof setupSteps)[number]
/** Who is missing in a step when nobody may sign: no role, but the right to sign in a seat that signs. */
export const signer = 'SIGNATORY'

/** The first page of the day. */
export const homeCalls = {
  summary: call({
    method: 'POST',
    path: '/{p}-financial-transaction/home/client/summary',
    access: { permission: 'home.view' },
    scope: 'company',
    effect: 'read',
    title: 'What waits for this user, and where their company stands',
    body: z.object({}),
    answer: z.object({
      businessDate: z.string(),
      todos: z.array(
        z.object({
          kind: z.enum(todoKinds),
          count: z.number(),
          amounts: z.array(Money),
          /** The other seat of the caller in this company that does the task. */
          role: CompanyRole.optional(),
        }),
      ),
      figures: z.array(z.object({ kind: z.enum(figureKinds), amounts: z.array(Money) })),
      /** For the staff who set a new portal up and the directors of a new company; empty once nothing is left to do. */
      setup: z.array(
        z.object({
          step: z.enum(setupSteps),
          done: z.boolean(),
          /** Roles of which somebody is still missing; `signer` for whoever signs. */
          missing: z.array(z.string()),
          /** Of those who are missing, whoever is invited and has not joined yet. */
          invited: z.array(z.string()),
          /** Of the others who are missing, whoever is put forward and waits for a second person. */
          waiting: z.array(z.string()),
          /** Whether the caller may do it. */
          mine: z.boolean(),
        }),
      ),
    }),
  }),
}
