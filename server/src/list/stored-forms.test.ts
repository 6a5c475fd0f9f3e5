import { expect, test } from 'vitest'
import { storedForms } from './stored-forms.ts'

test.each([
  ['500,000.00 USD', 'Alder: 500000.00 USD', 'Alder: 500000 USD'],
  ['500,000.00', 'Alder: 500000.00 USD', 'Alder: 500000 USD'],
  ['1,234,567 JPY', 'Elm: 1234567 JPY'],
  ['1,250.50 EUR', 'Elm: 1250.5 EUR', 'Elm: 1250.50 EUR'],
  ['2026/12/31', 'SOFR · 2026-12-31'],
  ['31/12/2026', 'SOFR · 2026-12-31'],
  ['12/31/2026', 'SOFR · 2026-12-31'],
  ['RP-1: 2.50', 'Alder · RP-1: 2.50 %', 'Alder · RP-1: 2.5 %'],
  ['Alder, Elm', 'Alder, Elm'],
])('what is shown as %j is found in what is stored', (shown, ...stored) => {
  for (const text of stored) expect(storedForms(shown).some((form) => text.includes(form))).toBe(true)
})

test('a figure is not found in a longer one', () => {
  expect(storedForms('500,000.00').some((form) => 'Alder: 5000001 USD'.includes(form))).toBe(false)
})
