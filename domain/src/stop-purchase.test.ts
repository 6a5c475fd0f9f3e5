import { expect, test } from 'vitest'
import { parseDecimal } from './rational.ts'
import { type StopFacts, stopReasonOf } from './stop-purchase.ts'

const sound: StopFacts = {
  today: '2025-06-30',
  isBlocked: false,
  isAdmitted: true,
  oldestOverdue: null,
  dilution12m: null,
  dilutionThreshold: parseDecimal('5'),
  kycExpiresOn: null,
  isLimitExpired: false,
}

test.each([
  ['nothing against it', {}, null],
  ['the thirtieth day overdue', { oldestOverdue: '2025-05-31' }, null],
  ['the thirty-first day overdue', { oldestOverdue: '2025-05-30' }, 'STOP_OVERDUE'],
  ['the last day of the review', { kycExpiresOn: '2025-06-30' }, null],
  ['the day after it', { kycExpiresOn: '2025-06-29' }, 'STOP_KYC'],
  ['dilution of twice the threshold', { dilution12m: parseDecimal('10') }, null],
  ['more than twice', { dilution12m: parseDecimal('10.01') }, 'STOP_DILUTION'],
  ['dilution where no threshold is set', { dilution12m: parseDecimal('40'), dilutionThreshold: parseDecimal('0') }, null],
  ['an expired limit', { isLimitExpired: true }, 'STOP_LIMIT'],
  ['a company that was not admitted', { isAdmitted: false, oldestOverdue: '2025-05-30' }, 'STOP_ADMISSION'],
  ['a block above all others', { isBlocked: true, isLimitExpired: true }, 'STOP_PURCHASE'],
] as const)('%s', (_, facts, expected) => {
  expect(stopReasonOf({ ...sound, ...facts })).toBe(expected)
})
