import { expect, test } from 'vitest'
import { toDecimal } from './money.ts'
import { lineAmount, purchaseOrderAmount } from './purchase-order-amount.ts'

test('an order is worth the exact sum of its lines, rounded once', () => {
  // Three lines of 0.335 each show 0.34, and yet come to 1.005, which is 1.01 and not 1.02.
  const lines = Array.from({ length: 3 }, () => ({ qty: '1', unitPrice: '0.335' }))
  expect(toDecimal(lineAmount(lines[0]!, 'USD'))).toBe('0.34')
  expect(toDecimal(purchaseOrderAmount(lines, 'USD'))).toBe('1.01')
})

test('quantities with four and prices with six decimals lose nothing', () => {
  expect(toDecimal(purchaseOrderAmount([{ qty: '1234567.8901', unitPrice: '0.000123' }], 'KWD'))).toBe('151.852')
  expect(toDecimal(purchaseOrderAmount([{ qty: '1000', unitPrice: '120' }], 'JPY'))).toBe('120000')
  expect(toDecimal(purchaseOrderAmount([], 'USD'))).toBe('0.00')
})
