import { z } from 'zod'
import { ownFile, paperOn } from '../act.ts'
import { call } from '../call.ts'
import { AmountText, Id, IdempotencyKey, KnownCurrency, requiredText, text } from '../fields.ts'

const base = '/{p}-financial-transaction'
export const intentTypes = ['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'] as const
const wish = {
  type: z.enum(intentTypes),
  buyerName: requiredText(200),
  currency: KnownCurrency,
  yearlyAmount: AmountText,
  tenorDays: z.number().int().min(1).max(365),
  remark: text(500).optional(),
  /** The answers to the form FINANCING_INTENT, which an administrator configures. */
  answers: z.record(z.string().max(60), z.unknown()).optional(),
}
/** The answer to one field of a configured form: a text, or files. */
const FormAnswer = z.union([z.string(), z.array(z.object({ objectKey: z.string(), fileName: z.string() }))])
export const Intent = z.object({
  id: z.string(),
  no: z.string(),
  companyName: z.string(),
  type: z.enum(intentTypes),
  buyerName: z.string(),
  currency: z.string(),
  yearlyAmount: z.string(),
  tenorDays: z.number(),
  remark: z.string().nullable(),
  answers: z.record(z.string(), FormAnswer),
  version: z.number(),
  createdAt: z.string(),
})
export type Intent = z.infer<typeof Intent>
const Offer = z.object({
  id: z.string(),
  no: z.string(),
  supplierName: z.string(),
  productName: z.string(),
  productNameCn: z.string().nullable(),
  funderName: z.string(),
  type: z.string(),
  rateType: z.string(),
  baseRateType: z.string().nullable(),
  margin: z.string(),
  validUntil: z.string(),
  status: z.string(),
  mayDecide: z.boolean(),
})
const decide = (verb: 'accept' | 'reject', event: string, title: string) =>
  call({
    method: 'POST',
    path: `${base}/pricingOffer/client/${verb}`,
    access: { permission: 'org.info.ar' },
    scope: 'company',
    effect: 'write',
    names: { 'body.id': { kind: 'pricingOffer', of: 'supplier' } },
    act: { by: { SUPPLIER: 'checking', COMPANY: 'checking' }, second: 'nobody', shows: ['the price offered'], event },
    title,
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string() }),
  })

/** What a supplier wishes to finance, and the prices offered for it. */
export const intentCalls = {
  intents: call({
    method: 'POST',
    path: `${base}/intent/client/list`,
    access: { permission: 'org.info.view' },
    scope: 'company',
    effect: 'read',
    title: 'The intents of the own company, the newest first; staff see those of every company',
    body: z.object({
      pageNum: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ list: z.array(Intent), total: z.number() }),
  }),
  intent: call({
    method: 'POST',
    path: `${base}/intent/client/detail`,
    access: { permission: 'org.info.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'intent', of: 'seen' } },
    title: 'One intent',
    body: z.object({ id: Id }),
    answer: Intent,
  }),
  addIntent: call({
    method: 'POST',
    path: `${base}/intent/client/add`,
    access: { permission: 'org.info.add-intent' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.companyCode': { judged: 'the code counts for staff alone; others are in their own company' },
      'body.answers.*[].objectKey': ownFile,
    },
    act: { by: { SUPPLIER: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'INTENT_ADDED' },
    title: 'Tell the operator what one wishes to finance; staff name the company',
    body: z.object({ ...wish, companyCode: text(40).optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  editIntent: call({
    method: 'POST',
    path: `${base}/intent/client/edit`,
    access: { permission: 'org.info.edit-intent' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.answers.*[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'intent', of: 'company' },
    },
    act: { by: { SUPPLIER: 'making', PLATFORM: 'either' }, second: 'nobody', event: 'INTENT_CHANGED' },
    title: 'Change an intent',
    body: z.object({ ...wish, id: Id, version: z.number().int(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), version: z.number() }),
  }),
  offers: call({
    method: 'POST',
    path: `${base}/pricingOffer/client/list`,
    access: { permission: ['org.info.view', 'org.info.ar'] },
    scope: 'company',
    effect: 'read',
    title: 'The prices offered to the own company',
    body: z.object({}),
    answer: z.array(Offer),
  }),
  accept: decide(
    'accept',
    'PRICING_ACCEPTED',
    'Accept an offered price; it is final, and takes the place of the earlier price of the product',
  ),
  reject: decide('reject', 'PRICING_REJECTED', 'Reject an offered price; it is final'),
}
