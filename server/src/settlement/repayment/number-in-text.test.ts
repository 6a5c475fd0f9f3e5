import { expect, test } from 'vitest'
import { isNumberIn } from './suggest.ts'

test.each([
  ['INV-2026/17', 'Payment INV-2026/17 with thanks', true],
  ['INV-2026/17', 'payment inv 2026 17', true],
  ['INV-2026/17', 'INV202617', true],
  ['INV-2026/17', 'INV-2026/170', false],
  ['17', 'INV-2026/17', false],
  ['1234', 'payment 1234', true],
  ['1234', 'PAYMENT USD 1,234.00', false],
  ['112', 'ON 1/12/2026', false],
  ['12', 'ON 1/12/2026', false],
  ['7', 'INV-2026/17', false],
  ['发票-8', '货款 发票8', true],
  ['---', 'anything', false],
  ['INV-1', null, false],
])('the number %s in the text %s: %s', (no, text, isIn) => {
  expect(isNumberIn(text, no)).toBe(isIn)
})
