import type { Deal, Journal, JournalKey } from '@usance/domain/ledger/journal'
import { dilute, waive, waiveBuyerFees } from '@usance/domain/ledger/templates'
import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import {
  crumbsOn,
  type Judged,
  type PrincipalHeld,
  principalHeld,
  type Remainder,
  waivedFeesOn,
  waivedRemaindersOn,
} from '@usance/domain/servicing/crumbs'
import type { OrderPosition } from '@usance/domain/servicing/plan-repayment'
import { repaymentMachine } from '@usance/domain/states/repayment'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { accepted } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { post } from '../ledger/post.ts'
import { keepClaims } from './claims.ts'
import { payCostsFromReserve } from './costs-from-reserve.ts'
import { addInternalRepayment, type RepaymentLine, sumOfLines } from './internal-repayment.ts'
import { payInvoice, unpayInvoices } from './invoice-payments.ts'
import { type Financing, loadFinancings, positionOf } from './load-order.ts'
import { runningStatuses } from './open-statuses.ts'
import { dealWith } from './owed-by.ts'
import { isRecovery } from './recoveries.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { shownTolerance, type ToleranceInForce, toleranceOf, tolerancesOf } from './tolerance.ts'
import { unwind } from './unwind.ts'

/**
 * Waives every remainder of a locked order that its tolerance covers, as of today. What is past its grace on `lateOn` counts as overdue:
 * today, or the day that follows where today closes. Returns whether anything was waived; the caller restates the order.
 */
export async function waiveSmall(context: UseCaseContext, orderId: string, lateOn: LocalDate): Promise<boolean> {
  const judge = () => judged(context.tx, orderId, { on: context.today, lateOn })
  let found = await judge()
  let isWaived = false
  for (const waive of [takeCosts, waiveCrumbs, waiveRemainders, waiveFees]) {
    if (!found || !(await waive(context, found))) continue
    isWaived = true
    // What one has waived counts for the next.
    found = await judge()
  }
  return isWaived
}

/**
 * Costs that would be waived are first paid by money that the funder holds for the supplier of the same order, which owes them.
 */
async function takeCosts(context: UseCaseContext, { financing, position, by }: Found): Promise<boolean> {
  if (financing.row.status === 'WRITTEN_OFF') return false
  return payCostsFromReserve(context, financing, crumbsOn(position, by))
}

/**
 * L17: waives the remainder of a locked order within its tolerance, as of today, before the interest of today is accrued. The row
 * pays the order like a receipt; no money is behind it, and the funder bears it. It lowers the debt of who owes it.
 */
async function waiveCrumbs(context: UseCaseContext, found: Found): Promise<boolean> {
  const { tx, today } = context
  const { financing, position, by } = found
  const { currency } = financing.row
  const none = M.zero(currency)
  const crumbs = crumbsOn(position, by)
  if (crumbs.length === 0) return false
  const lines = crumbs.flatMap(({ item, principal, interest, penalty, fees }) =>
    (
      [
        ['PENALTY', penalty],
        ['FEE', fees],
        ['INTEREST', interest],
        ['PRINCIPAL', principal],
      ] as const
    )
      .filter(([, amount]) => M.isPositive(amount))
      .map(([component, amount]) => ({ itemId: item.itemId, component, amount })),
  )
  const held = principalHeld(position, crumbs)
  const faces = held.filter(({ face }) => M.isPositive(face))
  const rest = lines.flatMap((line) => {
    const { face } = faces.find(({ itemId }) => line.component === 'PRINCIPAL' && itemId === line.itemId) ?? { face: none }
    const amount = M.subtract(line.amount, face)
    return M.isPositive(amount) ? [{ ...line, amount }] : []
  })
  await waiveOfBuyers(
    context,
    found,
    faces.map(({ itemId, face }) => ({ itemId, amount: face })),
    {
      ...{ component: 'PRINCIPAL', eventType: 'WAIVER', told: 'FINANCE_ORDER_WAIVED' },
      journalOf: (key, deal, amount) =>
        waive(key, deal, {
          ...{ interest: none, penalty: none, fees: none, loan: none, claim: none, reserve: none },
          face: [{ amount }],
        }),
    },
  )
  if (rest.length > 0) await waiveOfSupplier(context, found, { lines: rest, held })
  await keepClaims(tx, financing, { on: today, reason: 'COSTS_BEYOND_RESERVE', waived: true })
  const { supplierId, funderId } = financing.row
  await tellWaived(tx, financing, 'FINANCE_ORDER_WAIVED', {
    companyIds: [supplierId, funderId],
    amount: sumOfLines(lines, currency),
  })
  return true
}

