import { expect, test } from 'vitest'
import { balanceWords } from './balance-words.ts'

test('sums of a journal that has lines of other orders too are not said to be equal', () => {
  expect(balanceWords({ balanced: true, hasOtherLines: false })).toBe('ledger.balanced')
  expect(balanceWords({ balanced: true, hasOtherLines: true })).toBe('ledger.balancedWithOthers')
  expect(balanceWords({ balanced: false, hasOtherLines: true })).toBe('ledger.unbalanced')
})
