import { maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { remaindersOn } from '@usance/domain/servicing/crumbs'
import { type OrderPosition, owedOn, payoffOn } from '@usance/domain/servicing/plan-repayment'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { amountOf } from '../../database/amount.ts'
import { anyOf, elevate } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { payoffByConversion } from '../payment/arp-payoff.ts'
import { shownStatus } from '../repayment/list.ts'
import { shownOwed } from '../repayment/read-repayment.ts'
import { type Financing, loadFinancings, positionAhead } from '../servicing/load-order.ts'
import { reservesOf } from '../servicing/reserves.ts'
import { orderDetail } from './detail.ts'
import { ownPart } from './orders-seen.ts'

/** What falls due on each document, every repayment with what it was applied to, and what would settle the order today. */
export const repaymentInfo: Handler<typeof financeOrderCalls.repaymentInfo> = async ({ tx, actor, query, today }) => {
  const order = await orderDetail({ tx, actor }, query.id)
  const { currency } = order
  const buyer = actor.companyRole === 'BUYER'
  const repayments = await tx.selectFrom('repayment').selectAll().where('orderId', '=', order.id).orderBy('valueDate').execute()
  const isPart = buyer && (await ownPart(tx, order.id)) !== undefined
  const money = (stored: string) => amountOf(stored, currency)
  // The books of an order are the funder's; whoever may see the order may see what they say is owed on it.
  await elevate(tx)
  // Of one buyer among several only what its own receipts paid: those are what it was shown above.
  const parts = await tx
    .selectFrom('allocation')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('reversed', '=', false)
    .$if(isPart, (query) =>
      query
        .where('itemId', '=', anyOf(order.items.map((item) => item.id)))
        .where('repaymentId', '=', anyOf(repayments.map((one) => one.id))),
    )
    .execute()
  // Nobody owes on the financing any more what its funder has taken as a loss.
  const isWrittenOff = order.status === 'WRITTEN_OFF'
  const financing = (await loadFinancings(tx, [order.id])).get(order.id)
  const reserves = buyer ? [] : await reservesOf(tx, [order.id])
  const reserveShown = (one: (typeof reserves)[number] | undefined) => {
    const none = M.zero(currency)
    const isPaid = one !== undefined && M.isZero(one.principalOutstanding)
    return { free: M.toDecimal(isPaid ? one.fed : none), paidOut: M.toDecimal(one?.paidOut ?? none) }
  }
  const position = financing && (await positionAhead(tx, financing))
  const owedAt = (day: string) =>
    financing && position && !isWrittenOff ? shownOwed(owedOn(position, day), financing, today) : []
  return {
    schedule: order.items.map((item) => {
      const owed = owedAt(maxDate(today, item.maturity)).find((one) => one.itemId === item.id)
      const notYetFunded =
        order.product.interestMethod === 'IN_ARREARS' && !order.fundingDate ? item.interest : M.toDecimal(M.zero(currency))
      // Costs that are left keep a document open for those who see them, though its principal is paid.
      const costs = [owed?.interest, owed?.fees, owed?.penalty].some((cost) => cost && !M.isZero(money(cost)))
      const left = !M.isZero(money(item.principalOutstanding)) || (!buyer && costs)
      const paid =
        isPart && order.fundingDate
          ? M.toDecimal(M.subtract(money(item.applyAmount), money(item.principalOutstanding)))
          : M.toDecimal(
              M.sum(
                parts
                  .filter((part) => part.itemId === item.id && part.component === 'PRINCIPAL' && part.source !== 'WAIVER')
                  .map((part) => money(part.amount)),
                currency,
              ),
            )
      const waived = M.sum(
        parts
          .filter((part) => part.itemId === item.id && part.source === 'WAIVER' && (!buyer || ofReceivable.has(part.component)))
          .map((part) => money(part.amount)),
        currency,
      )
      return {
        item: item.docNo,
        dueDate: item.maturity,
        principalDue: item.applyAmount,
        interestDue: buyer ? null : (owed?.interest ?? notYetFunded),
        feeDue: buyer ? null : (owed?.fees ?? M.toDecimal(M.zero(currency))),
        penaltyDue: buyer ? null : (owed?.penalty ?? M.toDecimal(M.zero(currency))),
        paid,
        waived: M.toDecimal(waived),
        outstanding: item.principalOutstanding,
        reserve: buyer ? null : reserveShown(reserves.find((one) => one.itemId === item.id)),
        status: standing({
          funded: order.fundingDate !== null,
          lost: isWrittenOff && paid !== item.applyAmount,
          waived: !M.isZero(waived),
          left,
          late: item.maturity < today,
        }),
        inGrace: left && (owed?.inGrace ?? false),
      }
    }),
    repayments: repayments.map((repayment) => ({
      id: repayment.id,
      no: repayment.no,
      valueDate: repayment.valueDate,
      amount: M.toDecimal(money(repayment.amount)),
      payerRole: repayment.payerRole,
      fundSource: repayment.fundSource,
      status: shownStatus(repayment),
      allocations: parts
        .filter((part) => part.repaymentId === repayment.id && (!buyer || part.component === 'PRINCIPAL'))
        .map((part) => ({ component: part.component, amount: M.toDecimal(money(part.amount)) })),
    })),
    stillOwed: (position && !isWrittenOff ? remaindersOn(position, today) : []).flatMap(({ itemId, amount }) => {
      const item = order.items.find((one) => one.id === itemId)
      return item ? [{ item: item.docNo, buyer: item.buyerName ?? order.buyerName ?? '', amount: M.toDecimal(amount) }] : []
    }),
    payoff: financing && position && !buyer && !isWrittenOff ? payoffOf(financing, position, today) : null,
  }
}

/** What a waiver may let go of a buyer's own debt. */
const ofReceivable = new Set(['PRINCIPAL', 'REMAINDER'])

/** How a document of the schedule stands: what was lost or waived before what was paid, as neither leaves anything owed. */
function standing({ funded, lost, waived, left, late }: Record<'funded' | 'lost' | 'waived' | 'left' | 'late', boolean>) {
  if (!funded) return 'NOT_DUE'
  if (lost) return 'WRITTEN_OFF'
  if (!left) return waived ? 'WAIVED' : 'PAID'
  return late ? 'PAST_DUE' : 'NOT_DUE'
}

function payoffOf(financing: Financing, position: OrderPosition, asOf: string) {
  const { currency } = financing.row
  const { owed, earlyFee, total } = payoffOn(position, asOf)
  const part = (key: 'principal' | 'interest' | 'penalty' | 'fees') =>
    M.toDecimal(
      M.sum(
        owed.map((one) => one[key]),
        currency,
      ),
    )
  return {
    asOf,
    total: M.toDecimal(total),
    onConversion: payoffByConversion(financing, owed),
    parts: {
      principal: part('principal'),
      interest: part('interest'),
      penalty: part('penalty'),
      fees: part('fees'),
      earlyFee: M.toDecimal(earlyFee),
    },
  }
}
