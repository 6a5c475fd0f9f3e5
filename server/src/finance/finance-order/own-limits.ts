import type { TrialAnswer } from '@usance/wire/finance-order/trial'

/** Whether a limit counts one supplier's orders. Those on a buyer or a funder count the orders of all, which no supplier reads (206). */
export const isOwnLimit = ({ type }: { type: string }): boolean => type !== 'BUYER' && type !== 'FUNDER'

/** A stored price with the limits that its supplier may read. Prices from before decision 206 hold them all. */
export const withOwnLimits = (trial: TrialAnswer): TrialAnswer => ({ ...trial, limits: trial.limits.filter(isOwnLimit) })
