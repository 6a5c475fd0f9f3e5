import { addDays } from '@usance/domain/local-date'
import { businessDate } from '../calendar/business-date.ts'
import { runEndOfDay } from '../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from './financing.ts'
import type { Portal } from './portal.ts'

/** A purchase in arrears, funded on `day` at a rate that is reset daily, with a look-back of two business days unless told otherwise, ten days on. */
export async function anOrderResetDaily(
  portal: Portal,
  { lookbackBd = 2 }: { lookbackBd?: number } = {},
): Promise<{ orderId: string; day: string }> {
  const { purchaseInArrears } = portal.world.products
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ resetFrequency: 'DAILY', lookbackBd }).where('id', '=', purchaseInArrears).execute(),
  )
  const day = await businessDate(portal.app)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day })
  await runEndOfDay(portal.app, { through: addDays(day, 9) })
  return { orderId, day }
}
