import { startFlow } from '../../approval/workflow/start-flow.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { moveRepayment, recorderOf, repaymentHash } from './repayment-row.ts'
import { refuseReportedBack } from './reported-back.ts'

/** Sends a drafted repayment into approval. Throws RECEIPT_REPORTED_BACK. */
export async function submitRepayment(context: UseCaseContext, repayment: RepaymentRow, orderNo: string): Promise<void> {
  await refuseReportedBack(context.tx, repayment.collectionId)
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
    makerIds: await recorderOf(context.tx, repayment.collectionId),
    link: `/repayment/repaymentDetail?no=${repayment.no}&id=${repayment.id}`,
  })
}
