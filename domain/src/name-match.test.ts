import { expect, test } from 'vitest'
import { nameScore } from './name-match.ts'

test.each([
  ['Volga Trading Ltd', 'VOLGA  TRADING, Limited', 100],
  ['Trading Volga', 'Volga Tradng', 100],
  ['José Álvarez', 'Jose Alvarez', 100],
  ['Volga Trading', 'Volga Shipping', 50],
  ['Alder Textiles', 'Cedar Retail', 0],
  ['北方贸易', '北方贸易', 100],
])('%s and %s score %i', (a, b, score) => {
  expect(nameScore(a, b)).toBe(score)
  expect(nameScore(b, a)).toBe(score)
})