/** A waiver of what buyers owe: what it is called in lines, journals and messages, and its journal. */
type BuyersWaiver = {
  component: 'PRINCIPAL' | 'REMAINDER'
  eventType: 'WAIVER' | 'REMAINDER'
  told: 'FINANCE_ORDER_WAIVED' | 'FINANCE_ORDER_REMAINDER_WAIVED'
  journalOf: (key: JournalKey, deal: Deal, amount: M.Money) => Journal
}

/**
 * Waives what buyers owe, each buyer's on its own invoices by a waiver of its own, of which it is told where it knows of the assignment.
 */
async function waiveOfBuyers(
  context: UseCaseContext,
  found: Found,
  owed: readonly { itemId: string; amount: M.Money }[],
  { component, eventType, told, journalOf }: BuyersWaiver,
): Promise<void> {
  const { tx, today } = context
  const { financing, tolerance } = found
  const { row, deal, invoiceOf } = financing
  for (const [buyer, own] of byDebtor(financing, owed)) {
    const lines = own.map((one) => ({ ...one, component }))
    const waiver = await addWaiver(context, found, lines, buyer)
    for (const [seq, { itemId, amount }] of lines.entries()) {
      const invoiceId = invoiceOf.get(itemId) ?? null
      const key = { eventType, sourceType: 'REPAYMENT', sourceId: waiver.id, seq }
      await post(tx, journalOf(key, buyer ? dealWith(deal, buyer) : deal, amount), {
        ...{ valueDate: today, postedOn: today, orderId: row.id, invoiceId },
        memo: { tolerance: shownTolerance(tolerance) },
      })
      if (invoiceId) await forgive(context, waiver, invoiceId, amount)
    }
    if (buyer && row.disclosed) await tellWaived(tx, financing, told, { companyIds: [buyer], amount: waiver.amount })
  }
}

/** Waives costs, and principal that the supplier owes: of a loan, as a claim, or borne by the reserve of other invoices. */
async function waiveOfSupplier(
  context: UseCaseContext,
  found: Found,
  { lines, held }: { lines: readonly RepaymentLine[]; held: readonly PrincipalHeld[] },
): Promise<void> {
  const { tx, today } = context
  const { financing, tolerance } = found
  const { id: orderId, currency } = financing.row
  const sumOf = (component: string) => sumOfLines(lines, currency, component)
  const heldAs = (part: 'claim' | 'reserve') =>
    M.sum(
      held.map((one) => one[part]),
      currency,
    )
  const waiver = await addWaiver(context, found, lines)
  await post(
    tx,
    waive({ eventType: 'WAIVER', sourceType: 'REPAYMENT', sourceId: waiver.id, seq: 0 }, financing.deal, {
      interest: sumOf('INTEREST'),
      penalty: sumOf('PENALTY'),
      fees: sumOf('FEE'),
      loan: financing.kind === 'LOAN' ? sumOf('PRINCIPAL') : M.zero(currency),
      claim: heldAs('claim'),
      reserve: heldAs('reserve'),
      face: [],
    }),
    { valueDate: today, postedOn: today, orderId, memo: { tolerance: shownTolerance(tolerance) } },
  )
}

/** Lines of items by the buyer that owes them. */
function byDebtor<L extends { readonly itemId: string }>(
  { row, buyerOf }: Financing,
  lines: readonly L[],
): (readonly [string | null, L[]])[] {
  const debtorOf = ({ itemId }: L) => row.buyerId ?? buyerOf.get(itemId) ?? null
  return [...new Set(lines.map(debtorOf))].map((buyer) => [buyer, lines.filter((line) => debtorOf(line) === buyer)] as const)
}

