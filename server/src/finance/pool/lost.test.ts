import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('what was written off on a pool is not drawn again until it has come back', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const productId = await aPoolProduct(portal)
  const dueDate = addDays(openingDay, 175)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'CEDAR', dueDate })
  await aPooledInvoice(portal, productId, { amount: '100000.00', buyerCode: 'DOGWOOD', dueDate })
  const { id: orderId, orderNo } = await aFundedDrawing(portal, poolId, '20000.00')
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 151) })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The supplier is insolvent.' } })
  await passWriteOff(portal, orderNo)
  const { pools } = await portal.ask(alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
  const figure = (key: string) => Number(pools[0]!.figures.find((one) => one.key === key)!.result)
  expect(figure('lost')).toBeGreaterThan(20_000)
  expect(figure('drawn')).toBe(0)
  expect(figure('availability')).toBeCloseTo(figure('borrowingBase') - figure('accrued') - figure('lost'), 2)
  expect(figure('maxDrawing')).toBe(figure('availability'))
  expect(figure('facilityHeadroom')).toBeCloseTo(5_000_000 - figure('lost'), 2)
  const body = { poolId, fundingDate: today, maturity: dueDate, amount: '1000.00' }
  expect((await refusalOf(portal.ask(alderMaker, poolCalls.trial, { body }))).error).toBe('STOP_OVERDUE')
  expect(await brokenLaws(portal)).toEqual([])
})
