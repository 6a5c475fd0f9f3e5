import { netFee } from '@usance/domain/fee-adjustment'
import * as M from '@usance/domain/money'
import type { costCalls } from '@usance/wire/cost/calls'
import { sql } from 'kysely'
import { withdrawable } from '../../approval/workflow/own-request.ts'
import { staffName } from '../../audit/doer.ts'
import { adjustable, type LoadedFee, loadFee } from '../../books/servicing/load-fee.ts'
import { isSideOfSeat } from '../../books/servicing/side-of-seat.ts'
import { amountText } from '../../database/amount.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { costOperations } from './list.ts'

const shown = (fee: LoadedFee) => {
  const figures = adjustable(fee, M.zero(fee.currency))
  return {
    id: fee.id,
    code: fee.code,
    basis: fee.basis,
    payer: fee.payer,
    beneficiary: fee.beneficiary,
    timing: fee.timing,
    charged: fee.charged,
    amount: M.toDecimal(figures.amount),
    tax: M.toDecimal(figures.tax),
    adjusted: M.toDecimal(figures.adjusted),
    adjustedTax: M.toDecimal(figures.adjustedTax),
    adjustedWithTax: M.toDecimal(M.add(figures.adjusted, figures.adjustedTax)),
    net: M.toDecimal(netFee(figures)),
  }
}

/** What the caller may do with an adjustment that has no outcome yet. Operations put them forward, and stand in for each other. */
const adjustmentOperations = (
  { status }: { status: string },
  fee: Parameters<typeof costOperations>[0],
  actor: Actor,
): ('CORRECT' | 'WITHDRAW')[] => {
  if (!actor.staff || !actor.permissions.has('finance.costs.adjust')) return []
  return [
    ...(status === 'REJECTED' && costOperations(fee, actor).includes('ADJUST') ? (['CORRECT'] as const) : []),
    ...(withdrawable.some((one) => one === status) ? (['WITHDRAW'] as const) : []),
  ]
}

/** One fee: as agreed, every adjustment with what became of it, and the fees beside it. A buyer sees no fee of a financing. */
export const costDetail: Handler<typeof costCalls.detail> = async ({ tx, actor, body }) => {
  const fee = await loadFee(tx, body.id)
  const isOn = (side: 'SUPPLIER' | 'FUNDER', companyId: string) => isSideOfSeat(actor, side) && companyId === actor.companyId
  const mine = fee && (actor.staff || isOn('SUPPLIER', fee.supplierId) || isOn('FUNDER', fee.funderId))
  if (!fee || !mine) throw new Refused('NOT_FOUND')
  const names = await tx.selectFrom('company').select(['id', 'name']).where('id', 'in', [fee.supplierId, fee.funderId]).execute()
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const ids = await tx
    .selectFrom('orderFee')
    .select('id')
    .where('orderId', '=', fee.orderId)
    .orderBy('code')
    .orderBy('id')
    .execute()
  const fees: LoadedFee[] = []
  for (const { id } of ids) fees.push((await loadFee(tx, id))!)
  const adjustments = await tx
    .selectFrom('feeAdjustment as a')
    .selectAll('a')
    .select(staffName(actor, sql.ref('a.created_by'), sql.ref('a.created_at')).as('madeBy'))
    .where('a.orderFeeId', '=', fee.id)
    .orderBy('a.createdAt', 'desc')
    .execute()
  const pending = adjustments.some((one) => one.status === 'IN_APPROVE')
  return {
    ...shown(fee),
    order: {
      id: fee.orderId,
      orderNo: fee.orderNo,
      status: fee.orderStatus,
      currency: fee.currency,
      supplierName: nameOf(fee.supplierId),
      funderName: nameOf(fee.funderId),
      fundingDate: fee.fundingDate,
    },
    fees: fees.map(shown),
    adjustments: adjustments.map((one) => ({
      id: one.id,
      no: one.no ?? '',
      delta: amountText(one.delta, fee.currency),
      taxDelta: amountText(one.taxDelta, fee.currency),
      refunded: amountText(one.refunded, fee.currency),
      reason: one.reason,
      status: one.status,
      by: one.madeBy,
      createdAt: one.createdAt,
      passedOn: one.passedOn,
      operations: adjustmentOperations(one, { ...fee, pending }, actor),
    })),
    operations: costOperations({ ...fee, pending }, actor),
  }
}