/**
 * L19: waives the remaining debt of a locked order's buyers on receivables whose financing is paid, as of today, of each buyer by a
 * waiver of its own. The supplier's reserve bears it, from its unfilled part. A buyer that pays it later gets no refund (`endRemainders`).
 */
async function waiveRemainders(context: UseCaseContext, found: Found): Promise<boolean> {
  const { tx } = context
  const { financing, position, by } = found
  const { row } = financing
  if (row.status === 'WRITTEN_OFF') return false
  const remainders = await closingInvoices(tx, financing, waivedRemaindersOn(position, by))
  if (remainders.length === 0) return false
  await waiveOfBuyers(context, found, remainders, {
    ...{ component: 'REMAINDER', eventType: 'REMAINDER', told: 'FINANCE_ORDER_REMAINDER_WAIVED' },
    journalOf: (key, deal, amount) => dilute(key, deal, { absorbed: amount, excess: M.zero(row.currency) }),
  })
  const amount = M.sum(
    remainders.map((one) => one.amount),
    row.currency,
  )
  await tellWaived(tx, financing, 'FINANCE_ORDER_REMAINDER_WAIVED', { companyIds: [row.supplierId, row.funderId], amount })
  return true
}

/**
 * L17: waives the rest of the buyer's fee bills of a locked order within its tolerance, as of today. The funder bears it. A buyer that
 * pays it later gets no refund (`endRemainders`).
 */
async function waiveFees(context: UseCaseContext, found: Found): Promise<boolean> {
  const { tx, today } = context
  const { financing, position, tolerance, by } = found
  const { row, deal } = financing
  const orderId = row.id
  if (row.status === 'WRITTEN_OFF' || !row.buyerId || !M.isPositive(position.buyerFees)) return false
  const { billed, dueOn } = await tx
    .selectFrom('feeBill')
    .select(({ fn }) => [fn.sum<string | null>('amount').as('billed'), fn.max<LocalDate | null>('dueOn').as('dueOn')])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  if (!dueOn) return false
  const bills = { amount: amountOf(billed ?? '0', row.currency), dueOn }
  const amount = waivedFeesOn(position, bills, { ...by, lastPaid: await lastPaidOn(tx, orderId, 'ANY') })
  if (M.isZero(amount)) return false
  const waiver = await addWaiver(context, found, [{ itemId: null, component: 'BUYER_FEE', amount }], row.buyerId)
  await post(tx, waiveBuyerFees({ eventType: 'WAIVER', sourceType: 'REPAYMENT', sourceId: waiver.id, seq: 0 }, deal, amount), {
    valueDate: today,
    postedOn: today,
    orderId,
    memo: { tolerance: shownTolerance(tolerance) },
  })
  await tellWaived(tx, financing, 'FEE_BILL_WAIVED', { companyIds: [row.buyerId, row.funderId], amount })
  return true
}

