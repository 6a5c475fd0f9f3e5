import { createHash } from 'node:crypto'
import type { Decision } from '../../approval/workflow/decisions.ts'
import { Refused } from '../../http/refused.ts'
import { lockRepayment, moveRepayment, postRepayment, repaymentHash, reverseRepayment, settleReceipt } from './post-repayment.ts'

/** What becomes of a matched receipt when its approval ends. Passing it posts it at once. */
export const repaymentDecision: Decision = {
  contentHash: repaymentHash,
  async passed(context, { businessId }) {
    const passed = await moveRepayment(context, await lockRepayment(context.tx, businessId), 'pass')
    await postRepayment(context, passed)
  },
  async rejected(context, { businessId }) {
    await moveRepayment(context, await lockRepayment(context.tx, businessId), 'deny')
  },
  async refused(context, { businessId }) {
    const repayment = await lockRepayment(context.tx, businessId)
    await moveRepayment(context, repayment, 'reject')
    await settleReceipt(context, repayment.collectionId)
  },
}

/** What becomes of a reversal when its approval ends: settlement and funder have agreed, or the repayment stays. */
export const reversalDecision: Decision = {
  async contentHash(tx, id) {
    const { reversalReason } = await tx
      .selectFrom('repayment')
      .select('reversalReason')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return createHash('sha256')
      .update(`${await repaymentHash(tx, id)}|${reversalReason}`)
      .digest('hex')
  },
  async passed(context, { businessId }) {
    const repayment = await lockRepayment(context.tx, businessId)
    if (repayment.status !== 'POSTED') throw new Refused('ILLEGAL_TRANSITION')
    await reverseRepayment(context, repayment)
  },
  rejected: async () => {},
  refused: async () => {},
}
