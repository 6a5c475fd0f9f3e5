import * as M from '@usance/domain/money'
import { matchReceipt } from '@usance/domain/servicing/journals'
import { collectionMachine } from '@usance/domain/states/collection'
import type { FinanceOrderStatus } from '@usance/domain/states/finance-order'
import { claimingStatuses } from '@usance/domain/states/repayment'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { post, reverseJournal, standingJournals } from '../../books/ledger/post.ts'
import { conversionFigures, refuseUnderConversion, toppedUp } from '../../books/servicing/convert-order.ts'
import { isOnItsWayBack, leftOf } from '../../books/servicing/left-of.ts'
import { lockFinancing } from '../../books/servicing/load-order.ts'
import type { RepaymentRow } from '../../books/servicing/repayment-row.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { OrderRow } from '../../finance/finance-order/move-order.ts'
import { onPaymentDay } from '../../finance/finance-order/payment-day.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { amountIn } from './collecting-account.ts'
import { refuseMoneyOfAnother } from './paying-buyer.ts'
import { settleReceipt } from './repayment-row.ts'
import { refuseUntoldApart } from './same-receipt.ts'
import { submitRepayment } from './submit-repayment.ts'
import { virtualPayer } from './virtual-account.ts'

// From its submission to its payment a conversion can be topped up.
const awaiting = ['SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED'] as const
const isAwaiting = (status: FinanceOrderStatus) => awaiting.some((one) => one === status)

/** So many conversions are priced for one receipt; others are searched for. */
const mostPriced = 20

type Priceable = Pick<UseCaseContext, 'tx' | 'app' | 'today' | 'now'>
type Short = { orderId: string; orderNo: string; supplierId: string; missing: M.Money }

/**
 * Conversions of a funder in a currency that lack money, and how much; their payoff less everything kept for them. Those of the payer
 * come first, and `more` tells that others were not looked at.
 */
export async function conversionsShort(
  context: Priceable,
  receipt: { funderId: string; currency: string; payerCompanyId: string | null; search: string | undefined },
): Promise<{ short: Short[]; more: boolean }> {
  const { tx } = context
  const { funderId, currency, payerCompanyId, search } = receipt
  const orders = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('arpOfOrderId', 'is not', null)
    .where('funderId', '=', funderId)
    .where('currency', '=', currency)
    .where('status', 'in', awaiting)
    .$if(search !== undefined, (query) => query.where('orderNo', 'ilike', `%${search}%`))
    .orderBy(sql`supplier_id is distinct from ${payerCompanyId}::uuid`)
    .orderBy('orderNo')
    .limit(mostPriced + 1)
    .execute()
  const short: Short[] = []
  for (const order of orders.slice(0, mostPriced)) {
    const onItsWay = await toppedUp(tx, order, claimingStatuses)
    const missing = M.atLeastZero(M.subtract(await topUpOf(context, order), onItsWay))
    if (M.isPositive(missing)) short.push({ orderId: order.id, orderNo: order.orderNo, supplierId: order.supplierId, missing })
  }
  return { short, more: orders.length > mostPriced }
}

/**
 * What the supplier of a conversion has to add on the day on which its payment can be made, at the price that holds then; without such a
 * price as it was agreed, on its day or today.
 */
async function topUpOf(context: Priceable, order: OrderRow): Promise<M.Money> {
  const { on, priced } = await onPaymentDay(context, order)
  if (priced) return priced.trial.total.topUp
  const { settlement } = await conversionFigures(context.tx, { ...order, requestedFundingDate: on }, on, { isPreview: true })
  return settlement.topUp
}

