import { identityDocumentTypes } from '@usance/domain/identity-document'
import { z } from 'zod'
import { call } from '../call.ts'
import { AmountText, DateText, Id, IdempotencyKey, KnownCurrency, requiredText } from '../fields.ts'

const base = '/{p}-financial-transaction/realName'

const Verification = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  triesLeft: z.number(),
  currency: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  /** The last four digits; the rest is covered. */
  account: z.string(),
  startedAt: z.string(),
  sentOn: z.string().nullable(),
  /** Until when the amount may be stated; known once it was paid. */
  until: z.string().nullable(),
})
const Person = z.object({
  name: z.string(),
  documentType: z.enum(identityDocumentTypes),
  /** Covered but for its last four characters. */
  documentNo: z.string(),
  country: z.string().nullable(),
  birthDate: z.string().nullable(),
  expiresOn: z.string().nullable(),
  status: z.enum(['PASSED', 'FAILED']),
  faults: z.array(z.string()),
  checkedAt: z.string(),
})
const Instruction = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  companyName: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  bankCode: z.string(),
  bankAccount: z.string(),
  currency: z.string(),
  amount: z.string(),
  startedAt: z.string(),
  sentOn: z.string().nullable(),
  bankRef: z.string().nullable(),
})
export type PersonIdentity = z.infer<typeof Person>
export type TestPayment = z.infer<typeof Instruction>
const permission = 'system.bank.approve'

/** Real-name verification: the company by a small payment to its account, the person by a document. */
export const realNameCalls = {
  state: call({
    method: 'POST',
    path: `${base}/client/state`,
    access: 'signed-in',
    tells: 'caller',
    isPersonal: true,
    scope: 'company',
    effect: 'read',
    title: 'How far the company and the caller are with their verification',
    body: z.object({}).optional(),
    answer: z.object({
      bank: Verification.nullable(),
      person: Person.nullable(),
      accounts: z.array(
        z.object({
          id: z.string(),
          accountName: z.string(),
          bankName: z.string(),
          account: z.string(),
          currencies: z.array(z.string()),
        }),
      ),
    }),
  }),
  verifyBank: call({
    method: 'POST',
    path: `${base}/client/verifyBank`,
    access: { permission: 'realname.verify-bank' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.bankAccountId': { kind: 'bankAccount', of: 'company' },
    },
    act: {
      by: { SUPPLIER: 'either', BUYER: 'either', FUNDER: 'either', COMPANY: 'either' },
      second: 'nobody',
      event: 'BANK_VERIFICATION_STARTED',
    },
    title: 'Chooses the account; the settlement staff are instructed to pay a small amount to it',
    body: z.object({ bankAccountId: Id, currency: KnownCurrency, idempotencyKey: IdempotencyKey }),
    answer: Verification,
  }),
  verifyMoney: call({
    method: 'POST',
    path: `${base}/client/verifyMoney`,
    access: { permission: 'realname.verify-money' },
    scope: 'company',
    effect: 'write',
    act: {
      by: { SUPPLIER: 'either', BUYER: 'either', FUNDER: 'either', COMPANY: 'either' },
      second: 'nobody',
      event: ['BANK_VERIFICATION_PASSED', 'BANK_VERIFICATION_MISSED', 'BANK_VERIFICATION_LOCKED'],
    },
    title: 'States the amount that arrived: right, wrong with the tries left, or locked',
    body: z.object({ amount: AmountText, idempotencyKey: IdempotencyKey }),
    answer: z.object({ outcome: z.enum(['PASSED', 'WRONG', 'LOCKED']), triesLeft: z.number() }),
  }),
  personInfo: call({
    method: 'POST',
    path: '/{p}-company/clientend/companyAuth/personInfo',
    access: { permission: 'realname.verify-Personal' },
    scope: 'company',
    effect: 'write',
    act: { bindsNobody: "one's own papers, which staff judge" },
    title: "Without a body the caller's real-name data, with one they are checked and kept",
    body: z.object({
      name: requiredText(120).optional(),
      documentType: z.enum(identityDocumentTypes).optional(),
      documentNo: requiredText(60).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullish(),
      birthDate: DateText.nullish(),
      expiresOn: DateText.nullish(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: Person.nullable(),
  }),
  persons: call({
    method: 'POST',
    path: `${base}/backend/persons`,
    access: { permission: 'system.company.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.companyId': { kind: 'company', of: 'company' } },
    title: 'The users of a company who stated an identity document, its number covered',
    body: z.object({ companyId: Id }),
    answer: z.object({ list: z.array(Person.extend({ userId: z.string(), userName: z.string() })) }),
  }),
  reveal: call({
    method: 'POST',
    path: `${base}/backend/reveal`,
    access: { permission: 'system.company.approve' },
    scope: 'company',
    effect: 'write',
    names: { 'body.userId': { kind: 'user', of: 'company' } },
    act: { bindsNobody: 'a look that leaves a trace' },
    title: 'The whole number of an identity document, for a reason that the audit log keeps',
    // No idempotencyKey: kept answers would keep the number open.
    body: z.object({ userId: Id, reason: requiredText(200) }),
    answer: z.object({ documentNo: z.string() }),
  }),
  testPayments: call({
    method: 'POST',
    path: `${base}/backend/testPayments`,
    access: { permission },
    scope: 'company',
    effect: 'read',
    title: 'The small payments that settlement is instructed to make, with their amounts',
    body: z.object({}).optional(),
    answer: z.object({ list: z.array(Instruction) }),
  }),
  paid: call({
    method: 'POST',
    path: `${base}/backend/paid`,
    access: { permission },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'bankVerification', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', decidesOn: 'body.id', event: 'BANK_VERIFICATION_PAID' },
    title: "Notes that a small payment was made, with the bank's reference",
    body: z.object({ id: Id, bankRef: requiredText(60), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  startAnew: call({
    method: 'POST',
    path: `${base}/backend/startAnew`,
    access: { permission },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'bankVerification', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', decidesOn: 'body.id', event: 'BANK_VERIFICATION_UNLOCKED' },
    title: 'Lets a company that used up its tries begin again',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
}
