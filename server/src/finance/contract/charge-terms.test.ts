import { describe, expect, it } from 'vitest'
import { type ChargeTerms, chargeClause } from './charge-terms.ts'

const terms = (over: Partial<ChargeTerms>): ChargeTerms => ({
  interestMethod: 'IN_ARREARS',
  minInterestDays: 20,
  resetFrequency: 'MONTHLY',
  earlyFeePct: '0',
  breakDays: 0,
  rebateAllowed: false,
  graceDays: 0,
  penaltyMode: 'RETROACTIVE',
  penaltyMargin: '3',
  penaltyMultiplier: null,
  ...over,
})

describe('the terms of charges', () => {
  it('name the rate of the funding date where a least number of days meets a rate that resets', () => {
    const { en, cn } = chargeClause(terms({}))
    expect(en).toContain('at least 20 calendar days, at the rate of the funding date.')
    expect(cn).toContain('利息至少按 20 个日历日收取，并按放款日利率计算。')
  })
  it.each([{ resetFrequency: 'NONE' }, { interestMethod: 'IN_ADVANCE' }])('name no rate of the least days: %o', (over) => {
    expect(chargeClause(terms(over)).en).toContain('at least 20 calendar days.')
  })
})
