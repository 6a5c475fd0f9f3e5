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

test('the exchange rate of a pair is told in force on a day however many newer ones of other pairs there are', async () => {
  const older = { id: newId(), fromCurrency: 'NOK', toCurrency: 'SEK', rateDate: '2019-01-31', rate: '1.25', inverse: '0.8' }
  const newer = { id: newId(), fromCurrency: 'SEK', toCurrency: 'NOK', rateDate: '2020-01-31', rate: '0.5', inverse: '2' }
  await portal.look((tx) => tx.insertInto('fxRate').values([older, newer]).execute())
  const newest = (await inForce('FX')).flatMap((row) => (row.kind === 'FX' ? [row.fromCurrency, row.toCurrency] : []))
  expect(newest).not.toContain('NOK')
  const told = (fromCurrency: string, toCurrency: string, day?: string) =>
    portal.ask(portal.seats.operations, configChangeCalls.fxInForce, {
      body: { fromCurrency, toCurrency, ...(day ? { day } : {}) },
    })
  expect(await told('NOK', 'SEK')).toEqual({ rate: '2', rateDate: '2020-01-31' })
  expect(await told('SEK', 'NOK')).toEqual({ rate: '0.5', rateDate: '2020-01-31' })
  expect(await told('SEK', 'NOK', '2020-01-30')).toEqual({ rate: '0.8', rateDate: '2019-01-31' })
  expect(await told('NOK', 'SEK', '2019-01-30')).toBeNull()
})
