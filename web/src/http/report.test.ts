import type { ErrorName } from '@usance/wire/errors'
import { expect, test } from 'vitest'
import { startTexts, switchLanguage } from '../i18n/i18n.ts'
import { rememberLanguage } from '../i18n/language.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { setDisplay } from '../ui/format.ts'
import { Refused } from './refused.ts'
import { wordsOf } from './report.ts'
import { shownParams } from './shown-params.ts'

test('a document that is refused says its own reason', () => {
  const text = 'An amount is in another currency than the document. (107.00 USD)'
  expect(wordsOf(new Refused(20022, 'file unreadable', { error: 'FILE_UNREADABLE', reason: 'CURRENCY', text }))).toBe(text)
})

test('whoever sends several files in one upload is told to send one at a time', async () => {
  await startTexts()
  await loadPortalTexts()
  expect(wordsOf(new Refused(400, 'bad request', { error: 'BAD_REQUEST', reason: 'files' }))).toContain('one file at a time')
})

test('what a refusal beside a field names is told where no field shows it', async () => {
  await startTexts()
  await loadPortalTexts()
  const fields = [
    { field: 'amount', message: 'TOO_SMALL', params: { pricedFor: '2026-01-01' } },
    { field: 'valueDate', message: 'VALUE_DATE_EARLY', params: { pricedFor: '2026-11-26' } },
  ]
  const words = wordsOf(new Refused(20001, 'value date early', { error: 'VALUE_DATE_EARLY', fields }))
  expect(words).toContain('2026/11/26')
})

test('a refusal shows days as every page does', async () => {
  await startTexts()
  await loadPortalTexts()
  const params = { benchmark: 'SOFR', benchmarkCn: 'SOFR', day: '2026-11-26' }
  const words = wordsOf(new Refused(20406, 'fixing missing', { error: 'FIXING_MISSING', ...params }))
  expect(words).toContain('SOFR for 2026/11/26 or a day before')
  setDisplay({ timeFormat: 'DD.MM.YYYY' })
  expect(wordsOf(new Refused(20406, 'fixing missing', { error: 'FIXING_MISSING', ...params }))).toContain('26.11.2026')
  setDisplay({})
})

test('a refusal calls a thing by its Chinese name in Chinese', () => {
  const named = { benchmark: 'Term SOFR', benchmarkCn: 'SOFR 期限利率' }
  expect(shownParams(named).benchmark).toBe('Term SOFR')
  rememberLanguage('zh-CN', false)
  expect(shownParams(named).benchmark).toBe('SOFR 期限利率')
  rememberLanguage('en-US', false)
})

test.each([
  ['en-US', /At most 100\.00 USD can be drawn/],
  ['zh-CN', /最多可提 100\.00 USD/],
] as const)('a drawing that is too large is refused with amount and currency, in %s', async (language, expected) => {
  await startTexts()
  await switchLanguage(language)
  await loadPortalTexts()
  const fields = [{ field: 'amount', message: 'POOL_OVERDRAWN', params: { amount: '100.00', currency: 'USD' } }]
  expect(wordsOf(new Refused(20253, 'pool overdrawn', { error: 'POOL_OVERDRAWN', fields }))).toMatch(expected)
  await switchLanguage('en-US')
})

test.each([
  ['en-US', 'Payment PAY-7: The pool does not carry this. At most 100.00 USD'],
  ['zh-CN', '付款 PAY-7：资产池可用额度不足，最多可提 100.00 USD'],
] as const)('what bars one of many payments from a file names that payment, in %s', async (language, expected) => {
  await startTexts()
  await switchLanguage(language)
  await loadPortalTexts()
  const wordsFor = (error: ErrorName, no: string) =>
    wordsOf(new Refused(20253, 'barred', { error, no, payment: 'PAY-7', amount: '100.00', currency: 'USD' }))
  expect(wordsFor('POOL_OVERDRAWN', 'PAY-7')).toContain(expected)
  for (const error of ['COOLING_OFF', 'SUPPLIER_STOPPED', 'RECEIPT_REPORTED_BACK'] as const)
    expect(wordsFor(error, 'OTHER')).toContain('PAY-7')
  // A text that names the payment names it once.
  expect(wordsFor('NAME_NOT_LATIN', 'PAY-7').split('PAY-7')).toHaveLength(2)
  await switchLanguage('en-US')
})
