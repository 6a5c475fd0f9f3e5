import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSubmittedInvoice } from '../../testing/trade.ts'
import { aSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const buyingSeat = () =>
  portal.look((tx) =>
    aSeat(tx, `alder.buying.${newId()}`, {
      companyId: portal.world.companies.alder,
      role: 'BUYER',
      userRoles: ['Maker', 'Checker'],
    }),
  )

test('a seat that buys is not told the facility by which its company sells', async () => {
  const limits = async (seat: Seat) =>
    (await portal.ask(seat, financeOrderCalls.summaryCompany, { body: {} })).filter(({ limit }) => limit !== null)
  expect(await limits(portal.seats.alderMaker)).not.toEqual([])
  expect(await limits(await buyingSeat())).toEqual([])
})

test('a seat that buys is offered no act of the buyer on an invoice that its company sells', async () => {
  const { id } = await aSubmittedInvoice(portal)
  const offered = async (seat: Seat) => (await portal.ask(seat, invoiceCalls.detail, { query: { id } })).operations
  expect(await offered(portal.seats.cedarChecker)).toContain('CONFIRM')
  expect(await offered(await buyingSeat())).toEqual([])
})
