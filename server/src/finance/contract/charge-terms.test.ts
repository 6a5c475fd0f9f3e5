import { saturdaySunday } from '@usance/domain/calendar'
import { graceEndOf } from '@usance/domain/overdue'
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
  it('say of the grace what the rule of its last day says: calendar days, and to the next business day', () => {
    // Five days after Monday 3 March 2025 are a Saturday.
    expect(graceEndOf('2025-03-03', 5, [{ code: 'ANY', weekend: saturdaySunday, days: new Map() }])).toBe('2025-03-10')
    const { en, cn } = chargeClause(terms({ graceDays: 5 }))
    expect(en).toContain('5 calendar days after maturity; if its last day is no business day, it ends on the next business day.')
    expect(cn).toContain('融资到期日后 5 个日历日，最后一日非营业日的，顺延至下一营业日。')
  })
  it.each([{ penaltyMode: 'RETROACTIVE' }, { penaltyMode: 'PROSPECTIVE' }])(
    'speak of maturity and of no end of a grace period where there is none: %o',
    (over) => {
      const { en, cn } = chargeClause(terms(over))
      expect(en).toContain(
        'There is no grace period. Principal unpaid at maturity bears a penalty of 3 percent a year on top of the rate, counted from maturity.',
      )
      expect(cn).toContain('不设宽限期。融资到期日仍未偿还的本金收取在利率之上另加年 3% 的罚息，自融资到期日起计算。')
      expect(`${en}${cn}`).not.toMatch(/grace period ends|宽限期届满/)
    },
  )
  it.each([{ resetFrequency: 'NONE' }, { interestMethod: 'IN_ADVANCE' }])('name no rate of the least days: %o', (over) => {
    expect(chargeClause(terms(over)).en).toContain('at least 20 calendar days.')
  })
  it.each([{ penaltyMargin: '3' }, { penaltyMargin: null }])(
    'say of interest in advance that it runs on after maturity, with a penalty and without: %o',
    (over) => {
      const { en, cn } = chargeClause(terms({ interestMethod: 'IN_ADVANCE', graceDays: 5, ...over }))
      expect(en).toContain(
        'bears interest from maturity until it is repaid, in the grace period too, at the rate and by the day count',
      )
      expect(cn).toContain('自融资到期日起至偿还之日，按本合同的利率及计息方式计息，宽限期内亦同')
      const { en: without } = chargeClause(terms({ interestMethod: 'IN_ADVANCE', ...over }))
      expect(without).toContain('bears interest from maturity until it is repaid, at the rate')
      expect(chargeClause(terms(over)).en).not.toContain('bears interest')
    },
  )
})
