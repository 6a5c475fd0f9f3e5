import type { OwedBy } from '@usance/domain/ledger/journal'
import { firstOf } from '@usance/domain/ledger/journal'
import { dilute, waive } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { crumbsOn, type Remainder, waivedRemaindersOn } from '@usance/domain/servicing/crumbs'
import type { OrderPosition } from '@usance/domain/servicing/plan-repayment'
import { type RepaymentStatus, repaymentMachine } from '@usance/domain/states/repayment'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { payable, payInvoice, unpayInvoices } from '../repayment/invoice-payments.ts'
import type { RepaymentRow } from './apply-repayment.ts'
import { keepClaims } from './claims.ts'
import { payCostsFromReserve } from './costs-from-reserve.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { dealWith, owedByBuyer } from './owed-by.ts'
import { shownTolerance, type ToleranceInForce, toleranceOf, tolerancesOf } from './tolerance.ts'
import { unwind } from './unwind.ts'

/** Lets go of all of a locked order that its tolerance covers, as of today. Answers whether anything was let go; the caller
 *  restates the order. */
export async function waiveSmall(context: UseCaseContext, orderId: string): Promise<boolean> {
  const costs = await takeCosts(context, orderId)
  const crumbs = await waiveCrumbs(context, orderId)
  const remainders = await waiveRemainders(context, orderId)
  return costs || crumbs || remainders
}

/** Costs that would be waived are paid first by what the funder holds for the supplier of the same order, which owes them. */
async function takeCosts(context: UseCaseContext, orderId: string): Promise<boolean> {
  const found = await judged(context, orderId)
  if (!found || found.financing.row.status === 'WRITTEN_OFF') return false
  const { financing, position, tolerance, waived } = found
  return payCostsFromReserve(context, financing, crumbsOn(position, { on: context.today, tolerance, waived }))
}

/**
 * L17: lets go of what is left of a locked order when its tolerance covers it, as of today, whose interest has not been accrued
 * yet. The row pays the order as a receipt does; nobody's money is behind it and the funder bears it.
 */
async function waiveCrumbs(context: UseCaseContext, orderId: string): Promise<boolean> {
  const found = await judged(context, orderId)
  if (!found) return false
  const { tx, today } = context
  const { financing, position, tolerance, waived } = found
  const { currency } = financing.row
  const crumbs = crumbsOn(position, { on: today, tolerance, waived })
  if (crumbs.length === 0) return false
  const lines = crumbs.flatMap(({ item, principal, interest, penalty, fees }) =>
    Object.entries({ PENALTY: penalty, FEE: fees, INTEREST: interest, PRINCIPAL: principal })
      .filter(([, amount]) => M.isPositive(amount))
      .map(([component, amount]) => ({ itemId: item.itemId, component, amount })),
  )
  const sumOf = (component: string) =>
    M.sum(
      lines.filter((line) => line.component === component).map((line) => line.amount),
      currency,
    )
  const waiver = await addWaiver(context, found, lines)
  const { loan, claim, face } = await heldAs(tx, financing, sumOf('PRINCIPAL'), position.receivable?.claim)
  const costs = { interest: sumOf('INTEREST'), penalty: sumOf('PENALTY'), fees: sumOf('FEE') }
  await post(
    tx,
    waive({ eventType: 'WAIVER', sourceType: 'REPAYMENT', sourceId: waiver.id, seq: 0 }, financing.deal, {
      ...costs,
      loan,
      claim,
      face,
    }),
    { valueDate: today, postedOn: today, orderId, memo: { tolerance: shownTolerance(tolerance) } },
  )
  const invoiceIds = lines.flatMap((line) => (line.component === 'PRINCIPAL' ? (financing.invoiceOf.get(line.itemId) ?? []) : []))
  for (const part of face) await forgive(context, { ...waiver, orderId, invoiceIds }, part)
  await keepClaims(tx, financing, { on: today, reason: 'COSTS_BEYOND_RESERVE', waived: true })
  const { supplierId, funderId } = financing.row
  await tellWaived(tx, financing, 'FINANCE_ORDER_WAIVED', { companyIds: [supplierId, funderId], amount: waiver.amount })
  return true
}

/**
 * L19: lets go of what the buyers of a locked order still owe on receivables whose financing is paid, as of today. The supplier's
 * reserve bears it: it is reserve that no receipt has filled. A buyer that pays it later is owed nothing back (`endRemainders`).
 */
