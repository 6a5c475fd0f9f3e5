import { calendar } from '../calendar.ts'
import type { FeeRule } from '../fees.ts'
import { parseDecimal, rational, zero } from '../rational.ts'
import type { TrialProduct } from '../trial.ts'
import type { ProvedProduct } from './sample.ts'

const calendars = [calendar('US')]
/** A purchase of 90 % at 6.80 % in arrears. */
const product: TrialProduct = {
  id: 'P',
  type: 'RECEIVABLE_PURCHASE',
  currencies: ['USD'],
  advanceRate: rational(90),
  minTenor: 1,
  maxTenor: 180,
  interestMethod: 'IN_ARREARS',
  discountMethod: 'STRAIGHT',
  rateType: 'FIXED',
  baseRate: parseDecimal('4.30'),
  margin: parseDecimal('2.50'),
  dayCount: 'ACT_360',
  resetFrequency: 'NONE',
  lookbackBd: 0,
  bdConvention: 'FOLLOWING',
  accrualShift: 'SC',
  minInterestDays: 0,
}
/** A service fee of 100.00 that the supplier pays to the platform at the funding. */
export const fee = (over: Partial<FeeRule> = {}): FeeRule => ({
  code: 'SERVICE',
  basis: 'FLAT',
  value: rational(100),
  taxPct: zero,
  payer: 'SUPPLIER',
  beneficiary: 'PLATFORM',
  timing: 'FUNDING',
  ...over,
})
/** The product with other terms and with fees, as its proof needs it. */
export const proved = (
  terms: Partial<TrialProduct> = {},
  fees: FeeRule[] = [],
  more: Partial<ProvedProduct> = {},
): ProvedProduct => ({
  product: { ...product, ...terms },
  servicing: {
    method: terms.interestMethod ?? 'IN_ARREARS',
    dayCount: terms.dayCount ?? 'ACT_360',
    graceDays: 5,
    penaltyMode: 'RETROACTIVE',
    penalty: { penaltyMargin: rational(3) },
    calendars,
    fundLeg: terms.fundLeg ? { rate: terms.fundLeg.rate, dayCount: 'ACT_360' } : null,
    breakDays: 5,
    rebateAllowed: true,
    earlyFeePct: zero,
    earlyFeeTaxPct: zero,
  },
  fees,
  recourse: true,
  disclosed: true,
  currency: 'USD',
  fixings: [],
  calendars,
  on: '2025-03-03',
  ...more,
})
