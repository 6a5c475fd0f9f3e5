import { calendar } from '../calendar.ts'
import { rational } from '../rational.ts'
import type { ServicingTerms } from './life.ts'

/** Terms of an order for the tests of servicing: interest in arrears, five days of grace and a penalty of 3 % from maturity. */
export const servicingTerms = (over: Partial<ServicingTerms> = {}): ServicingTerms => ({
  method: 'IN_ARREARS',
  dayCount: 'ACT_360',
  graceDays: 5,
  penaltyMode: 'RETROACTIVE',
  penalty: { penaltyMargin: rational(3) },
  calendars: [calendar('US')],
  fundLeg: null,
  breakDays: 5,
  rebateAllowed: true,
  earlyFeePct: rational(0),
  earlyFeeTaxPct: rational(0),
  ...over,
})
