import { z } from 'zod'
import { call } from '../call.ts'
import { AmountText, DateText, Id, IdempotencyKey, requiredText, text } from '../fields.ts'
import { adjustmentTypes } from './list.ts'

const base = '/{p}-financial-transaction/invoiceAdjustment/client'
const Facts = z.object({
  type: z.enum(adjustmentTypes),
  refNo: requiredText(80),
  amount: AmountText,
  date: DateText,
  reason: text(500).optional(),
  idempotencyKey: IdempotencyKey,
})
const Saved = z.object({ id: z.string(), no: z.string(), status: z.string() })

/** Credit notes, deductions, returns and the like on a confirmed invoice; they count once approved. */
export const adjustmentCalls = {
  add: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/add`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.invoiceId': { kind: 'invoice', of: 'seen' },
    },
    act: {
      by: { SUPPLIER: 'making', BUYER: 'making', PLATFORM: 'either' },
      second: 'approval',
      event: 'INVOICE_ADJUSTMENT_ADDED',
    },
    title: 'Put a change of what is owed on an invoice forward for approval',
    body: Facts.extend({ invoiceId: Id }),
    answer: Saved,
  }),
  resubmit: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/resubmit`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.id': { kind: 'adjustment', of: 'seen' },
    },
    act: {
      by: { SUPPLIER: 'making', BUYER: 'making', PLATFORM: 'either' },
      second: 'approval',
      event: 'INVOICE_ADJUSTMENT_CORRECTED',
    },
    title: 'Correct an adjustment that was sent back, and put it forward again',
    body: Facts.extend({ id: Id }),
    answer: Saved,
  }),
  withdraw: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/withdraw`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.id': { kind: 'adjustment', of: 'seen' },
    },
    act: {
      by: { SUPPLIER: 'making', BUYER: 'making', PLATFORM: 'either' },
      second: 'nobody',
      event: 'INVOICE_ADJUSTMENT_WITHDRAWN',
    },
    title: 'Withdraw an adjustment that the own company put forward, before it is approved',
    body: z.object({ id: Id, comment: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
}
export type AdjustmentFacts = Omit<z.output<typeof Facts>, 'idempotencyKey'>
