import { latinNameOf } from '../../payment-file/latin-text.ts'
import type { Sendable } from './sendable.ts'

// Banks in mainland China read and compare Chinese names; everybody else passes on Latin letters only.
const isReadAsWritten = (currency: string) => currency === 'CNY'

/** The holder's name as the file writes it: that of the account, else that of the company; undefined when neither can be
 *  written in letters the banks of the currency pass on. */
export const payeeNameOf = (payment: Pick<Sendable, 'currency' | 'toName' | 'payeeName'>): string | undefined =>
  isReadAsWritten(payment.currency)
    ? payment.toName || payment.payeeName || undefined
    : latinNameOf(payment.toName, payment.payeeName)

/** The payer's name as the file writes it, by the same rule. */
export const payerNameOf = (payment: Pick<Sendable, 'currency' | 'fromName' | 'funderName'>): string | undefined =>
  isReadAsWritten(payment.currency) ? payment.fromName || payment.funderName : latinNameOf(payment.fromName, payment.funderName)

/** The bank's name; left out where it cannot be written, because its code names it already. */
export const bankNameOf = (currency: string, name: string | null, english: string | null): string | undefined =>
  isReadAsWritten(currency) ? (name ?? undefined) : latinNameOf(english, name)
