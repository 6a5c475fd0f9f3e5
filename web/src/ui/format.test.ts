import { afterEach, describe, expect, test } from 'vitest'
import { parseDay } from './calendar.ts'
import { addDecimals, compareDecimals, roundHalfUp, shortDecimal, subtractDecimals } from './decimal.ts'
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDateTime,
  formatPercent,
  formatRate,
  formatRatePct,
  orDash,
  setDisplay,
  todayInZone,
} from './format.ts'

afterEach(() => setDisplay({ timeZone: 8, timeFormat: 'YYYY/MM/DD' }))

test('a user without a zone reads times eight hours east of UTC', () => {
  for (const timeZone of [undefined, null, Number.NaN]) {
    setDisplay({ timeZone, timeFormat: null })
    expect(formatDateTime('2026-11-25T20:30:00Z')).toBe('2026/11/26 04:30:00')
  }
})

describe('figures on screen', () => {
  test('amounts have two decimals, JPY none, and groups of three', () => {
    expect(formatAmount('1234567.5', 'USD')).toBe('1,234,567.50')
    expect(formatAmount('1234567', 'JPY')).toBe('1,234,567')
    expect(formatAmount('-1234.565', 'EUR')).toBe('-1,234.57')
    expect(formatAmount('1234.5678', 'KWD')).toBe('1,234.57')
    expect(formatAmount('1234.5', 'KWD', { exact: true })).toBe('1,234.500')
  })
  test('an amount beyond what a float can hold keeps every digit', () => {
    expect(formatAmount('9007199254740993.01', 'USD')).toBe('9,007,199,254,740,993.01')
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
  })
  test('zero and false are values, nothing is a dash', () => {
    expect([formatAmount('0', 'USD'), formatCount(0), orDash(false), orDash(0)]).toEqual(['0.00', '0', 'false', '0'])
    expect([formatAmount(null), formatAmount(''), formatDate(undefined), formatPercent(null), orDash('  ')]).toEqual([
      '-',
      '-',
      '-',
      '-',
      '-',
    ])
  })
  test('percentages have two decimals and exchange rates four', () => {
    expect(formatPercent('6.8')).toBe('6.80%')
    expect(formatRate('7.12345')).toBe('7.1235')
  })
  test('a rate has the decimals it was agreed with, at least two', () => {
    expect(['4', '4.25', '4.1250', '10.0000'].map(formatRatePct)).toEqual(['4.00%', '4.25%', '4.125%', '10.00%'])
    expect(formatRatePct(null)).toBe('-')
  })
  test('zeros behind the point that say nothing are left out, others stay', () => {
    expect(['12.5000', '10.00', '100', '0.050', '7.'].map(shortDecimal)).toEqual(['12.5', '10', '100', '0.05', '7'])
  })
  test('display rounds half up, away from zero', () => {
    expect([roundHalfUp('2.345', 2), roundHalfUp('-2.345', 2), roundHalfUp('0.995', 2), roundHalfUp('99.5', 0)]).toEqual([
      '2.35',
      '-2.35',
      '1.00',
      '100',
    ])
  })
  test('decimals compare and subtract exactly', () => {
    expect(compareDecimals('10', '9.999')).toBe(1)
    expect(compareDecimals('1.10', '1.1')).toBe(0)
    expect(subtractDecimals('1', '1.05')).toBe('-0.05')
    expect(subtractDecimals('1', '-1')).toBe('2')
  })
})

describe('days and instants', () => {
  test('a calendar day is never shifted by a zone', () => {
    setDisplay({ timeZone: -11, timeFormat: 'DD/MM/YYYY' })
    expect(formatDate('2026-03-01')).toBe('01/03/2026')
  })
  test('an instant is shown in the zone of the user', () => {
    expect(formatDateTime('2026-02-28T16:30:05Z')).toBe('2026/03/01 00:30:05')
    setDisplay({ timeZone: 5.5, timeFormat: 'YYYY/MM/DD' })
    expect(formatDateTime('2026-02-28T16:30:05Z', { seconds: false })).toBe('2026/02/28 22:00')
    expect(todayInZone(Date.UTC(2026, 0, 31, 20))).toBe('2026-02-01')
  })
  test('a typed date is understood, a day that does not exist is not', () => {
    expect([parseDay('2026/1/5'), parseDay('20260105'), parseDay('2024-02-29')]).toEqual([
      '2026-01-05',
      '2026-01-05',
      '2024-02-29',
    ])
    expect([parseDay('2026-02-29'), parseDay('5/1/2026'), parseDay('x')]).toEqual([undefined, undefined, undefined])
  })
})
