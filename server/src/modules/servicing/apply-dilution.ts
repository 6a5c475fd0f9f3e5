import { dilute as splitDilution } from '@usance/domain/dilution'
import { dilute } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { amountOf } from '../../database/amount.ts'
import { elevate } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { diluteLoss } from './dilute-loss.ts'
import { type Financing, funderBalances, lockFinancing } from './load-order.ts'
import { dealWith, owedByBuyer } from './owed-by.ts'

/**
 * L6: a passed adjustment lowers a financed receivable, or one that was lost. The reserve bears it, the rest is a claim on the
 * supplier. Called by whoever passes the adjustment; answers what was borne by whom, nothing when no funder holds the invoice.
 */
export async function applyDilution(
  context: UseCaseContext,
  invoiceId: string,
  amount: string,
  adjustmentId: string,
): Promise<{ absorbed: string; claim: string; orderId: string } | null> {
  const { tx, today, actor } = context
  await elevate(tx)
  const holder = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(['o.id', 'i.buyerId'])
    .where('i.invoiceId', '=', invoiceId)
    .where('o.fundingDate', 'is not', null)
    .where('o.status', '<>', 'CONVERTED')
    .orderBy('i.active', 'desc')
    .orderBy('o.fundingDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!holder) return null
  const financing = (await lockFinancing(tx, holder.id))!
  const { row, life } = financing
  const deal = holder.buyerId ? dealWith(financing.deal, holder.buyerId) : financing.deal
  if (financing.kind === 'LOAN') return null
  if (row.status === 'WRITTEN_OFF') {
    const { absorbed, claim } = await diluteLoss(tx, financing, {
      sourceType: 'ADJUSTMENT',
      sourceId: adjustmentId,
      invoiceId,
      today,
      by: actor.userId,
    })
    if (M.isZero(absorbed) && M.isZero(claim)) return null
    return keepSplit(context, row, adjustmentId, { absorbed, claim })
  }
  const balance = await funderBalances(tx, row.id, row.currency)
  const owedBy = await owedByBuyer(tx, financing)
  const face = owedBy ? owedBy.find((one) => one.buyer === holder.buyerId)!.amount : balance('1100')
  if (M.isZero(face)) return null
  const adjusted = amountOf(amount, row.currency)
  if (M.exceeds(adjusted, face)) throw new Refused('OVER_ALLOCATION')
  // Only unfilled reserve goes with the receivable; money that the funder holds already is the supplier's.
  const unfilled = M.subtract(M.add(balance('1100'), balance('1300')), amountOf(row.principalOutstanding, row.currency))
  const reserve = M.min(M.negate(balance('2000')), M.atLeastZero(unfilled))
  const { absorbed, claim } = splitDilution({ face, reserve }, adjusted, {
    on: today,
    calendars: life.terms.calendars,
  })
  const added = await post(
    tx,
    dilute({ eventType: 'DILUTION', sourceType: 'ADJUSTMENT', sourceId: adjustmentId, seq: 0 }, deal, {
      absorbed,
      excess: claim,
    }),
    { valueDate: today, postedOn: today, orderId: row.id, invoiceId, by: actor.userId },
  )
  if (!added) return { absorbed: M.toDecimal(absorbed), claim: M.toDecimal(claim), orderId: row.id }
  await keepClaims(tx, financing, { on: today, reason: 'DILUTION' })
  return keepSplit(context, row, adjustmentId, { absorbed, claim })
}

/** Shows on the adjustment who bore it, and tells a supplier that owes a part of it. */
async function keepSplit(
  { tx }: UseCaseContext,
  row: Financing['row'],
  adjustmentId: string,
  { absorbed, claim }: { absorbed: M.Money; claim: M.Money },
) {
  const split = { absorbed: M.toDecimal(absorbed), claim: M.toDecimal(claim), orderId: row.id }
  const isLost = row.status === 'WRITTEN_OFF'
  await tx
    .updateTable('invoiceAdjustment')
    .set({ absorbedByReserve: split.absorbed, chargedToSupplier: split.claim })
    .where('id', '=', adjustmentId)
    .execute()
  if (M.isPositive(claim))
    await notify(tx, {
      event: isLost ? 'LOSS_DILUTED' : 'RECOURSE_CLAIM_OPENED',
      companyIds: [row.supplierId, row.funderId],
      params: { orderNo: row.orderNo, amount: split.claim, currency: row.currency },
      objectType: 'FINANCE_ORDER',
      objectId: row.id,
      link: `/finance/finance-order/${row.id}/detail`,
    })
  return split
}
