import { sql } from 'kysely'
import { bankHasOf } from '../../books/servicing/bank-has.ts'
import { reversalUnderWay } from '../../books/servicing/reversal-under-way.ts'
import type { Tx } from '../../database/database.ts'
import { topUpReportedBack } from '../repayment/reported-back.ts'

/** Instructed payments, with all a file says of them. */
const instructed = (tx: Tx) =>
  tx
    .selectFrom('payment as p')
    .leftJoin('company as payee', 'payee.id', 'p.payeeCompanyId')
    .innerJoin('company as funder', 'funder.id', 'p.funderId')
    .leftJoin('bankAccount as from', 'from.id', 'p.fromAccountId')
    .leftJoin('bankAccount as to', 'to.id', 'p.toAccountId')
    .leftJoin('financeOrder as o', 'o.id', 'p.orderId')
    .select([
      'p.id',
      'p.no',
      'p.type',
      'p.amount',
      'p.currency',
      'p.dueDate',
      'p.instructedOn',
      'p.instructedBy',
      'p.ofPool',
      'p.orderId',
      'p.repaymentId',
      'p.collectionId',
      'p.feeAdjustmentId',
      'p.payeeCompanyId',
      'p.payeeBankCode',
      'p.funderId',
      'p.createdAt',
      'p.fromAccountId',
      'p.toAccountId',
      // Who was not told of the financing reads nothing of it on the statement of the bank either (decision 147).
      sql<
        string | null
      >`case when p.payee_company_id = p.supplier_id or money_told(coalesce(p.order_id, p.refund_of), p.funder_id, p.payee_company_id)
        then o.order_no end`.as('orderNo'),
      sql<string | null>`case when p.type in ('RELEASE', 'REFUND') then ${reversalUnderWay(sql`p.order_id`)} end`.as('reversing'),
      sql<
        string | null
      >`coalesce((select c.no from collection c where c.id = p.collection_id and c.reversal_reported_at is not null),
        ${topUpReportedBack(sql`p.order_id`)})`.as('reportedBack'),
      bankHasOf('p.id').as('bankHas'),
      sql<string>`coalesce(payee.name, p.payee_name, '')`.as('payeeName'),
      'payee.country as payeeCountry',
      'funder.name as funderName',
      'funder.country as funderCountry',
      'from.accountName as fromName',
      'from.bankAccount as fromAccount',
      'from.bankCode as fromBank',
      'from.bankName as fromBankName',
      'from.bankNameEn as fromBankNameEn',
      'from.cnaps as fromCnaps',
      'from.status as fromStatus',
      // A sender outside the portal has no account row: its particulars stand on the payment.
      sql<string | null>`coalesce("to".account_name, p.payee_name)`.as('toName'),
      sql<string | null>`coalesce("to".bank_account, p.payee_account)`.as('toAccount'),
      sql<string | null>`coalesce("to".bank_code, p.payee_bank_code)`.as('toBank'),
      sql<string | null>`coalesce("to".bank_name, p.payee_bank_code)`.as('toBankName'),
      'to.bankNameEn as toBankNameEn',
      'to.cnaps as toCnaps',
      'to.status as toStatus',
      'to.coolingUntil',
    ])
    .where('p.status', '=', 'INSTRUCTED')
    // A conversion that pays off exactly what is owed sends nothing to the bank.
    .where('p.amount', '>', '0')
    .orderBy('p.no')

/** Instructed payments that no live file holds. */
export const sendable = (tx: Tx) =>
  instructed(tx).where(({ not, exists, selectFrom }) =>
    not(
      exists(selectFrom('paymentFileItem as i').select('i.id').whereRef('i.paymentId', '=', 'p.id').where('i.live', '=', true)),
    ),
  )

/** The instructed payments that a live file holds. */
export const heldBy = (tx: Tx, fileId: string) =>
  instructed(tx).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('paymentFileItem as i')
        .select('i.id')
        .whereRef('i.paymentId', '=', 'p.id')
        .where('i.fileId', '=', fileId)
        .where('i.live', '=', true),
    ),
  )

export type Sendable = Awaited<ReturnType<ReturnType<typeof sendable>['execute']>>[number]
