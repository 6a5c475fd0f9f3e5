import * as M from '@usance/domain/money'
import { payStatusOf } from '@usance/domain/states/invoice'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { heldElsewhere, invoicesBehind, type Loan, listBehind } from './behind.ts'
import { kindOf, rowsBy } from './load-order.ts'
import { isLostInvoice } from './losses.ts'
import type { RepaymentRow } from './repayment-row.ts'
import { returnToPool } from './return-to-pool.ts'

/**
 * Adds a payment to an invoice, by the repayment or the confirmed direct payment that brings the money; a negative amount reverses
 * one. The invoice closes when nothing is owed on it, and is back in its pool when something is owed again. A waiver is stored as such.
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
  if (reopens) await returnToPool(tx, invoiceId)
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
async function payInvoices(context: UseCaseContext, repaymentId: string, before: readonly PaidLine[]): Promise<void> {
  const { tx } = context
  const repayment = await tx.selectFrom('repayment').selectAll().where('id', '=', repaymentId).executeTakeFirstOrThrow()
  if (repayment.payerRole !== 'BUYER') return
  const behind = await behindReceipt(tx, repayment)
  const { currency } = repayment
  const kept = sumOf(await paidBy(tx, repaymentId), currency)
  let left = M.subtract(await forInvoices(tx, repayment), kept)
  const invoices = behind ?? (await payable(tx, repayment))
  const split = behind ? new Map<string, M.Money>() : await splitOf(tx, repayment)
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
  const held = await heldByAnother(tx, { orderId: repayment.orderId, invoiceIds: [...parts.keys()] })
  for (const [id, amount] of parts) {
    const earlier = before.find((one) => one.invoiceId === id)
    const docNo = held.get(id)
    if (docNo && M.exceeds(amount, amountOf(earlier?.amount ?? '0', currency)))
      throw new Refused('INVOICE_FINANCED_ANEW', { docNo })
    await payInvoice(context, id, { amount, payDate: repayment.valueDate, reference: repayment.no, repaymentId })
  }
}

/**
 * The numbers of the invoices, by id, that another order or a pool holds now. A receipt of an earlier order pays none of them, or the
 * newer funder would own a debt that is gone. The transaction sees every company.
 */
async function heldByAnother(
  tx: Tx,
  { orderId, invoiceIds }: { orderId: string | null; invoiceIds: readonly string[] },
): Promise<Map<string, string>> {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; invoiceNo: string }>`
    select v.id, v.invoice_no from invoice v
    where v.id = ${anyOf(invoiceIds)} and ${heldElsewhere(sql`v.id`, sql`${orderId}::uuid`)}`.execute(tx)
  return new Map(rows.map(({ id, invoiceNo }) => [id, invoiceNo]))
}

/**
 * Refuses a buyer's receipt on an order whose open invoices, those that it names or else all, are financed anew. Where only some of
 * them are, or it names nothing but fee bills, its posting says whether it pays one of these.
 */
export async function refuseFinancedAnew(
  tx: Tx,
  paid: { orderId: string; invoiceIds: readonly string[]; feeBillIds: readonly string[]; payerBuyerId: string | null },
): Promise<void> {
  if (paid.feeBillIds.length > 0 && paid.invoiceIds.length === 0) return
  const owed = (await payable(tx, { ...paid, invoiceIds: [...paid.invoiceIds] })).filter(
    ({ id, outstanding }) => Number(outstanding) !== 0 && (paid.invoiceIds.length === 0 || paid.invoiceIds.includes(id)),
  )
  const held = await heldByAnother(tx, { orderId: paid.orderId, invoiceIds: owed.map(({ id }) => id) })
  const [docNo] = held.values()
  if (docNo && held.size === owed.length) throw new Refused('INVOICE_FINANCED_ANEW', { docNo })
}

/**
 * What of a buyer's receipt pays invoices: all but its refund and its own fees. What a pool's buyer pays on its invoices beyond the
 * drawing is the supplier's.
 */
const forInvoices = async (tx: Tx, repayment: RepaymentRow): Promise<M.Money> =>
  beyondFees(repayment, await feesInEach(tx, [repayment.id]))

type Amounts = readonly { amount: string }[]

