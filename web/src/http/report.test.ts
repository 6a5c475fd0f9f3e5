import { expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { Refused } from './refused.ts'
import { wordsOf } from './report.ts'

test('a document that is refused says its own reason', () => {
  const text = 'An amount is in another currency than the document. (107.00 USD)'
  expect(wordsOf(new Refused(20022, 'file unreadable', { error: 'FILE_UNREADABLE', reason: 'CURRENCY', text }))).toBe(text)
})

test('what a refusal beside a field names is told where no field shows it', async () => {
  await startTexts()
  await loadPortalTexts()
  const fields = [
    { field: 'amount', message: 'TOO_SMALL', params: { pricedFor: '2026-01-01' } },
    { field: 'valueDate', message: 'VALUE_DATE_EARLY', params: { pricedFor: '2026-11-26' } },
  ]
  const words = wordsOf(new Refused(20001, 'value date early', { error: 'VALUE_DATE_EARLY', fields }))
  expect(words).toContain('2026-11-26')
})
