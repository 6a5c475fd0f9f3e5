import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { callerActedForAnother } from '../../http/one-party.ts'
import { madeByCaller } from '../../http/prove-act.ts'
import { type ListContext, ruledSource, source } from '../../list/source.ts'
import { documentsSeen } from './drafts.ts'
import { financeStatusTold, payStatusTold } from './finance-status-told.ts'
import { keptFromCancel } from './kept-from-cancel.ts'
import { invoiceOperations, isSold } from './operations.ts'
import { readyToFinance } from './ready-to-finance.ts'

const columns = [
  'invoice.id',
  'invoice.invoiceNo',
  'supplier.name as supplierName',
  'buyer.name as buyerName',
  'invoice.issueDate',
  'invoice.dueDate',
  'invoice.currency',
  'invoice.amount',
  'invoice.outstanding',
  'invoice.docStatus',
  'invoice.source',
  'invoice.createdAt',
  'invoice.confirmedAmount',
  'invoice.proposedAmount',
  'invoice.resolution',
] as const

/** The caller's own invoices by role. */
const invoices = (tx: Tx, { actor, today }: ListContext) =>
  tx
    .selectFrom('invoice')
    .leftJoin('company as supplier', 'supplier.id', 'invoice.supplierId')
    .leftJoin('company as buyer', 'buyer.id', 'invoice.buyerId')
    .where(documentsSeen(actor, 'invoice'))
    .select([...columns, sql<number>`overdue_days(invoice.outstanding, invoice.due_date, ${today}::date)`.as('overdueDays')])
    .select([payStatusTold(actor, 'invoice').as('payStatus'), financeStatusTold(actor, 'invoice').as('financeStatus')])
    .select(madeByCaller('invoice', 'invoice.id').as('madeByReader'))
    .select([callerActedForAnother('invoice.id').as('actsForAnother'), keptFromCancel.as('keptFromCancel')])
    .select([isSold.as('isSold'), 'invoice.supplierId', 'invoice.buyerId'])

export const invoiceSource = ruledSource(
  invoiceList,
  { column: 'isReady', of: (tx, context) => readyToFinance.of(context.app)(tx, context) },
  (tx, context, isReady) => invoices(tx, context).select((isReady ?? sql`null::boolean`).as('isReady')),
  (row, { actor, today }) => invoiceOperations(row, actor, today),
)

/** What a buyer is asked to confirm, and what it has confirmed: everything but drafts. */
export const confirmationSource = source(
  confirmationList,
  (tx: Tx, context: ListContext) =>
    invoices(tx, context)
      .select(
        sql<boolean>`'ISSUED_LATER' = any(invoice.risk_flags) and invoice.issue_date > ${context.today}::date`.as('issuedLater'),
      )
      .where('invoice.docStatus', '<>', 'DRAFT'),
  (row, { actor, today }) => invoiceOperations(row, actor, today),
)
