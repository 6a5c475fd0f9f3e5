import * as M from '@usance/domain/money'
import { collectionMachine } from '@usance/domain/states/collection'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { refuseFinancedAnew } from '../../books/servicing/invoice-payments.ts'
import { isOnItsWayBack, leftOf } from '../../books/servicing/left-of.ts'
import { kindOf } from '../../books/servicing/load-order.ts'
import { refuseBarred } from '../../books/servicing/paid-out.ts'
import { refuseLetGo } from '../../books/servicing/retake.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { beforeFunding } from './before-funding.ts'
import { amountIn } from './collecting-account.ts'
import { payingBuyerOf, refuseMoneyOfAnother } from './paying-buyer.ts'
import { leftFor, lockRepayment, moveRepayment, reversalHash, settleReceipt } from './repayment-row.ts'
import { refuseUntoldApart } from './same-receipt.ts'
import { submitRepayment } from './submit-repayment.ts'
import { refuseUsedTopUp } from './top-up.ts'
import { virtualPayer } from './virtual-account.ts'

/** Settlement says what a receipt pays; each order's part goes into approval. No more is matched than was received. */
export const matchCollection: Handler<typeof repaymentCalls.match> = async (request) => {
  const { tx, today, actor, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.collectionId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const ids = [...new Set(body.parts.map((part) => part.orderId))].sort()
  const orders = await tx.selectFrom('financeOrder').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const collection = await tx.selectFrom('collection').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow()
  if (!collectionMachine.can.match(collection.status) || (await isOnItsWayBack(tx, collection)))
    throw new Refused('ILLEGAL_TRANSITION')
  await refuseUntoldApart(request, collection, body)
  const through = await virtualPayer(tx, collection)
  let left = await leftOf(tx, collection)
  const repayments: { id: string; no: string; status: string }[] = []
  for (const [index, part] of body.parts.entries()) {
    const order = orders.find((one) => one.id === part.orderId)
    if (!order || order.funderId !== collection.funderId) throw new Refused('NOT_FOUND')
    if (order.currency !== collection.currency) throw new Refused('CURRENCY_MISMATCH')
    if (!order.fundingDate) throw new Refused('ILLEGAL_TRANSITION')
    if (collection.valueDate < order.fundingDate) throw beforeFunding(`parts.${index}.orderId`, order.fundingDate)
    const amount = amountIn(`parts.${index}.amount`, part.amount, collection.currency)
    const payerBuyerId = await payingBuyerOf(tx, order, { ...part, payerRole: body.payerRole, collection }, `parts.${index}`)
    await refuseMoneyOfAnother(tx, through, {
      companyId: body.payerRole === 'BUYER' ? (payerBuyerId ?? order.buyerId) : order.supplierId,
      path: `parts.${index}.orderId`,
    })
    if (body.payerRole === 'BUYER' && kindOf(order.type) === 'PURCHASE') await refuseFinancedAnew(tx, { ...part, payerBuyerId })
    left = M.subtract(left, amount)
    if (M.isNegative(left)) throw faultyField(`parts.${index}.amount`, 'OVER_ALLOCATION')
    const id = newId()
    const inserted = await tx
      .insertInto('repayment')
      .values({
        id,
        no: await nextNumber(tx, 'RP', today),
        collectionId: collection.id,
        orderId: order.id,
        supplierId: order.supplierId,
        buyerId: order.disclosed ? (order.buyerId ?? payerBuyerId) : null,
        payerBuyerId,
        withinDebt: body.payerRole === 'BUYER' && kindOf(order.type) === 'LOAN',
        funderId: order.funderId,
        payerRole: body.payerRole,
        amount: M.toDecimal(amount),
        currency: collection.currency,
        valueDate: collection.valueDate,
        fundSource: body.fundSource,
        invoiceIds: part.invoiceIds,
        feeBillIds: part.feeBillIds,
        matchReason: body.reason || collection.matchReason,
        createdBy: actor.userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await submitRepayment(request, inserted, order.orderNo)
    repayments.push({ id, no: inserted.no, status: 'IN_APPROVE' })
  }
  await settleReceipt(request, collection.id)
  return { repayments }
}

/**
 * A repayment that was sent back is corrected and submitted again. Whether it may still be paid is asked by its last approval: one that may
 * not is refused there for good, which frees its receipt.
 */
export const resubmitRepayment: Handler<typeof repaymentCalls.resubmit> = async (request) => {
  const { tx, body } = request
  const rejected = await lockRepayment(tx, body.id)
  let patch = {}
  if (body.amount !== undefined) {
    const amount = amountIn('amount', body.amount, rejected.currency)
    if (M.exceeds(amount, await leftFor(tx, rejected))) throw faultyField('amount', 'OVER_ALLOCATION')
    patch = { amount: M.toDecimal(amount) }
  }
  const draft = await moveRepayment(request, rejected, 'edit', patch)
  const order = await tx
    .selectFrom('financeOrder')
    .select('orderNo')
    .where('id', '=', (draft.orderId ?? draft.topUpOf)!)
    .executeTakeFirstOrThrow()
  await submitRepayment(request, draft, order.orderNo)
  return { status: 'IN_APPROVE' }
}

/** Settlement asks to take a posted repayment back; its makers cannot agree to it themselves. */
export const requestReversal: Handler<typeof repaymentCalls.reverse> = async (request) => {
  const { tx, body } = request
  const repayment = await lockRepayment(tx, body.id)
  if (repayment.status !== 'POSTED' || ['ARP', 'WAIVER', 'RESERVE'].includes(repayment.payerRole))
    throw new Refused('ILLEGAL_TRANSITION')
  if (repayment.topUpOf) await refuseUsedTopUp(tx, repayment.topUpOf)
  await refuseBarred(tx, ['LOSS_TAKEN_SINCE', 'RESERVE_RELEASED', 'PAYOUT_UNDER_WAY'], [repayment.id])
  await refuseLetGo(tx, repayment)
  await tx.updateTable('repayment').set({ reversalReason: body.reason }).where('id', '=', repayment.id).execute()
  await startFlow(request, {
    businessType: 'REPAYMENT_REVERSAL',
    businessId: repayment.id,
    businessNo: repayment.no,
    title: body.reason.slice(0, 120),
    contentHash: await reversalHash(tx, repayment.id),
    amount: repayment.amount,
    currency: repayment.currency,
    supplierId: repayment.supplierId,
    funderId: repayment.funderId,
    link: `/repayment/repaymentDetail?no=${repayment.no}&id=${repayment.id}`,
  })
  return { status: 'IN_APPROVE' as const }
}
