import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { call } from '../call.ts'
import { AmountText, CurrencyCode, Id, IdempotencyKey, pageOf, text, wholeNumber } from '../fields.ts'

/** Where the provider sends its signed events; it is no call, since a signature takes the place of a session. */
export const providerEventPath = '/{p}-financial-transaction/virtualAccount/provider/event'
const access = { permission: 'repayment.airwallex-management.sync' } as const

/** What the payment provider told, and a sandbox that plays it. */
export const providerCalls = {
  events: call({
    method: 'POST',
    path: '/{p}-financial-transaction/virtualAccount/backend/events',
    access,
    scope: 'company',
    effect: 'read',
    title: "The provider's events, the latest first, with what they say and what became of them",
    body: z.object({ pageNum: wholeNumber(1, 100_000).default(1), pageSize: wholeNumber(1, 200).default(20) }),
    answer: pageOf(
      z.object({
        id: z.string(),
        eventId: z.string(),
        name: z.string(),
        status: z.string(),
        reason: z.string().nullable(),
        receivedAt: z.string(),
        receiptNo: z.string().nullable(),
        /** What the event itself says, as far as it can be read. */
        account: z.string().nullable(),
        payer: z.string().nullable(),
        bankRef: z.string().nullable(),
        valueDate: z.string().nullable(),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
      }),
    ).extend({
      /** No provider is connected, so that the sandbox may play one. */
      sandbox: z.boolean(),
    }),
  }),
  deposit: call({
    method: 'POST',
    path: '/{p}-financial-transaction/virtualAccount/backend/sandboxDeposit',
    access,
    scope: 'company',
    effect: 'write',
    names: { 'body.id': ofCallersRows },
    act: { bindsNobody: 'plays the payment provider, only where none is live' },
    title: 'Play a deposit to a virtual account, signed as the provider signs',
    body: z.object({
      id: Id,
      amount: AmountText,
      currency: CurrencyCode,
      payerName: text(200).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ status: z.enum(['DONE', 'IGNORED', 'REFUSED', 'KNOWN']), reason: z.string().nullable() }),
  }),
}
