import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSubmittedInvoice } from '../../testing/trade.ts'
import { aSeat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a seat that buys is offered no act of the buyer on an invoice that its company sells', async () => {
  const { alder } = portal.world.companies
  const { id } = await aSubmittedInvoice(portal)
  const buying = await portal.look((tx) =>
    aSeat(tx, 'alder.buying', { companyId: alder, role: 'BUYER', userRoles: ['Maker', 'Checker'] }),
  )
  const offered = async (seat: typeof buying) => (await portal.ask(seat, invoiceCalls.detail, { query: { id } })).operations
  expect(await offered(portal.seats.cedarChecker)).toContain('CONFIRM')
  expect(await offered(buying)).toEqual([])
})
