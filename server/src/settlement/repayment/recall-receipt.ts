import { normalizeReference } from '@usance/domain/fingerprint'
import * as M from '@usance/domain/money'
import { returnUnmatched } from '@usance/domain/servicing/journals'
import { collectionMachine } from '@usance/domain/states/collection'
import { claimingStatuses } from '@usance/domain/states/repayment'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { post } from '../../books/ledger/post.ts'
import { bankHasOf } from '../../books/servicing/bank-has.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import { isWithBank } from '../../books/servicing/payment-counts.ts'
import { lockPayment, movePayment } from '../../books/servicing/payment-row.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { CollectionTable } from '../../database/tables.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify, notifyAll } from '../../notify/notify.ts'
import { refuseKnownReference } from '../payment/mark-paid.ts'
import { bankOfReceipt, receiptReturned, refuseReturnUnderWay } from '../payment/return-receipt.ts'
import { dealOfNobody, lockRepayment, moveRepayment, settleReceipt } from './repayment-row.ts'

/**
 * Records that the bank took a receipt back, as it does with a returned cheque. The recall is stored as a return that is paid already:
 * books, lists and slips show it, and no payment file takes it. The act declares that another person records it than the one who
 * recorded the receipt.
 */
export const recallReceipt: Handler<typeof repaymentCalls.recall> = async (request) => {
  const { tx, today, actor, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow()
  await endUnsent(request, receipt.id)
  await refuseInUse(tx, receipt.id)
  const { status } = await tx.selectFrom('collection').select('status').where('id', '=', receipt.id).executeTakeFirstOrThrow()
  accepted(collectionMachine.next(status, 'recall'))
  const debited = await recallable(tx, receipt)
  if (!M.isPositive(debited)) throw new Refused('ILLEGAL_TRANSITION')
  const { valueDate, bankRef, reason } = body
  if (valueDate < receipt.valueDate || valueDate > today)
    throw faultyField('valueDate', 'RETURN_DAY', { valueDate: receipt.valueDate })
  const payment = { id: newId(), no: await nextNumber(tx, 'PAY', today) }
  const amount = { amount: M.toDecimal(debited), currency: receipt.currency }
  await tx
    .insertInto('payment')
    .values({
      ...{ ...payment, ...amount, valueDate, bankRef, reason },
      refKey: normalizeReference(bankRef),
      type: 'RECEIPT_RETURN',
      status: 'PAID',
      collectionId: receipt.id,
      funderId: receipt.funderId,
      payeeCompanyId: receipt.payerCompanyId,
      payeeName: receipt.payerName ?? '',
      payeeAccount: receipt.payerAccount ?? '',
      payeeBankCode: takenByBank,
      fromAccountId: receipt.bankAccountId,
      fromBank: await bankOfReceipt(tx, receipt.bankAccountId),
      dueDate: valueDate,
      createdBy: actor.userId,
      paidBy: actor.userId,
    })
    .execute()
    .catch(refuseKnownReference)
  const key = { eventType: 'RECEIPT_RETURN', sourceType: 'PAYMENT', sourceId: payment.id, seq: 0 }
  const facts = { valueDate, postedOn: today, orderId: null, by: actor.userId }
  await post(tx, returnUnmatched(key, await dealOfNobody(tx, receipt.funderId), debited), facts)
  await receiptReturned(request, receipt.id)
  await audit(request, {
    event: 'COLLECTION_RECALLED',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    after: { ...amount, valueDate, bankRef, reason, payment: payment.no },
  })
  await notify(tx, {
    event: 'PAYMENT_RECEIPT_RETURN_PAID',
    companyIds: [receipt.funderId],
    params: { no: payment.no, ...amount },
    objectType: 'PAYMENT',
    objectId: payment.id,
    link: `/payment/release-refund?no=${payment.no}`,
  })
  await tellOwedBack(tx, receipt.id)
  return { status: 'REFUNDED' as const, no: payment.no }
}

/** Notifies payer and funder of each return of a receipt that the bank has since recalled in full: the payer owes the return again. */
async function tellOwedBack(tx: Tx, collectionId: string): Promise<void> {
  const owed = await tx
    .selectFrom('payment')
    .select(['id', 'no', 'amount', 'currency', 'payeeCompanyId', 'funderId'])
    .select(sql<string>`coalesce((select c.name from company c where c.id = payee_company_id), payee_name, '')`.as('payeeName'))
    .where('collectionId', '=', collectionId)
    .where(sql<boolean>`owed_back(payment.id) is not null`)
    .execute()
  await notifyAll(
    tx,
    owed.flatMap(({ id, no, amount, currency, payeeCompanyId, payeeName, funderId }) => {
      const params = { no, amount: M.toDecimal(amountOf(amount, currency)), currency }
      const about = { objectType: 'PAYMENT', objectId: id, link: `/payment/release-refund?no=${no}` }
      return [
        { ...about, event: 'PAYMENT_OWED_BACK' as const, companyIds: [payeeCompanyId], params },
        { ...about, event: 'PAYMENT_OWED_TO_FUNDER' as const, companyIds: [funderId], params: { ...params, company: payeeName } },
      ]
    }),
  )
}

/** The bank code of a return that the bank has made by itself; every other names the bank of its payee. */
export const takenByBank = ''

/**
 * What the bank can take back of a receipt that no repayment uses: all of it, once. What was sent back or refunded of it before has left
 * as well, and its payer owes it then. Nothing, where all was sent back as a return, not as a refund, and nobody reports that the bank took
 * it too.
 */
async function recallable(tx: Tx, receipt: Selectable<CollectionTable>): Promise<M.Money> {
  const isOffered =
    receipt.reversalReportedAt !== null || M.isPositive(await leftOf(tx, receipt)) || (await wasRefunded(tx, receipt.id))
  if (!isOffered) return M.zero(receipt.currency)
  const { taken } = await tx
    .selectFrom('payment')
    .select(({ fn }) => fn.sum<string | null>('amount').as('taken'))
    .where('collectionId', '=', receipt.id)
    .where('type', '=', 'RECEIPT_RETURN')
    .where('status', '=', 'PAID')
    .where('payeeBankCode', '=', takenByBank)
    .executeTakeFirstOrThrow()
  return M.subtract(amountOf(receipt.amount, receipt.currency), amountOf(taken ?? '0', receipt.currency))
}

/**
 * SQL: whether money of a receipt is out by a payment `p` that was a refund of its order, before the repayment was taken back that had left
 * it: it is paid, or cancelled and with the bank after all (decision 233).
 */
export const isRefundOut = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.refund_of`)} is not null and (${sql.ref(`${p}.status`)} = 'PAID' or ${isWithBank(p)}))`

const wasRefunded = async (tx: Tx, collectionId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where(isRefundOut('payment'))
    .executeTakeFirst()) !== undefined

/** Ends what was made of the receipt and nobody has before them: matches that were sent back, and returns that no bank has. */
async function endUnsent(context: UseCaseContext, collectionId: string): Promise<void> {
  const { tx } = context
  const matches = await tx
    .selectFrom('repayment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('status', 'in', ['DRAFT', 'REJECTED'])
    .orderBy('id')
    .execute()
  for (const { id } of matches) {
    await moveRepayment(context, await lockRepayment(tx, id), 'withdraw')
    await settleReceipt(context, collectionId)
  }
  const returns = await tx
    .selectFrom('payment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('type', '=', 'RECEIPT_RETURN')
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .where(bankHasOf('payment.id'), 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of returns) await movePayment(context, await lockPayment(tx, id), 'cancel')
}

/** Refuses while repayments use the receipt, or while a return of it is under way. */
async function refuseInUse(tx: Tx, collectionId: string): Promise<void> {
  const used = await tx
    .selectFrom('repayment')
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('status', 'in', claimingStatuses)
    .executeTakeFirst()
  if (used) throw new Refused('RECEIPT_IN_USE')
  await refuseReturnUnderWay(tx, collectionId)
}
