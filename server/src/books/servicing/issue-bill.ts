import { type LocalDate, maxDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
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

/**
 * Adjusts the bills of an order to its fees and to the buyer's debt in the funder's book. Payments count for the oldest bill first,
 * waivers for the newest. A bill changes only with a passed adjustment of its fees, paid or not. A fee on the face keeps the
 * contracted face, whatever a credit note takes off it later.
 */
export async function keepBills(tx: Tx, orderId: string): Promise<void> {
  const bills = await tx
    .selectFrom('feeBill')
    .select(['id', 'currency', 'amount', 'tax', 'openAmount', 'waivedAmount'])
    .where('orderId', '=', orderId)
    .orderBy('issuedOn', 'desc')
    .orderBy('no', 'desc')
    .execute()
  if (bills.length === 0) return
  const fees = await tx
    .selectFrom('orderFee')
    .select(['id', 'billId', 'amount', 'tax'])
    .where('orderId', '=', orderId)
    .where('billId', 'is not', null)
    .execute()
  const { currency } = bills[0]!
  let open = (await funderBalances(tx, orderId, currency))('1230')
  let waived = await waivedFees(tx, orderId, currency)
  for (const bill of bills) {
    const charged = await Promise.all(fees.filter((fee) => fee.billId === bill.id).map((fee) => feeToCharge(tx, fee, currency)))
    const amount = M.sum(
      charged.flatMap((one) => [one.amount, one.tax]),
      currency,
    )
    const tax = M.sum(
      charged.map((one) => one.tax),
      currency,
    )
    const openAmount = M.min(open, amount)
    open = M.subtract(open, openAmount)
    const waivedAmount = M.min(waived, M.subtract(amount, openAmount))
    waived = M.subtract(waived, waivedAmount)
    const isKept = (now: M.Money, kept: string) => M.equals(now, amountOf(kept, currency))
    if (
      isKept(openAmount, bill.openAmount) &&
      isKept(amount, bill.amount) &&
      isKept(tax, bill.tax) &&
      isKept(waivedAmount, bill.waivedAmount)
    )
      continue
    await tx
      .updateTable('feeBill')
      .set({
        amount: M.toDecimal(amount),
        tax: M.toDecimal(tax),
        openAmount: M.toDecimal(openAmount),
        waivedAmount: M.toDecimal(waivedAmount),
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