/** Settlement keeps money of the supplier for a conversion; another colleague agrees. It waits until the conversion is paid. */
export const topUpConversion: Handler<typeof repaymentCalls.topUp> = async (request) => {
  const { tx, today, actor, body } = request
  const seen = await tx.selectFrom('collection').select('id').where('id', '=', body.collectionId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'status', 'arpOfOrderId', 'supplierId', 'funderId', 'currency'])
    .where('id', '=', body.orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const collection = await tx.selectFrom('collection').selectAll().where('id', '=', seen.id).forUpdate().executeTakeFirstOrThrow()
  if (!order || order.funderId !== collection.funderId) throw new Refused('NOT_FOUND')
  if (!order.arpOfOrderId || !isAwaiting(order.status)) throw new Refused('ILLEGAL_TRANSITION')
  if (!collectionMachine.can.match(collection.status) || (await isOnItsWayBack(tx, collection)))
    throw new Refused('ILLEGAL_TRANSITION')
  await refuseUntoldApart(request, collection, body)
  if (order.currency !== collection.currency) throw new Refused('CURRENCY_MISMATCH')
  const through = await virtualPayer(tx, collection)
  await refuseMoneyOfAnother(tx, through, { companyId: order.supplierId, path: 'orderId' })
  const amount = amountIn('amount', body.amount, collection.currency)
  if (M.exceeds(amount, await leftOf(tx, collection))) throw faultyField('amount', 'OVER_ALLOCATION')
  const inserted = await tx
    .insertInto('repayment')
    .values({
      id: newId(),
      no: await nextNumber(tx, 'RP', today),
      collectionId: collection.id,
      topUpOf: order.id,
      supplierId: order.supplierId,
      funderId: order.funderId,
      payerRole: 'SUPPLIER',
      amount: M.toDecimal(amount),
      currency: collection.currency,
      valueDate: collection.valueDate,
      matchReason: order.orderNo,
      createdBy: actor.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await submitRepayment(request, inserted, order.orderNo)
  await settleReceipt(request, collection.id)
  return { id: inserted.id, no: inserted.no, status: 'IN_APPROVE' }
}

/** The conversion a top-up is kept for, locked, as long as it has not been paid. */
async function waitingConversion(tx: Tx, orderId: string) {
  const order = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (order.fundingDate !== null) throw new Refused('ILLEGAL_TRANSITION')
  return order
}

/** The money stops being nobody's: it waits with the financing that the conversion will pay off. */
export async function keepTopUp({ tx, today, actor }: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  const order = await waitingConversion(tx, repayment.topUpOf!)
  if (!isAwaiting(order.status)) throw new Refused('ILLEGAL_TRANSITION')
  const parent = await lockFinancing(tx, order.arpOfOrderId!)
  if (!parent) throw new Refused('ILLEGAL_TRANSITION')
  const amount = amountOf(repayment.amount, repayment.currency)
  const key = { eventType: 'COLLECTION', sourceType: 'REPAYMENT_MATCH', sourceId: repayment.id, seq: 0 }
  await post(tx, matchReceipt(key, parent.deal, { amount, payer: 'SUPPLIER' }), {
    valueDate: repayment.valueDate,
    postedOn: today,
    orderId: parent.row.id,
    by: actor.userId,
  })
  await notify(tx, {
    event: 'REPAYMENT_POSTED',
    companyIds: [repayment.supplierId, repayment.funderId],
    params: { no: repayment.no, amount: M.toDecimal(amount), currency: repayment.currency, orderNo: order.orderNo },
    objectType: 'REPAYMENT',
    objectId: repayment.id,
    link: `/repayment/repaymentDetail?no=${repayment.no}`,
  })
}

/** Refuses to give a top-up back that the bank was told to use, or has used. */
export async function refuseUsedTopUp(tx: Tx, orderId: string): Promise<void> {
  const { id } = await waitingConversion(tx, orderId)
  await refuseUnderConversion(tx, { childId: id })
}

/** Gives a top-up back to the receipt it came from, while the conversion has not used it. */
export async function releaseTopUp({ tx, today, actor }: UseCaseContext, repayment: RepaymentRow): Promise<void> {
  await refuseUsedTopUp(tx, repayment.topUpOf!)
  for (const journal of await standingJournals(tx, { sourceType: 'REPAYMENT_MATCH', sourceId: repayment.id }))
    await reverseJournal(tx, journal.id, { postedOn: today, by: actor.userId })
}
