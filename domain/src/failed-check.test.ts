import { expect, test } from 'vitest'
import { isFailedCheck } from './failed-check.ts'

test('a sign of a document, of the parties or of the hour is a failed check; what a rule did to the price is none', () => {
  for (const sign of ['INVOICE_OVER_PO_BALANCE', 'NOTE_OTHER_SELLER', 'SHARED_ADDRESS', 'BACK_DATED', 'COSTS_MUCH'])
    expect(isFailedCheck(sign)).toBe(true)
  for (const note of ['RATE_WILL_RESET', 'LIMIT_CAPPED', 'MATURITY_MOVED']) expect(isFailedCheck(note)).toBe(false)
})
