import { maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { remaindersOn } from '@usance/domain/servicing/crumbs'
import { lastDayOfGrace } from '@usance/domain/servicing/life'
import { type OrderPosition, owedOn, payoffOn } from '@usance/domain/servicing/plan-repayment'
import type { Answer } from '@usance/wire/call'
import type { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { type Selectable, sql } from 'kysely'
import { payoffByConversion } from '../../books/servicing/arp-payoff.ts'
import { type Financing, loadFinancings, positionAhead } from '../../books/servicing/load-order.ts'
import { ownLines, shownAmount, shownStatus } from '../../books/servicing/own-payments.ts'
import { reservesOf } from '../../books/servicing/reserves.ts'
import { shownOwed } from '../../books/servicing/shown-owed.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import type { RepaymentTable } from '../../database/tables.ts'
import type { Handler } from '../../http/context.ts'
import { afterLoss, debtAfterLoss } from './after-loss.ts'
import { orderAsRead } from './detail.ts'

type Asked = Pick<Parameters<typeof repaymentInfo>[0], 'tx' | 'actor' | 'today'> & { order: OrderDetail }
type Info = Answer<typeof financeOrderCalls.repaymentInfo>
type Line = Info['schedule'][number]

/** What falls due on each document, every repayment with what it was applied to, and what would settle the order today. A buyer
 *  reads its own debt and its own payments. */
export const repaymentInfo: Handler<typeof financeOrderCalls.repaymentInfo> = async ({ tx, actor, query, today }) => {
  const { order, reader } = await orderAsRead({ tx, actor }, query.id)
  return reader === 'BUYER' ? infoOfBuyer({ tx, actor, today, order }) : infoOfOrder({ tx, actor, today, order })
}

async function infoOfOrder({ tx, actor, order, today }: Asked): Promise<Info> {
  const repayments = await tx.selectFrom('repayment').selectAll().where('orderId', '=', order.id).orderBy('valueDate').execute()
  // The books of an order are the funder's; whoever may see the order may see what they say is owed on it.
  await elevate(tx)
  const parts = await tx
    .selectFrom('allocation')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('reversed', '=', false)
    .execute()
  const financing = (await loadFinancings(tx, [order.id])).get(order.id)
  // Nobody owes on the financing any more what its funder has taken as a loss.
  const position = financing && order.status !== 'WRITTEN_OFF' ? await positionAhead(tx, financing) : undefined
  const reserves = await reservesOf(tx, [order.id])
  const owedAt = (day: string) => (financing && position ? shownOwed(owedOn(position, day), financing, today) : [])
  return {
    schedule: order.items.map((item) => {
      const owed = owedAt(maxDate(today, item.maturity)).find((one) => one.itemId === item.id)
      const ofItem = parts.filter((part) => part.itemId === item.id)
      const reserve = reserves.find((one) => one.itemId === item.id)
      return dueOn(order, item, { owed, parts: ofItem, reserve, today })
    }),
    repayments: repayments.map((repayment) =>
      shownRepayment(
        repayment,
        parts.filter((part) => part.repaymentId === repayment.id),
        order.currency,
      ),
    ),
    stillOwed: position ? stillOwedOn(order, position, today) : [],
    payoff: financing && position ? payoffOf(financing, position, today) : null,
    afterLoss: financing ? await afterLoss(tx, financing, actor) : null,
  }
}

type Booked = {
  owed: ReturnType<typeof shownOwed>[number] | undefined
  parts: readonly { component: string; source: string; amount: string }[]
  reserve: Awaited<ReturnType<typeof reservesOf>>[number] | undefined
  today: string
}

/** What is due on one document of an order, what of it was repaid and waived, and what of its reserve is free. */
function dueOn(order: OrderDetail, item: OrderDetail['items'][number], { owed, parts, reserve, today }: Booked): Line {
  const { currency } = order
  const money = (stored: string) => amountOf(stored, currency)
  const none = M.zero(currency)
  const notYetFunded =
    order.product.interestMethod === 'IN_ARREARS' && !order.fundingDate && item.interest ? item.interest : M.toDecimal(none)
  // Costs that are left keep a document open, though its principal is paid.
  const costs = [owed?.interest, owed?.fees, owed?.penalty].some((cost) => cost && !M.isZero(money(cost)))
  const left = !M.isZero(money(item.principalOutstanding)) || costs
  const sumOf = (holds: (part: Booked['parts'][number]) => boolean) =>
    M.sum(
      parts.filter(holds).map((part) => money(part.amount)),
      currency,
    )
  const paid = sumOf((part) => part.component === 'PRINCIPAL' && part.source !== 'WAIVER')
  const waived = sumOf((part) => part.source === 'WAIVER')
  const borne = M.add(
    paid,
    sumOf((part) => part.component === 'PRINCIPAL' && part.source === 'WAIVER'),
  )
  const isPaid = reserve !== undefined && M.isZero(reserve.principalOutstanding)
  return {
    item: item.docNo,
    dueDate: item.maturity,
    principalDue: item.applyAmount,
    interestDue: owed?.interest ?? notYetFunded,
    feeDue: owed?.fees ?? M.toDecimal(none),
    penaltyDue: owed?.penalty ?? M.toDecimal(none),
    paid: M.toDecimal(paid),
    waived: M.toDecimal(waived),
    outstanding: item.principalOutstanding,
    reserve: { free: M.toDecimal(isPaid ? reserve.fed : none), paidOut: M.toDecimal(reserve?.paidOut ?? none) },
    status: standing({
      funded: order.fundingDate !== null,
      lost: order.status === 'WRITTEN_OFF' && !M.equals(borne, money(item.applyAmount)),
      waived: !M.isZero(waived),
      left,
      late: item.maturity < today,
    }),
    inGrace: left && (owed?.inGrace ?? false),
  }
}

/**
 * What a buyer owes on its invoices, and what it has paid of them; nothing of what the financing costs its supplier. A loan on a purchase
 * order is the supplier's debt: its buyer owes nothing before it is invoiced, and then owes on the invoice.
 */
async function infoOfBuyer({ tx, actor, order, today }: Asked): Promise<Info> {
  const { currency } = order
  const repayments = await tx
    .selectFrom('repayment as r')
    .select(['r.id', 'r.no', 'r.valueDate', 'r.payerRole', 'r.fundSource', 'r.status', shownAmount(actor).as('amount')])
    .where('r.orderId', '=', order.id)
    .where('r.buyerId', '=', actor.companyId)
    .orderBy('r.valueDate')
    .execute()
  const lines = await tx.selectFrom(ownLines(actor).as('l')).selectAll().where('orderId', '=', order.id).execute()
  const invoices = await ownInvoices(tx, order)
  await elevate(tx)
  const financing = (await loadFinancings(tx, [order.id])).get(order.id)
  const isWrittenOff = financing?.row.status === 'WRITTEN_OFF'
  const position = financing && !isWrittenOff ? await positionAhead(tx, financing) : undefined
  const owed = M.sum(
    invoices.map(({ outstanding }) => outstanding),
    currency,
  )
  return {
    schedule: order.items.flatMap((item) => {
      const invoice = invoices.find(({ id }) => id === item.docId)
      if (!invoice) return []
      const lived = financing?.life.items.find(({ itemId }) => itemId === item.id)
      const isInGrace = financing && lived && today <= lastDayOfGrace(lived, financing.life.terms)
      return [owedOnInvoice(order, item, invoice, { today, isInGrace: isInGrace ?? false })]
    }),
    repayments: repayments.map((repayment) =>
      shownRepayment(
        repayment,
        lines.filter((line) => line.repaymentId === repayment.id),
        currency,
      ),
    ),
    stillOwed: position ? stillOwedOn(order, position, today) : [],
    payoff: null,
    afterLoss: financing ? debtAfterLoss(financing, owed) : null,
  }
}

type OwnInvoice = {
  id: string
  dueDate: string
  amount: M.Money
  reduced: M.Money
  paid: M.Money
  waived: M.Money
  outstanding: M.Money
}

/** The invoices of an order that the caller may see, with what was paid of each and what was waived. */
async function ownInvoices(tx: Tx, { currency, items }: OrderDetail): Promise<OwnInvoice[]> {
  const rows = await tx
    .selectFrom('invoice as v')
    .select(['v.id', 'v.dueDate', 'v.amount', 'v.adjustedAmount', 'v.paidAmount', 'v.outstanding'])
    .select(
      sql<string>`(select coalesce(sum(p.amount), 0) from invoice_payment p where p.invoice_id = v.id and p.waived)`.as('waived'),
    )
    .where('v.id', '=', anyOf(items.flatMap(({ docType, docId }) => (docType === 'INVOICE' ? [docId] : []))))
    .execute()
  const money = (stored: string | null) => amountOf(stored ?? '0', currency)
  return rows.map((row) => ({
    id: row.id,
    dueDate: row.dueDate,
    amount: money(row.amount),
    reduced: money(row.adjustedAmount),
    paid: M.subtract(money(row.paidAmount), money(row.waived)),
    waived: money(row.waived),
    outstanding: money(row.outstanding),
  }))
}

/** What a buyer owes on one of its invoices, when that is due: the maturity is between supplier and funder (decision 311). */
function owedOnInvoice(
  order: OrderDetail,
  item: OrderDetail['items'][number],
  { dueDate, amount, reduced, paid, waived, outstanding }: OwnInvoice,
  { today, isInGrace }: { today: string; isInGrace: boolean },
): Line {
  const left = !M.isZero(outstanding)
  const late = dueDate < today
  return {
    item: item.docNo,
    dueDate,
    interestDue: null,
    feeDue: null,
    penaltyDue: null,
    paid: M.toDecimal(paid),
    waived: M.toDecimal(waived),
    invoice: { amount: M.toDecimal(amount), reduced: M.toDecimal(reduced), outstanding: M.toDecimal(outstanding) },
    reserve: null,
    status: standing({ funded: order.fundingDate !== null, lost: false, waived: !M.isZero(waived), left, late }),
    inGrace: left && late && isInGrace,
  }
}

type Repaid = Pick<Selectable<RepaymentTable>, 'id' | 'no' | 'valueDate' | 'amount' | 'payerRole' | 'fundSource' | 'status'>

const shownRepayment = (
  repayment: Repaid,
  parts: readonly { component: string; amount: string }[],
  currency: string,
): Info['repayments'][number] => ({
  id: repayment.id,
  no: repayment.no,
  valueDate: repayment.valueDate,
  amount: amountText(repayment.amount, currency),
  payerRole: repayment.payerRole,
  fundSource: repayment.fundSource,
  status: shownStatus(repayment),
  allocations: parts.map(({ component, amount }) => ({ component, amount: amountText(amount, currency) })),
})

const stillOwedOn = (order: OrderDetail, position: OrderPosition, today: string): Info['stillOwed'] =>
  remaindersOn(position, today).flatMap(({ itemId, amount }) => {
    const item = order.items.find((one) => one.id === itemId)
    return item ? [{ item: item.docNo, buyer: item.buyerName ?? order.buyerName ?? '', amount: M.toDecimal(amount) }] : []
  })

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
