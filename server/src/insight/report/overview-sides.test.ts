import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addLimit } from '../../finance/product/add-product.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aFundedOrder, aRepayment, brokenLaws, passAll } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSeat, openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const dogwood = { payerName: 'Dogwood Stores GmbH' }
/** The figures of a seat's overview in dollars, each checked against the sum of its rows. */
async function figuresOf(seat: Seat, asOf?: string): Promise<Record<string, string>> {
  const when = asOf ? { asOf } : {}
  const { currencies } = await portal.ask(seat, reportCalls.accountOverview, { body: when })
  const { figures } = currencies.find(({ currency }) => currency === 'USD')!
  for (const { figure, amount } of figures) {
    const { total } = await portal.ask(seat, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD', ...when } })
    expect([figure, total]).toEqual([figure, amount])
  }
  return Object.fromEntries(figures.map(({ figure, amount }) => [figure, amount]))
}
/** A pool of 30,000 of Cedar and 40,000 of Dogwood. */
async function aPool(): Promise<string> {
  const productId = await aPoolProduct(portal)
  await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  return (await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })).poolId
}

test('a supplier reads the refunds that are owed to it alone, its funder all of them, today and at the close of a past day', async () => {
  const { alderMaker, elmMaker, auditor, settlement, settlement3 } = portal.seats
  const drawing = await aFundedDrawing(portal, await aPool(), '25000.00')
  const paid = await aRepayment(portal, drawing.id, '45000', dogwood)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  await aRepayment(portal, orderId, '100700')
  const pending = async (seat: Seat, asOf?: string) => (await figuresOf(seat, asOf)).REFUNDS_PENDING
  expect(await pending(alderMaker)).toBe('15000.00')
  for (const seat of [elmMaker, auditor]) expect(await pending(seat)).toBe('20700.00')

  const day = await runEndOfDay(portal.app, { through: openingDay })
  const payment = await portal.ask(settlement, paymentCalls.addRefund, { body: { repaymentId: paid.id, ofPool: true } })
  await portal.ask(settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, 'REFUND')
  expect(await pending(alderMaker)).toBe('15000.00')
  await portal.ask(settlement3, paymentCalls.markPaid, { body: { id: payment.id, valueDate: day, bankRef: 'BACK-1' } })
  expect([await pending(alderMaker), await pending(elmMaker)]).toEqual(['0.00', '5700.00'])
  const before = addDays(day, -1)
  expect([await pending(alderMaker, before), await pending(elmMaker, before)]).toEqual(['15000.00', '20700.00'])
})

test('what one pool lacks is shown beside what another has left, and lowers none of it', async () => {
  const poolId = await aPool()
  const [first] = [await aFundedDrawing(portal, poolId, '20000.00'), await aFundedDrawing(portal, poolId, '30000.00')]
  await aRepayment(portal, first.id, '41000', dogwood)
  const other = await aPooledInvoice(portal, await aPoolProduct(portal, 'DBS'), { amount: '20000.00', buyerCode: 'CEDAR' })
  await portal.look((tx) => tx.updateTable('pool').set({ bankBase: '12000' }).where('id', '=', other.poolId).execute())
  for (const seat of [portal.seats.elmMaker, portal.seats.alderMaker, portal.seats.auditor])
    expect(await figuresOf(seat)).toMatchObject({ POOL_AVAILABLE: '12000.00', POOL_SHORT: '15600.00' })
})

test('a company that sells and funds reads in each seat the facilities and the pools of that seat alone', async () => {
  const { alder, birch } = portal.world.companies
  await aPool()
  const funding = await portal.look(async (tx) => {
    const life = { currency: 'USD', effectiveDate: '2025-01-01', expiryDate: '2026-12-31' }
    await tx.insertInto('companyRole').values({ id: newId(), companyId: alder, role: 'FUNDER', detail: '{}' }).execute()
    await addLimit(tx, { type: 'SUPPLIER_FACILITY', supplierId: birch, funderId: alder, amount: '700000', ...life })
    return aSeat(tx, 'alder.funds', { companyId: alder, role: 'FUNDER', userRoles: ['Maker'] })
  })
  const figures = async (seat: Seat) => {
    const { FACILITY, POOL_BASE } = await figuresOf(seat)
    return { FACILITY, POOL_BASE }
  }
  const POOL_BASE = (await figures(portal.seats.elmMaker)).POOL_BASE
  expect(POOL_BASE).toBeDefined()
  expect(await figures(portal.seats.alderMaker)).toEqual({ FACILITY: '5000000.00', POOL_BASE })
  const pools = async (seat: Seat) => (await portal.ask(seat, poolCalls.pools, { body: { kind: 'OWN' } })).pools.length
  expect([await pools(portal.seats.alderMaker), await pools(portal.seats.elmMaker), await pools(funding)]).toEqual([1, 1, 0])
  expect(await figures(funding)).toEqual({ FACILITY: '700000.00', POOL_BASE: undefined })
  // The seat of the whole company reads as a supplier: its facilities are not added to those that it grants.
  expect(await figures(portal.seats.alderDirector)).toEqual({ FACILITY: '5000000.00', POOL_BASE })
})
