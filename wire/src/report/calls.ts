import type { Permission } from '@usance/domain/permissions'
import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { call } from '../call.ts'
import { DateText, DerivedId, Id, KnownCurrency } from '../fields.ts'

const base = '/{p}-financial-transaction/report/client'
const pdf = (path: string, permission: Permission, title: string) =>
  call({
    method: 'GET',
    path: `${base}/${path}`,
    access: { permission },
    scope: 'company',
    effect: 'read',
    title,
    kind: 'file',
    isLong: true,
    names: { 'query.id': ofCallersRows },
    query: z.object({ id: DerivedId }),
    answer: z.any(),
  })

/** The figures of the account overview; each is the sum of its rows. */
export const overviewFigures = [
  'FACILITY',
  'USED',
  'LOCKED',
  'FIU',
  'OVERDUE',
  'LOST',
  'RESERVE_HELD',
  'RESERVE_RELEASABLE',
  'INTEREST_DUE',
  'FEES_DUE',
  'CLAIMS',
  'REFUNDS_PENDING',
  'POOL_BASE',
  'POOL_DRAWN',
  'POOL_AVAILABLE',
  'POOL_SHORT',
] as const
export type OverviewFigure = (typeof overviewFigures)[number]
const Figure = z.object({
  figure: z.enum(overviewFigures),
  amount: z.string(),
  count: z.number(),
  /** Of claims, what paid today settles them: with costs that stand before them, less what is given back (decision 240). */
  settles: z.string().nullable(),
})
const OverviewRow = z.object({
  id: z.string(),
  kind: z.enum(['LIMIT', 'ORDER', 'CLAIM', 'PAYMENT', 'POOL', 'RECEIPT']),
  no: z.string(),
  partyName: z.string().nullable(),
  amount: z.string(),
  date: z.string().nullable(),
  /** Of a claim, what paid today settles it. */
  settles: z.string().nullable(),
})

const LedgerEntry = z.object({
  id: z.string(),
  date: z.string(),
  event: z.string(),
  reference: z.string(),
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  balance: z.string(),
})

const cashKinds = [
  'FUNDING',
  'RELEASE',
  'REFUND',
  'FEE_REMIT',
  'RECEIPT_RETURN',
  'REPAYMENT',
  'RECEIPT',
  'RECEIVABLE',
  'PAYABLE',
  'FEE_BILL',
  'DRAWING',
] as const
const CashRow = z.object({
  id: z.string(),
  date: z.string(),
  kind: z.enum(cashKinds),
  no: z.string(),
  link: z.string().nullable(),
  partyName: z.string().nullable(),
  direction: z.enum(['IN', 'OUT']),
  /** Whether it has happened or is expected. */
  done: z.boolean(),
  amount: z.string(),
})
export type CashRow = z.infer<typeof CashRow>

