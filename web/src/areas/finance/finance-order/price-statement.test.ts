import { expect, test } from 'vitest'
import { payoffOf, readerOf } from './price-statement.ts'

test('a conversion is a statement: proceeds less the payoff of the older order are the cash, or the shortfall', () => {
  expect(payoffOf({ total: { net: '75262.32', cashToSupplier: '21176.37', topUp: '0.00' } }, 'USD')).toBe('54085.95')
  expect(payoffOf({ total: { net: '50000', cashToSupplier: '0', topUp: '1025' } }, 'JPY')).toBe('51025')
})

test.each([
  ['SUPPLIER', 'SUPPLIER'],
  ['FUNDER', 'FUNDER'],
  ['PLATFORM', 'STAFF'],
] as const)('%s reads a price as %s', (role, reader) => expect(readerOf(role)).toBe(reader))