const beyondFees = ({ amount, surplus, forSupplier, currency }: RepaymentRow, fees: Amounts): M.Money => {
  const refund = M.subtract(amountOf(surplus, currency), amountOf(forSupplier, currency))
  return M.subtract(amountOf(amount, currency), M.add(refund, sumOf(fees, currency)))
}

const sumOf = (rows: Amounts, currency: string): M.Money =>
  M.sum(
    rows.map(({ amount }) => amountOf(amount, currency)),
    currency,
  )

/** The payments of buyers' own fee bills in some receipts, which are no payments of an invoice. */
const feesInEach = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('allocation')
    .select(({ fn }) => ['repaymentId', fn.sum<string>('amount').as('amount')])
    .where('repaymentId', '=', anyOf(ids))
    .where('reversed', '=', false)
    .where('component', '=', 'BUYER_FEE')
    .groupBy('repaymentId')
    .execute()

/** The split of a buyer's receipt by the waterfall: the sum for each invoice of its order. */
async function splitOf(tx: Tx, { id, currency }: { id: string; currency: string }): Promise<Map<string, M.Money>> {
  const rows = await splitOfEach(tx, [id])
  return new Map(rows.flatMap(({ invoiceId, amount }) => (invoiceId ? [[invoiceId, amountOf(amount, currency)] as const] : [])))
}

/** The same of some receipts, one row for each of their invoices. */
const splitOfEach = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('allocation as a')
    .innerJoin('financeOrderItem as i', (join) =>
      join.on((eb) => eb('i.id', '=', eb.fn.coalesce('a.paidOnItemId', 'a.itemId').$notNull())),
    )
    .select(({ fn }) => ['a.repaymentId', 'i.invoiceId', fn.sum<string>('a.amount').as('amount')])
    .where('a.repaymentId', '=', anyOf(ids))
    .where('a.reversed', '=', false)
    .where('a.source', '=', 'RECEIPT')
    .groupBy(['a.repaymentId', 'i.invoiceId'])
    .execute()

/**
 * Updates the invoices after a receipt was inserted into the life of an order. Receipts booked again since may pay other invoices
 * than before; their payments are reversed and made anew.
 */
export async function restateInvoices(context: UseCaseContext, added: string | null, again: readonly string[]): Promise<void> {
  const changed = await notPaidAsSplit(context.tx, again)
  const before = new Map<string, PaidLine[]>()
  for (const id of changed) {
    before.set(id, await paidBy(context.tx, id))
    await unpayAgain(context, id)
  }
  for (const id of added ? [added, ...changed] : changed) await payInvoices(context, id, before.get(id) ?? [])
}

/**
 * The receipts of some whose payments on invoices are not those of their split: more or less in all, or on an invoice. They are read
 * together, however many they are.
 */
async function notPaidAsSplit(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const repayments = await tx.selectFrom('repayment').selectAll().where('id', '=', anyOf(ids)).execute()
  const found = new Map(repayments.map((one) => [one.id, one]))
  const paidOf = rowsBy(await paidByEach(tx, ids), ofReceipt)
  const splitOf = rowsBy(await splitOfEach(tx, ids), ofReceipt)
  const feesOf = rowsBy(await feesInEach(tx, ids), ofReceipt)
  const changed: string[] = []
  for (const id of ids) {
    const repayment = found.get(id)
    if (repayment?.payerRole !== 'BUYER') continue
    const { currency } = repayment
    const paid = paidOf(id)
    const paidOn = (invoiceId: string) => amountOf(paid.find((one) => one.invoiceId === invoiceId)?.amount ?? '0', currency)
    const isSame = splitOf(id).every(
      ({ invoiceId, amount }) => !invoiceId || M.equals(paidOn(invoiceId), amountOf(amount, currency)),
    )
    // An older receipt on a drawing may be more than its buyer owes on the invoices behind it.
    const isWhole = async () =>
      M.equals(sumOf(paid, currency), beyondFees(repayment, feesOf(id))) ||
      (!repayment.withinDebt && (await behindReceipt(tx, repayment)) !== null)
    if (!isSame || !(await isWhole())) changed.push(id)
  }
  return changed
}

const ofReceipt = ({ repaymentId }: { repaymentId: string | null }) => repaymentId

/**
 * The invoices behind a loan or a drawing that a receipt pays: those it names, then those of who paid, by due date. Null for a
 * purchase, and for an older receipt on a loan, which pays none.
 */
