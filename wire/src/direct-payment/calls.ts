import { directPaymentMachine } from '@usance/domain/states/direct-payment'
import { z } from 'zod'
import { call } from '../call.ts'
import { AmountText, DateText, Id, IdempotencyKey, requiredText, text } from '../fields.ts'

const base = '/{p}-financial-transaction/directPayment/client'
const Saved = z.object({ id: z.string(), no: z.string(), status: z.string() })

/** Payments from a buyer straight to its supplier, on invoices that no funder waits for; they count once the supplier confirms. */
export const directPaymentCalls = {
  report: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/report`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.invoiceId': { kind: 'invoice', of: 'seen' },
    },
    act: { by: { SUPPLIER: 'making', BUYER: 'making' }, second: 'approval', event: 'DIRECT_PAYMENT_REPORTED' },
    title: 'Report that the buyer has paid an invoice to its supplier; the supplier confirms the receipt',
    body: z.object({
      invoiceId: Id,
      amount: AmountText,
      /** The day on which the supplier had the money: from the issue of the invoice to the business date. */
      valueDate: DateText,
      reference: text(100).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: Saved,
  }),
  takeBack: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/takeBack`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.id': { kind: 'directPayment', of: 'supplier', on: directPaymentMachine.from('takeBack') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: 'DIRECT_PAYMENT_TAKE_BACK' },
    title: 'Ask to take back a direct payment that was confirmed in error; what is owed comes back once it is approved',
    body: z.object({ id: Id, reason: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
}
