import { expect, test } from 'vitest'
import { fixingsFrom, holidaysFrom } from './parse-import.ts'

test('a list of holidays is read from lines, with or without a heading', () => {
  expect(holidaysFrom('country,date,type,en,cn\nSG,2027-02-08,J,Chinese New Year,农历新年\n')).toEqual({
    rows: [
      { countryCode: 'SG', calendarDate: '2027-02-08', type: 'J', holidayNameEn: 'Chinese New Year', holidayNameCn: '农历新年' },
    ],
    faulty: [],
  })
})
test.each([',', ';', '\t'])('no day of a list separated by %j is left out, however a spreadsheet has written it', (mark) => {
  const lines = [
    'SG,2026-1-1,J,New Year,元旦',
    'SG,2026/5/1,J,"Labour Day, May Day"',
    '',
    'SG,2026年10月1日,W,National Day',
    'SG,20261225,,Christmas',
  ]
  const { rows, faulty } = holidaysFrom(lines.map((line) => line.replace(/,(?! )/g, mark)).join('\r\n'))
  expect(rows.map((row) => row.calendarDate)).toEqual(['2026-01-01', '2026-05-01', '2026-10-01', '2026-12-25'])
  expect(faulty).toEqual([])
})
test('each line without a day that can be read is told by its number, and none is taken for a heading', () => {
  const first = holidaysFrom('SG,1/5/2026,J,Labour Day\nSG,2026-12-25,J,Christmas\n\nSG,2026-02-30,J,No such day\nSG,,J,No day')
  expect(first.faulty).toEqual([1, 4, 5])
  expect(holidaysFrom('country,date\nSG,2026-12-25\ncountry,date').faulty).toEqual([3])
})
test('the central bank’s answer is read whole', () => {
  const content = JSON.stringify({
    refRates: [
      { effectiveDate: '2026-11-18', type: 'SOFR', percentRate: 3.9 },
      { effectiveDate: '2026-11-20', type: 'SOFR', percentRate: 3.87 },
      { effectiveDate: '2026-11-19', type: 'SOFR', percentRate: 3.88 },
    ],
  })
  expect(fixingsFrom(content)).toEqual([
    { effectiveDate: '2026-11-18', type: 'SOFR', percentRate: '3.9' },
    { effectiveDate: '2026-11-20', type: 'SOFR', percentRate: '3.87' },
    { effectiveDate: '2026-11-19', type: 'SOFR', percentRate: '3.88' },
  ])
})
