import { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, takeBack } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await introduce(portal)
})
afterAll(() => portal.close())

/** Fee base and commission of a month, as the partner is told them. */
async function toldOf(date: string) {
  const { currencies } = await portal.ask(portal.seats.auditor, channelPartnerCalls.partnerMonth, {
    body: { partnerId: portal.seats.bd.userId, date },
  })
  return currencies.map(({ currency, feeBase, commission }) => ({ currency, feeBase, commission }))
}

test('a month stays as it was reported when a receipt of one of its days is booked, or taken back, later', async () => {
  const { orderId } = await aFundedOrder(portal, { faces: ['1000000'] })
  await runEndOfDay(portal.app, { through: '2025-04-09' })
  const [march, april] = [await toldOf('2025-03-31'), await toldOf('2025-04-30')]
  expect(march).toHaveLength(1)
  const late = await aRepayment(portal, orderId, '1000000', { valueDate: '2025-03-20' })
  expect(await toldOf('2025-03-31')).toEqual(march)
  // The rest of the fee is earned with the receipt, in the month in which it is booked.
  expect(Number((await toldOf('2025-04-30'))[0]!.feeBase)).toBeGreaterThan(Number(april[0]!.feeBase))
  await takeBack(portal, late)
  expect(await toldOf('2025-03-31')).toEqual(march)
  expect(await toldOf('2025-04-30')).toEqual(april)
})
