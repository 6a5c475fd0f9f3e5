import { z } from 'zod'

const Owed = z.object({
  itemId: z.string(),
  docNo: z.string(),
  maturity: z.string(),
  inGrace: z.boolean(),
  principal: z.string(),
  interest: z.string(),
  penalty: z.string(),
  fees: z.string(),
  total: z.string(),
})
export const Allocated = z.object({
  itemId: z.string().nullable(),
  docNo: z.string().nullable(),
  component: z.string(),
  amount: z.string(),
})
export const Preview = z.object({
  orderNo: z.string(),
  currency: z.string(),
  owed: z.array(Owed),
  allocations: z.array(Allocated),
  totals: z.object({
    fees: z.string(),
    penalty: z.string(),
    interest: z.string(),
    principal: z.string(),
    reserve: z.string(),
    /** Paid on invoices of a pool beyond the drawing: the supplier's. */
    forSupplier: z.string(),
    buyerFees: z.string(),
    refund: z.string(),
    rebate: z.string(),
    /** Break costs: the part of the discount on principal repaid early that the supplier does not get back. */
    breakCosts: z.string(),
    /** Principal that the rebate pays, beside what the receipt pays. */
    rebateToPrincipal: z.string(),
    earlyFee: z.string(),
  }),
  settles: z.boolean(),
  /** Numbers of the later receipts that would be booked again after this one. */
  again: z.array(z.string()),
})
export type Preview = z.infer<typeof Preview>
export const Payoff = z.object({
  orderNo: z.string(),
  currency: z.string(),
  asOf: z.string(),
  owed: z.array(Owed),
  earlyFee: z.string(),
  total: z.string(),
  /** The payoff by a conversion of the whole rest, without the early fee; null for an order that cannot be converted. */
  onConversion: z.string().nullable(),
})
