import type { TrialWarning } from './trial-types.ts'

/** Of each warning of a price whether it is a check that failed, or tells what a rule of the product did to the price. */
const ofPrice: Record<TrialWarning['code'], 'failed' | 'note'> = {
  ITEM_NOT_ELIGIBLE: 'note',
  LIMIT_CAPPED: 'note',
  PARTIAL_USE: 'note',
  MATURITY_MOVED: 'note',
  FUNDING_DATE_NOT_BUSINESS_DAY: 'note',
  MIN_INTEREST_APPLIED: 'note',
  RATE_FLOOR_APPLIED: 'note',
  RATE_WILL_RESET: 'note',
  ADVANCE_RATE_REDUCED: 'note',
  FEE_MIN_APPLIED: 'note',
  FEE_MAX_APPLIED: 'note',
  NET_NOT_POSITIVE: 'failed',
  COSTS_MUCH: 'failed',
  COSTS_MORE_THAN_MONEY: 'failed',
  ARP_SHORTFALL: 'failed',
}
const notes = new Set<string>(Object.entries(ofPrice).flatMap(([code, kind]) => (kind === 'note' ? [code] : [])))

/** Whether a warning of an approval is a check that failed. All are, but for those that tell how the price came about. */
export const isFailedCheck = (warning: string): boolean => !notes.has(warning)
