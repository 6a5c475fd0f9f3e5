import type { BusinessType } from '@usance/domain/approval-flows'
import { z } from 'zod'
import { funding, onlyShape } from '../audience.ts'
import { Money } from '../fields.ts'
import { agreeing } from '../finance-order/order.ts'

/** The kinds of approvals that tell the facts of their record beside the decision. The page of the others tells them itself. */
export const factKinds = [
  'FINANCE_ORDER',
  'PAYMENT',
  'RELEASE',
  'REFUND',
  'PAYMENT_FILE',
  'REPAYMENT_REVERSAL',
  'WRITE_OFF',
  'INVOICE_ADJUSTMENT',
  'DIRECT_PAYMENT',
  'DIRECT_PAYMENT_REVERSAL',
] as const satisfies readonly BusinessType[]
export type FactKind = (typeof factKinds)[number]

/** What each reader of an approval may be told of its record. */
const openKeys = [
  'product',
  'supplier',
  'buyer',
  'funder',
  'asked',
  'face',
  'fundingDate',
  'maturity',
  'confirmedBy',
  'converts',
  'paymentType',
  'payee',
  'payeeAccount',
  'fromAccount',
  'amount',
  'order',
  'receipt',
  'reason',
  'valueDate',
  'payments',
  'totals',
  'bornBy',
  'document',
  'adjustmentType',
  'reference',
  'datedOn',
  'owedBefore',
  'owedAfter',
  'paidBy',
  'paidOn',
] as const
/** What supplier and funder agreed on. */
const agreedKeys = [
  'advanceRate',
  'rate',
  'baseRate',
  'interestMethod',
  'interest',
  'reserve',
  'payoff',
  'payoffPrincipal',
  'payout',
  'topUp',
  'allInApr',
  'owedAgain',
  'recourse',
] as const
/** What the funder earns, what the operator keeps, and what both look at of an account before they pay to it. */
const fundersKeys = [
  'fundInterest',
  'spread',
  'loss',
  'lossThen',
  'principalThen',
  'recovered',
  'writtenOffOn',
  'accountChanged',
  'accountAdded',
  'payableFrom',
  'nothingLost',
] as const
const openTables = ['receivables', 'fees', 'makeUp', 'releases', 'batches', 'payees'] as const
const agreedTables = ['buyers', 'limits', 'checks', 'settled'] as const
const fundersTables = ['lossParts'] as const
const factColumns = [
  'document',
  'buyer',
  'dueDate',
  'face',
  'asked',
  'fee',
  'amount',
  'tax',
  'paidBy',
  'timing',
  'limit',
  'before',
  'after',
  'check',
  'documents',
  'part',
  'fromAccount',
  'bank',
  'valueDate',
  'payments',
  'payment',
  'payee',
  'payeeAccount',
  'source',
] as const
export type FactColumn = (typeof factColumns)[number]

/** The codes whose words the browser has. */
const factWords = ['word', 'party', 'fee', 'timing', 'limit', 'warning', 'reason', 'part', 'loss', 'nothingLost'] as const
export type FactWords = (typeof factWords)[number]

/** One value of a fact; `none` is an empty cell of a table. */
const FactValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('name'), name: z.string(), nameCn: z.string() }),
  z.object({ kind: z.literal('amount'), amount: Money, currency: z.string() }),
  /** A percentage that was agreed, and one that was worked out. */
  z.object({ kind: z.literal('rate'), percent: z.string() }),
  z.object({ kind: z.literal('share'), percent: z.string() }),
  z.object({ kind: z.literal('date'), date: z.string() }),
  z.object({ kind: z.literal('instant'), instant: z.string() }),
  z.object({ kind: z.literal('count'), count: z.number() }),
  z.object({ kind: z.literal('code'), words: z.enum(factWords), code: z.string() }),
  z.object({ kind: z.literal('none') }),
])
export type FactValue = z.infer<typeof FactValue>

const values = { values: z.array(FactValue) }
/** `left` counts the rows that are not told; the page of the record has them all. */
const table = { columns: z.array(z.enum(factColumns)), rows: z.array(z.array(FactValue)), left: z.number() }

type ValueKey = (typeof openKeys | typeof agreedKeys | typeof fundersKeys)[number]
type TableKey = (typeof openTables | typeof agreedTables | typeof fundersTables)[number]
export type ValueFact = { key: ValueKey; values: FactValue[] }
export type TableFact = { key: TableKey; columns: FactColumn[]; rows: FactValue[][]; left: number }
/** One fact of the record behind an approval: a label by its key, and values or a table. */
export type ApprovalFact = ValueFact | TableFact

/** Each key has its audience, so that a fact leaves the server for those alone who may read it. */
export const ApprovalFact: z.ZodType<ApprovalFact> = z.discriminatedUnion('key', [
  z.object({ key: z.enum(openKeys), ...values }),
  onlyShape(agreeing, z.object({ key: z.enum(agreedKeys), ...values })),
  onlyShape(funding, z.object({ key: z.enum(fundersKeys), ...values })),
  z.object({ key: z.enum(openTables), ...table }),
  onlyShape(agreeing, z.object({ key: z.enum(agreedTables), ...table })),
  onlyShape(funding, z.object({ key: z.enum(fundersTables), ...table })),
])