async function waiveRemainders(context: UseCaseContext, orderId: string): Promise<boolean> {
  const found = await judged(context, orderId)
  if (!found) return false
  const { tx, today } = context
  const { financing, position, tolerance, waived } = found
  const { row, deal, invoiceOf, buyerOf } = financing
  if (row.status === 'WRITTEN_OFF') return false
  const remainders = await closingInvoices(tx, financing, waivedRemaindersOn(position, { on: today, tolerance, waived }))
  if (remainders.length === 0) return false
  const waiver = await addWaiver(
    context,
    found,
    remainders.map((one) => ({ ...one, component: 'REMAINDER' })),
  )
  const none = M.zero(row.currency)
  for (const [seq, { itemId, amount }] of remainders.entries()) {
    const invoiceId = invoiceOf.get(itemId) ?? null
    const buyer = row.buyerId ?? buyerOf.get(itemId) ?? null
    await post(
      tx,
      dilute(
        { eventType: 'REMAINDER', sourceType: 'REPAYMENT', sourceId: waiver.id, seq },
        buyer ? dealWith(deal, buyer) : deal,
        { absorbed: amount, excess: none },
      ),
      { valueDate: today, postedOn: today, orderId, invoiceId, memo: { tolerance: shownTolerance(tolerance) } },
    )
    if (invoiceId)
      await forgive(context, { ...waiver, orderId, invoiceIds: [invoiceId] }, { amount, ...(buyer ? { buyer } : {}) })
    if (buyer && row.disclosed) await tellWaived(tx, financing, 'FINANCE_ORDER_REMAINDER_WAIVED', { companyIds: [buyer], amount })
  }
  const companyIds = [row.supplierId, row.funderId]
  await tellWaived(tx, financing, 'FINANCE_ORDER_REMAINDER_WAIVED', { companyIds, amount: waiver.amount })
  return true
}

/** Those remainders that are all an invoice still owes; of another one its buyer pays the supplier's part anyway. */
async function closingInvoices(tx: Tx, { invoiceOf, row }: Financing, remainders: readonly Remainder[]): Promise<Remainder[]> {
  const ids = remainders.flatMap(({ itemId }) => invoiceOf.get(itemId) ?? [])
  const invoices = await tx.selectFrom('invoice').select(['id', 'outstanding']).where('id', '=', anyOf(ids)).execute()
  return remainders.filter(({ itemId, amount }) => {
    const invoice = invoices.find((one) => one.id === invoiceOf.get(itemId))
    return invoice !== undefined && M.equals(amountOf(invoice.outstanding ?? '0', row.currency), amount)
  })
}

/** A funded order with what was let go of it before and how much may be. */
async function judged({ tx }: UseCaseContext, orderId: string) {
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  if (!financing) return undefined
  const { currency } = financing.row
  const before = await tx
    .selectFrom('repayment')
    .select(({ fn }) => fn.sum<string | null>('amount').as('amount'))
    .where('orderId', '=', orderId)
    .where('payerRole', '=', 'WAIVER')
    .where('status', '=', 'POSTED')
    .executeTakeFirstOrThrow()
  return {
    financing,
    position: await positionOf(tx, financing),
    tolerance: await toleranceOf(tx, currency),
    waived: amountOf(before.amount ?? '0', currency),
  }
}

/** Keeps a waiver and what it lets go of, line by line. */
async function addWaiver(
  context: UseCaseContext,
  { financing: { row }, tolerance }: { financing: Financing; tolerance: ToleranceInForce },
  lines: readonly { itemId: string; component: string; amount: M.Money }[],
): Promise<{ id: string; no: string; amount: M.Money }> {
  const { tx, today, now } = context
  const { currency } = row
  const amount = M.sum(
    lines.map((line) => line.amount),
    currency,
  )
  const id = newId()
  const no = await nextNumber(tx, 'RP', today)
  await tx
    .insertInto('repayment')
    .values({
      id,
      no,
      orderId: row.id,
      supplierId: row.supplierId,
      funderId: row.funderId,
      payerRole: 'WAIVER',
      amount: M.toDecimal(amount),
      currency,
      valueDate: today,
      status: 'POSTED',
      postedAt: now.toISOString(),
    })
    .execute()
  await tx
    .insertInto('allocation')
    .values(
      lines.map((line) => ({
        id: newId(),
        repaymentId: id,
        orderId: row.id,
        itemId: line.itemId,
        component: line.component,
        amount: M.toDecimal(line.amount),
        source: 'WAIVER',
      })),
    )
    .execute()
  await audit(context, {
    event: 'FINANCE_ORDER_WAIVED',
    objectType: 'FINANCE_ORDER',
    objectId: row.id,
    objectNo: row.orderNo,
    after: { no, amount: M.toDecimal(amount), currency, tolerance: shownTolerance(tolerance) },
  })
  return { id, no, amount }
}

