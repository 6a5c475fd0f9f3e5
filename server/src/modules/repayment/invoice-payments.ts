import * as M from '@usance/domain/money'
import { payStatusOf } from '@usance/domain/states/invoice'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { RepaymentRow } from '../servicing/apply-repayment.ts'
import { isLostInvoice } from '../servicing/losses.ts'

/**
 * Adds a payment to an invoice, by the repayment or the confirmed direct payment that brings the money; a negative amount reverses
 * one. The invoice closes when nothing is owed on it. A waiver is stored as such.
 */
export async function payInvoice(
  { tx, now }: Pick<UseCaseContext, 'tx' | 'now'>,
  invoiceId: string,
  payment: { amount: M.Money; payDate: string; reference: string | null; waived?: boolean } & (
    | { repaymentId: string; directPaymentId?: never }
    | { directPaymentId: string; repaymentId?: never }
  ),
): Promise<void> {
  const invoice = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { currency } = invoice
  const net = M.subtract(amountOf(invoice.amount, currency), amountOf(invoice.adjustedAmount, currency))
  const paid = M.add(amountOf(invoice.paidAmount, currency), payment.amount)
  if (M.exceeds(paid, net) || M.isNegative(paid)) throw new Refused('OVER_ALLOCATION')
  const writtenOff = await isLostInvoice(tx, invoiceId)
  const closes = M.equals(paid, net) && invoice.docStatus === 'CONFIRMED'
  const reopens = invoice.docStatus === 'CLOSED' && !M.equals(paid, net)
  await tx
    .updateTable('invoice')
    .set((eb) => ({
      paidAmount: M.toDecimal(paid),
      payStatus: payStatusOf({ net: net.minor, paid: paid.minor, writtenOff }),
      docStatus: closes ? 'CLOSED' : reopens ? 'CONFIRMED' : invoice.docStatus,
      version: eb('version', '+', 1),
      updatedAt: now.toISOString(),
    }))
    .where('id', '=', invoiceId)
    .execute()
  await tx
    .insertInto('invoicePayment')
    .values({
      id: newId(),
      invoiceId,
      supplierId: invoice.supplierId,
      buyerId: invoice.buyerId,
      funderId: invoice.funderId,
      repaymentId: payment.repaymentId ?? null,
      directPaymentId: payment.directPaymentId ?? null,
      currency,
      amount: M.toDecimal(payment.amount),
      payDate: payment.payDate,
      reference: payment.reference,
      waived: payment.waived ?? false,
    })
    .execute()
}

/**
 * A buyer's receipt pays the invoices that the waterfall of its order assigned it to (decision 082). Money without an assignment
 * pays the invoices that the payer names, then the earliest due.
 */
async function payInvoices(context: UseCaseContext, repaymentId: string): Promise<void> {
  const { tx } = context
  const repayment = await tx.selectFrom('repayment').selectAll().where('id', '=', repaymentId).executeTakeFirstOrThrow()
  if (repayment.payerRole !== 'BUYER') return
  const { currency } = repayment
  const pooled = await pooledInvoices(tx, repayment)
  let left = await forInvoices(tx, repayment, pooled !== null)
  const invoices = pooled ?? (await payable(tx, repayment))
  const split = pooled ? new Map<string, M.Money>() : await splitOf(tx, repayment)
  const parts = new Map<string, M.Money>()
  for (const most of [(id: string) => split.get(id) ?? M.zero(currency), () => left])
    for (const { id, outstanding } of invoices) {
      const before = parts.get(id) ?? M.zero(currency)
      const open = M.atLeastZero(M.subtract(amountOf(outstanding ?? '0', currency), before))
      const part = M.min(M.min(left, open), most(id))
      if (!M.isPositive(part)) continue
      parts.set(id, M.add(before, part))
      left = M.subtract(left, part)
    }
  for (const [id, amount] of parts)
    await payInvoice(context, id, { amount, payDate: repayment.valueDate, reference: repayment.no, repaymentId })
}

