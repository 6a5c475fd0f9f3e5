import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReceipt, brokenLaws, passAll, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aShortConversion } from '../../testing/short-conversion.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('settlement is told of the money that was kept for a conversion that its supplier withdraws, and frees it', async () => {
  const { settlement, alderMaker } = portal.seats
  const { child } = await aShortConversion(portal, openingDay)
  const receipt = await aReceipt(portal, '20000.00')
  const kept = await portal.ask(settlement, repaymentCalls.topUp, {
    body: { collectionId: receipt.id, orderId: child.orderId, amount: '20000.00' },
  })
  await passAll(portal, kept.no, 'REPAYMENT')
  await portal.ask(alderMaker, financeOrderCalls.revocation, { query: { id: child.orderId }, body: {} })
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select(['params', 'link']).where('event', '=', 'FINANCE_ORDER_TOP_UP_LEFT').execute(),
  )
  expect(told).toMatchObject([
    {
      params: { no: kept.no, amount: '20000.00', currency: 'USD' },
      link: `/repayment/repaymentDetail?no=${kept.no}&id=${kept.id}`,
    },
  ])
  await takeBack(portal, kept)
  const { left } = await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  expect(left).toBe('20000.00')
  expect(await brokenLaws(portal)).toEqual([])
})
