import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey, Money, requiredText, SignedAmountText } from '../fields.ts'

const base = '/{p}-financial-transaction/costs/client'

const Fee = z.object({
  id: z.string(),
  code: z.string(),
  basis: z.string(),
  payer: z.string(),
  beneficiary: z.string(),
  timing: z.string(),
  charged: z.boolean(),
  amount: Money,
  tax: Money,
  adjusted: Money,
  adjustedTax: Money,
  adjustedWithTax: Money,
  net: Money,
})
export const CostDetail = Fee.extend({
  order: z.object({
    id: z.string(),
    orderNo: z.string(),
    status: z.string(),
    currency: z.string(),
    supplierName: z.string(),
    funderName: z.string(),
    fundingDate: z.string().nullable(),
  }),
  /** Every fee of the same order, this one among them. */
  fees: z.array(Fee),
  adjustments: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      delta: Money,
      taxDelta: Money,
      refunded: Money,
      reason: z.string(),
      status: z.string(),
      by: z.string().nullable(),
      createdAt: z.string(),
      passedOn: z.string().nullable(),
      operations: z.array(z.enum(['CORRECT', 'WITHDRAW'])),
    }),
  ),
  operations: z.array(z.string()),
})
export type CostDetail = z.infer<typeof CostDetail>

/** What an adjustment in approval makes of its fee; the amounts before and after are with tax. */
const ProposedFee = z.object({
  code: z.string(),
  payer: z.string(),
  beneficiary: z.string(),
  timing: z.string(),
  charged: z.boolean(),
  orderNo: z.string(),
  supplierName: z.string(),
  currency: z.string(),
  before: Money,
  delta: Money,
  taxDelta: Money,
  after: Money,
  reason: z.string(),
})
export type ProposedFee = z.infer<typeof ProposedFee>

/** Fees after the funding: what they were agreed at, and their corrections, which count once approved. */
export const costCalls = {
  detail: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/detail`,
    access: { permission: 'finance.costs.details' },
    effect: 'read',
    names: { 'body.id': { kind: 'orderFee', of: 'seen' } },
    title: 'One fee with its adjustments and the other fees of its order',
    body: z.object({ id: Id }),
    answer: CostDetail,
  }),
  proposed: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/proposed`,
    access: { permission: 'approval.view' },
    effect: 'read',
    names: { 'body.no': ofCallersRows },
    title: 'What an adjustment in approval makes of its fee, for everybody who reads its approval; null once it is decided',
    body: z.object({ no: requiredText(120) }),
    answer: z.object({ adjustment: ProposedFee.nullable() }),
  }),
  adjust: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/adjust`,
    access: { permission: 'finance.costs.adjust' },
    effect: 'write',
    names: {
      'body.id': { kind: 'orderFee', of: 'seen' },
      'body.adjustmentId': { kind: 'feeAdjustment', of: 'seen' },
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'FEE_ADJUSTMENT_SUBMITTED' },
    title: 'Put a correction of a fee forward for approval; with an adjustment id, one that was sent back',
    body: z.object({
      id: Id,
      adjustmentId: Id.optional(),
      delta: SignedAmountText,
      reason: requiredText(500),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), no: z.string(), status: z.string() }),
  }),
  withdraw: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/withdraw`,
    access: { permission: 'finance.costs.adjust' },
    effect: 'write',
    names: { 'body.id': { kind: 'feeAdjustment', of: 'seen' } },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', event: 'FEE_ADJUSTMENT_WITHDRAWN' },
    title: 'Withdraw a correction of a fee before it is approved',
    body: z.object({ id: Id, comment: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string(), status: z.string() }),
  }),
}
