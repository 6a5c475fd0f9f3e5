import { writeOff } from '@usance/domain/ledger/templates'
import { isNegative, isZero, type Money, subtract, sum, toDecimal } from '@usance/domain/money'
import { heldOf } from '@usance/domain/servicing/released'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import { post } from '../../books/ledger/post.ts'
import { refuseUnderConversion } from '../../books/servicing/convert-order.ts'
import { exposureOf, exposureParts } from '../../books/servicing/exposure.ts'
import { lockFinancing } from '../../books/servicing/load-order.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { owedByBuyer } from '../../books/servicing/owed-by.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { restateOrder, showOnDocuments } from '../../books/servicing/restate-order.ts'
import { refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { writeOffHash } from './request-write-off.ts'

async function lockWriteOff(tx: Tx, id: string) {
  await elevate(tx)
  const seen = await tx.selectFrom('writeOff').select('orderId').where('id', '=', id).executeTakeFirstOrThrow()
  const financing = await lockFinancing(tx, seen.orderId)
  const row = await tx.selectFrom('writeOff').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.status !== 'IN_APPROVE' || !financing) throw new Refused('STALE_VERSION')
  return { row, financing }
}

/** L11: the reserve bears what it can, the rest is lost. Claims end, since a loss is no claim; what comes in later is a recovery. */
async function pass(context: UseCaseContext, id: string): Promise<void> {
  const { tx, today, actor } = context
  const { row, financing } = await lockWriteOff(tx, id)
  const order = financing.row
  await refuseUnderReversal(tx, order.id)
  await refuseUnderConversion(tx, { parentId: order.id })
  const { exposure, loss } = await exposureOf(tx, order, await owedByBuyer(tx, financing))
  // A reserve that covers all of it is no loss: the order is settled by a payment or a dilution instead.
  if (isNegative(loss)) throw new Refused('ILLEGAL_TRANSITION')
  await moveOrder(context, order, 'writeOff', { principalOutstanding: '0' })
  const held = await keepBorne(tx, { writeOffId: id, orderId: order.id, on: today, currency: order.currency })
  const key = { eventType: 'WRITE_OFF', sourceType: 'WRITE_OFF', sourceId: id, seq: 0 }
  await post(tx, writeOff(key, financing.deal, exposure, held), {
    valueDate: today,
    postedOn: today,
    orderId: order.id,
    by: actor.userId,
    // Marks that the supplier's book follows the loss; without the mark, the next start adds what the book lacks.
    memo: { mirrored: true },
  })
  await tx
    .updateTable('writeOff')
    .set({ status: 'PASSED', loss: toDecimal(loss), parts: JSON.stringify(exposureParts(exposure)), writtenOffOn: today })
    .where('id', '=', row.id)
    .execute()
  await tx
    .updateTable('recourseClaim')
    .set({ status: 'CANCELLED' })
    .where('orderId', '=', order.id)
    .where('status', '=', 'OPEN')
    .execute()
  await restateOrder(context, order.id, 'day')
  await showOnDocuments(context, order.id, 'WRITTEN_OFF')
  await notify(tx, {
    event: 'FINANCE_ORDER_WRITTEN_OFF',
    companyIds: [order.supplierId, order.funderId],
    params: {
      orderNo: order.orderNo,
      no: row.no,
      principal: amountText(order.principalOutstanding, order.currency),
      currency: order.currency,
    },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
}

/** The supplier's existing reserve bears the loss: it is no longer free, invoice by invoice. Returns its sum. */
async function keepBorne(
  tx: Tx,
  { writeOffId, orderId, on, currency }: { writeOffId: string; orderId: string; on: string; currency: string },
): Promise<Money> {
  const borne = (await reservesOf(tx, [orderId]))
    .map(({ itemId, onItsWay, ...reserve }) => ({ itemId, amount: subtract(heldOf(reserve), onItsWay) }))
    .filter(({ amount }) => !isZero(amount))
  if (borne.length > 0)
    await tx
      .insertInto('discountRelease')
      .values(
        borne.map(({ itemId, amount }) => ({
          id: newId(),
          writeOffId,
          orderId,
          itemId,
          valueDate: on,
          client: '0',
          fund: '0',
          rebate: '0',
          rebateToPrincipal: toDecimal(amount),
        })),
      )
      .execute()
  return sum(
    borne.map(({ amount }) => amount),
    currency,
  )
}

async function end({ tx }: UseCaseContext, id: string, status: 'REJECTED' | 'REFUSED', comment: string): Promise<void> {
  const { row, financing } = await lockWriteOff(tx, id)
  await tx.updateTable('writeOff').set({ status }).where('id', '=', row.id).execute()
  await notify(tx, {
    event: 'WRITE_OFF_ENDED',
    companyIds: [financing.row.funderId],
    params: { orderNo: financing.row.orderNo, no: row.no, comment },
    objectType: 'FINANCE_ORDER',
    objectId: financing.row.id,
    link: `/finance/finance-order/${financing.row.id}/detail`,
  })
}

/** What becomes of a write-off when its approval ends. */
const writeOffDecision: Decision = {
  concerned: (id) => partiesOf(sql`select order_id from write_off where id = ${id}`),
  contentHash: writeOffHash,
  passed: (context, { businessId }) => pass(context, businessId),
  rejected: (context, { businessId }, comment) => end(context, businessId, 'REJECTED', comment),
  refused: (context, { businessId }, comment) => end(context, businessId, 'REFUSED', comment),
}

export const writeOffApprovals = {
  WRITE_OFF: writeOffDecision,
} satisfies Approvals
