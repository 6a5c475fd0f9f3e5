import * as M from '@usance/domain/money'
import { audit } from '../../audit/record.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accountOfMoney } from './paying-account.ts'

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
  /** The maker of a payment that a decision drafts: who asked for the decision. The caller otherwise. */
  createdBy?: string | null
}

/** Whether a payment pays out what came in as receipts: a reserve or a surplus, but no credited fee and no share of the platform. */
const ofReceipts = ({ type, feeAdjustmentId }: Pick<PaymentDraft, 'type' | 'feeAdjustmentId'>): boolean =>
  type !== 'FEE_REMIT' && feeAdjustmentId === undefined

/** Stores a payment that is not funding, for settlement to instruct. */
export async function draftPayment(context: UseCaseContext, { amount, releases = [], ...payment }: PaymentDraft) {
  const { tx, today, actor } = context
  const made = { id: newId(), no: await nextNumber(tx, 'PAY', today) }
  await tx
    .insertInto('payment')
    .values({
      ...made,
      createdBy: actor.userId,
      ...payment,
      ...(await accountOfMoney(tx, { ...payment, currency: amount.currency, received: ofReceipts(payment) })),
      amount: M.toDecimal(amount),
      currency: amount.currency,
      dueDate: today,
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
