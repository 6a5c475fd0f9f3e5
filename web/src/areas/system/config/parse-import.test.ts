import { expect, test } from 'vitest'
import { fixingsFrom, holidaysFrom, latestOf } from './parse-import.ts'

test('a list of holidays is read from lines, with or without a heading', () => {
  expect(holidaysFrom('country,date,type,en,cn\nSG,2027-02-08,J,Chinese New Year,农历新年\n')).toEqual([
    { countryCode: 'SG', calendarDate: '2027-02-08', type: 'J', holidayNameEn: 'Chinese New Year', holidayNameCn: '农历新年' },
  ])
})
test('the central bank’s answer is read whole, and its newest rate is the one with the latest effective date', () => {
  const content = JSON.stringify({
    refRates: [
      { effectiveDate: '2026-11-18', type: 'SOFR', percentRate: 3.9 },
      { effectiveDate: '2026-11-20', type: 'SOFR', percentRate: 3.87 },
      { effectiveDate: '2026-11-19', type: 'SOFR', percentRate: 3.88 },
    ],
  })
  expect(latestOf(fixingsFrom(content))).toEqual({ effectiveDate: '2026-11-20', type: 'SOFR', percentRate: '3.87' })
  expect(latestOf([])).toBeUndefined()
})
