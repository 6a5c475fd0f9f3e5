import { maxDate } from '@usance/domain/local-date'
import { isPositive, isZero } from '@usance/domain/money'
import type { LoadedFee } from '../../books/servicing/load-fee.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'

/** What a fee bill comes to now; undefined for a fee that is on none. */
export async function billOf(tx: Tx, id: string | null) {
  if (!id) return undefined
  return tx
    .selectFrom('feeBill')
    .select(['id', 'no', 'buyerId', 'funderId', 'amount', 'openAmount', 'dueOn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
type Bill = NonNullable<Awaited<ReturnType<typeof billOf>>>

/**
 * Tells the buyer and the funder of a bill that an adjustment of its fees has changed. A bill on which nothing was open is due again
 * no earlier than today, when its buyer learns of it; what was late before stays late.
 */
export async function tellBillChanged({ tx, today }: UseCaseContext, fee: LoadedFee, before: Bill): Promise<void> {
  const { currency, orderNo } = fee
  const bill = await billOf(tx, before.id)
  if (!bill || (bill.amount === before.amount && bill.openAmount === before.openAmount)) return
  const isOpenAgain = isZero(amountOf(before.openAmount, currency)) && isPositive(amountOf(bill.openAmount, currency))
  const dueOn = isOpenAgain ? maxDate(bill.dueOn, today) : bill.dueOn
  if (dueOn !== bill.dueOn) await tx.updateTable('feeBill').set({ dueOn }).where('id', '=', bill.id).execute()
  await notify(tx, {
    event: 'FEE_BILL_CHANGED',
    companyIds: [bill.buyerId, bill.funderId],
    params: {
      no: bill.no,
      orderNo,
      amount: amountText(bill.amount, currency),
      openAmount: amountText(bill.openAmount, currency),
      dueOn,
      currency,
    },
    objectType: 'FINANCE_ORDER',
    objectId: fee.orderId,
    link: `/payment/fee-bill?no=${bill.no}`,
  })
}
