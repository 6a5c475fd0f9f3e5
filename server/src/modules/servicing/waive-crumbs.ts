import type { OwedBy } from '@usance/domain/ledger/journal'
import { firstOf } from '@usance/domain/ledger/journal'
import { waive } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { crumbsOn } from '@usance/domain/servicing/crumbs'
import { type RepaymentStatus, repaymentMachine } from '@usance/domain/states/repayment'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { payable, payInvoice, unpayInvoices } from '../repayment/invoice-payments.ts'
import type { RepaymentRow } from './apply-repayment.ts'
import { keepClaims } from './claims.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { owedByBuyer } from './owed-by.ts'
import { shownTolerance, toleranceOf, tolerancesOf } from './tolerance.ts'

/**
 * L17: lets go of what is left of a locked order when its tolerance covers it, as of today, whose interest has not been accrued
 * yet. The row pays the order as a receipt does; nobody's money is behind it and the funder bears it. Answers whether anything
 * was let go; the caller restates the order.
 */
export async function waiveCrumbs(context: UseCaseContext, orderId: string): Promise<boolean> {
  const { tx, today, now } = context
  const financing = (await loadFinancings(tx, [orderId])).get(orderId)
  if (!financing) return false
  const { row } = financing
  const { currency } = row
  const position = await positionOf(tx, financing)
  const tolerance = await toleranceOf(tx, currency)
  const before = await tx
    .selectFrom('repayment')
    .select(({ fn }) => fn.sum<string | null>('amount').as('amount'))
    .where('orderId', '=', orderId)
    .where('payerRole', '=', 'WAIVER')
    .where('status', '=', 'POSTED')
    .executeTakeFirstOrThrow()
  const crumbs = crumbsOn(position, { on: today, tolerance, waived: amountOf(before.amount ?? '0', currency) })
  if (crumbs.length === 0) return false
  const lines = crumbs.flatMap(({ item, principal, interest, penalty, fees }) =>
    Object.entries({ PENALTY: penalty, FEE: fees, INTEREST: interest, PRINCIPAL: principal })
      .filter(([, amount]) => M.isPositive(amount))
      .map(([component, amount]) => ({ itemId: item.itemId, component, amount })),
  )
  const sumOf = (component?: string) =>
    M.sum(
      lines.filter((line) => component === undefined || line.component === component).map((line) => line.amount),
      currency,
    )
  const amount = sumOf()
  const id = newId()
  const no = await nextNumber(tx, 'RP', today)
  await tx
    .insertInto('repayment')
    .values({
      id,
      no,
      orderId,
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
        orderId,
        itemId: line.itemId,
        component: line.component,
        amount: M.toDecimal(line.amount),
        source: 'WAIVER',
      })),
    )
    .execute()
  const { loan, claim, face } = await heldAs(tx, financing, sumOf('PRINCIPAL'), position.receivable?.claim)
  const costs = { interest: sumOf('INTEREST'), penalty: sumOf('PENALTY'), fees: sumOf('FEE') }
  await post(
    tx,
    waive({ eventType: 'WAIVER', sourceType: 'REPAYMENT', sourceId: id, seq: 0 }, financing.deal, {
      ...costs,
      loan,
      claim,
      face,
    }),
    { valueDate: today, postedOn: today, orderId, memo: { tolerance: shownTolerance(tolerance) } },
  )
  const invoiceIds = lines.flatMap((line) => (line.component === 'PRINCIPAL' ? (financing.invoiceOf.get(line.itemId) ?? []) : []))
  for (const part of face) await forgive(context, { id, no, orderId, invoiceIds }, part)
  await keepClaims(tx, financing, { on: today, reason: 'COSTS_BEYOND_RESERVE' })
  await audit(context, {
    event: 'FINANCE_ORDER_WAIVED',
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    objectNo: row.orderNo,
    after: { no, amount: M.toDecimal(amount), currency, tolerance: shownTolerance(tolerance) },
  })
  await notify(tx, {
    event: 'FINANCE_ORDER_WAIVED',
    companyIds: [row.supplierId, row.funderId],
    params: { orderNo: row.orderNo, amount: M.toDecimal(amount), currency },
    objectType: 'FINANCE_ORDER',
    objectId: orderId,
    link: `/finance/finance-order/${orderId}/detail`,
  })
  return true
}

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
    await payInvoice(context, invoice.id, { amount: part, payDate: context.today, reference: no, repaymentId: id })
    left = M.subtract(left, part)
  }
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
    event: 'FINANCE_ORDER_WAIVER_ENDED',
    objectType: 'FINANCE_ORDER',
    objectId: waiver.orderId!,
    after: { no: waiver.no, amount: M.toDecimal(amountOf(waiver.amount, waiver.currency)), currency: waiver.currency },
  })
}

export const isWaiver = ({ payerRole }: Pick<RepaymentRow, 'payerRole'>): boolean => payerRole === 'WAIVER'

/**
 * The running orders of which only a remainder of principal within its tolerance may be left, in all or of what has matured,
 * locked, in order of their ids after one of them. Whether something is let go is then decided by `waiveCrumbs`.
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
    select o.id from finance_order o
    join unnest(${most.map((one) => one.currency)}::text[], ${most.map((one) => M.toDecimal(one.principal))}::numeric[]) t (currency, principal)
      on t.currency = o.currency
    where o.status in ('FUNDED', 'PARTIALLY_REPAID', 'OVERDUE') and o.funding_date <= ${on} and o.id > ${after}
      and (o.principal_outstanding <= t.principal or (
        select sum(i.principal_outstanding) from finance_order_item i where i.order_id = o.id and i.maturity < ${on}) <= t.principal)
    order by o.id limit ${limit} for no key update of o`.execute(tx)
  return rows.map((one) => one.id)
}