const tellWaived = (
  tx: Tx,
  { row }: Financing,
  event: 'FINANCE_ORDER_WAIVED' | 'FINANCE_ORDER_REMAINDER_WAIVED',
  { companyIds, amount }: { companyIds: string[]; amount: M.Money },
) =>
  notify(tx, {
    event,
    companyIds,
    params: { orderNo: row.orderNo, amount: M.toDecimal(amount), currency: row.currency },
    objectType: 'FINANCE_ORDER',
    objectId: row.id,
    link: `/finance/finance-order/${row.id}/detail`,
  })

/** Where the funder's book holds principal that is let go: a loan, then a claim on the supplier, then the receivable. */
async function heldAs(tx: Tx, financing: Financing, principal: M.Money, claimed = M.zero(principal.currency)) {
  const none = M.zero(principal.currency)
  if (financing.kind === 'LOAN') return { loan: principal, claim: none, face: [] }
  const claim = M.min(principal, claimed)
  const face = M.subtract(principal, claim)
  const owedBy = M.isPositive(face) ? await owedByBuyer(tx, financing) : undefined
  return { loan: none, claim, face: M.isPositive(face) ? firstOf(face, owedBy) : [] }
}

/** A buyer that need not pay what is left of a receivable does not see it as unpaid. */
async function forgive(
  context: UseCaseContext,
  { id, no, orderId, invoiceIds }: { id: string; no: string; orderId: string; invoiceIds: string[] },
  { buyer, amount }: OwedBy,
): Promise<void> {
  let left = amount
  for (const invoice of await payable(context.tx, { orderId, invoiceIds, payerBuyerId: buyer ?? null })) {
    const part = M.min(left, M.atLeastZero(amountOf(invoice.outstanding ?? '0', amount.currency)))
    if (!M.isPositive(part)) continue
    await payInvoice(context, invoice.id, { amount: part, payDate: context.today, reference: no, repaymentId: id, waived: true })
    left = M.subtract(left, part)
  }
}

/**
 * Takes back the waived remainders of who pays with a receipt, where any stand: the receipt has more than the payer owes otherwise.
 * Answers whether there were any.
 */
export async function endRemainders(context: UseCaseContext, receipt: RepaymentRow): Promise<boolean> {
  const { tx } = context
  const waivers = await tx
    .selectFrom('repayment as r')
    .selectAll('r')
    .where('r.orderId', '=', receipt.orderId)
    .where('r.payerRole', '=', 'WAIVER')
    .where('r.status', '=', 'POSTED')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('allocation as a')
          .innerJoin('financeOrderItem as i', 'i.id', 'a.itemId')
          .select('a.id')
          .whereRef('a.repaymentId', '=', 'r.id')
          .where('a.component', '=', 'REMAINDER')
          .$if(receipt.payerBuyerId !== null, (query) => query.where('i.buyerId', '=', receipt.payerBuyerId)),
      ),
    )
    .orderBy('r.valueDate', 'desc')
    .orderBy('r.no', 'desc')
    .execute()
  for (const waiver of waivers) {
    await unwind(context, waiver)
    await endWaiver(context, waiver)
  }
  return waivers.length > 0
}

/** The position of an order before the remainders of who pays were waived, as a receipt with a surplus finds it, and how much of
 *  them stands waived. */
