import { expect, test } from 'vitest'
import { amountsIn, currencyIn, datesIn, decimalOf, numberIn } from './values.ts'

const amounts = (text: string) => amountsIn(text).map(({ value }) => value)
const dates = (text: string, dayFirst = true) => datesIn(text, dayFirst).map(({ value }) => value)

test.each([
  ['$1,999.96', ['1999.96']],
  ['1.234,56 €', ['1234.56']],
  ['RM5:O0', ['5.00']],
  ['M8 .35', ['8.35']],
  ['¥7018.83', ['7018.83']],
  ["CHF 12'500.00", ['12500.00']],
  ['VAT 19% 35,10', ['35.10']],
  ['(120.00)', ['-120.00']],
  ['1 234 567.89', ['1234567.89']],
])('the amounts in "%s" are %j', (text, wanted) => {
  expect(amounts(text)).toEqual(wanted)
})

test('a time of day and a date are no amounts', () => {
  expect(amounts('18:47:33')).toEqual([])
  expect(amounts('Date 03/02')).toEqual([])
})

test.each([
  ['2025年3月1日', '2025-03-01'],
  ['13.06.2015', '2015-06-13'],
  ['0ct 3, 2016', '2016-10-03'],
  ['19 april 2014', '2014-04-19'],
  ['03/20/2023', '2023-03-20'],
  ['8-9-2022', '2022-09-08'],
  ['05-12-16', '2016-12-05'],
])('"%s" is the day %s', (text, wanted) => {
  expect(dates(text)).toEqual([wanted])
})

test('a day that could be read both ways follows the country of the page, and says so', () => {
  expect(dates('04/05/2025', false)).toEqual(['2025-04-05'])
  expect(datesIn('04/05/2025', true)[0]).toMatchObject({ value: '2025-05-04', ambiguous: true })
})

test('a day that does not exist is not read', () => {
  expect(dates('31.02.2025')).toEqual([])
})

test('the yen sign is yuan on a Chinese page only', () => {
  expect([currencyIn('¥100', true), currencyIn('¥100', false)]).toEqual(['CNY', 'JPY'])
})

test('three digits behind the last mark are thousands', () => {
  expect([decimalOf('1.250'), decimalOf('1,250.5'), decimalOf('0.125')]).toEqual(['1250', '1250.5', '0.125'])
})

test('a document number keeps its marks and loses the words behind it', () => {
  expect(numberIn('# RE-20150613/503 von 13.06.2015')?.value).toBe('RE-20150613/503')
})
