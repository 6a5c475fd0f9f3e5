import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { sql } from 'kysely'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'
import { feeToCharge } from './load-fee.ts'
import { funderBalances } from './load-order.ts'

type Billed = { id: string; orderNo: string; buyerId: string | null; funderId: string; currency: string }

/** Bills the buyer of an order for fees booked just now, due with its first invoice. Does nothing without such fees. */
export async function billBuyer(
  { tx, today }: UseCaseContext,
  order: Billed,
  feeIds: readonly string[],
  issuedOn: LocalDate,
): Promise<void> {
  if (feeIds.length === 0) return
  if (!order.buyerId) throw new Error(`Nobody is billed for the buyer's fees of ${order.orderNo}.`)
  const fees = await tx
    .selectFrom('orderFee')
    .select(['id', 'amount', 'tax'])
    .where('id', 'in', [...feeIds])
    .execute()
  const charged = await Promise.all(fees.map((fee) => feeToCharge(tx, fee, order.currency)))
  const sum = (amounts: M.Money[]) => M.sum(amounts, order.currency)
  const [net, tax] = [sum(charged.map((one) => one.amount)), sum(charged.map((one) => one.tax))]
  const total = M.add(net, tax)
  if (!M.isPositive(total)) return
  const first = await tx
    .selectFrom('financeOrderItem')
    .select(({ fn }) => fn.min('dueDate').as('dueDate'))
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  const bill = {
    id: newId(),
    no: await nextNumber(tx, 'FB', today),
    dueOn: maxDate(issuedOn, first.dueDate ?? issuedOn),
  }
  await tx
    .insertInto('feeBill')
    .values({
      ...bill,
      orderId: order.id,
      buyerId: order.buyerId,
      funderId: order.funderId,
      currency: order.currency,
      amount: M.toDecimal(total),
      issuedAmount: M.toDecimal(total),
      tax: M.toDecimal(tax),
      openAmount: M.toDecimal(total),
      issuedOn,
    })
    .execute()
  await tx
    .updateTable('orderFee')
    .set({ billId: bill.id })
    .where('id', 'in', [...feeIds])
    .execute()
  // A refund of this buyer may have paid a part already.
  await keepBills(tx, order.id)
  const { openAmount } = await tx.selectFrom('feeBill').select('openAmount').where('id', '=', bill.id).executeTakeFirstOrThrow()
  const { buyerId, funderId } = order
  await tellBill(tx, 'FEE_BILLED', order, { ...bill, buyerId, funderId, amount: M.toDecimal(total), openAmount })
}

type ToldBill = { no: string; buyerId: string | null; funderId: string; amount: string; openAmount: string; dueOn: LocalDate }

/** Tells buyer and funder what a fee bill comes to, what of it is open and when it is due. */
export const tellBill = (
  tx: Tx,
  event: 'FEE_BILLED' | 'FEE_BILL_CHANGED',
  { id, orderNo, currency }: Pick<Billed, 'id' | 'orderNo' | 'currency'>,
  { no, buyerId, funderId, amount, openAmount, dueOn }: ToldBill,
): Promise<void> =>
  notify(tx, {
    event,
    companyIds: [buyerId, funderId],
    params: { no, orderNo, amount: amountText(amount, currency), openAmount: amountText(openAmount, currency), dueOn, currency },
    objectType: 'FINANCE_ORDER',
    objectId: id,
    link: `/payment/fee-bill?no=${no}`,
  })

type BillNow = { amount: M.Money; tax: M.Money; open: M.Money; waived: M.Money }

/**
 * What the bills of an order come to by its fees and by the buyer's debt in the funder's book, the newest first. What a receipt pays on
 * bills that it names counts for these; other payments count for the oldest bill first, waivers for the newest that lacks them.
 */
async function billsNow(tx: Tx, orderId: string) {
  const bills = await tx
    .selectFrom('feeBill')
    .select(['id', 'currency', 'amount', 'tax', 'openAmount', 'waivedAmount'])
    .where('orderId', '=', orderId)
    .orderBy('issuedOn', 'desc')
    .orderBy('no', 'desc')
    .execute()
  if (bills.length === 0) return []
  const fees = await tx
    .selectFrom('orderFee')
    .select(['id', 'billId', 'amount', 'tax'])
    .where('orderId', '=', orderId)
    .where('billId', 'is not', null)
    .execute()
  const { currency } = bills[0]!
  let open = (await funderBalances(tx, orderId, currency))('1230')
  let waived = await waivedFees(tx, orderId, currency)
  const found: { bill: (typeof bills)[number]; now: BillNow }[] = []
  for (const bill of bills) {
    const charged = await Promise.all(fees.filter((fee) => fee.billId === bill.id).map((fee) => feeToCharge(tx, fee, currency)))
    const sum = (amounts: M.Money[]) => M.sum(amounts, currency)
    const tax = sum(charged.map((one) => one.tax))
    found.push({
      bill,
      now: { amount: M.add(sum(charged.map((one) => one.amount)), tax), tax, open: M.zero(currency), waived: M.zero(currency) },
    })
  }
  const named = await paidOnNamed(tx, orderId, found)
  const lacking = (bill: { id: string }, now: BillNow) => M.subtract(now.amount, named.get(bill.id) ?? M.zero(currency))
  for (const { bill, now } of found) {
    now.open = M.min(open, lacking(bill, now))
    open = M.subtract(open, now.open)
  }
  // A refund may have given back what was paid on a bill by its name.
  for (const { now } of found) {
    const more = M.min(open, M.subtract(now.amount, now.open))
    now.open = M.add(now.open, more)
    open = M.subtract(open, more)
  }
  for (const { bill, now } of found) {
    now.waived = M.min(waived, M.atLeastZero(M.subtract(lacking(bill, now), now.open)))
    waived = M.subtract(waived, now.waived)
  }
  // Where a refund gave back what was paid by name, more is waived than the bills seem to lack.
  for (const { now } of found) {
    const more = M.min(waived, M.subtract(M.subtract(now.amount, now.open), now.waived))
    now.waived = M.add(now.waived, more)
    waived = M.subtract(waived, more)
  }
  return found
}

