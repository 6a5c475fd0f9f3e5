import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { Facts } from '../../approval/workflow/facts.ts'
import { bookLoss } from '../../books/servicing/book-loss.ts'
import { refuseUnderConversion } from '../../books/servicing/convert-order.ts'
import { exposureOf, refuseNothingLost } from '../../books/servicing/exposure.ts'
import { lockFinancing } from '../../books/servicing/load-order.ts'
import { partiesOf } from '../../books/servicing/parties-of.ts'
import { cancelDraftedReleases, refuseReleaseUnderWay } from '../../books/servicing/releases-at-loss.ts'
import { restateOrder, showOnDocuments } from '../../books/servicing/restate-order.ts'
import { refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { isDueForWriteOff, writeOffHash } from './request-write-off.ts'
import { writeOffFacts } from './write-off-facts.ts'

async function lockWriteOff(tx: Tx, id: string) {
  await elevate(tx)
  const seen = await tx.selectFrom('writeOff').select('orderId').where('id', '=', id).executeTakeFirstOrThrow()
  const financing = await lockFinancing(tx, seen.orderId)
  const row = await tx.selectFrom('writeOff').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (row.status !== 'IN_APPROVE' || !financing) throw new Refused('STALE_VERSION')
  return { row, financing }
}

/** Locks a request that somebody wants to pass, and says so in words where its order was paid since, or nothing of it is lost any more. */
async function lockStanding(tx: Tx, id: string): Promise<void> {
  const { row, financing } = await lockWriteOff(tx, id)
  const { orderNo, principalOutstanding, currency } = financing.row
  refuseNothingLost(await exposureOf(tx, financing.row), orderNo)
  // The request asks for the principal of its day: of less it is asked for anew.
  if (M.exceeds(amountOf(row.principal, currency), amountOf(principalOutstanding, currency)))
    throw new Refused('WRITE_OFF_PAID_IN_PART', { orderNo })
}

/** L11: takes the loss of today. What comes in later is a recovery. */
async function pass(context: UseCaseContext, id: string): Promise<void> {
  const { tx, today } = context
  const { row, financing } = await lockWriteOff(tx, id)
  const order = financing.row
  // The unpaid claim by which it was asked may have been paid since; the principal that its deciders judge stays the same by that.
  if (!(await isDueForWriteOff(tx, order.id, today))) throw new Refused('WRITE_OFF_TOO_SOON')
  await refuseUnderReversal(tx, order.id)
  await refuseUnderConversion(tx, { parentId: order.id })
  await refuseReleaseUnderWay(tx, order.id)
  await cancelDraftedReleases(context, order)
  // A reserve that covers all of it is no loss: the order is settled by a payment or a dilution instead.
  if (!(await bookLoss(context, financing, { writeOffId: row.id, on: today })))
    throw new Refused('WRITE_OFF_NOTHING_LEFT', { orderNo: order.orderNo })
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
const writeOffDecision: Decision<Facts> = {
  concerned: (id) => partiesOf(sql`select order_id from write_off where id = ${id}`),
  facts: writeOffFacts,
  lock: lockStanding,
  contentHash: writeOffHash,
  passed: (context, { businessId }) => pass(context, businessId),
  rejected: (context, { businessId }, comment) => end(context, businessId, 'REJECTED', comment),
  refused: (context, { businessId }, comment) => end(context, businessId, 'REFUSED', comment),
}

export const writeOffApprovals = {
  WRITE_OFF: writeOffDecision,
} satisfies Approvals
