import type { Money } from '../money.ts'
import * as M from '../money.ts'

/**
 * The part of a sum that is not planned again, because it has been refunded: what the bank has paid stays paid (decision 115).
 * `refunded` is the refund of the sum that has been paid or instructed, `planned` the refund that a plan of the whole sum makes. Zero
 * where the plan refunds as much anyway; otherwise only the rest of the sum pays debts.
 */
export const keptRefund = (refunded: Money, planned: Money): Money =>
  M.exceeds(refunded, planned) ? refunded : M.zero(refunded.currency)
