import { createHash } from 'node:crypto'
import * as M from '@usance/domain/money'
import type { CollectionStatus } from '@usance/domain/states/collection'
import { claimingStatuses, type RepaymentEvent, repaymentMachine } from '@usance/domain/states/repayment'
import { audit } from '../../audit/record.ts'
import { leftOf, returnedOf } from '../../books/servicing/left-of.ts'
import { dealOf, platformIdOf } from '../../books/servicing/load-order.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { accepted, Refused } from '../../http/refused.ts'

/** A repayment the caller may see, locked; order first, then receipt, then the repayment. */
export async function lockRepayment(tx: Tx, id: string): Promise<RepaymentRow> {
  const seen = await tx.selectFrom('repayment').select(['orderId', 'collectionId']).where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  if (seen.orderId)
    await tx.selectFrom('financeOrder').select('id').where('id', '=', seen.orderId).forNoKeyUpdate().executeTakeFirst()
  if (seen.collectionId)
    await tx.selectFrom('collection').select('id').where('id', '=', seen.collectionId).forUpdate().executeTakeFirst()
  return tx.selectFrom('repayment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/**
 * Who recorded a receipt, by hand or from a statement that they sent: what they wrote of its payer and amount is what is decided on,
 * so that they never decide on its use. Nobody for what a live provider reports.
 */
export async function recorderOf(tx: Tx, collectionId: string | null): Promise<string[]> {
  if (!collectionId) return []
  const receipt = await tx.selectFrom('collection').select('createdBy').where('id', '=', collectionId).executeTakeFirstOrThrow()
  return receipt.createdBy ? [receipt.createdBy] : []
}

/** What the receipt of a repayment has for it: all that no other repayment and no return has taken. */
export async function leftFor(tx: Tx, { id, collectionId }: Pick<RepaymentRow, 'id' | 'collectionId'>): Promise<M.Money> {
  const receipt = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  return leftOf(tx, receipt, id)
}

/** Moves a locked repayment by an event of its life. */
export async function moveRepayment(
  context: UseCaseContext,
  repayment: RepaymentRow,
  event: RepaymentEvent,
  patch: Partial<{ postedAt: string; postedBy: string; reversedAt: string; amount: string }> = {},
): Promise<RepaymentRow> {
  const status = accepted(repaymentMachine.next(repayment.status, event))
  const moved = await context.tx
    .updateTable('repayment')
    .set((eb) => ({ status, ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', repayment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(context, {
    event: `REPAYMENT_${event.toUpperCase()}`,
    objectType: 'REPAYMENT',
    objectId: repayment.id,
    objectNo: repayment.no,
    before: { status: repayment.status },
    after: { status },
  })
  return moved
}

/** Everything the approver of a repayment judges. */
export async function repaymentHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('repayment')
    .select([
      'collectionId',
      'orderId',
      'amount',
      'currency',
      'valueDate',
      'payerRole',
      'payerBuyerId',
      'fundSource',
      'invoiceIds',
      'feeBillIds',
      'topUpOf',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // What most repayments lack is left out, so that approvals that run keep their hash.
  const { payerBuyerId, topUpOf, feeBillIds, ...judged } = row
  const bills = feeBillIds.length > 0 ? { feeBillIds } : {}
  return createHash('sha256')
    .update(canonical({ ...judged, ...(payerBuyerId ? { payerBuyerId } : {}), ...(topUpOf ? { topUpOf } : {}), ...bills }))
    .digest('hex')
}

/** Everything the approvers of a reversal judge: the repayment, and why it is taken back. */
export async function reversalHash(tx: Tx, id: string): Promise<string> {
  const { reversalReason } = await tx
    .selectFrom('repayment')
    .select('reversalReason')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256')
    .update(`${await repaymentHash(tx, id)}|${reversalReason}`)
    .digest('hex')
}

/**
 * A receipt shows what its matches say: none, some, or every part of it posted. What is left of one that went back in part, and that no
 * match claims, is known to be nobody's: it may be matched, and it may go back without waiting as if it had just come in.
 */
export async function settleReceipt(context: UseCaseContext, collectionId: string | null): Promise<void> {
  if (!collectionId) return
  const { tx } = context
  const collection = await tx.selectFrom('collection').selectAll().where('id', '=', collectionId).executeTakeFirstOrThrow()
  const live = await tx
    .selectFrom('repayment')
    .select(['status', 'amount'])
    .where('collectionId', '=', collectionId)
    .where('status', 'in', claimingStatuses)
    .execute()
  const posted = M.sum(
    live.filter((one) => one.status === 'POSTED').map((one) => amountOf(one.amount, collection.currency)),
    collection.currency,
  )
  const returned = await returnedOf(tx, collection, { paidOnly: true })
  const isAll = !M.exceeds(amountOf(collection.amount, collection.currency), M.add(posted, returned))
  const unclaimed = M.isZero(returned) ? 'RECEIVED' : 'UNIDENTIFIED'
  const status: CollectionStatus = live.length === 0 ? (isAll ? 'REFUNDED' : unclaimed) : isAll ? 'ALLOCATED' : 'MATCHED'
  if (status === collection.status) return
  await tx
    .updateTable('collection')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', collectionId)
    .execute()
  await audit(context, {
    // Whoever frees a receipt of its matches has not received it.
    event: status === 'RECEIVED' ? 'COLLECTION_UNMATCHED' : `COLLECTION_${status}`,
    objectType: 'COLLECTION',
    objectId: collectionId,
    objectNo: collection.no,
    before: { status: collection.status },
    after: { status },
  })
}

/** The parties behind a receipt that no order is named for yet. */
export const dealOfNobody = async (tx: Tx, funderId: string) =>
  dealOf({ id: '', supplierId: '', buyerId: null, funderId, recourse: false, disclosed: false }, await platformIdOf(tx))
