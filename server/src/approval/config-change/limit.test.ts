import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a change of a limit leaves its kind, its parties and its currency, so that its funder decides on it', async () => {
  const { operations } = portal.seats
  const { alder, dogwood, fir } = portal.world.companies
  const limits = rowsOfKind('LIMIT', await portal.ask(operations, configChangeCalls.current, { body: { kind: 'LIMIT' } }))
  const limit = limits.find((row) => row.type === 'BUYER')!
  const { type, buyerId, funderId, currency, effectiveDate, expiryDate } = limit
  const values = { type, buyerId, funderId, currency, effectiveDate, expiryDate, amount: '900000', revolving: true }
  const propose = (other: object) =>
    portal.ask(operations, configChangeCalls.propose, {
      body: {
        kind: 'LIMIT',
        targetId: limit.id,
        version: limit.version,
        values: { ...values, status: 'ENABLE', ...other },
      } as never,
    })
  for (const [other, field] of [
    [{ type: 'FUNDER' }, 'type'],
    [{ type: 'SUPPLIER_FACILITY', supplierId: alder }, 'type'],
    [{ type: 'RELATIONSHIP', supplierId: alder }, 'type'],
    [{ buyerId: dogwood }, 'buyerId'],
    [{ funderId: fir }, 'funderId'],
    [{ currency: 'EUR' }, 'currency'],
  ] as const)
    expect((await refusalOf(propose(other))).data.fields).toEqual([{ field, message: 'LIMIT_KEEPS_PARTIES' }])
  // A party that its kind does not name is not kept, and no change.
  expect((await propose({ supplierId: alder })).no).toMatch(/^CFG/)
})
