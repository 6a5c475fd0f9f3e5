import { addDays, type LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { lateItems } from '@usance/domain/servicing/late'
import { lastDayOfGrace, principalLeft } from '@usance/domain/servicing/life'
import { type ItemOwed, owedOn, owedTotal } from '@usance/domain/servicing/plan-repayment'
import { invoiceFinanceStatusOf, purchaseOrderFinanceStatusOf } from '@usance/domain/states/document-finance-status'
import {
  type FinanceOrderEvent,
  type FinanceOrderStatus,
  holdsDocuments,
  statusByMoney,
} from '@usance/domain/states/finance-order'
import { payStatusOf } from '@usance/domain/states/invoice'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { type Notice, notify } from '../../notify/notify.ts'
import { diluteWhatIsNotOwed, diluteWhatWasTakenBack } from './apply-dilution.ts'
import { earnRestOfFees } from './earn-fees.ts'
import { keepBills, openOfBills } from './issue-bill.ts'
import { judgedOn } from './last-accrual.ts'
import { type Financing, funderBalances, loadFinancings, positionOf } from './load-order.ts'
import { lossIsOpen } from './losses.ts'
import { moveOrder, storeStatus } from './move-order.ts'
import { keepParts, settledUnpaid, tellParts } from './order-parts.ts'
import { keepOwedBack } from './owed-back.ts'
import { owedToFunder } from './owed-by.ts'
import { retakeDocuments } from './retake.ts'
import { tellingClaims } from './tell-claims.ts'

/**
 * Brings everything an order shows into line with what its money says after an event: principal of order and items, the
 * status, whether it still holds its documents, and what those show. `close` is the close of today once the night is booked: what is
 * late on the day that follows is late then. Answers the status.
 */
export async function restateOrder(
  context: UseCaseContext,
  orderId: string,
  event: 'convert' | 'convertPart' | 'repay' | 'reverse' | 'day' | 'close',
): Promise<FinanceOrderStatus> {
  const { tx, today } = context
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  const { life, row } = financing
  const position = await positionOf(tx, financing)
  const lateOn = event === 'close' ? addDays(today, 1) : await judgedOn(context, orderId)
  const owed = owedOn(position, lateOn)
  // Of a loss nothing is outstanding any more, whatever was paid before it.
  const left = (item: (typeof life.items)[number]) => (row.status === 'WRITTEN_OFF' ? M.zero(row.currency) : principalLeft(item))
  const principal = M.sum(life.items.map(left), row.currency)
  const isOwed = !M.isZero(principal) || !M.isZero(owedTotal(owed, row.currency))
  const owedBack = await keepOwedBack(tx, financing)
  // Reserve that is owed back is due on the day from which it is owed, whatever is left of the grace of the documents.
  const isOwedBack = owedBack !== undefined && owedBack.dueOn !== null && owedBack.dueOn < lateOn
  const late = lateItems(owed, life.terms, lateOn)
  const isOverdue = isOwedBack || late.length > 0
  const isRepaidInPart = await hasPaidMoreThanBills(tx, orderId)
  const before = row.status
  const byMoney = statusByMoney({ isOwed, isOverdue, isRepaidInPart })
  const patch = { principalOutstanding: M.toDecimal(principal) }
  let status = before
  // What is booked again behind an earlier day may leave a debt on an order that had ended.
  const isOpenAgain = isOwed && (before === 'SETTLED' || before === 'CONVERTED')
  if (before === 'WRITTEN_OFF' || (before === 'CONVERTED' && !isOpenAgain)) await storeStatus(context, row, before, event, patch)
  else if (event === 'convert' || event === 'convertPart') status = await moveOrder(context, row, event, patch)
  else if (event === 'reverse' || isOpenAgain) {
    status = byMoney
    await storeStatus(context, row, byMoney, event, {
      ...patch,
      settledOn: byMoney === 'SETTLED' ? today : null,
    })
  } else if (byMoney === before) await storeStatus(context, row, before, event, patch)
  else {
    status = byMoney
    await moveOrder(context, row, eventTo(before, byMoney), {
      ...patch,
      ...(byMoney === 'SETTLED' ? { settledOn: today } : {}),
    })
  }
  const holds = holdsDocuments(status)
  const isTakenBack = holds && !holdsDocuments(before)
  const isOwnedAgain =
    event === 'reverse' &&
    before === 'SETTLED' &&
    status === 'SETTLED' &&
    !M.isZero((await funderBalances(tx, orderId, row.currency))('1100'))
  if (isTakenBack || isOwnedAgain) await retakeDocuments(tx, orderId)
  for (const item of life.items)
    await tx
      .updateTable('financeOrderItem')
      .set({ principalOutstanding: M.toDecimal(left(item)), active: holds })
      .where('id', '=', item.itemId)
      .execute()
  await earnRestOfFees(context, { ...financing, row: { ...row, status } })
  await keepBills(tx, orderId)
  const changedParts = await keepParts(context, financing, { status, lateOn })
  const isOfDay = event === 'day' || event === 'close'
  const mayBePaid = !isOfDay && (holds || status === 'WRITTEN_OFF')
  // A payment or a credit may free an invoice of a settled order, and a reversal may bind it again: shown once dilution is booked.
  const isShownLater = status === 'SETTLED' && !isOfDay
  // One document of a late order may become late after another.
  if (!isShownLater && (status !== before || changedParts.length > 0 || mayBePaid || status === 'OVERDUE'))
    await show(context, financing, owed, { status, lateOn })
  if (isTakenBack) await diluteWhatWasTakenBack(context, orderId)
  // A credit note counts on the funder's part also where the money beside it has paid all else: the order is settled with that part.
  else if ((holds || status === 'SETTLED') && !isOfDay)
    await tellingClaims(context, row, () => diluteWhatIsNotOwed(context, financing))
  if (isShownLater) await show(context, financing, owed, { status, lateOn })
  await tellParts(tx, financing, changedParts)
  const lateDocuments = late.filter(owesMoreThanFees)
  // An order that was overdue by what its supplier owes back becomes so by its documents.
  const isLateSince = ({ item }: ItemOwed) => addDays(lastDayOfGrace(item, life.terms), 1) === lateOn
  const isLateNow = event === 'close' && lateDocuments.length > 0 && lateDocuments.every(isLateSince)
  const isNews = status !== before || (status === 'OVERDUE' && isLateNow)
  if (isNews && ['SETTLED', 'OVERDUE', 'CONVERTED'].includes(status)) {
    const due = M.add(principal, owedBack?.open ?? M.zero(row.currency))
    const open = M.isZero(due) ? owedTotal(owed, row.currency) : due
    await tellStatus(context, financing, status, { open, isLateByDocuments: lateDocuments.length > 0 })
  }
  return status
}

/** Whether a receipt has paid anything of an order: fee bills are its buyer's debt beside it. */
async function hasPaidMoreThanBills(tx: Tx, orderId: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('allocation')
    .select('id')
    .where('orderId', '=', orderId)
    .where('reversed', '=', false)
    .where('component', 'not in', ['BUYER_FEE', 'REFUND'])
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}

/** Whether anything but fees is owed on a document: fees are its supplier's debt. */
const owesMoreThanFees = ({ principal, interest, penalty }: ItemOwed) => [principal, interest, penalty].some(M.isPositive)

type Told = Pick<Notice, 'event' | 'params'>

/** Tells the parties what became of an order. The one buyer of an order hears of its own debt: of a delay only if it is its own,
 *  with what it has not paid itself. */
async function tellStatus(
  { tx }: UseCaseContext,
  financing: Financing,
  status: FinanceOrderStatus,
  { open: owed, isLateByDocuments }: { open: M.Money; isLateByDocuments: boolean },
): Promise<void> {
  const { row } = financing
  const told = (owed: M.Money): Told => ({ event: `FINANCE_ORDER_${status}`, params: { principal: M.toDecimal(owed) } })
  const notice = (companyIds: string[], { event, params }: Told) =>
    notify(tx, {
      event,
      companyIds,
      params: { orderNo: row.orderNo, currency: row.currency, ...params },
      objectType: 'FINANCE_ORDER',
      objectId: row.id,
      link: `/finance/finance-order/${row.id}/detail`,
    })
  await notice([row.supplierId, row.funderId], told(owed))
  if (!row.disclosed || row.buyerId === null) return
  const own = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select([
      sql<string | null>`sum(least(i.apply_amount, v.outstanding))`.as('open'),
      sql<string | null>`sum(least(i.apply_amount + i.reserve, v.outstanding))`.as('unpaid'),
    ])
    .where('i.orderId', '=', row.id)
    .executeTakeFirstOrThrow()
  const open = amountOf(own.open ?? '0', row.currency)
  if (status !== 'SETTLED') {
    // What its supplier owes back makes no buyer late.
    if (status === 'OVERDUE' && !(M.isPositive(open) && isLateByDocuments)) return
    return notice([row.buyerId], told(status === 'OVERDUE' ? open : M.zero(row.currency)))
  }
  // Its own bills are owed beside the order: they may be open although nothing else is.
  const bills = await openOfBills(tx, row)
  if (M.isPositive(bills))
    await notice([row.buyerId], { event: 'FINANCE_ORDER_BILLS_OPEN', params: { amount: M.toDecimal(bills) } })
  if (M.isPositive(open))
    await notice([row.buyerId], settledUnpaid(amountOf(own.unpaid!, row.currency), await owedToFunder(tx, financing)))
  else if (M.isZero(bills)) await notice([row.buyerId], told(M.zero(row.currency)))
}

const eventTo = (from: FinanceOrderStatus, to: FinanceOrderStatus): FinanceOrderEvent =>
  to === 'SETTLED' ? 'repayAll' : to === 'OVERDUE' ? 'fallOverdue' : from === 'OVERDUE' ? 'cure' : 'repay'

// Each document is late by itself: neither the delay of another one of its order is shown on it, nor what the supplier owes on what
// its buyer has paid. That stays with the funder while the order runs, and is settled when the order is lost.
// What came back of a loss in full is settled too, whoever paid it.
type Standing = { isLate: boolean; isPaid: boolean; isLost: boolean }
const shownOn = ({ isLate, isPaid, isLost }: Standing, order: FinanceOrderStatus): FinanceOrderStatus => {
  if (order === 'OVERDUE') return isLate ? order : 'FUNDED'
  return order === 'WRITTEN_OFF' && (isPaid || !isLost) ? 'SETTLED' : order
}

/** Updates the documents of an order to its outcome. The transaction sees every company. */
export async function showOnDocuments(context: UseCaseContext, orderId: string, status: FinanceOrderStatus): Promise<void> {
  const { tx } = context
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)!
  const lateOn = await judgedOn(context, orderId)
  await show(context, financing, owedOn(await positionOf(tx, financing), lateOn), { status, lateOn })
}

