import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aShortOneAppliedFor } from '../../testing/short-conversion.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('what a conversion paid late still lacks is told for the day of its payment, and once that is kept it can be paid', async () => {
  const { settlement } = portal.seats
  const { child } = await aShortOneAppliedFor(portal, openingDay)
  const payment = await portal.look((tx) =>
    tx.selectFrom('payment').select('id').where('orderId', '=', child.id).where('type', '=', 'FUNDING').executeTakeFirstOrThrow(),
  )
  const instruct = () => portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  const receipt = await aReceipt(portal, '50000.00')
  const short = async () =>
    (await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })).topUps.map(
      ({ orderNo, missing }) => ({ orderNo, missing }),
    )
  const keep = async (amount: string, collectionId = receipt.id) => {
    const kept = await portal.ask(settlement, repaymentCalls.topUp, {
      body: { collectionId, orderId: child.id, amount },
    })
    await passAll(portal, kept.no, 'REPAYMENT')
  }
  // What was asked for on the day of the price does not reach the next one: its loan costs another day.
  const [agreed] = await short()
  await keep(agreed!.missing)
  expect(await short()).toEqual([])
  await runEndOfDay(portal.app)
  const refusal = await refusalOf(instruct())
  expect(refusal).toMatchObject({ error: 'ARP_SHORTFALL', data: { kept: agreed!.missing, currency: 'USD' } })
  expect(await short()).toEqual([{ orderNo: child.orderNo, missing: refusal.data.missing }])
  await keep(refusal.data.missing, (await aReceipt(portal, '1000.00')).id)
  expect(await short()).toEqual([])
  await instruct()
  expect(await brokenLaws(portal)).toEqual([])
})
