import { books } from '@usance/domain/ledger/accounts'
import { bases, proofNames } from '@usance/domain/ledger/statements'
import { z } from 'zod'
import { call } from '../call.ts'
import { DateText, Id, KnownCurrency, Money } from '../fields.ts'

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
  /** The loan that the order pays off, where lines of it are among these. */
  loan: z.object({ id: z.string(), orderNo: z.string() }).nullable(),
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

/** A period of the caller's own book; the last full month when no day is given, and the month of the one that is. */
const BookPeriod = z.object({
  from: DateText.optional(),
  to: DateText.optional(),
  /** By value date whatever was booked later, or only what had been booked by the last day of the period. */
  basis: z.enum(bases).default('KNOWN'),
  currency: KnownCurrency.optional(),
})
const NamedAccount = z.object({ account: z.string(), nameEn: z.string(), nameZh: z.string() })
const StatementLine = NamedAccount.extend({ amount: Money })
/** The statements of one currency, with amounts on the normal side of their account. */
const Statements = z.object({
  currency: z.string(),
  trialBalance: z.array(NamedAccount.extend({ opening: Money, debit: Money, credit: Money, closing: Money })),
  debit: Money,
  credit: Money,
  /** Null of a memo book, of which no result and no balance sheet come. */
  accounts: z
    .object({
      profitAndLoss: z.object({
        income: z.array(StatementLine),
        expense: z.array(StatementLine),
        totalIncome: Money,
        totalExpense: Money,
        result: Money,
      }),
      balanceSheet: z.object({
        assets: z.array(StatementLine),
        liabilities: z.array(StatementLine),
        totalAssets: Money,
        totalLiabilities: Money,
        /** The result of all time before the period. */
        broughtForward: Money,
        result: Money,
        totalFunds: Money,
      }),
    })
    .nullable(),
  proofs: z.array(z.object({ name: z.enum(proofNames), left: Money, right: Money, holds: z.boolean() })),
})
export type Statements = z.infer<typeof Statements>

const packFile = (path: string, title: string) =>
  call({
    method: 'POST',
    path: `${base}/${path}`,
    access: { permission: 'proof.subledgers.export' },
    scope: 'company',
    effect: 'read',
    title,
    kind: 'file',
    isLong: true,
    body: BookPeriod,
    answer: z.any(),
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
  trialBalance: call({
    method: 'POST',
    path: `${base}/trial-balance`,
    access: { permission: 'proof.subledgers.view' },
    scope: 'company',
    effect: 'read',
    title: 'Trial balance of the caller’s own book for a period; profit and loss and balance sheet of funder and platform',
    // It adds up every day of the book since its beginning.
    isLong: true,
    body: BookPeriod,
    answer: z.object({
      ownerName: z.string(),
      book: z.enum(books),
      from: z.string(),
      to: z.string(),
      basis: z.enum(bases),
      /** The currencies of the book, those not asked for among them. */
      currencies: z.array(z.string()),
      statements: z.array(Statements),
      /** Entries of the period or before it that were booked after its last day; only a basis of what is known counts them. */
      bookedLater: z.object({ entries: z.number(), lastOn: z.string() }).nullable(),
      /** The Ed25519 key (SPKI, base64) by which close packs of this portal are checked. */
      publicKey: z.string(),
    }),
  }),
  closeWorkbook: packFile('close/excel/export', 'The close pack of a period as xlsx: the statements and the journals'),
  closePack: packFile('close/pack/export', 'The close pack of a period as signed JSON, which `verify-books.mjs` checks'),
}
