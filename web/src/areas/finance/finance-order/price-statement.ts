import { add, fromDecimal, subtract, toDecimal } from '@usance/domain/money'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'

/** Who reads a price: the supplier receives it, the funder pays it, staff look on. */
export type PriceReader = 'SUPPLIER' | 'FUNDER' | 'STAFF'
export const readerOf = (companyRole: string): PriceReader =>
  companyRole === 'SUPPLIER' || companyRole === 'FUNDER' ? companyRole : 'STAFF'

/** What a conversion pays off of the older order: all of the proceeds and the top-up that do not reach the supplier. */
export function payoffOf(
  { total }: { total: Pick<TrialAnswer['total'], 'net' | 'cashToSupplier' | 'topUp'> },
  currency: string,
): string {
  const money = (text: string) => fromDecimal(text, currency)
  return toDecimal(add(subtract(money(total.net), money(total.cashToSupplier)), money(total.topUp)))
}
