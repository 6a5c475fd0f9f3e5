import type { ApprovalSign } from '@usance/wire/workflow/sign'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts, NoFacts } from '../../approval/workflow/facts.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { maybeReturnOfReceipt } from './maybe-return.ts'
import { postRepayment, reverseRepayment } from './post-repayment.ts'
import { lockRepayment, moveRepayment, repaymentHash, reversalHash, settleReceipt } from './repayment-row.ts'
import { refuseGone, refuseReportedBack } from './reported-back.ts'
import { reversalFacts } from './reversal-facts.ts'
import { refuseUnpayable } from './still-payable.ts'

const concernedByRepayment = (id: string) => sql`
  select unnest(array[r.supplier_id, r.buyer_id, r.funder_id, r.payer_buyer_id]) from repayment r where r.id = ${id}
  union ${partiesOf(sql`select unnest(array[r.order_id, r.top_up_of]) from repayment r where r.id = ${id}`)}`

/** The payments that the receipt of a repayment may bring back. */
async function signsBehind(tx: Tx, id: string): Promise<ApprovalSign[]> {
  const repayment = await tx
    .selectFrom('repayment')
    .select(['collectionId', 'amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!repayment) return []
  const { collectionId, amount, currency } = repayment
  return (await maybeReturnOfReceipt(tx, collectionId)).map(({ no }) => ({
    code: 'RECEIPT_MAYBE_RETURN',
    docNo: no,
    amount: amountText(amount, currency),
    currency,
  }))
}

/** What becomes of a matched receipt when its approval ends. Passing it posts it at once. */
const repaymentDecision: Decision<NoFacts> = {
  concerned: concernedByRepayment,
  facts: { without: 'The preview of the repayment tells what it will pay.' },
  lock: lockRepayment,
  contentHash: repaymentHash,
  signs: signsBehind,
  async passed(context, { businessId }) {
    const repayment = await lockRepayment(context.tx, businessId)
    await refuseReportedBack(context.tx, repayment.collectionId)
    await refuseGone(context.tx, repayment.collectionId)
    await refuseUnpayable(context.tx, repayment)
    const passed = await moveRepayment(context, repayment, 'pass')
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
const reversalDecision: Decision<Facts> = {
  isToldOncePassed: true,
  concerned: concernedByRepayment,
  facts: reversalFacts,
  lock: lockRepayment,
  contentHash: reversalHash,
  async passed(context, { businessId }) {
    const repayment = await lockRepayment(context.tx, businessId)
    if (repayment.status !== 'POSTED') throw new Refused('ILLEGAL_TRANSITION')
    await reverseRepayment(context, repayment)
  },
  rejected: async () => {},
  refused: async () => {},
}

export const repaymentApprovals = {
  REPAYMENT: repaymentDecision,
  REPAYMENT_REVERSAL: reversalDecision,
} satisfies Approvals
