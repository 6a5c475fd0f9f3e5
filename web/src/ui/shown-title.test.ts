import { expect, test } from 'vitest'
import { shownTitle } from './shown-title.ts'

test.each([
  ['Elm Trade Bank · Alder: 500000.00 USD', 'Elm Trade Bank · Alder: 500,000.00 USD'],
  ['Elm Trade Bank: 1234567 JPY', 'Elm Trade Bank: 1,234,567 JPY'],
  ['Alder · RP-1: 2.5 % · 2026-12-31', 'Alder · RP-1: 2.5 % · 2026/12/31'],
  ['USD ≤ 5.00 (1.00)', 'USD ≤ 5.00 (1.00)'],
  ['RP-90 USD', 'RP-90 USD'],
  ['Plan 1000 ABC', 'Plan 1000 ABC'],
])('the title %j of a change reads %j', (title, shown) => {
  expect(shownTitle(title)).toBe(shown)
})