/** What the standing receipts of an order have paid on the bills that they name, the oldest of them first, by bill. */
async function paidOnNamed(
  tx: Tx,
  orderId: string,
  bills: readonly { bill: { id: string; currency: string }; now: BillNow }[],
): Promise<Map<string, M.Money>> {
  const receipts = await tx
    .selectFrom('repayment as r')
    .innerJoin('allocation as a', 'a.repaymentId', 'r.id')
    .select(({ fn }) => ['r.id', 'r.feeBillIds', fn.sum<string>('a.amount').as('amount')])
    .where('r.orderId', '=', orderId)
    .where('r.feeBillIds', '<>', sql<string[]>`'{}'::uuid[]`)
    .where('a.component', '=', 'BUYER_FEE')
    .where('a.source', '=', 'RECEIPT')
    .where('a.reversed', '=', false)
    .groupBy(['r.id', 'r.feeBillIds', 'r.valueDate', 'r.no'])
    .orderBy('r.valueDate')
    .orderBy('r.no')
    .execute()
  const paid = new Map<string, M.Money>()
  for (const { feeBillIds, amount } of receipts) {
    let left: M.Money | undefined
    for (const { bill, now } of bills.toReversed()) {
      if (!feeBillIds.includes(bill.id)) continue
      left ??= amountOf(amount, bill.currency)
      const before = paid.get(bill.id) ?? M.zero(bill.currency)
      const part = M.min(left, M.subtract(now.amount, before))
      paid.set(bill.id, M.add(before, part))
      left = M.subtract(left, part)
    }
  }
  return paid
}

/** What is open of the bills of an order that a payer names. The stored sums may be those of before receipts that are booked again. */
export async function openOfNamed(tx: Tx, order: { id: string; currency: string }, named: readonly string[]): Promise<M.Money> {
  const bills = named.length > 0 ? await billsNow(tx, order.id) : []
  return M.sum(
    bills.flatMap(({ bill, now }) => (named.includes(bill.id) ? [now.open] : [])),
    order.currency,
  )
}

/** What is open of all bills of an order, as they were kept last. */
export async function openOfBills(tx: Tx, order: { id: string; currency: string }): Promise<M.Money> {
  const { open } = await tx
    .selectFrom('feeBill')
    .select(({ fn }) => fn.sum<string | null>('openAmount').as('open'))
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  return amountOf(open ?? '0', order.currency)
}

/** Of the bills that somebody names those that are none of an order. The transaction sees every company. */
export async function billsNotOf(tx: Tx, orderId: string, named: readonly string[]): Promise<string[]> {
  if (named.length === 0) return []
  const own = await tx.selectFrom('feeBill').select('id').where('orderId', '=', orderId).execute()
  return named.filter((id) => !own.some((one) => one.id === id))
}

/**
 * Adjusts the bills of an order to its fees and to the buyer's debt in the funder's book. A bill changes only with a passed adjustment of
 * its fees, paid or not. A fee on the face keeps the contracted face, whatever a credit note takes off it later.
 */
export async function keepBills(tx: Tx, orderId: string): Promise<void> {
  for (const { bill, now } of await billsNow(tx, orderId)) {
    const isKept = (one: M.Money, kept: string) => M.equals(one, amountOf(kept, bill.currency))
    if (
      isKept(now.open, bill.openAmount) &&
      isKept(now.amount, bill.amount) &&
      isKept(now.tax, bill.tax) &&
      isKept(now.waived, bill.waivedAmount)
    )
      continue
    await tx
      .updateTable('feeBill')
      .set({
        amount: M.toDecimal(now.amount),
        tax: M.toDecimal(now.tax),
        openAmount: M.toDecimal(now.open),
        waivedAmount: M.toDecimal(now.waived),
      })
      .where('id', '=', bill.id)
      .execute()
  }
}

/** What of the buyer's fees of an order was waived. */
async function waivedFees(tx: Tx, orderId: string, currency: string): Promise<M.Money> {
  const { waived } = await tx
    .selectFrom('allocation')
    .select(({ fn }) => fn.sum<string | null>('amount').as('waived'))
    .where('orderId', '=', orderId)
    .where('component', '=', 'BUYER_FEE')
    .where('source', '=', 'WAIVER')
    .where('reversed', '=', false)
    .executeTakeFirstOrThrow()
  return amountOf(waived ?? '0', currency)
}
