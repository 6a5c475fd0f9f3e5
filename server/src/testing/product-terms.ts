import type { Sent } from '@usance/wire/call'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import type { Portal } from './portal.ts'

/** The values of a product that staff put forward. */
export type ProposedProduct = Extract<Sent<typeof configChangeCalls.propose>['body'], { kind: 'PRODUCT' }>['values']
export type ProductTerms = NonNullable<ProposedProduct['terms']>

/** The terms of a purchase of confirmed receivables in arrears at a fixed rate, with terms of its own. */
export const purchaseTerms = (portal: Portal, own: Partial<ProductTerms> = {}): ProductTerms => ({
  type: 'RECEIVABLE_PURCHASE',
  funderId: portal.world.companies.fir,
  currencies: ['USD'],
  recourse: true,
  disclosed: true,
  rightConfirmParty: 'BUYER',
  interestMethod: 'IN_ARREARS',
  discountMethod: 'STRAIGHT',
  rateType: 'FIXED',
  baseRateType: '',
  dayCount: 'ACT_360',
  resetFrequency: 'NONE',
  lookbackBd: 2,
  penaltyMode: 'RETROACTIVE',
  calendars: ['US'],
  bdConvention: 'FOLLOWING',
  accrualShift: 'SC',
  maturityOffset: 0,
  minInterestDays: 0,
  earlyFeePct: '0',
  breakDays: 0,
  rebateAllowed: true,
  ...own,
})

/** Gives the product for purchases in advance a rate of the funder, so that its price has a funding leg. */
export const withFundRate = (portal: Portal) =>
  portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ fundRate: '3.10', fundDayBase: 360 })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
