import * as M from '@usance/domain/money'
import { claimingStatuses } from '@usance/domain/states/repayment'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { moveRepayment, repaymentHash } from './repayment-row.ts'

/** What of a receipt no living repayment has taken. */
export async function leftOf(
  tx: Tx,
  collection: { id: string; amount: string; currency: string },
  exceptId?: string,
): Promise<M.Money> {
  const live = await tx
    .selectFrom('repayment')
    .select('amount')
    .where('collectionId', '=', collection.id)
    .where('status', 'in', claimingStatuses)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .execute()
  const taken = M.sum(
    live.map((one) => amountOf(one.amount, collection.currency)),
    collection.currency,
  )
  return M.subtract(amountOf(collection.amount, collection.currency), taken)
}

/** Sends a drafted repayment into approval. */
export async function submitRepayment(context: UseCaseContext, repayment: RepaymentRow, orderNo: string): Promise<void> {
  await moveRepayment(context, repayment, 'submit')
  await startFlow(context, {
    businessType: 'REPAYMENT',
    businessId: repayment.id,
    businessNo: repayment.no,
    title: orderNo,
    contentHash: await repaymentHash(context.tx, repayment.id),
    amount: repayment.amount,
    currency: repayment.currency,
    supplierId: repayment.supplierId,
    funderId: repayment.funderId,
    valueDate: repayment.valueDate,
    link: `/repayment/repaymentDetail?no=${repayment.no}&id=${repayment.id}`,
  })
}
