import { fromDecimal, isPositive, subtract, toDecimal } from '@usance/domain/money'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { formatAmount } from '../../../ui/format.ts'

type Confirmed = Pick<InvoiceDetail, 'amount' | 'confirmedAmount' | 'reducedAmount' | 'currency'>
type Note = Pick<InvoiceDetail['adjustments'][number], 'type' | 'status'>

/**
 * What of an invoice its buyer has not confirmed and nothing has reduced since; undefined where it confirmed all of it or nothing
 * yet. It is owed as before: a confirmation bounds what is financed, a credit note what is owed. A debit note is no part of it, as the
 * buyer accepted it.
 */
export function unconfirmedOf({ amount, confirmedAmount, reducedAmount, currency }: Confirmed): string | undefined {
  if (confirmedAmount === null) return undefined
  const less = subtract(fromDecimal(amount, currency), fromDecimal(confirmedAmount, currency))
  const rest = subtract(less, fromDecimal(reducedAmount, currency))
  return isPositive(rest) ? toDecimal(rest) : undefined
}

/** Whether a reduction of the invoice is in approval: another one for the same part would be a second request. */
export const isReductionAsked = (adjustments: readonly Note[]): boolean =>
  adjustments.some(({ type, status }) => type !== 'DEBIT_NOTE' && status === 'IN_APPROVE')

/** Tells what of the invoice is not confirmed and what becomes of it; its buyer may ask for the credit note right here. */
export function Unconfirmed({ invoice, onAsk }: { invoice: InvoiceDetail; onAsk: () => void }) {
  const text = useText()
  const { user } = useSession()
  const rest = unconfirmedOf(invoice)
  if (rest === undefined || invoice.confirmedAmount === null || invoice.docStatus !== 'CONFIRMED') return null
  const { currency } = invoice
  return (
    <p className="form-hint">
      {text('trading.unconfirmedText', {
        confirmed: `${formatAmount(invoice.confirmedAmount, currency)} ${currency}`,
        rest: `${formatAmount(rest, currency)} ${currency}`,
      })}{' '}
      {user.companyRole === 'BUYER' && invoice.operations.includes('ADJUST') && !isReductionAsked(invoice.adjustments) && (
        <Button small act={adjustmentCalls.add} onClick={onAsk}>
          {text('trading.askCreditNote')}
        </Button>
      )}
    </p>
  )
}
