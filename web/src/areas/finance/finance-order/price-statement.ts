import { add, fromDecimal, subtract, toDecimal } from '@usance/domain/money'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'

/** The reader of a price: the supplier receives it, the funder pays it, staff only see it. */
export type PriceReader = 'SUPPLIER' | 'FUNDER' | 'STAFF'
export const readerOf = (companyRole: string): PriceReader =>
  companyRole === 'SUPPLIER' || companyRole === 'FUNDER' ? companyRole : 'STAFF'

/** The payoff of the older order by a conversion: the proceeds and the top-up, less the cash to the supplier. */
export function payoffOf(
  { total }: { total: Pick<TrialAnswer['total'], 'net' | 'cashToSupplier' | 'topUp'> },
  currency: string,
): string {
  const money = (text: string) => fromDecimal(text, currency)
  return toDecimal(add(subtract(money(total.net), money(total.cashToSupplier)), money(total.topUp)))
}
