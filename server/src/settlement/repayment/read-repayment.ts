import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { owedOn, owedTotal, payoffOn } from '@usance/domain/servicing/plan-repayment'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { components } from '@usance/wire/repayment/list'
import { sql } from 'kysely'
import { isPartner } from '../../auth/partner.ts'
import { readsAs } from '../../auth/reads-as.ts'
import { payoffByConversion } from '../../books/servicing/arp-payoff.ts'
import { listBehind } from '../../books/servicing/behind.ts'
import { leftOf } from '../../books/servicing/left-of.ts'
import { type Financing, loadFinancings, positionAhead } from '../../books/servicing/load-order.ts'
import { ordersSeen, refuseUnpriced } from '../../books/servicing/orders-seen.ts'
import { ownLines, readsOwn, shownAmount, shownStatus, shownSurplus } from '../../books/servicing/own-payments.ts'
import { notReversible } from '../../books/servicing/paid-out.ts'
import { shownOwed } from '../../books/servicing/shown-owed.ts'
import { rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { anyOf, elevate, type Tx } from '../../database/database.ts'
import { payoffAfterLoss } from '../../finance/finance-order/after-loss.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { beforeFunding } from './before-funding.ts'
import { repaymentOperations } from './list.ts'
import { maybeReturnOf, maybeReturnOfReceipt } from './maybe-return.ts'
import { buyersOfOrders } from './paying-buyer.ts'
import { reasonRead } from './reads-reason.ts'
import { leftFor } from './repayment-row.ts'
import { isNumberIn, mostSuggested, openBillsOf, suggest } from './suggest.ts'
import { conversionsShort } from './top-up.ts'

/** A funded order the caller may see, with what was booked on it; a foreign one is missing. */
export async function visibleFinancing(tx: Tx, orderId: string): Promise<Financing> {
  const seen = await tx.selectFrom('financeOrder').select('id').where('id', '=', orderId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  if (!financing) throw new Refused('ILLEGAL_TRANSITION')
  return financing
}

/** What settles an order on a day, today unless another is named. */
export const quotePayoff: Handler<typeof repaymentCalls.payoff> = async ({ tx, actor, today, body }) => {
  // What the financing costs is not the buyer's business.
  if (actor.companyRole === 'BUYER') throw new Refused('FORBIDDEN')
  await refuseUnpriced(tx, actor, body.orderId)
  const financing = await visibleFinancing(tx, body.orderId)
  const asOf = body.asOf ?? today
  const { fundingDate } = financing.row
  if (asOf < fundingDate!) throw beforeFunding('asOf', fundingDate!)
  // What is left of a loss bears no interest: it is the same on each day, and shown as of today.
  if (financing.row.status === 'WRITTEN_OFF') return lossQuote(financing, await payoffAfterLoss(tx, financing, actor), today)
  await refuseBeforeReceipt(tx, body.orderId, asOf)
  const { owed, earlyFee, total } = payoffOn(await positionAhead(tx, financing), asOf)
  return {
    orderNo: financing.row.orderNo,
    currency: financing.row.currency,
    asOf,
    owed: shownOwed(owed, financing, asOf),
    earlyFee: M.toDecimal(earlyFee),
    total: M.toDecimal(total),
    onConversion: payoffByConversion(financing, owed),
  }
}

const lossQuote = ({ row: { orderNo, currency } }: Financing, total: M.Money, asOf: LocalDate) => ({
  orderNo,
  currency,
  asOf,
  owed: [],
  earlyFee: M.toDecimal(M.zero(currency)),
  total: M.toDecimal(total),
  onConversion: null,
})

/** Refuses a payoff for a day before money that is booked: a receipt of that day would change what the later one has paid. */
async function refuseBeforeReceipt(tx: Tx, orderId: string, asOf: LocalDate): Promise<void> {
  const later = await tx
    .selectFrom('repayment')
    .select('valueDate')
    .where('orderId', '=', orderId)
    .where('status', '=', 'POSTED')
    .where('valueDate', '>', asOf)
    .orderBy('valueDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!later) return
  const params = { receivedOn: later.valueDate }
  throw new Refused('PAYOFF_BEFORE_RECEIPT', { ...params, fields: [{ field: 'asOf', message: 'PAYOFF_BEFORE_RECEIPT', params }] })
}

/** Document by document, on each as a receipt pays it; what belongs to no document comes last. */
const isLast = ({ docNo }: { docNo: string | null }) => (docNo === null ? 1 : 0)
const rank = ({ component }: { component: string }) => components.indexOf(component as (typeof components)[number])

/** What a repayment paid: to whoever owes it its own invoices, to the others how the order was paid. */
const paidBy = (tx: Tx, actor: Actor, { id, buyerId }: { id: string; buyerId: string | null }) =>
  readsOwn(actor) && buyerId === actor.companyId
    ? tx
        .selectFrom(ownLines(actor).as('a'))
        .select(['a.itemId', 'a.docNo', 'a.component', 'a.amount', 'a.source', sql<boolean>`false`.as('reversed')])
        .where('a.repaymentId', '=', id)
        .orderBy('a.id')
        .execute()
    : tx
        .selectFrom('allocation as a')
        .leftJoin('financeOrderItem as i', 'i.id', 'a.itemId')
        .select(['a.itemId', 'i.docNo', 'a.component', 'a.amount', 'a.source', 'a.reversed'])
        .where('a.repaymentId', '=', id)
        .orderBy('a.createdAt')
        .orderBy('a.id')
        .execute()

/** A repayment as its page shows it. */
export const readRepayment: Handler<typeof repaymentCalls.detail> = async ({ tx, actor, body }) => {
  const row = await tx
    .selectFrom('repayment as r')
    .leftJoin(ordersSeen(actor).as('o'), (join) =>
      join.on(({ eb, fn, ref }) => eb('o.id', '=', fn.coalesce(ref('r.orderId'), ref('r.topUpOf')))),
    )
    .leftJoin('collection as c', 'c.id', 'r.collectionId')
    .leftJoin('collection as same', 'same.id', 'c.maybeSameAs')
    .selectAll('r')
    .select([shownAmount(actor).as('amount'), shownSurplus(actor).as('surplus'), reasonRead(actor, 'r').as('reasonRead')])
    .select(['o.orderNo', 'c.no as collectionNo', 'c.bankRef', 'c.payerName', notReversible('r').as('notReversible')])
    .select([sql<boolean>`c.reversal_reported_at is not null and c.status <> 'REFUNDED'`.as('reportedBack')])
    .select(['same.id as sameId', 'same.no as sameNo', 'same.valueDate as sameValueDate'])
    .where('r.id', '=', body.id)
    .where(rowOfSeat(actor, 'r'))
    .$if(actor.companyRole === 'BUYER', (query) => query.where('r.buyerId', '=', actor.companyId))
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const allocations = await paidBy(tx, actor, row)
  const early = await tx
    .selectFrom('discountRelease')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<string>('rebate'), sql<string>`0`).as('rebate'),
      sql<string>`coalesce(sum(client - rebate - earned), 0)`.as('breakCosts'),
    ])
    .where('repaymentId', '=', row.id)
    .where('reversed', '=', false)
    .executeTakeFirstOrThrow()
  const { earlyFee } = await tx
    .selectFrom('orderFee')
    .select(sql<string>`coalesce(sum(amount + tax), 0)`.as('earlyFee'))
    .where('repaymentId', '=', row.id)
    .executeTakeFirstOrThrow()
  const reader = readsAs(actor, row)
  const isJudged = reader === 'FUNDER' || reader === 'PLATFORM'
  const waiting =
    row.status === 'POSTED' && isJudged
      ? await tx
          .selectFrom('workflowInstance')
          .select('id')
          .where('businessType', '=', 'REPAYMENT_REVERSAL')
          .where('businessId', '=', row.id)
          .where('status', '=', 'IN_APPROVE')
          .executeTakeFirst()
      : undefined
  const operations = repaymentOperations(row, { actor })
  const text = (amount: string) => amountText(amount, row.currency)
  if (isJudged) await elevate(tx)
  // A transfer that came back may be one to a company that a partner did not introduce (decision 260).
  const maybeReturnOf = isJudged && !isPartner(actor) ? await maybeReturnOfReceipt(tx, row.collectionId) : []
  const mostAgain = operations.includes('RESUBMIT') && row.collectionId ? M.toDecimal(await leftFor(tx, row)) : null
  return {
    id: row.id,
    no: row.no,
    status: shownStatus(row),
    orderId: row.orderId,
    orderNo: row.orderNo,
    payerRole: row.payerRole,
    fundSource: row.fundSource,
    amount: text(row.amount),
    surplus: text(row.surplus),
    currency: row.currency,
    valueDate: row.valueDate,
    matchReason: row.reasonRead,
    // A wish that was not granted says nothing about the repayment any more.
    reversalReason: waiting || row.status === 'REVERSED' ? row.reversalReason : null,
    reversalInApproval: waiting !== undefined,
    collectionNo: row.collectionNo,
    bankRef: row.bankRef,
    payerName: row.payerName,
    reportedBack: row.reportedBack === true,
    maybeSameAs: row.sameId ? { id: row.sameId, no: row.sameNo!, valueDate: row.sameValueDate! } : null,
    maybeReturnOf,
    mostAgain,
    allocations: allocations
      .toSorted((a, b) => isLast(a) - isLast(b) || (a.docNo ?? '').localeCompare(b.docNo ?? '') || rank(a) - rank(b))
      .map((one) => ({ ...one, amount: text(one.amount) })),
    rebate: text(early.rebate),
    breakCosts: text(early.breakCosts),
    earlyFee: text(earlyFee),
    operations: waiting ? operations.filter((one) => one !== 'REVERSE') : operations,
  }
}

