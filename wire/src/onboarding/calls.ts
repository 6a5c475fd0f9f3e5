import { z } from 'zod'
import { ownFile } from '../act.ts'
import { call } from '../call.ts'
import { DateText, Id, IdempotencyKey, OnceShownText, requiredText } from '../fields.ts'

const base = '/{p}-company/onboarding'
export const onboardingDocumentKinds = ['REGISTRATION', 'ARTICLES', 'IDENTITY', 'OTHER'] as const
/** Without these the check of documents fails. */
export const requiredDocumentKinds: readonly (typeof onboardingDocumentKinds)[number][] = ['REGISTRATION', 'IDENTITY']
export const personFunctions = ['DIRECTOR', 'OWNER', 'SIGNATORY'] as const

const Person = z.object({ name: requiredText(120), function: z.enum(personFunctions) })
const Paper = z.object({
  objectKey: z.string().max(300),
  fileName: z.string().max(255),
  kind: z.enum(onboardingDocumentKinds),
  expiresOn: DateText.nullish(),
})
const Check = z.object({
  provider: z.string(),
  outcome: z.enum(['PASSED', 'MANUAL', 'FAILED']),
  /** What it rests on. Only staff read names of watch lists, and what is known of files of other companies. */
  evidence: z.array(z.string()),
})
const State = z.object({
  no: z.string().nullable(),
  /** Of people and documents; 0 before the first statement. */
  version: z.number().int(),
  company: z.object({ name: z.string(), bizRegNo: z.string(), country: z.string(), address: z.string().nullable() }),
  people: z.array(Person),
  documents: z.array(Paper),
  checks: z.array(Check),
  outcome: z.string().nullable(),
  checkedAt: z.string().nullable(),
  status: z.string(),
  comment: z.string().nullable(),
  /** Visitors with a link state facts and people; files and the submission need a sign-in. */
  visitor: z.boolean(),
  /** Whether the caller may state, check and hand in now. */
  mayState: z.boolean(),
})
export type OnboardingState = z.infer<typeof State>
export type OnboardingCheck = z.infer<typeof Check>
export type OnboardingPaper = z.infer<typeof Paper>
const specialAccess = z.string().max(100).optional()

/** Admission of a company: what it states, the automatic checks, and the way into the approval of the staff. */
export const onboardingCalls = {
  state: call({
    method: 'POST',
    path: `${base}/client/state`,
    access: 'public',
    tells: { byRight: 'a company reads its own statement with org.company.detail, staff any with system.company.view' },
    perMinute: 120,
    scope: 'company',
    effect: 'read',
    names: { 'body.companyId': { kind: 'company', of: 'company' } },
    title: 'What a company has stated and what the checks found; signed in, or with the token of an invitation',
    /** `companyId` counts for staff only. */
    body: z.object({ specialAccess, companyId: Id.optional() }),
    answer: State,
  }),
  save: call({
    method: 'POST',
    path: `${base}/client/save`,
    access: 'public',
    tells: 'outcome',
    perMinute: 120,
    maxBytes: 200_000,
    scope: 'company',
    effect: 'write',
    names: {
      'body.documents[].objectKey': ownFile,
    },
    act: {
      by: { SUPPLIER: 'either', BUYER: 'either', FUNDER: 'either', COMPANY: 'either' },
      second: 'nobody',
      event: 'ONBOARDING_SAVED',
    },
    title: 'Keeps people and documents; signed in, or with the token of an invitation (then without documents)',
    body: z.object({
      specialAccess,
      /** The version that people and documents were read with. */
      version: z.number().int().min(0),
      people: z.array(Person).min(1).max(50),
      documents: z.array(Paper).max(20).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: State,
  }),
  autoKyc: call({
    method: 'POST',
    path: `${base}/client/autoKyc`,
    access: 'public',
    tells: 'outcome',
    perMinute: 120,
    maxBytes: 2_000,
    scope: 'company',
    effect: 'write',
    act: {
      by: { SUPPLIER: 'either', BUYER: 'either', FUNDER: 'either', COMPANY: 'either' },
      second: 'nobody',
      event: 'AUTO_KYC',
    },
    title: 'Runs every automatic check and keeps the results with their evidence',
    body: z.object({ specialAccess, idempotencyKey: IdempotencyKey }),
    answer: State,
  }),
  submit: call({
    method: 'POST',
    path: `${base}/client/submit`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'company',
    effect: 'write',
    act: {
      by: { SUPPLIER: 'either', BUYER: 'either', FUNDER: 'either', COMPANY: 'either' },
      second: 'approval',
      event: 'APPROVAL_STARTED',
    },
    title: 'Hands the checked company to the staff for their decision',
    body: z.object({ idempotencyKey: IdempotencyKey }),
    answer: z.object({ no: z.string() }),
  }),
  invite: call({
    method: 'POST',
    path: `${base}/backend/invite`,
    access: { permission: 'system.company.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.companyId': { kind: 'company', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: ['ONBOARDING_INVITED', 'ONBOARDING_REOPENED'] },
    title: 'Makes a link, good for 14 days, with which a company begins its onboarding without a user, or anew after a refusal',
    body: z.object({ companyId: Id, idempotencyKey: IdempotencyKey.optional() }),
    answer: z.object({ link: OnceShownText, expiresAt: z.string() }),
  }),
  sanctionLists: call({
    method: 'POST',
    path: `${base}/backend/sanctionLists`,
    access: { permission: 'system.company.view' },
    scope: 'company',
    effect: 'read',
    title: 'The watch lists that were imported, with the number of their names',
    body: z.object({}).optional(),
    answer: z.object({ list: z.array(z.object({ list: z.string(), names: z.number(), importedAt: z.string() })) }),
  }),
  importSanctions: call({
    method: 'POST',
    path: `${base}/backend/importSanctions`,
    access: { permission: 'system.company.edit' },
    scope: 'company',
    effect: 'write',
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'SANCTIONS_IMPORTED' },
    title: 'Adds names to a watch list from CSV: reference, name',
    body: z.object({ list: requiredText(60), csv: z.string().min(1).max(900_000), idempotencyKey: IdempotencyKey }),
    answer: z.object({
      added: z.number(),
      known: z.number(),
      /** The lines that were left out: how many, and the numbers of the first of them. */
      faultyCount: z.number(),
      faulty: z.array(z.number()),
    }),
  }),
}
