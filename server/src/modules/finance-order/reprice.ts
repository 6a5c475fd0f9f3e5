import { addBusinessDays } from '@usance/domain/calendar'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { changedTerms, type PriceTerm, type PriceTerms } from '@usance/domain/price-change'
import * as Exact from '@usance/domain/rational'
import type { TrialAnswer, TrialRequest } from '@usance/wire/finance-order/trial'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { reissueContracts } from '../contract/issue-contracts.ts'
import { calendarsOf } from '../servicing/calendars.ts'
import type { OrderRow } from './move-order.ts'
import { type Priced, priceOrder } from './price.ts'
import { storeFees } from './save-order.ts'

export type Repricing = {
  fundingDate: LocalDate
  priced: Priced
  accepted: PriceTerms
  fresh: PriceTerms
  changed: PriceTerm[]
}

/** How far ahead an order is priced again: its payment still has to be instructed, approved and sent. */
const businessDaysToPay = 1

/** Whether the day an order was priced for has passed before its money went out. */
export const isPriceOld = (order: Pick<OrderRow, 'status' | 'requestedFundingDate'>, today: LocalDate): boolean =>
  order.status === 'RIGHT_CONFIRMED' && order.requestedFundingDate < today

/**
 * The trial of a confirmed order run again for the next business day, with the same documents and amounts, and in what it
 * differs from the accepted price. Refuses when the order could not be priced at all today. Sees every company.
 */
export async function repriceOrder(tx: Tx, order: OrderRow, today: LocalDate): Promise<Repricing> {
  const stored = order.pricing as { request?: TrialRequest; trial?: TrialAnswer }
  // A drawing is priced against the availability of its pool, which it takes itself: it is drawn again instead.
  if (order.poolId) throw new Refused('DRAWING_EXPIRED')
  if (!stored.request || !stored.trial) throw new Refused('PRICING_EXPIRED')
  const product = await tx
    .selectFrom('financingProduct')
    .select('calendars')
    .where('id', '=', order.productId)
    .executeTakeFirstOrThrow()
  const fundingDate = addBusinessDays(today, businessDaysToPay, await calendarsOf(tx, product.calendars))
  const items = await itemsOf(tx, order.id)
  const priced = await priceOrder(
    tx,
    order.supplierId,
    {
      ...stored.request,
      fundingDate,
      orderId: order.id,
      items: items.map((item) => ({
        docType: item.docType as 'INVOICE',
        docId: (item.invoiceId ?? item.purchaseOrderId)!,
        applyAmount: amountText(item.applyAmount, order.currency),
      })),
    },
    today,
  )
  const dropped = priced.trial.items.filter((item) => item.reasons.length > 0)
  if (dropped.length > 0)
    throw new Refused('INVOICE_NOT_ELIGIBLE', { items: dropped.map(({ docId, reasons }) => ({ docId, reasons })) })
  const accepted = acceptedTerms(order, stored.trial)
  const fresh = freshTerms(priced)
  return {
    fundingDate,
    priced,
    accepted,
    fresh,
    changed: changedTerms(accepted, fresh, priced.product.interestMethod === 'IN_ADVANCE'),
  }
}

const itemsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('financeOrderItem')
    .select(['id', 'docType', 'invoiceId', 'purchaseOrderId', 'applyAmount'])
    .where('orderId', '=', orderId)
    .where('active', '=', true)
    .orderBy('seq')
    .execute()

function acceptedTerms(order: OrderRow, trial: TrialAnswer): PriceTerms {
  const money = (text: string) => amountOf(text, order.currency)
  return {
    rate: Exact.parseDecimal(order.rate ?? '0'),
    advance: money(order.financeAmount),
    interest: money(order.interestAmount),
    fees: M.add(money(order.feeAmount), money(trial.total.feesAtSettlement)),
    net: money(order.netAmount),
    reserve: money(order.reserveAmount),
    maturity: order.maturity!,
  }
}

const lastMaturity = ({ trial }: Priced): LocalDate =>
  trial.items
    .map((item) => item.maturity)
    .sort()
    .at(-1)!

function freshTerms(priced: Priced): PriceTerms {
  const { total, items } = priced.trial
  return {
    rate: items[0]!.rate,
    advance: total.applyAmount,
    interest: total.interest,
    fees: M.add(total.feesAtFunding, total.feesAtSettlement),
    net: total.net,
    reserve: total.reserve,
    maturity: lastMaturity(priced),
  }
}

/** Puts the new price in the place of the old one: the locked order, its items and fees, and the payment that waits. */
export async function adoptPrice(
  context: UseCaseContext,
  order: OrderRow,
  { priced, fundingDate, changed, accepted, fresh }: Repricing,
): Promise<void> {
  const { tx, actor } = context
  const { trial, answer } = priced
  const { request } = order.pricing as { request: TrialRequest }
  const maturity = lastMaturity(priced)
  await tx
    .updateTable('financeOrder')
    .set({
      requestedFundingDate: fundingDate,
      netAmount: M.toDecimal(trial.total.net),
      interestAmount: M.toDecimal(trial.total.interest),
      feeAmount: M.toDecimal(trial.total.feesAtFunding),
      reserveAmount: M.toDecimal(trial.total.reserve),
      rate: answer.items[0]!.rate,
      maturity,
      pricing: JSON.stringify({ request: { ...request, fundingDate }, trial: answer }),
      pricingHash: answer.pricingHash,
      version: order.version + 1,
      updatedAt: sql`app_now()`,
      updatedBy: actor.userId,
    })
    .where('id', '=', order.id)
    .execute()
  for (const item of await itemsOf(tx, order.id)) {
    const now = trial.items.find(({ docId }) => docId === (item.invoiceId ?? item.purchaseOrderId))!
    await tx
      .updateTable('financeOrderItem')
      .set({
        adjustments: M.toDecimal(now.adjustments),
        paid: M.toDecimal(now.paid),
        eligible: M.toDecimal(now.eligible),
        reserve: M.toDecimal(now.reserve),
        interest: M.toDecimal(now.interest),
        maturity: now.maturity,
      })
      .where('id', '=', item.id)
      .execute()
  }
  await storeFees(tx, order.id, trial)
  await tx
    .updateTable('payment')
    .set((eb) => ({
      amount: M.toDecimal(order.arpOfOrderId ? trial.total.cashToSupplier : trial.total.net),
      dueDate: fundingDate,
      version: eb('version', '+', 1),
      updatedAt: context.now.toISOString(),
    }))
    .where('orderId', '=', order.id)
    .where('type', '=', 'FUNDING')
    .where('status', 'in', ['DRAFT', 'FAILED'])
    .execute()
  await audit(context, {
    event: 'FINANCE_ORDER_REPRICED',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    before: { fundingDate: order.requestedFundingDate, net: M.toDecimal(accepted.net), pricingHash: order.pricingHash },
    after: { fundingDate, net: M.toDecimal(fresh.net), pricingHash: answer.pricingHash, changed },
  })
  // The contract states the rate: what was signed at another one does not stand.
  if (changed.includes('rate') || changed.includes('maturity')) await reissueContracts(context, order.id)
}