export async function withRemainders(
  tx: Tx,
  position: OrderPosition,
  payerBuyerId: string | null,
): Promise<{ raised: OrderPosition; waived: M.Money }> {
  const { order, receivable, owes } = position
  if (!receivable) return { raised: position, waived: M.zero(order.currency) }
  const rows = await tx
    .selectFrom('allocation as a')
    .innerJoin('financeOrderItem as i', 'i.id', 'a.itemId')
    .select(['i.id', 'a.amount'])
    .where('a.orderId', '=', order.orderId)
    .where('a.component', '=', 'REMAINDER')
    .where('a.reversed', '=', false)
    .$if(payerBuyerId !== null, (query) => query.where('i.buyerId', '=', payerBuyerId))
    .execute()
  const waived = rows.map(({ id, amount }) => ({ itemId: id, amount: amountOf(amount, order.currency) }))
  const total = M.sum(
    waived.map((one) => one.amount),
    order.currency,
  )
  const owed = (itemId: string, before: M.Money) =>
    waived.filter((one) => one.itemId === itemId).reduce((sum, one) => M.add(sum, one.amount), before)
  const raised = {
    ...position,
    receivable: { ...receivable, face: M.add(receivable.face, total), reserve: M.add(receivable.reserve, total) },
    ...(owes ? { owes: new Map([...owes].map(([itemId, before]) => [itemId, owed(itemId, before)])) } : {}),
  }
  return { raised, waived: total }
}

/** A waiver whose journals and allocations were taken back never stands again; what is left is judged anew. */
export async function endWaiver(context: UseCaseContext, waiver: RepaymentRow): Promise<void> {
  const status = accepted(repaymentMachine.next(waiver.status as RepaymentStatus, 'reverse'))
  await context.tx
    .updateTable('repayment')
    .set((eb) => ({ status, reversedAt: context.now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', waiver.id)
    .execute()
  await unpayInvoices(context, waiver.id)
  await audit(context, {
    event: waiver.payerRole === 'RESERVE' ? 'FINANCE_ORDER_COSTS_GIVEN_BACK' : 'FINANCE_ORDER_WAIVER_ENDED',
    objectType: 'FINANCE_ORDER',
    objectId: waiver.orderId!,
    after: { no: waiver.no, amount: M.toDecimal(amountOf(waiver.amount, waiver.currency)), currency: waiver.currency },
  })
}

/** Rows that the close of a day has made, with nobody's money behind them. */
export const isWaiver = ({ payerRole }: Pick<RepaymentRow, 'payerRole'>): boolean => ['WAIVER', 'RESERVE'].includes(payerRole)

/**
 * The orders of which only a small remainder may be left, locked, in order of their ids after one of them: running ones with no
 * more principal than its tolerance, in all or of what has matured, and those with a receivable whose financing is paid and whose
 * buyer owes no more than that. Whether something is let go is then decided by `waiveSmall`.
 */
export async function ordersWithCrumbs(
  tx: Tx,
  { on, after, limit }: { on: LocalDate; after: string; limit: number },
): Promise<string[]> {
  const used = await tx.selectFrom('financeOrder').select('currency').distinct().where('fundingDate', 'is not', null).execute()
  const most = [
    ...(
      await tolerancesOf(
        tx,
        used.map((one) => one.currency),
      )
    ).values(),
  ]
  const { rows } = await sql<{ id: string }>`
    with t as (select * from
      unnest(${most.map((one) => one.currency)}::text[], ${most.map((one) => M.toDecimal(one.principal))}::numeric[]) t (currency, principal)),
    crumbs as (
      select o.id from finance_order o join t on t.currency = o.currency
      where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and o.funding_date <= ${on} and o.id > ${after}
        and (o.principal_outstanding <= t.principal or (
          select sum(i.principal_outstanding) from finance_order_item i where i.order_id = o.id and i.maturity < ${on}) <= t.principal)
      order by o.id limit ${limit}),
    remainders as (
      select distinct o.id from t
      join invoice v on v.currency = t.currency and v.outstanding > 0 and v.outstanding <= t.principal and v.paid_amount > 0
      join finance_order_item i on i.invoice_id = v.id and i.principal_outstanding = 0 and i.maturity < ${on}
      join finance_order o on o.id = i.order_id
      join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '1100' and b.balance > 0
      where o.status <> 'WRITTEN_OFF' and o.funding_date <= ${on} and o.id > ${after}
      order by o.id limit ${limit})
    select o.id from finance_order o where o.id in (select id from crumbs union select id from remainders)
    order by o.id limit ${limit} for no key update of o`.execute(tx)
  return rows.map((one) => one.id)
}
