import * as M from '@usance/domain/money'
import { payStatusOf } from '@usance/domain/states/invoice'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'

/** Adds a payment to an invoice, or takes one back when it is below zero. The invoice closes when nothing is owed on it. */
export async function payInvoice(
  { tx, now }: Pick<UseCaseContext, 'tx' | 'now'>,
  invoiceId: string,
  payment: { amount: M.Money; payDate: string; reference?: string | null; repaymentId?: string | null },
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
  const closes = M.equals(paid, net) && invoice.docStatus === 'CONFIRMED'
  const reopens = invoice.docStatus === 'CLOSED' && !M.equals(paid, net)
  await tx
    .updateTable('invoice')
    .set((eb) => ({
      paidAmount: M.toDecimal(paid),
      payStatus: payStatusOf({ net: net.minor, paid: paid.minor, writtenOff: invoice.payStatus === 'WRITTEN_OFF' }),
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
      currency,
      amount: M.toDecimal(payment.amount),
      payDate: payment.payDate,
      reference: payment.reference ?? null,
    })
    .execute()
}

/** A buyer's receipt pays the invoices it names, or those of its order by due date. */
export async function payInvoices(context: UseCaseContext, repaymentId: string): Promise<void> {
  const { tx } = context
  const repayment = await tx.selectFrom('repayment').selectAll().where('id', '=', repaymentId).executeTakeFirstOrThrow()
  if (repayment.payerRole !== 'BUYER') return
  const { currency } = repayment
  const pooled = await pooledInvoices(tx, repayment)
  // What a pool's buyer pays beyond the drawing is the supplier's, so that all of it pays the buyer's invoices.
  const surplus = pooled ? M.zero(currency) : amountOf(repayment.surplus, currency)
  let left = M.subtract(amountOf(repayment.amount, currency), surplus)
  for (const { id, outstanding } of pooled ?? (await payable(tx, repayment))) {
    const part = M.min(left, M.atLeastZero(amountOf(outstanding ?? '0', currency)))
    if (!M.isPositive(part)) continue
    await payInvoice(context, id, { amount: part, payDate: repayment.valueDate, reference: repayment.no, repaymentId })
    left = M.subtract(left, part)
  }
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

async function payable(tx: Tx, repayment: { orderId: string | null; invoiceIds: string[]; payerBuyerId: string | null }) {
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
  const paid = await context.tx
    .selectFrom('invoicePayment')
    .select(({ fn }) => ['invoiceId', 'currency', 'payDate', fn.sum<string>('amount').as('amount')])
    .where('repaymentId', '=', repaymentId)
    .groupBy(['invoiceId', 'currency', 'payDate'])
    .orderBy('invoiceId')
    .execute()
  for (const { invoiceId, currency, payDate, amount } of paid) {
    const sum = amountOf(amount, currency)
    if (!M.isZero(sum))
      await payInvoice(context, invoiceId, {
        amount: M.negate(sum),
        payDate,
        reference: 'REVERSAL',
        repaymentId,
      })
  }
}
