import { expect, test } from 'vitest'
import { Refused } from './refused.ts'
import { wordsOf } from './report.ts'

test('a document that is refused says its own reason', () => {
  const text = 'An amount is in another currency than the document. (107.00 USD)'
  expect(wordsOf(new Refused(20022, 'file unreadable', { error: 'FILE_UNREADABLE', reason: 'CURRENCY', text }))).toBe(text)
})
