import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjust, businessDayConventions, calendar } from './calendar.ts'
import { dueDaysTaken } from './due-days.ts'
import { addDays, daysBetween } from './local-date.ts'
import { paymentDayOf } from './trial.ts'

test('a due day is taken exactly where its tenor is within the bounds, whatever the days of rest', () => {
  const day = fc.integer({ min: 0, max: 200 }).map((n) => addDays('2025-01-01', n))
  const rest = fc.array(day, { maxLength: 12 })
  const terms = fc.record({
    minTenor: fc.integer({ min: 0, max: 40 }),
    maxTenor: fc.integer({ min: 0, max: 120 }),
    maturityOffset: fc.integer({ min: -10, max: 15 }),
    bdConvention: fc.constantFrom(...businessDayConventions),
  })
  const property = fc.property(terms, rest, day, (one, days, today) => {
    const calendars = [calendar('US', { rest: days, weekend: [6, 7], working: [] })]
    const { dueFrom, dueTo } = dueDaysTaken(one, today, calendars)
    for (let due = today; due < addDays(today, 180); due = addDays(due, 1)) {
      const maturity = adjust(addDays(due, one.maturityOffset), one.bdConvention, calendars)
      const tenor = daysBetween(paymentDayOf(today, calendars), maturity)
      expect(due >= dueFrom && due <= dueTo).toBe(tenor >= one.minTenor && tenor <= one.maxTenor)
    }
  })
  fc.assert(property, { numRuns: 100, seed: 30 })
})