async function behindReceipt(tx: Tx, repayment: RepaymentRow): Promise<{ id: string; outstanding: string }[] | null> {
  const loan = await tx
    .selectFrom('financeOrder')
    .select(['id', 'type', 'poolId', 'buyerId', 'currency'])
    .where('id', '=', repayment.orderId)
    .executeTakeFirst()
  if (!loan || kindOf(loan.type) !== 'LOAN' || (!loan.poolId && !repayment.withinDebt)) return null
  const payer = repayment.payerBuyerId ?? loan.buyerId ?? (await senderOf(tx, repayment))
  const isNamed = ({ id }: { id: string }) => repayment.invoiceIds.includes(id)
  const open = (await listBehind(tx, loan)).filter((one) => one.buyerId === payer || (!repayment.withinDebt && isNamed(one)))
  return [...open.filter(isNamed), ...open.filter((one) => !isNamed(one))]
}

async function senderOf(tx: Tx, { collectionId }: { collectionId: string | null }): Promise<string | null> {
  if (!collectionId) return null
  const receipt = await tx.selectFrom('collection').select('payerCompanyId').where('id', '=', collectionId).executeTakeFirst()
  return receipt?.payerCompanyId ?? null
}

/** The invoices of an order in the order of payment: those that the payer names, then the earliest due. */
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
  for (const line of await paidBy(context.tx, repaymentId))
    await reopen(context, repaymentId, line, amountOf(line.amount, line.currency))
}

type PaidLine = Awaited<ReturnType<typeof paidBy>>[number]

async function reopen(context: UseCaseContext, repaymentId: string, line: PaidLine, sum: M.Money): Promise<void> {
  const { invoiceId, payDate, waived } = line
  if (!M.isZero(sum))
    await payInvoice(context, invoiceId, { amount: M.negate(sum), payDate, reference: 'REVERSAL', repaymentId, waived })
}

/**
 * Opens the invoices of a receipt that is booked again, before they are paid anew. On a loan, payments on invoices that stand behind it
 * no more remain, as far as the receipt still pays that much: something else may rest on them.
 */
async function unpayAgain(context: UseCaseContext, repaymentId: string): Promise<void> {
  const { tx } = context
  const repayment = await tx.selectFrom('repayment').selectAll().where('id', '=', repaymentId).executeTakeFirstOrThrow()
  if (!repayment.withinDebt) return unpayInvoices(context, repaymentId)
  const behind = new Set((await behindReceipt(tx, repayment))?.map(({ id }) => id))
  let room = await forInvoices(tx, repayment)
  for (const line of await paidBy(tx, repaymentId)) {
    const sum = amountOf(line.amount, line.currency)
    const kept = behind.has(line.invoiceId) ? M.zero(line.currency) : M.min(sum, room)
    room = M.subtract(room, kept)
    await reopen(context, repaymentId, line, M.subtract(sum, kept))
  }
}

/** The net payments of a repayment on each invoice, reversals taken off. */
const paidBy = (tx: Tx, repaymentId: string) => paidByEach(tx, [repaymentId])

/** The same of some repayments. */
const paidByEach = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('invoicePayment')
    .select(({ fn }) => ['repaymentId', 'invoiceId', 'currency', 'payDate', 'waived', fn.sum<string>('amount').as('amount')])
    .where('repaymentId', '=', anyOf(ids))
    .groupBy(['repaymentId', 'invoiceId', 'currency', 'payDate', 'waived'])
    .orderBy('invoiceId')
    .execute()

/**
 * The named invoices that the order does not finance and that do not stand behind its loan: a receipt matched to the order pays none
 * of them. The transaction sees every company.
 */
export async function notOfOrder(tx: Tx, order: Loan & { type: string }, invoiceIds: readonly string[]): Promise<string[]> {
  if (invoiceIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select i.invoice_id as id from finance_order_item i where i.order_id = ${order.id} and i.invoice_id = ${anyOf(invoiceIds)}
    union select v.id from ${invoicesBehind(order)} v where ${kindOf(order.type) === 'LOAN'} and v.id = ${anyOf(invoiceIds)}`.execute(
    tx,
  )
  return invoiceIds.filter((id) => !rows.some((one) => one.id === id))
}
