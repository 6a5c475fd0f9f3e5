import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { addLimit } from '../../finance/product/add-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSeat, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const limitsTold = async (seat: Seat) =>
  (await portal.ask(seat, assistantCalls.ask, { body: { question: 'What limits are there?' } })).text

test('a limit that a funder sets on a buyer is told to the funder and to staff, and not to the buyer', async () => {
  const { cedarChecker, elmMaker, operations } = portal.seats
  for (const seat of [elmMaker, operations]) expect(await limitsTold(seat)).toContain('Limit on the buyer Cedar Retail Inc')
  expect(await limitsTold(cedarChecker)).toBe('Your role does not open what that question needs.')
})

test('a company that sells and funds is told in each seat the limits of that seat alone', async () => {
  const { alder, birch } = portal.world.companies
  const funding = await portal.look(async (tx) => {
    const life = { currency: 'USD', effectiveDate: '2025-01-01', expiryDate: '2026-12-31' }
    await tx.insertInto('companyRole').values({ id: newId(), companyId: alder, role: 'FUNDER', detail: '{}' }).execute()
    await addLimit(tx, { type: 'SUPPLIER_FACILITY', supplierId: birch, funderId: alder, amount: '700000', ...life })
    return aSeat(tx, 'alder.funds', { companyId: alder, role: 'FUNDER', userRoles: ['Maker'] })
  })
  const told = async (seat: Seat) => {
    const text = await limitsTold(seat)
    return ['5,000,000.00', '700,000.00'].filter((amount) => text.includes(amount))
  }
  expect(await told(portal.seats.alderMaker)).toEqual(['5,000,000.00'])
  expect(await told(funding)).toEqual(['700,000.00'])
})
