import { z } from 'zod'
import { call } from '../call.ts'
import { AccountNumber, CurrencyCode, Id, IdempotencyKey, requiredText, text } from '../fields.ts'

const base = '/{p}-company/clientend/bankAccount'
const id = z.object({ id: Id })
/** So many currencies an account is for at most. */
export const mostCurrenciesOfAccount = 20
const numberSources = ['COMPANY_RECORD', 'CONTRACT', 'PUBLIC_REGISTER'] as const

export const AccountDetail = z.object({
  id: z.string(),
  companyName: z.string(),
  accountName: z.string(),
  nameReason: z.string().nullable(),
  bankName: z.string(),
  bankNameEn: z.string().nullable(),
  bankAccount: z.string(),
  bankCode: z.string(),
  cnaps: z.string().nullable(),
  currency: z.string(),
  purpose: z.string(),
  /** What users see: ENABLE, DISABLE, PENDING_ACTIVATE while it is checked and cools off, or READY_TO_ENABLE after that. */
  status: z.string(),
  approval: z.string(),
  canEnable: z.boolean(),
  /** Nothing is paid to it before. Null once that is over. */
  coolingUntil: z.string().nullable(),
  /** The account it takes the place of, its last digits only. */
  replaces: z.string().nullable(),
  createdAt: z.string(),
  /** Whether it was switched off and its company has not confirmed it on the phone since, before which nobody switches it on again. */
  needsCallBack: z.boolean(),
  /** Shown to the operator's staff alone. */
  callBacks: z.array(
    z.object({
      id: z.string(),
      callerName: z.string(),
      calledName: z.string(),
      phone: z.string(),
      numberFrom: z.string(),
      calledAt: z.string(),
      outcome: z.string(),
      note: z.string(),
    }),
  ),
  operations: z.array(z.string()),
})
export type AccountDetail = z.infer<typeof AccountDetail>

/** Adding, changing, checking and switching bank accounts. */
export const bankAccountChangeCalls = {
  own: call({
    method: 'POST',
    path: `${base}/own`,
    access: { permission: 'org.company.detail' },
    scope: 'company',
    effect: 'read',
    title: "The company's own bank accounts, disabled ones included",
    body: z.object({}),
    answer: z.object({ accounts: z.array(AccountDetail) }),
  }),
  detail: call({
    method: 'POST',
    path: `${base}/detail`,
    access: {
      permission: ['org.company.detail', 'system.bank.view'],
      meant: {
        byParty: {
          SUPPLIER: 'org.company.detail',
          BUYER: 'org.company.detail',
          FUNDER: 'org.company.detail',
          COMPANY: 'org.company.detail',
          PLATFORM: 'system.bank.view',
        },
      },
    },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'bankAccount', of: 'company' } },
    title: 'A bank account with its call-backs and what may be done with it',
    body: id,
    answer: AccountDetail,
  }),
  add: call({
    method: 'POST',
    path: `${base}/add`,
    access: {
      permission: ['org.company.edit', 'system.bank.edit'],
      meant: { byParty: { COMPANY: 'org.company.edit', PLATFORM: 'system.bank.edit' } },
    },
    scope: 'company',
    effect: 'write',
    names: {
      'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' },
      'body.replacesId': { kind: 'bankAccount', of: 'company' },
    },
    act: {
      by: { COMPANY: 'making', PLATFORM: 'either' },
      second: 'approval',
      event: ['BANK_ACCOUNT_ADDED', 'BANK_ACCOUNT_CHANGED'],
    },
    title: 'Add an account, or one in the place of another, and send it into approval',
    body: z.object({
      /** Staff name the company; everybody else adds to their own. */
      companyCode: text(60).optional(),
      replacesId: Id.optional(),
      accountName: requiredText(140),
      nameReason: text(300).optional(),
      bankName: requiredText(140),
      bankNameEn: text(140).optional(),
      bankAccount: AccountNumber,
      bankCode: requiredText(11),
      cnaps: text(12).optional(),
      currencies: z.array(CurrencyCode).min(1).max(mostCurrenciesOfAccount),
      purpose: z.enum(['PAYMENT', 'COLLECTION', 'BOTH']),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  recordCallBack: call({
    method: 'POST',
    path: `${base}/recordCallBack`,
    access: { permission: 'system.bank.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'bankAccount', of: 'seen' },
    },
    act: {
      by: { PLATFORM: 'either' },
      second: { notMakerOf: 'body.id' },
      decidesOn: 'body.id',
      event: ['BANK_ACCOUNT_CALL_CONFIRMED', 'BANK_ACCOUNT_CALL_DENIED'],
    },
    title: 'Record who was called on which number about an account, and what they said',
    body: id.extend({
      calledName: requiredText(100),
      phone: z
        .string()
        .trim()
        .regex(/^\+?[0-9][0-9 ()-]{5,29}$/),
      numberFrom: z.enum(numberSources),
      /** How long ago the call was, within a day; the server's clock says when that is. */
      minutesAgo: z.number().int().min(0).max(1440),
      outcome: z.enum(['CONFIRMED', 'DENIED']),
      note: text(500).default(''),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string() }),
  }),
  enable: call({
    method: 'POST',
    path: `${base}/enable`,
    access: { permission: 'payment.management.instruct' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'bankAccount', of: 'seen' },
    },
    // Nor whoever made the call after which an account that was off comes back.
    act: { by: { PLATFORM: 'either' }, second: { notMakerOf: 'body.id' }, decidesOn: 'body.id', event: 'BANK_ACCOUNT_ENABLE' },
    title: 'Switch an approved account on, after its cooling-off; the one it replaces goes off',
    body: id.extend({ idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('ENABLE') }),
  }),
  disable: call({
    method: 'POST',
    path: `${base}/disable`,
    access: { permission: ['org.company.edit', 'system.bank.edit', 'payment.management.instruct'] },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'bankAccount', of: 'company' },
    },
    act: { by: { COMPANY: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'BANK_ACCOUNT_DISABLE' },
    title: 'Switch an account off',
    body: id.extend({ reason: requiredText(300), idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('DISABLE') }),
  }),
}
