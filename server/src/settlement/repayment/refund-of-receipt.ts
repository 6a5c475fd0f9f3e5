import { paidFrom } from '@usance/domain/ledger/templates'
import { returnUnmatched } from '@usance/domain/servicing/journals'
import { audit } from '../../audit/record.ts'
import { bookedBefore, post, reverseJournal, standingJournals } from '../../books/ledger/post.ts'
import { wasHandedOut } from '../../books/servicing/bank-has.ts'
import { movePayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { dealOfNobody } from './repayment-row.ts'

/**
 * What was refunded of a receipt has gone back to its sender. When the repayment is taken back, no order owes it any more: it is a return
 * of the receipt from then on, booked on its own day, and so much less of the receipt is left (decision 161). A refund that a file told the
 * bank of, and that did not go out, is cancelled and is of the receipt as well: the bank may report at any time that it has it (decision 233).
 */
export async function returnWhatWasRefunded(context: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  if (!repayment.collectionId) return
  const refunds = await context.tx
    .selectFrom('payment')
    .selectAll()
    .where('repaymentId', '=', repayment.id)
    .where('type', '=', 'REFUND')
    .where((eb) => eb.or([eb('status', '=', 'PAID'), wasHandedOut('payment.id')]))
    .where('feeAdjustmentId', 'is', null)
    .orderBy('no')
    .forUpdate()
    .execute()
  const of = { collectionId: repayment.collectionId, refundOf: repayment.orderId ?? repayment.topUpOf }
  for (const refund of refunds) {
    if (refund.status === 'PAID') await bookAsReturn(context, refund)
    else if (refund.status !== 'CANCELLED') await movePayment(context, refund, 'cancel')
    await asReturn(context, refund, of)
  }
}

/** Books a paid refund as the return that it becomes. */
async function bookAsReturn({ tx, today, actor }: UseCaseContext, refund: PaymentRow): Promise<void> {
  const facts = { postedOn: today, by: actor.userId }
  for (const { id } of await standingJournals(tx, { sourceType: 'PAYMENT', sourceId: refund.id }))
    await reverseJournal(tx, id, facts)
  const source = { eventType: 'RECEIPT_RETURN', sourceType: 'PAYMENT', sourceId: refund.id }
  const journal = returnUnmatched(
    { ...source, seq: await bookedBefore(tx, source) },
    await dealOfNobody(tx, refund.funderId),
    amountOf(refund.amount, refund.currency),
  )
  await post(tx, refund.fromBank ? paidFrom(journal, refund.fromBank) : journal, {
    ...facts,
    valueDate: refund.valueDate!,
    orderId: null,
  })
}

async function asReturn(
  context: UseCaseContext,
  refund: PaymentRow,
  of: { collectionId: string; refundOf: string | null },
): Promise<void> {
  const { tx } = context
  await tx
    .updateTable('payment')
    .set((eb) => ({
      type: 'RECEIPT_RETURN',
      ...of,
      orderId: null,
      repaymentId: null,
      ofPool: false,
      supplierId: null,
      buyerId: null,
      version: eb('version', '+', 1),
      updatedAt: context.now.toISOString(),
    }))
    .set(await payeeOf(tx, refund))
    .where('id', '=', refund.id)
    .execute()
  await audit(context, {
    event: 'PAYMENT_OF_RECEIPT',
    objectType: 'PAYMENT',
    objectId: refund.id,
    objectNo: refund.no,
    before: { type: refund.type },
    after: { type: 'RECEIPT_RETURN' },
  })
}

/** A return names its payee and account itself. */
async function payeeOf(tx: Tx, { toAccountId, payeeCompanyId }: PaymentRow) {
  const account = toAccountId
    ? await tx.selectFrom('bankAccount').selectAll().where('id', '=', toAccountId).executeTakeFirst()
    : undefined
  const company = await tx.selectFrom('company').select('name').where('id', '=', payeeCompanyId).executeTakeFirst()
  return {
    payeeName: account?.accountName ?? company?.name ?? '',
    payeeAccount: account?.bankAccount ?? '',
    payeeBankCode: account?.bankCode ?? unknownBank,
  }
}

/** Stands where an older refund names no account; a return without any bank is one that a bank made by itself. */
const unknownBank = '–'