/**
 * What of a buyer's receipt pays invoices: all but its refund and its own fees. What a pool's buyer pays beyond the drawing is the
 * supplier's, so that no refund comes off.
 */
async function forInvoices(tx: Tx, repayment: RepaymentRow, isPooled: boolean): Promise<M.Money> {
  const { amount, surplus, currency } = repayment
  const refund = isPooled ? M.zero(currency) : amountOf(surplus, currency)
  return M.subtract(amountOf(amount, currency), M.add(refund, await feesIn(tx, repayment)))
}

/** The payment of a buyer's own fee bills in its receipt, which is no payment of an invoice. */
async function feesIn(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<M.Money> {
  const { amount } = await tx
    .selectFrom('allocation')
    .select(({ fn }) => fn.sum<string | null>('amount').as('amount'))
    .where('repaymentId', '=', id)
    .where('reversed', '=', false)
    .where('component', '=', 'BUYER_FEE')
    .executeTakeFirstOrThrow()
  return amountOf(amount ?? '0', currency)
}

/** The split of a buyer's receipt by the waterfall: the sum for each invoice of its order. */
async function splitOf(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<Map<string, M.Money>> {
  const rows = await tx
    .selectFrom('allocation as a')
    .innerJoin('financeOrderItem as i', (join) =>
      join.on((eb) => eb('i.id', '=', eb.fn.coalesce('a.paidOnItemId', 'a.itemId').$notNull())),
    )
    .select(({ fn }) => ['i.invoiceId', fn.sum<string>('a.amount').as('amount')])
    .where('a.repaymentId', '=', id)
    .where('a.reversed', '=', false)
    .where('a.source', '=', 'RECEIPT')
    .groupBy('i.invoiceId')
    .execute()
  return new Map(rows.flatMap(({ invoiceId, amount }) => (invoiceId ? [[invoiceId, amountOf(amount, currency)] as const] : [])))
}

/**
 * Updates the invoices after a receipt was inserted into the life of an order. Receipts booked again since may pay other invoices
 * than before; their payments are reversed and made anew.
 */
export async function restateInvoices(context: UseCaseContext, added: string | null, again: readonly string[]): Promise<void> {
  const changed: string[] = []
  for (const id of again) {
    const repayment = await context.tx.selectFrom('repayment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (repayment.payerRole === 'BUYER' && !(await paysAsSplit(context.tx, repayment))) changed.push(id)
  }
  for (const id of changed) await unpayInvoices(context, id)
  for (const id of added ? [added, ...changed] : changed) await payInvoices(context, id)
}

/** Whether the payments of a receipt on invoices are those of its split: no more in all, and on each invoice as much. */
async function paysAsSplit(tx: Tx, repayment: RepaymentRow): Promise<boolean> {
  const { id, currency } = repayment
  const paid = await paidBy(tx, id)
  const paidOn = (invoiceId: string) => amountOf(paid.find((one) => one.invoiceId === invoiceId)?.amount ?? '0', currency)
  const isSame = [...(await splitOf(tx, repayment))].every(([invoiceId, amount]) => M.equals(paidOn(invoiceId), amount))
  if (!isSame || (await pooledInvoices(tx, repayment))) return isSame
  const total = M.sum(
    paid.map(({ amount }) => amountOf(amount, currency)),
    currency,
  )
  return M.equals(total, await forInvoices(tx, repayment, false))
}

/** The receivables of the pool that a receipt on a drawing pays: those it names, then those of who paid, by due date. */
async function pooledInvoices(
  tx: Tx,
  repayment: { orderId: string | null; invoiceIds: string[]; collectionId: string | null },
): Promise<{ id: string; outstanding: string | null }[] | null> {
  const order = await tx.selectFrom('financeOrder').select('poolId').where('id', '=', repayment.orderId).executeTakeFirst()
  if (!order?.poolId) return null
  const receipt = repayment.collectionId
    ? await tx.selectFrom('collection').select('payerCompanyId').where('id', '=', repayment.collectionId).executeTakeFirst()
    : undefined
  const rows = await tx
    .selectFrom('poolAsset as a')
    .innerJoin('invoice as v', 'v.id', 'a.invoiceId')
    .select(['v.id', 'v.outstanding', 'v.buyerId'])
    .where('a.poolId', '=', order.poolId)
    .where('a.releasedAt', 'is', null)
    .orderBy('v.dueDate')
    .orderBy('v.invoiceNo')
    .orderBy('v.id')
    .execute()
  const named = rows.filter((row) => repayment.invoiceIds.includes(row.id))
  const ofPayer = rows.filter((row) => row.buyerId === receipt?.payerCompanyId && !repayment.invoiceIds.includes(row.id))
  return [...named, ...ofPayer]
}

/** The invoices of an order in the order of payment: those that the payer names, then the earliest due. */
export async function payable(tx: Tx, repayment: { orderId: string | null; invoiceIds: string[]; payerBuyerId: string | null }) {
  const rows = await tx
    .selectFrom('financeOrderItem as i')
    .innerJoin('invoice as v', 'v.id', 'i.invoiceId')
    .select(['v.id', 'v.outstanding', 'v.dueDate'])
    .where('i.orderId', '=', repayment.orderId)
    // Where several buyers are on the order, each pays its own.
    .$if(repayment.payerBuyerId !== null, (query) => query.where('v.buyerId', '=', repayment.payerBuyerId))
    .orderBy('v.dueDate')
    .orderBy('v.invoiceNo')
    .orderBy('v.id')
    .execute()
  const named = rows.filter((row) => repayment.invoiceIds.includes(row.id))
  return [...named, ...rows.filter((row) => !repayment.invoiceIds.includes(row.id))]
}

/** A repayment that is taken back opens its invoices again: one line below zero for each it had paid, on the day of the
 *  payment, so that neither counts for how soon the buyer pays. */
export async function unpayInvoices(context: UseCaseContext, repaymentId: string): Promise<void> {
  const paid = await paidBy(context.tx, repaymentId)
  for (const { invoiceId, currency, payDate, amount, waived } of paid) {
    const sum = amountOf(amount, currency)
    if (!M.isZero(sum))
      await payInvoice(context, invoiceId, {
        amount: M.negate(sum),
        payDate,
        reference: 'REVERSAL',
        repaymentId,
        waived,
      })
  }
}

/** The net payments of a repayment on each invoice, reversals taken off. */
const paidBy = (tx: Tx, repaymentId: string) =>
  tx
    .selectFrom('invoicePayment')
    .select(({ fn }) => ['invoiceId', 'currency', 'payDate', 'waived', fn.sum<string>('amount').as('amount')])
    .where('repaymentId', '=', repaymentId)
    .groupBy(['invoiceId', 'currency', 'payDate', 'waived'])
    .orderBy('invoiceId')
    .execute()

/**
 * The named invoices that the order does not finance and that are not in the pool of its drawing: a receipt matched to the order
 * pays none of them. The transaction sees every company.
 */
export async function notOfOrder(
  tx: Tx,
  order: { id: string; poolId: string | null },
  invoiceIds: readonly string[],
): Promise<string[]> {
  if (invoiceIds.length === 0) return []
  const items = await tx
    .selectFrom('financeOrderItem')
    .select('invoiceId')
    .where('orderId', '=', order.id)
    .where('invoiceId', 'in', [...invoiceIds])
    .execute()
  const pooled = order.poolId
    ? await tx
        .selectFrom('poolAsset')
        .select('invoiceId')
        .where('poolId', '=', order.poolId)
        .where('releasedAt', 'is', null)
        .where('invoiceId', 'in', [...invoiceIds])
        .execute()
    : []
  const known = new Set([...items, ...pooled].map(({ invoiceId }) => invoiceId))
  return invoiceIds.filter((id) => !known.has(id))
}
