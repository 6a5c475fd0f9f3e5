import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReceipt, brokenLaws, passAll, takeBack, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
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

test('what is left of a receipt is kept for the same conversion once more, and no more than that', async () => {
  const { settlement } = portal.seats
  const { child } = await aShortConversion(portal, openingDay)
  const receipt = await aReceipt(portal, '20000.00', { payerName: 'Alder' })
  const keep = (amount: string) =>
    portal.ask(settlement, repaymentCalls.topUp, {
      body: { collectionId: receipt.id, ...toldApart(receipt), orderId: child.orderId, amount },
    })
  const first = await keep('12000.00')
  const second = await keep('5000.00')
  for (const { no } of [first, second]) await passAll(portal, no, 'REPAYMENT')
  expect((await refusalOf(keep('3000.01'))).data.fields).toMatchObject([{ field: 'amount', message: 'OVER_ALLOCATION' }])
  await passAll(portal, (await keep('3000.00')).no, 'REPAYMENT')
  const kept = await portal.look((tx) =>
    tx.selectFrom('repayment').select(['amount', 'status']).where('topUpOf', '=', child.orderId).orderBy('no').execute(),
  )
  expect(kept.map(({ amount, status }) => [Number(amount), status])).toEqual([
    [12_000, 'POSTED'],
    [5_000, 'POSTED'],
    [3_000, 'POSTED'],
  ])
  await takeBack(portal, second)
  const { left } = await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  expect(left).toBe('5000.00')
  expect(await brokenLaws(portal)).toEqual([])
})