/**
 * Updates the invoices and purchase orders of an order to its outcome. An unpaid invoice without a balance in the funder's book
 * is the supplier's again. A lost order says on its invoices whether they are written off.
 */
async function show(
  { tx, now }: UseCaseContext,
  financing: Financing,
  owed: readonly ItemOwed[],
  { status, lateOn }: { status: FinanceOrderStatus; lateOn: LocalDate },
): Promise<void> {
  const { row, life } = financing
  const { id: orderId, currency } = row
  const late = new Set(lateItems(owed, life.terms, lateOn).map(({ item }) => item.itemId))
  const isPastGrace = (itemId: string) =>
    life.items.some((item) => item.itemId === itemId && lateOn > lastDayOfGrace(item, life.terms))
  const items = await tx
    .selectFrom('financeOrderItem as i')
    .leftJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select(['i.id as itemId', 'i.invoiceId', 'i.purchaseOrderId', 'i.funderId'])
    .select(['v.amount', 'v.adjustedAmount', 'v.paidAmount', 'v.outstanding', 'v.payStatus'])
    .select(ownerOf.as('ownerId'))
    .where('i.orderId', '=', orderId)
    .$if(status === 'SETTLED', (query) => query.where(sql<boolean>`not ${isHeldBeside}`))
    .execute()
  const isWrittenOff = status === 'WRITTEN_OFF'
  const isLost = isWrittenOff && (await lossIsOpen(tx, orderId))
  const change = { updatedAt: now.toISOString() }
  for (const { itemId, invoiceId, funderId: ownFunderId, ownerId, ...invoice } of items) {
    if (invoiceId === null) continue
    const of = (amount: string | null) => amountOf(amount ?? '0', currency)
    const isPaid = M.isZero(of(invoice.outstanding))
    const financeStatus = invoiceFinanceStatusOf(
      shownOn({ isLate: !isPaid && isPastGrace(itemId), isPaid, isLost }, status),
      !isWrittenOff && ownerId === null && !isPaid,
    )
    // Of a settled order another funder may own the rest, by an order from before or since.
    const ofFunder = status === 'SETTLED' ? (ownerId ?? ownFunderId) : ownFunderId
    const funderId = financeStatus === 'UNFINANCED' ? null : ofFunder
    const net = M.subtract(of(invoice.amount), of(invoice.adjustedAmount))
    const payStatus =
      isWrittenOff || invoice.payStatus === 'WRITTEN_OFF'
        ? payStatusOf({ net: net.minor, paid: of(invoice.paidAmount).minor, writtenOff: isLost })
        : invoice.payStatus!
    await tx
      .updateTable('invoice')
      .set((eb) => ({
        financeStatus,
        payStatus,
        funderId,
        version: eb('version', '+', 1),
        ...change,
      }))
      .where('id', '=', invoiceId)
      .where((eb) =>
        eb.or([
          eb('financeStatus', '<>', financeStatus),
          eb('payStatus', '<>', payStatus),
          ...(ownerId !== null && status === 'SETTLED' ? [eb('funderId', 'is distinct from', funderId)] : []),
        ]),
      )
      .execute()
  }
  for (const { itemId, purchaseOrderId } of items) {
    if (purchaseOrderId === null) continue
    const financeStatus = purchaseOrderFinanceStatusOf(shownOn({ isLate: late.has(itemId), isPaid: false, isLost }, status))
    await tx
      .updateTable('purchaseOrder')
      .set((eb) => ({ financeStatus, version: eb('version', '+', 1), ...change }))
      .where('id', '=', purchaseOrderId)
      .where('financeStatus', 'is distinct from', financeStatus)
      .execute()
  }
}