/** Codes and names of some companies. */
async function companiesOf(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, { code: string; name: string }>> {
  const known = ids.filter((id) => id !== null)
  const rows = await tx.selectFrom('company').select(['id', 'code', 'name']).where('id', '=', anyOf(known)).execute()
  return new Map(rows.map(({ id, ...one }) => [id, one]))
}

/** The invoices that some orders finance, the earliest due first. */
const invoicesOn = (tx: Tx, orderIds: readonly string[]) =>
  tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .innerJoin('company as b', 'b.id', 'v.buyerId')
    .select(['i.orderId', 'v.id', 'v.invoiceNo', 'v.outstanding', 'v.dueDate', 'b.code as buyerCode'])
    .where('i.orderId', 'in', orderIds)
    .orderBy('v.dueDate')
    .execute()

/** The open invoices behind loans and drawings: a receipt on one pays them. */
async function listedBehind(tx: Tx, financings: readonly Financing[]) {
  const listed = []
  for (const { row, kind } of financings)
    if (kind === 'LOAN')
      for (const one of await listBehind(tx, row))
        if (M.isPositive(amountOf(one.outstanding, row.currency))) listed.push({ ...one, orderId: row.id })
  return listed
}

/** Orders a receipt could pay, with what is owed on each: so many of the likeliest, and whether there are more. */
export const matchCandidates: Handler<typeof repaymentCalls.candidates> = async (request) => {
  const { tx, today, body } = request
  const collection = await tx.selectFrom('collection').selectAll().where('id', '=', body.collectionId).executeTakeFirst()
  if (!collection) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const search = body.search || undefined
  const suggested = await suggest(tx, { ...collection, text: collection.rawText, search })
  const found = suggested.slice(0, mostSuggested)
  const ids = found.map((one) => one.orderId)
  const financings = await loadFinancings(tx, ids)
  const conversions = await conversionsShort(request, { ...collection, search })
  const invoices = ids.length > 0 ? await invoicesOn(tx, ids) : []
  const listed = await listedBehind(tx, [...financings.values()])
  const names = await companiesOf(tx, [
    ...[...financings.values()].flatMap(({ row }) => [row.supplierId, row.buyerId]),
    ...listed.map(({ buyerId }) => buyerId),
    ...conversions.short.map(({ supplierId }) => supplierId),
  ])
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id)?.name) ?? null
  const behind = listed.map(({ buyerId, ...one }) => ({ ...one, buyerCode: names.get(buyerId)?.code ?? '' }))
  const buyers = await buyersOfOrders(tx, ids)
  const bills = await openBillsOf(tx, ids, collection.rawText)
  const on = collection.valueDate < today ? collection.valueDate : today
  const orders = []
  for (const { orderId, reason } of found) {
    const financing = financings.get(orderId)
    if (!financing) continue
    const { row } = financing
    const several = buyers.filter((one) => one.orderId === orderId)
    orders.push({
      orderId,
      orderNo: row.orderNo,
      supplierName: nameOf(row.supplierId) ?? '',
      buyerName: nameOf(row.buyerId) ?? (several.map(({ name }) => name).join(', ') || null),
      buyers: several.map(({ code, name }) => ({ code, name })),
      payer: several.find(({ id }) => id === collection.payerCompanyId)?.code ?? null,
      currency: row.currency,
      status: row.status,
      maturity: row.maturity,
      owed: M.toDecimal(owedTotal(owedOn(await positionAhead(tx, financing), on), row.currency)),
      reason,
      invoices: [...invoices, ...behind]
        .filter((one) => one.orderId === orderId)
        .map((one) => ({
          id: one.id,
          invoiceNo: one.invoiceNo,
          outstanding: amountText(one.outstanding ?? '0', row.currency),
          dueDate: one.dueDate,
          buyerCode: one.buyerCode,
          isNamed: isNumberIn(collection.rawText, one.invoiceNo),
        })),
      feeBills: bills
        .filter((one) => one.orderId === orderId)
        .map(({ id, no, openAmount, dueOn, isNamed }) => ({
          id,
          no,
          openAmount: amountText(openAmount, row.currency),
          dueOn,
          isNamed,
        })),
    })
  }
  return {
    maybeReturnOf: await maybeReturnOf(tx, collection),
    fundSource: collection.fundSource === 'INTEREST' ? 'INTEREST' : 'COLLECTION',
    left: M.toDecimal(await leftOf(tx, collection)),
    more: suggested.length > found.length || conversions.more,
    topUps: conversions.short.map(({ supplierId, missing, ...order }) => ({
      ...order,
      supplierName: nameOf(supplierId) ?? '',
      missing: M.toDecimal(missing),
    })),
    orders,
  }
}
