import { maxDate } from '@usance/domain/local-date'
import { isPositive, isZero } from '@usance/domain/money'
import { tellBill } from '../../books/servicing/issue-bill.ts'
import type { LoadedFee } from '../../books/servicing/load-fee.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'

/** What the fee bills of an order come to now. */
export const billsOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('feeBill')
    .select(['id', 'no', 'buyerId', 'funderId', 'amount', 'openAmount', 'dueOn'])
    .where('orderId', '=', orderId)
    .orderBy('no')
    .execute()
type Bills = Awaited<ReturnType<typeof billsOf>>

/**
 * Tells the buyer and the funder of each bill that an adjustment of a fee has changed: what is open counts for the newest bill first, so
 * that it may be another than the bill of that fee. A bill on which nothing was open is due again no earlier than today, when its buyer
 * learns of it; what was late before stays late.
 */
export async function tellBillsChanged({ tx, today }: UseCaseContext, fee: LoadedFee, before: Bills): Promise<void> {
  const { currency, orderNo, orderId } = fee
  for (const bill of await billsOf(tx, orderId)) {
    const old = before.find(({ id }) => id === bill.id)
    if (!old || (bill.amount === old.amount && bill.openAmount === old.openAmount)) continue
    const isOpenAgain = isZero(amountOf(old.openAmount, currency)) && isPositive(amountOf(bill.openAmount, currency))
    const dueOn = isOpenAgain ? maxDate(bill.dueOn, today) : bill.dueOn
    if (dueOn !== bill.dueOn) await tx.updateTable('feeBill').set({ dueOn }).where('id', '=', bill.id).execute()
    await tellBill(tx, 'FEE_BILL_CHANGED', { id: orderId, orderNo, currency }, { ...bill, dueOn })
  }
}
