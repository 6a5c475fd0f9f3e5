import type { paymentFileCalls, ReadyPayment } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { reversalUnderWay } from '../../books/servicing/reversal-under-way.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { shortBehind } from '../../finance/pool/short.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { maskedAccount } from '../bank-account/account-number.ts'
import { cutOffsOf, timingOf } from '../cut-off/timing.ts'
import { payeeNameOf, payerNameOf } from './names.ts'

/** Instructed payments that no live file holds, with all a file says of them. */
export const sendable = (tx: Tx) =>
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
      'p.ofPool',
      'p.orderId',
      'p.funderId',
      'p.fromAccountId',
      'p.toAccountId',
      'o.orderNo',
      sql<string | null>`case when p.type in ('RELEASE', 'REFUND') then ${reversalUnderWay(sql`p.order_id`)} end`.as('reversing'),
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('paymentFileItem as i').select('i.id').whereRef('i.paymentId', '=', 'p.id').where('i.live', '=', true)),
      ),
    )
    .orderBy('p.no')
export type Sendable = Awaited<ReturnType<ReturnType<typeof sendable>['execute']>>[number]

/** Why a payment cannot be sent now; null when it can. The transaction sees every company. */
export async function blockOf(context: UseCaseContext, payment: Sendable): Promise<ReadyPayment['blockedBy']> {
  const { now } = context
  if (!payment.fromAccountId || !payment.toAccount) return 'NO_ACCOUNT'
  if (payment.fromStatus !== 'ENABLE' || (payment.toAccountId !== null && payment.toStatus !== 'ENABLE'))
    return 'BANK_ACCOUNT_NOT_ENABLED'
  if (payment.coolingUntil && payment.coolingUntil > now.toISOString()) return 'COOLING_OFF'
  if (payment.reversing) return 'REVERSAL_UNDER_WAY'
  if (!payeeNameOf(payment) || !payerNameOf(payment)) return 'NAME_NOT_LATIN'
  return (await shortBehind(context, payment)) ? 'POOL_SHORT' : null
}

/** What can be put into files now. */
export const readyPayments: Handler<typeof paymentFileCalls.ready> = async (request) => ({
  payments: await readyOf(request),
})

async function readyOf(context: UseCaseContext): Promise<ReadyPayment[]> {
  const { tx } = context
  const seen = await sendable(tx).limit(500).execute()
  await elevate(tx)
  const cutOffs = await cutOffsOf(tx)
  const ready: ReadyPayment[] = []
  for (const payment of seen) {
    const { executionDate, isRolled } = await timingOf(context, payment, cutOffs)
    ready.push({
      id: payment.id,
      no: payment.no,
      type: payment.type,
      payeeName: payment.payeeName,
      funderName: payment.funderName,
      amount: amountText(payment.amount, payment.currency),
      currency: payment.currency,
      fromAccount: payment.fromAccount === null ? null : `${payment.fromBankName} ${maskedAccount(payment.fromAccount)}`,
      executionDate,
      isRolled,
      blockedBy: await blockOf(context, payment),
    })
  }
  return ready
}
