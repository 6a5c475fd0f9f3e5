import type { Currency } from './currencies.ts'
import { fromRational, type Money } from './money.ts'
import { mul, parseDecimal, sum } from './rational.ts'

export type OrderLine = { readonly qty: string; readonly unitPrice: string }

/** What one line comes to: quantity × unit price, rounded once. Shown beside the line; the total is not made of these. */
export const lineAmount = ({ qty, unitPrice }: OrderLine, currency: Currency): Money =>
  fromRational(mul(parseDecimal(qty), parseDecimal(unitPrice)), currency)

/** The amount of a purchase order: the exact sum of quantity × unit price, rounded once onto the currency's grid. */
export const purchaseOrderAmount = (lines: readonly OrderLine[], currency: Currency): Money =>
  fromRational(sum(lines.map(({ qty, unitPrice }) => mul(parseDecimal(qty), parseDecimal(unitPrice)))), currency)
