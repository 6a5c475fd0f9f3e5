import { fromDecimal, type Money, sum } from '@usance/domain/money'
import type { Answer } from '@usance/wire/call'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { figureOf } from '../../../form/number-input.ts'

export type Candidate = Answer<typeof repaymentCalls.candidates>['orders'][number]
export type PayerRole = 'BUYER' | 'SUPPLIER'

/** A text that is no amount allocates nothing, and cannot be sent. */
export const typedAmount = (amount: string | undefined, currency: string): Money =>
  fromDecimal(figureOf(amount ?? '', { money: currency }) || '0', currency)

/** A buyer pays its invoices whole, what is beyond the debt becomes the reserve; a supplier pays the debt. */
export const wantedOf = (
  { owed, invoices, buyers }: Candidate,
  { payerRole, payer }: { payerRole: PayerRole; payer: string | undefined },
  currency: string,
): Money =>
  payerRole === 'BUYER' && invoices.length > 0 && (payer !== undefined || buyers.length === 0)
    ? sum(
        invoices
          .filter((one) => payer === undefined || one.buyerCode === payer)
          .map((one) => fromDecimal(one.outstanding, currency)),
        currency,
      )
    : fromDecimal(owed, currency)

/** What is open on some of the invoices of an order. */
export const invoicesSum = ({ invoices }: Candidate, ids: readonly string[], currency: string): Money =>
  sum(
    invoices.filter((one) => ids.includes(one.id)).map((one) => fromDecimal(one.outstanding, currency)),
    currency,
  )

/** What is open on some of the fee bills of an order. */
export const billsSum = ({ feeBills }: Candidate, ids: readonly string[], currency: string): Money =>
  sum(
    feeBills.filter((one) => ids.includes(one.id)).map((one) => fromDecimal(one.openAmount, currency)),
    currency,
  )

/** The invoices of a buyer whose numbers are in the text of the receipt; of one invoice alone nothing has to be named. */
export const invoicesInText = (
  { invoices }: Candidate,
  { payerRole, payer }: { payerRole: PayerRole; payer: string | undefined },
): string[] =>
  payerRole === 'BUYER' && invoices.length > 1
    ? invoices.filter((one) => one.isNamed && (payer === undefined || one.buyerCode === payer)).map((one) => one.id)
    : []

/** The fee bills of a buyer whose numbers are in the text of the receipt. */
export const billsInText = ({ feeBills }: Candidate, payerRole: PayerRole): string[] =>
  payerRole === 'BUYER' ? feeBills.filter((one) => one.isNamed).map((one) => one.id) : []