/** Reports and proofs beside their lists. */
export const reportCalls = {
  accountOverview: call({
    method: 'POST',
    path: `${base}/accountOverview`,
    access: { permission: 'account-overview.view' },
    scope: 'company',
    effect: 'read',
    title: 'Where the caller’s financing stands, currency by currency, and whether it ties to the ledger',
    body: z.object({ asOf: DateText.optional() }),
    answer: z.object({
      asOf: z.string(),
      /** Of a past day only what the books can tell stands in the figures: no limits, nothing locked, no pools. */
      isPast: z.boolean(),
      /** Entries up to a past day that were booked after it: the figures differ by them from those read on the day. */
      bookedLater: z.object({ entries: z.number(), lastOn: z.string() }).nullable(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          figures: z.array(Figure),
          /** What orders could still take of the facilities in this currency; nothing where there are none, or a rate is missing. */
          available: z.string().nullable(),
          /** The order figures beside the funder's book over the same orders. */
          proofs: z.array(z.object({ name: z.string(), figure: z.string(), ledger: z.string(), ties: z.boolean() })),
        }),
      ),
    }),
  }),
  accountOverviewRows: call({
    method: 'POST',
    path: `${base}/accountOverview/rows`,
    access: { permission: 'account-overview.view' },
    scope: 'company',
    effect: 'read',
    title: 'The rows one figure of the account overview is the sum of',
    body: z.object({ figure: z.enum(overviewFigures), currency: KnownCurrency, asOf: DateText.optional() }),
    answer: z.object({
      rows: z.array(OverviewRow),
      /** Null for a figure that is kept for today alone, on a past day. */
      total: z.string().nullable(),
    }),
  }),
  accountOverviewExport: call({
    method: 'POST',
    path: `${base}/accountOverview/excel/export`,
    access: { permission: 'account-overview.export' },
    scope: 'company',
    effect: 'read',
    title: 'The account overview with the rows of every figure as xlsx',
    kind: 'file',
    isLong: true,
    body: z.object({ asOf: DateText.optional() }),
    answer: z.any(),
  }),
  cashflow: call({
    method: 'POST',
    path: `${base}/cashflow`,
    access: { permission: 'dashboard.cashflow.view' },
    scope: 'company',
    effect: 'read',
    title: 'Money in and out of the caller’s company, on the sides that the seat reads, by day or week, done and expected',
    body: z.object({
      currency: KnownCurrency.optional(),
      from: DateText.optional(),
      to: DateText.optional(),
      step: z.enum(['DAY', 'WEEK']).default('WEEK'),
    }),
    answer: z.object({
      currencies: z.array(z.string()),
      currency: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      today: z.string(),
      periods: z.array(
        z.object({ from: z.string(), to: z.string(), in: z.string(), out: z.string(), net: z.string(), running: z.string() }),
      ),
      totals: z.object({ in: z.string(), out: z.string(), net: z.string() }),
      rows: z.array(CashRow),
      /** How many movements the sums are of; of more than 5,000 only the first are in `rows`. */
      count: z.number().int(),
      /** Movements are left out that the reader has no right to, so that the sums are of a part. */
      isPart: z.boolean(),
    }),
  }),
  subledger: call({
    method: 'POST',
    path: `${base}/subledger`,
    access: { permission: 'proof.subledgers.view' },
    scope: 'company',
    effect: 'read',
    names: {
      'body.ownerId': ofCallersRows,
      'body.orderId': ofCallersRows,
      'body.counterpartyId': ofCallersRows,
    },
    title: 'One sub-ledger between two days: opening, every journal, closing, and the general ledger it belongs to',
    body: z.object({
      ownerId: Id,
      book: z.enum(['F', 'P', 'S', 'B']),
      account: z.string().regex(/^\d{4}$/),
      currency: KnownCurrency,
      orderId: Id.nullable().default(null),
      counterpartyId: Id.nullable().default(null),
      from: DateText.optional(),
      to: DateText.optional(),
    }),
    answer: z.object({
      opening: z.string(),
      lines: z.array(LedgerEntry),
      debit: z.string(),
      credit: z.string(),
      closing: z.string(),
      /** Lines beyond the first thousand are in the figures and not in `lines`. */
      total: z.number(),
      /** The account over all its sub-ledgers: added up from journals, and as the books keep it. */
      account: z.object({ subledgers: z.number(), sum: z.string(), general: z.string(), ties: z.boolean() }),
    }),
  }),
  bankSlip: pdf('bank/slip', 'proof.bank.view', 'The slip of one payment or receipt as a PDF'),
  collectProof: pdf('collect/proof', 'proof.collect.view', 'Confirmation or registry pack of an order as a PDF'),
  orderFile: pdf('eOne/file', 'proof.e_one.view', 'The whole file of an order as one ZIP with the SHA-256 of each part'),
  templet: call({
    method: 'POST',
    path: `${base}/templet/detail`,
    access: { permission: 'proof.templet.detail' },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'templet', of: 'seen' } },
    title: 'A contract template with its words and how it reads',
    body: z.object({ id: Id }),
    answer: z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      nameCn: z.string(),
      version: z.number(),
      status: z.string(),
      createdAt: z.string(),
      signatories: z.array(z.string()),
      productTypes: z.array(z.string()),
      bodyEn: z.string(),
      bodyCn: z.string(),
      variables: z.array(z.object({ name: z.string(), example: z.string(), inEnglish: z.boolean(), inChinese: z.boolean() })),
      known: z.array(z.string()),
      html: z.object({ en: z.string(), cn: z.string() }),
      versions: z.array(z.object({ id: z.string(), version: z.number(), createdAt: z.string(), contracts: z.number() })),
      operations: z.array(z.string()),
    }),
  }),
}
