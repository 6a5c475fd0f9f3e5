import { chargeFees, fundLoan, fundPurchase, netProceeds } from '@usance/domain/ledger/templates'
import { addDays, type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { bookedBefore, post } from '../../books/ledger/post.ts'
import { accrueDays } from '../../books/servicing/accrue.ts'
import { diluteAtFunding } from '../../books/servicing/apply-dilution.ts'
import { lastClosedNight } from '../../books/servicing/closed-nights.ts'
import { type FundingFigures, fundingFigures, type StoredOrder } from '../../books/servicing/funding-figures.ts'
import { billBuyer } from '../../books/servicing/issue-bill.ts'
import { dealOf, kindOf, loadFinancings } from '../../books/servicing/load-order.ts'
import { moveOrder } from '../../books/servicing/move-order.ts'
import { partsOf, tellBuyers } from '../../books/servicing/order-parts.ts'
import { resetPastRates } from '../../books/servicing/rate-resets.ts'
import { amountOf } from '../../database/amount.ts'
import { alongside, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { bookConversion } from './book-conversion.ts'
import { giveBackLateInterest } from './late-interest.ts'

/** A payment that the bank has made, and the figures of the funding where they have been read already. */
type Paid = {
  amount: string
  valueDate: LocalDate
  paymentId: string
  platformId: string
  figures: FundingFigures | undefined
  /** The first day on which the bank can have paid it by an earlier file, before it was priced for a later day; null otherwise. */
  sentOn: LocalDate | null
}

/** L1, L2 or L9: the money has reached the supplier. Books it, fixes the rate, and turns the order into a running one. */
export async function fundOrder(
  context: UseCaseContext,
  order: StoredOrder,
  { amount, valueDate, paymentId, platformId, figures: known, sentOn }: Paid,
): Promise<void> {
  const { tx, today, actor } = context
  const figures = known ?? (await fundingFigures(tx, order, valueDate))
  // The accepted price counts from the day it was made for. An earlier day is free of charge where interest was deducted, and
  // costs more than was accepted where it is paid in arrears. What the bank has by an earlier file went out at a price of its own day.
  if (valueDate < order.requestedFundingDate && sentOn === null)
    throw faultyField('valueDate', 'VALUE_DATE_EARLY', { pricedFor: order.requestedFundingDate })
  const { purchase } = figures
  const paid = amountOf(amount, order.currency)
  // The bank paid what was instructed; when that is no longer what the order books, somebody has to look first.
  if (!order.arpOfOrderId && !M.equals(netProceeds(purchase), paid)) throw new Refused('PRICING_EXPIRED')

  const deal = dealOf(order, platformId)
  const source = { eventType: 'FUNDING', sourceType: 'PAYMENT', sourceId: paymentId }
  const key = { ...source, seq: await bookedBefore(tx, source) }
  const facts = { valueDate, postedOn: today, orderId: order.id, by: actor.userId }
  const move = moveOrder(context, order, 'pay', {
    fundingDate: valueDate,
    maturity: figures.items.map((item) => item.maturity).reduce(maxDate),
    fundedAt: context.now.toISOString(),
    principalOutstanding: M.toDecimal(purchase.advance),
    fundedTerms: JSON.stringify(figures.terms),
  })
  if (order.arpOfOrderId) {
    await move
    await bookConversion(context, order, { purchase, paid, valueDate, key, deal, facts })
  }
  const journal = order.arpOfOrderId
    ? undefined
    : (kindOf(order.type) === 'PURCHASE' ? fundPurchase : fundLoan)(key, deal, purchase)
  // Asked with the order's move: had somebody been faster, all of it is undone.
  const [closed] = await together(
    lastClosedNight(tx, order.id),
    move,
    journal ? post(tx, journal, facts) : undefined,
    post(tx, chargeFees({ ...key, eventType: 'FEES' }, deal, figures.owedFees), facts),
    startRunning(tx, order, figures, valueDate),
    markDocuments(context, order, figures),
  )
  await billBuyer(context, order, figures.billedFeeIds, valueDate)
  await diluteAtFunding(context, order, paymentId)
  await giveBackLateInterest(tx, order, figures, { paymentId, valueDate, deal, key, facts })
  // A payment recorded some days late has earned interest since its value date; minimum interest is earned with the funding.
  const hasLeast = Object.values(figures.terms.items).some((item) => item.leastTo !== undefined)
  if (valueDate <= closed || hasLeast) {
    const through = maxDate(closed, hasLeast ? valueDate : addDays(valueDate, -1))
    await resetPastRates(tx, order.id, { from: addDays(valueDate, 1), to: closed })
    const funded = await loadFinancings(tx, [order.id])
    await accrueDays(tx, [...funded.values()], { from: valueDate, to: through, postedOn: today })
  }
  await notify(tx, {
    event: 'FINANCE_ORDER_FUNDED',
    companyIds: [order.supplierId, order.funderId, order.disclosed ? order.buyerId : null],
    params: { orderNo: order.orderNo, amount: M.toDecimal(purchase.advance), currency: order.currency },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  // Each part of an order of several buyers is funded with the whole, and its buyer hears of its own.
  const parts = await partsOf(tx, order)
  if (parts.length === 0) return
  await tx.updateTable('financeOrderPart').set({ status: 'FUNDED' }).where('orderId', '=', order.id).execute()
  await tellBuyers(tx, order, parts, ({ applied }) => ({ event: 'FINANCE_ORDER_FUNDED', params: { amount: applied } }))
}

/** The fees are charged, and the first rate runs from the day of the money. */
const startRunning = (tx: Tx, order: StoredOrder, { terms, fixing }: FundingFigures, valueDate: LocalDate) =>
  together(
    tx.updateTable('orderFee').set({ charged: true }).where('orderId', '=', order.id).where('timing', '=', 'FUNDING').execute(),
    tx
      .insertInto('ratePeriod')
      .values({
        id: newId(),
        orderId: order.id,
        fromDate: valueDate,
        baseRateType: terms.baseRateType,
        fixingDate: fixing?.date ?? null,
        fixing: fixing?.rate ?? null,
        margin: terms.margin,
        rate: order.rate ?? terms.margin,
      })
      .execute(),
  )

async function markDocuments({ tx, now }: UseCaseContext, order: StoredOrder, { items }: FundingFigures): Promise<void> {
  const running = tx
    .updateTable('financeOrderItem')
    .set((eb) => ({ principalOutstanding: eb.ref('applyAmount'), active: true }))
    .where('orderId', '=', order.id)
    .execute()
  await alongside(tx, running)
  const invoiceIds = items.flatMap((item) => item.invoiceId ?? [])
  if (invoiceIds.length > 0) {
    const financed = tx
      .updateTable('invoice')
      .set((eb) => ({
        financeStatus: 'FINANCED',
        funderId: order.funderId,
        version: eb('version', '+', 1),
        updatedAt: now.toISOString(),
      }))
      .where('id', 'in', invoiceIds)
      .execute()
    await alongside(tx, financed)
  }
  for (const item of items)
    if (item.purchaseOrderId)
      await tx
        .updateTable('purchaseOrder')
        .set((eb) => ({
          financeStatus: 'FINANCED',
          funderId: order.funderId,
          financedAmount: eb('financedAmount', '+', item.applyAmount),
          version: eb('version', '+', 1),
          updatedAt: now.toISOString(),
        }))
        .where('id', '=', item.purchaseOrderId)
        .execute()
}
