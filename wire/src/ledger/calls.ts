import { z } from 'zod'
import { call } from '../call.ts'
import { Id } from '../fields.ts'

const base = '/{p}-financial-transaction/ledger/client'

const LedgerLine = z.object({
  book: z.enum(['F', 'P', 'S', 'B']),
  ownerName: z.string(),
  account: z.string(),
  nameEn: z.string(),
  nameZh: z.string(),
  currency: z.string(),
  debit: z.string().nullable(),
  credit: z.string().nullable(),
})
const LedgerJournal = z.object({
  id: z.string(),
  event: z.string(),
  valueDate: z.string(),
  postedOn: z.string(),
  reverses: z.boolean(),
  reversed: z.boolean(),
  lines: z.array(LedgerLine),
  /** Debits and credits of the lines in each currency. Of the whole journal they are the same, or the books are broken. */
  totals: z.array(
    z.object({
      currency: z.string(),
      debit: z.string(),
      credit: z.string(),
      balanced: z.boolean(),
      /** Whether the journal also has lines of other orders, which are not among these. */
      hasOtherLines: z.boolean(),
    }),
  ),
})
const LedgerBalance = z.object({
  book: z.string(),
  ownerName: z.string(),
  account: z.string(),
  nameEn: z.string(),
  nameZh: z.string(),
  currency: z.string(),
  /** On the account's normal side. */
  balance: z.string(),
})

/** The books of an order, as far as they are the caller's own; staff see all four. */
export const ledgerCalls = {
  order: call({
    method: 'POST',
    path: `${base}/order`,
    access: { permission: 'finance.finance-order.detail' },
    scope: 'company',
    effect: 'read',
    names: { 'body.orderId': { kind: 'financeOrder', of: 'seen' } },
    title: 'Journals and balances of an order in the caller’s own books',
    body: z.object({ orderId: Id, page: z.number().int().min(1).max(10_000).default(1) }),
    answer: z.object({
      /** Whole journals, the newest first. */
      journals: z.array(LedgerJournal),
      /** There are earlier ones, on the next page. */
      more: z.boolean(),
      balances: z.array(LedgerBalance),
    }),
  }),
  balances: call({
    method: 'POST',
    path: `${base}/balances`,
    access: { permission: 'proof.subledgers.view' },
    scope: 'company',
    effect: 'read',
    title: 'Balances of the caller’s own books',
    body: z.object({ currency: z.string().length(3).optional() }),
    answer: z.object({ balances: z.array(LedgerBalance) }),
  }),
}
