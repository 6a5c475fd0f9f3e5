import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { runEndOfDay } from '../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, payDrafted, takeBack } from './financing.ts'
import type { Portal } from './portal.ts'

/**
 * Overdue orders whose supplier owes reserve back: the receipts on which it was released have been taken back. From a day on; returns
 * the day it is then, and what each order is owed.
 */
export async function ordersOwedReserve(
  portal: Portal,
  { from, count }: { from: string; count: number },
): Promise<{ day: string; orders: { orderId: string; owed: string }[] }> {
  const { settlement } = portal.seats
  let day = from
  const closeDays = async (days: number) => {
    day = await runEndOfDay(portal.app, { through: addDays(day, days - 1) })
  }
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) await closeDays(1)
  const orderIds: string[] = []
  for (let made = 0; made < count; made++)
    orderIds.push((await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [28] })).orderId)
  await closeDays(28)
  const receipts: Awaited<ReturnType<typeof aRepayment>>[] = []
  for (const orderId of orderIds) receipts.push(await aRepayment(portal, orderId, '100000', { valueDate: day }))
  await closeDays(4)
  for (const orderId of orderIds) {
    const drafted = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId } })
    await payDrafted(portal, drafted, 'RELEASE', day)
  }
  await closeDays(4)
  for (const receipt of receipts) await takeBack(portal, receipt)
  const orders = []
  for (const orderId of orderIds) orders.push({ orderId, owed: await balanceIn(portal, orderId, 'F1220') })
  return { day, orders }
}
