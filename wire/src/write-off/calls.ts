import { financeOrderMachine, financeOrderStatuses } from '@usance/domain/states/finance-order'
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, IdempotencyKey, Money, requiredText } from '../fields.ts'

const base = '/{p}-financial-transaction/writeOff/client'

/** The loss of an order that will not be paid: asked for by its funder, approved by risk, settlement and the funder. */
export const writeOffCalls = {
  preview: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/preview`,
    access: { permission: 'finance.finance-order.detail' },
    effect: 'read',
    names: { 'body.orderId': { kind: 'financeOrder', of: 'seen' } },
    title: 'What an order still holds, what its write-off would cost, and what came in afterwards',
    body: z.object({ orderId: Id }),
    answer: z.object({
      currency: z.string(),
      parts: z.array(z.object({ name: z.string(), amount: Money })),
      loss: Money,
      /** Why nothing of the order would be lost: it was paid, or its reserve covers what is owed. */
      nothingLost: z.enum(['PAID', 'COVERED']).nullable(),
      allowed: z.boolean(),
      writeOff: z
        .object({
          id: z.string(),
          no: z.string(),
          status: z.string(),
          reason: z.string(),
          principal: Money,
          loss: Money.nullable(),
          writtenOffOn: z.string().nullable(),
          by: z.string().nullable(),
          recovered: Money,
          mayWithdraw: z.boolean(),
        })
        .nullable(),
    }),
  }),
  request: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/request`,
    access: { permission: 'finance.finance-order.write-off' },
    effect: 'write',
    names: {
      'body.orderId': { kind: 'financeOrder', of: 'funder', on: financeOrderMachine.from('writeOff') },
    },
    act: { by: { FUNDER: 'either' }, second: 'approval', event: 'WRITE_OFF_REQUESTED' },
    title: 'Ask for the write-off of an overdue order',
    body: z.object({ orderId: Id, reason: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string(), status: z.string() }),
  }),
  withdraw: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/withdraw`,
    access: { permission: 'finance.finance-order.write-off' },
    effect: 'write',
    // Whatever has become of the order: one that was paid meanwhile is not written off any more, and its request still waits.
    names: { 'body.orderId': { kind: 'financeOrder', of: 'funder', on: financeOrderStatuses } },
    act: { by: { FUNDER: 'either' }, second: 'nobody', event: 'WRITE_OFF_WITHDRAWN' },
    title: 'Withdraw the request to write an order off, before it is approved',
    body: z.object({ orderId: Id, comment: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string(), no: z.string(), status: z.string() }),
  }),
}
