import { addDays } from '@usance/domain/local-date'
import { configChangeCalls, rowsAtOnce } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const inForce = (kind: 'RATE' | 'FX' | 'TOLERANCE', pageNum?: number) =>
  portal.ask(portal.seats.operations, configChangeCalls.current, { body: { kind, ...(pageNum ? { pageNum } : {}) } })
const days = Array.from({ length: 450 }, (_, at) => addDays('2023-10-01', at))

test('every fixing in force is reached by pages, the newest first, whatever its benchmark', async () => {
  await portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values(
        ['EURIBOR', 'SOFR'].flatMap((type) =>
          days.map((effectiveDate) => ({ id: newId(), type, effectiveDate, percentRate: '4.1', source: 'by hand' })),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => inForce('RATE', page)))
  const rows = pages.flat().flatMap((row) => (row.kind === 'RATE' ? [row] : []))
  expect(pages[0]).toHaveLength(rowsAtOnce.RATE ?? 0)
  expect(await inForce('RATE')).toEqual(pages[0])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const dates = rows.map(({ effectiveDate }) => effectiveDate)
  expect(dates).toEqual(dates.toSorted().toReversed())
  for (const type of ['EURIBOR', 'SOFR'])
    expect(rows.filter((row) => row.type === type).map(({ effectiveDate }) => effectiveDate)).toEqual(
      expect.arrayContaining(days),
    )
})

test('every exchange rate in force is reached by pages, and what comes at once has no second page', async () => {
  await portal.look((tx) =>
    tx
      .insertInto('fxRate')
      .values(
        days.map((rateDate) => ({ id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate: '1.1', inverse: '0.9' })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const pages = await Promise.all([1, 2, 3].map((page) => inForce('FX', page)))
  const found = pages.flat().flatMap((row) => (row.kind === 'FX' && row.fromCurrency === 'EUR' ? [row.rateDate] : []))
  expect(found).toEqual(expect.arrayContaining(days))
  expect(await inForce('TOLERANCE', 2)).toEqual([])
})