/** Remainders that are the whole rest of an invoice; on other invoices the buyer pays the supplier's part anyway. */
async function closingInvoices(tx: Tx, { invoiceOf, row }: Financing, remainders: readonly Remainder[]): Promise<Remainder[]> {
  const ids = remainders.flatMap(({ itemId }) => invoiceOf.get(itemId) ?? [])
  const invoices = await tx.selectFrom('invoice').select(['id', 'outstanding']).where('id', '=', anyOf(ids)).execute()
  return remainders.filter(({ itemId, amount }) => {
    const invoice = invoices.find((one) => one.id === invoiceOf.get(itemId))
    return invoice !== undefined && M.equals(amountOf(invoice.outstanding ?? '0', row.currency), amount)
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof judged>>>

/** A funded order with what its remainders are judged by. */
async function judged(tx: Tx, orderId: string, days: Pick<Judged, 'on' | 'lateOn'>) {
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
  const tolerance = await toleranceOf(tx, currency)
  const lastPaid = await lastPaidOn(tx, orderId, 'ORDER')
  const by: Judged = { ...days, tolerance, waived: amountOf(before.amount ?? '0', currency), lastPaid }
  return { financing, position: await positionOf(tx, financing), tolerance, by }
}

/**
 * The day of the last payment on an order: of any, or of one that has paid more than fee bills of its buyer. Receipts on a loss count for
 * none: they leave no remainder of the financing.
 */
export async function lastPaidOn(tx: Tx, orderId: string, of: 'ORDER' | 'ANY'): Promise<LocalDate | undefined> {
  const last = await tx
    .selectFrom('repayment as r')
    .select(({ fn }) => fn.max<LocalDate | null>('r.valueDate').as('on'))
    .where('r.orderId', '=', orderId)
    .where('r.status', '=', 'POSTED')
    .where(({ not }) => not(isRecovery('r')))
    .$if(of === 'ORDER', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('allocation as a')
            .select('a.id')
            .whereRef('a.repaymentId', '=', 'r.id')
            .where('a.reversed', '=', false)
            .where('a.component', 'not in', ['BUYER_FEE', 'REFUND']),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return last.on ?? undefined
}

/** Stores a waiver with its lines, of the debt of a buyer where there is one; it is told where the financing is disclosed. */
async function addWaiver(
  context: UseCaseContext,
  { financing, tolerance }: { financing: Financing; tolerance: ToleranceInForce },
  lines: readonly RepaymentLine[],
  buyer: string | null = null,
): Promise<{ id: string; no: string; amount: M.Money }> {
  const waiver = await addInternalRepayment(context, financing, 'WAIVER', lines, financing.row.disclosed ? buyer : null)
  await audit(context, {
    event: 'FINANCE_ORDER_WAIVED',
    objectType: 'FINANCE_ORDER',
    objectId: financing.row.id,
    objectNo: financing.row.orderNo,
    after: {
      no: waiver.no,
      amount: M.toDecimal(waiver.amount),
      currency: financing.row.currency,
      tolerance: shownTolerance(tolerance),
    },
  })
  return waiver
}

const tellWaived = (
  tx: Tx,
  { row }: Financing,
  event: 'FINANCE_ORDER_WAIVED' | 'FINANCE_ORDER_REMAINDER_WAIVED' | 'FEE_BILL_WAIVED',
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

/** The rest of a receivable that the buyer need not pay no longer shows as unpaid. */
async function forgive(context: UseCaseContext, { id, no }: { id: string; no: string }, invoiceId: string, amount: M.Money) {
  const invoice = await context.tx
    .selectFrom('invoice')
    .select('outstanding')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const part = M.min(amount, M.atLeastZero(amountOf(invoice.outstanding ?? '0', amount.currency)))
  if (!M.isPositive(part)) return
  await payInvoice(context, invoiceId, { amount: part, payDate: context.today, reference: no, repaymentId: id, waived: true })
}

/**
 * Reverses the standing waivers of the payer's remainders and fee bills for a receipt: the receipt exceeds the payer's other debts.
 * Returns whether there were any.
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
          .leftJoin('financeOrderItem as i', 'i.id', 'a.itemId')
          .select('a.id')
          .whereRef('a.repaymentId', '=', 'r.id')
          .where('a.component', 'in', ['REMAINDER', 'BUYER_FEE'])
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

/**
 * Reverses the standing waivers of a locked order that waived nothing but fees of one payer, the newest first, until a sum is open
 * again. A waiver of principal or interest beside fees stays. Returns whether there were any; the caller waives the rest anew.
 */
export async function endFeeWaivers(
  context: UseCaseContext,
  orderId: string,
  { component, upTo }: { component: 'FEE' | 'BUYER_FEE'; upTo: M.Money },
): Promise<boolean> {
  const waivers = await context.tx
    .selectFrom('repayment as r')
    .selectAll('r')
    .where('r.orderId', '=', orderId)
    .where('r.payerRole', '=', 'WAIVER')
    .where('r.status', '=', 'POSTED')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocation as a')
            .select('a.id')
            .whereRef('a.repaymentId', '=', 'r.id')
            .where('a.component', '<>', component),
        ),
      ),
    )
    .orderBy('r.valueDate', 'desc')
    .orderBy('r.no', 'desc')
    .execute()
  let left = upTo
  for (const waiver of waivers) {
    if (!M.isPositive(left)) break
    await unwind(context, waiver)
    await endWaiver(context, waiver)
    left = M.subtract(left, amountOf(waiver.amount, waiver.currency))
  }
  return waivers.length > 0
}

/**
 * The position of an order as if the payer's remainders and fees were not waived, for a receipt with a surplus, with the sum of the
 * waived remainders. Undefined where nothing was waived.
 */
export async function withRemainders(
  tx: Tx,
  position: OrderPosition,
  payerBuyerId: string | null,
): Promise<{ raised: OrderPosition; waived: M.Money } | undefined> {
  const { order, receivable, owes, buyerFees } = position
  const rows = await tx
    .selectFrom('allocation as a')
    .leftJoin('financeOrderItem as i', 'i.id', 'a.itemId')
    .select(['i.id', 'a.component', 'a.amount'])
    .where('a.orderId', '=', order.orderId)
    .where('a.source', '=', 'WAIVER')
    .where('a.component', 'in', ['REMAINDER', 'BUYER_FEE'])
    .where('a.reversed', '=', false)
    .$if(payerBuyerId !== null, (query) => query.where('i.buyerId', '=', payerBuyerId))
    .execute()
  if (rows.length === 0) return undefined
  const lines = rows.map(({ amount, ...row }) => ({ ...row, amount: amountOf(amount, order.currency) }))
  const sumOf = (some: readonly { amount: M.Money }[]) =>
    M.sum(
      some.map((one) => one.amount),
      order.currency,
    )
  const remainders = lines.filter(({ component }) => component === 'REMAINDER')
  const total = sumOf(remainders)
  const owed = (itemId: string, before: M.Money) => M.add(before, sumOf(remainders.filter(({ id }) => id === itemId)))
  const raised = {
    ...position,
    buyerFees: M.add(buyerFees, sumOf(lines.filter(({ component }) => component === 'BUYER_FEE'))),
    receivable: receivable && { ...receivable, face: M.add(receivable.face, total), reserve: M.add(receivable.reserve, total) },
    ...(owes ? { owes: new Map([...owes].map(([itemId, before]) => [itemId, owed(itemId, before)])) } : {}),
  }
  return { raised, waived: total }
}

/** A reversed waiver is never restored; the remainder is judged anew. */
export async function endWaiver(context: UseCaseContext, waiver: RepaymentRow): Promise<void> {
  const status = accepted(repaymentMachine.next(waiver.status, 'reverse'))
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

/** Repayments that the close of a day has made, without money behind them. */
export const isWaiver = ({ payerRole }: Pick<RepaymentRow, 'payerRole'>): boolean => ['WAIVER', 'RESERVE'].includes(payerRole)

/**
 * The orders that may have only a small remainder at the close of a day, locked, ordered by id after a given one: running orders whose
 * principal, in all or matured, is within their tolerance, and orders with a receivable whose financing is paid, or with fee bills, of
 * which the buyer owes no more than that. `waiveSmall` then decides on the waiver.
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
      where o.status in ${runningStatuses} and o.funding_date <= ${on} and o.id > ${after}
        and (o.principal_outstanding <= t.principal or (
          select sum(i.principal_outstanding) from finance_order_item i where i.order_id = o.id and i.maturity <= ${on}) <= t.principal)
      order by o.id limit ${limit}),
    remainders as (
      select distinct o.id from t
      join invoice v on v.currency = t.currency and v.outstanding > 0 and v.outstanding <= t.principal and v.paid_amount > 0
      join finance_order_item i on i.invoice_id = v.id and i.principal_outstanding = 0 and i.maturity <= ${on}
      join finance_order o on o.id = i.order_id
      join ledger_balance b on b.order_id = o.id and b.book = 'F' and b.account = '1100' and b.balance > 0
      where o.status <> 'WRITTEN_OFF' and o.funding_date <= ${on} and o.id > ${after}
      order by o.id limit ${limit}),
    bills as (
      select distinct o.id from t
      join fee_bill b on b.currency = t.currency and b.open_amount > 0 and b.open_amount <= t.principal and b.due_on < ${on}
      join finance_order o on o.id = b.order_id
      where o.status <> 'WRITTEN_OFF' and o.funding_date <= ${on} and o.id > ${after}
      order by o.id limit ${limit})
    select o.id from finance_order o where o.id in (select id from crumbs union select id from remainders union select id from bills)
    order by o.id limit ${limit} for no key update of o`.execute(tx)
  return rows.map((one) => one.id)
}