/** Whether a document of a settled order (`i`) is held by another order or a pool: it shows what becomes of that. */
const isHeldBeside = sql`(exists (select from finance_order_item x
    where x.invoice_id = i.invoice_id and x.order_id <> i.order_id and x.active)
  or exists (select from pool_asset a where a.invoice_id = i.invoice_id and a.released_at is null))`

/** The funder whose book has a balance on the receivables of an order over the invoice of an item (`i`), first of the order of the item. */
const ownerOf = sql<string | null>`(select o.funder_id from finance_order_item x
  join finance_order o on o.id = x.order_id
  join ledger_balance b on b.order_id = x.order_id and b.book = 'F' and b.account = '1100' and b.balance <> 0
  where x.invoice_id = i.invoice_id order by x.order_id = i.order_id desc limit 1)`

/**
 * Shows on the documents of the late, lost or settled order of an invoice what became of the invoice itself: what a buyer is credited may
 * end what it owes, as what it pays does. The transaction sees every company.
 */
export async function showOnOrderOf(context: UseCaseContext, invoiceId: string): Promise<void> {
  const orders = await context.tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('financeOrder as o', 'o.id', 'i.orderId')
    .select(['o.id', 'o.status'])
    .where('i.invoiceId', '=', invoiceId)
    .where('o.status', 'in', ['OVERDUE', 'WRITTEN_OFF', 'SETTLED'])
    .execute()
  for (const { id, status } of orders) await showOnDocuments(context, id, status)
}
