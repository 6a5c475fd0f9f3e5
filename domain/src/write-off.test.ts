import { expect, test } from 'vitest'
import { mayWriteOff } from './write-off.ts'

test.each([
  ['89 days late is too soon', '2025-01-01', null, '2025-03-31', false],
  ['90 days late may be written off', '2025-01-01', null, '2025-04-01', true],
  ['a claim the supplier let pass exhausts the recourse', '2025-03-01', '2025-03-09', '2025-03-10', true],
  ['a claim due today may still be paid', '2025-03-01', '2025-03-10', '2025-03-10', false],
  ['an order that still runs is no loss yet', '2025-03-11', '2025-03-01', '2025-03-10', false],
] as const)('%s', (_, lastMaturity, unpaidClaimDue, today, expected) => {
  expect(mayWriteOff({ lastMaturity, unpaidClaimDue, today })).toBe(expected)
})
