import { addDays } from '@usance/domain/local-date'
import { poolCalls } from '@usance/wire/pool/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('the notice of a pool that is short tells what is out on it and what is on its way', async () => {
  const { alderMaker } = portal.seats
  const { poolId, invoiceId } = await aPooledInvoice(portal, await aPoolProduct(portal), {
    amount: '100000.00',
    buyerCode: 'CEDAR',
  })
  await aFundedDrawing(portal, poolId, '20000.00')
  const body = { poolId, amount: '15000.00', fundingDate: openingDay, maturity: addDays(openingDay, 30) }
  const { pricingHash } = await portal.ask(alderMaker, poolCalls.trial, { body })
  await portal.ask(alderMaker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await portal.look((tx) => tx.updateTable('invoice').set({ docStatus: 'DISPUTED' }).where('id', '=', invoiceId).execute())
  await runEndOfDay(portal.app)
  const told = await portal.look((tx) =>
    tx.selectFrom('notification').select('params').distinct().where('event', '=', 'POOL_SHORT').execute(),
  )
  expect(told).toHaveLength(1)
  expect(told[0]!.params).toMatchObject({ drawn: '20000.00', coming: '15000.00', currency: 'USD' })
})
