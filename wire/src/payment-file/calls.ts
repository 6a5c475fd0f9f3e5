import { z } from 'zod'
import { ownFile } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, idsOnce, requiredText } from '../fields.ts'
import { NotBookedAs } from '../repayment/calls.ts'

const base = '/{p}-financial-transaction/paymentFile/backend'
const view = { permission: 'payment.management.view' } as const
const settle = { permission: 'payment.management.add' } as const

/** So many payments the files that are made together hold at most. */
export const mostPaymentsOfFiles = 500

export const ReadyPayment = z.object({
  id: z.string(),
  no: z.string(),
  type: z.string(),
  payeeName: z.string(),
  funderName: z.string(),
  amount: z.string(),
  currency: z.string(),
  fromAccount: z.string().nullable(),
  executionDate: z.string(),
  isRolled: z.boolean(),
  /** Why it cannot be sent now. */
  blockedBy: z
    .enum([
      'NO_ACCOUNT',
      'BANK_ACCOUNT_NOT_ENABLED',
      'COOLING_OFF',
      'NAME_NOT_LATIN',
      'REVERSAL_UNDER_WAY',
      'POOL_SHORT',
      'POOL_IN_ARREARS',
      'POOL_OVERDRAWN',
      'POOL_WITHOUT_FACILITY',
      'SUPPLIER_STOPPED',
      'PAYMENT_WITH_BANK',
      'DOCUMENT_WITH_BANK',
      'RECEIPT_REPORTED_BACK',
      'INVOICE_NOT_ELIGIBLE',
      'ADVANCE_ABOVE_DOCUMENT',
      'RESERVE_NOT_FREE',
      'REFUND_NOT_DUE',
      'REMITTANCE_NOT_DUE',
      'PAYOFF_HAS_RISEN',
      'PAYMENT_MAYBE_BACK',
    ])
    .nullable(),
})
export type ReadyPayment = z.infer<typeof ReadyPayment>

const Item = z.object({
  paymentId: z.string(),
  no: z.string(),
  payeeName: z.string(),
  payeeAccount: z.string(),
  amount: z.string(),
  endToEndId: z.string(),
  status: z.string(),
  bankStatus: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reasonText: z.string().nullable(),
})
export const PaymentFileDetail = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  funderName: z.string(),
  payments: z.number(),
  totals: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  makerName: z.string(),
  createdAt: z.string(),
  takenByName: z.string().nullable(),
  takenAt: z.string().nullable(),
  voidReason: z.string().nullable(),
  batches: z.array(
    z.object({
      id: z.string(),
      fromAccount: z.string(),
      bankName: z.string(),
      currency: z.string(),
      executionDate: z.string(),
      total: z.string(),
      items: z.array(Item),
    }),
  ),
  reports: z.array(z.object({ messageId: z.string(), importedAt: z.string(), lines: z.number(), importedBy: z.string() })),
  operations: z.array(z.string()),
})
export type PaymentFileDetail = z.infer<typeof PaymentFileDetail>

export const reportResults = ['ACCEPTED', 'REJECTED', 'PENDING', 'KNOWN', 'CONFLICT', 'UNKNOWN'] as const
export const ReportAnswer = z.object({
  format: z.string(),
  messageId: z.string(),
  fileNo: z.string(),
  /** The same report was read before; nothing was changed. */
  isKnown: z.boolean(),
  counts: z.record(z.enum(reportResults), z.number()),
  rows: z.array(
    z.object({
      no: z.string(),
      amount: z.string().nullable(),
      currency: z.string().nullable(),
      bankStatus: z.string(),
      reasonCode: z.string().nullable(),
      reasonText: z.string().nullable(),
      result: z.enum(reportResults),
    }),
  ),
})
export type ReportAnswer = z.infer<typeof ReportAnswer>

/** Payment files for the bank, and the bank's reports of them. */
export const paymentFileCalls = {
  ready: call({
    method: 'POST',
    path: `${base}/ready`,
    access: settle,
    scope: 'company',
    effect: 'read',
    title: 'Instructed payments that no file holds yet, with the day on which each would be executed',
    body: z.object({}),
    answer: z.object({
      payments: z.array(ReadyPayment),
      /** There are more than are listed: they follow once these are in files. */
      more: z.boolean(),
    }),
  }),
  make: call({
    method: 'POST',
    path: `${base}/make`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.paymentIds[]': { kind: 'payment', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'PAYMENT_FILE_MADE' },
    title: 'Make the files of some instructed payments, one for each bank, and send them into approval',
    body: z.object({ paymentIds: idsOnce(mostPaymentsOfFiles), idempotencyKey: IdempotencyKey }),
    answer: z.object({ files: z.array(z.object({ id: z.string(), no: z.string(), payments: z.number() })) }),
  }),
  detail: call({
    method: 'POST',
    path: `${base}/detail`,
    access: view,
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'paymentFile', of: 'seen' } },
    title: 'A payment file with its batches, what the bank said of each payment, and what may be done with it',
    body: z.object({ id: Id }),
    answer: PaymentFileDetail,
  }),
  take: call({
    method: 'POST',
    path: `${base}/take`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'paymentFile', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'PAYMENT_FILE_TAKEN' },
    title: 'Take an approved file out, once: its text and its SHA-256',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({ fileName: z.string(), content: z.string(), sha256: z.string() }),
  }),
  void: call({
    method: 'POST',
    path: `${base}/void`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'paymentFile', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: { notSenderIn: 'body.id' }, event: 'PAYMENT_FILE_VOID' },
    title: 'Declare a file void that the bank never got; its payments may go into another',
    body: z.object({ id: Id, reason: requiredText(500), notBookedAs: NotBookedAs, idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.literal('VOID') }),
  }),
  importReport: call({
    method: 'POST',
    path: `${base}/importReport`,
    access: settle,
    scope: 'company',
    effect: 'write',
    names: {
      'body.fileKey': ownFile,
    },
    act: { by: { PLATFORM: 'either' }, second: 'notSender', event: 'PAYMENT_REPORT_READ' },
    title: 'Read a status report of the bank: accepted payments are marked, refused ones fail with the reason of the bank',
    body: z.object({ fileKey: z.string().min(1).max(300), idempotencyKey: IdempotencyKey }),
    answer: ReportAnswer,
  }),
}
