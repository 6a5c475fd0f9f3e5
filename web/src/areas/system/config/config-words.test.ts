import { expect, test } from 'vitest'
import { isSameValue } from './config-words.ts'

test.each([
  ['10.0000', '10', true],
  ['999999999999999.0001', '999999999999999.0002', false],
  ['9007199254740993', '9007199254740992', false],
  [60, '60', true],
  [null, '', true],
  [null, '0', false],
  [true, true, true],
  [true, false, false],
  ['ENABLE', 'DISABLE', false],
])('a value %j that becomes %j is the same: %j', (before, after, same) => {
  expect(isSameValue(before, after)).toBe(same)
})
