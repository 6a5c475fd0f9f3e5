import { fromDecimal, type Money, toDecimal } from '@usance/domain/money'

/** An amount as the database keeps it (four decimals) as money; other than zeros beyond the currency's scale are a bug and throw. */
export const amountOf = (stored: string, currency: string): Money => fromDecimal(stored, currency)

/** The same as exact text in the currency's own scale: 100.0000 USD is "100.00". */
export const amountText = (stored: string, currency: string): string => toDecimal(amountOf(stored, currency))
