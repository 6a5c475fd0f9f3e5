import * as M from '@usance/domain/money'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** The account a funder pays from: its oldest enabled one in the currency. */
export const payingAccount = async (tx: Tx, companyId: string, currency: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('bankAccount')
      .select(['id', 'currency'])
      .where('companyId', '=', companyId)
      .where('status', '=', 'ENABLE')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).find((account) => account.currency.split(',').includes(currency))?.id ?? null

export type PaymentDraft = {
  type: 'RELEASE' | 'REFUND' | 'FEE_REMIT'
  orderId: string | null
  repaymentId?: string
  feeAdjustmentId?: string
  /** Pays the surplus of a pool to its supplier. */
  ofPool?: boolean
  supplierId?: string | null
  buyerId?: string | null
  funderId: string
  payeeCompanyId: string
  toAccountId: string | null
  amount: M.Money
  /** The items whose reserve the release pays out; their sums make up the amount. */
  releases?: readonly { itemId: string; docNo: string; amount: M.Money }[]
}

/** Stores a payment that is not funding, for settlement to instruct. */
export async function draftPayment(context: UseCaseContext, { amount, releases = [], ...payment }: PaymentDraft) {
  const { tx, today, actor } = context
  const made = { id: newId(), no: await nextNumber(tx, 'PAY', today) }
  await tx
    .insertInto('payment')
    .values({
      ...made,
      ...payment,
      fromAccountId: await payingAccount(tx, payment.funderId, amount.currency),
      amount: M.toDecimal(amount),
      currency: amount.currency,
      dueDate: today,
      createdBy: actor.userId,
    })
    .execute()
  if (releases.length > 0)
    await tx
      .insertInto('reserveRelease')
      .values(releases.map((one) => ({ paymentId: made.id, itemId: one.itemId, amount: M.toDecimal(one.amount) })))
      .execute()
  await audit(context, {
    event: 'PAYMENT_DRAFTED',
    objectType: 'PAYMENT',
    objectId: made.id,
    objectNo: made.no,
    after: {
      type: payment.type,
      amount: M.toDecimal(amount),
      currency: amount.currency,
      ...(releases.length > 0 ? { documents: releases.map((one) => one.docNo) } : {}),
    },
  })
  return made
}
