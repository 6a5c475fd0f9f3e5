import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a price for which the rate of a limit is missing names its currency and the day', async () => {
  const request = requestFor(portal, [await aConfirmedInvoice(portal, { currency: 'EUR' })], { currency: 'EUR' })
  await portal.asOwner(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`delete from fx_rate`.execute(db)
  })
  const { error, data } = await refusalOf(
    portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request }),
  )
  expect([error, data]).toEqual(['FX_RATE_MISSING', expect.objectContaining({ currency: 'EUR', date: openingDay })])
})
