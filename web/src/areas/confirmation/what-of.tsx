import { fromDecimal, sum, toDecimal } from '@usance/domain/money'
import type { ConfirmationRow } from '@usance/wire/invoice/list'
import { useText } from '../../i18n/i18n.ts'
import { Money } from '../../ui/money.tsx'
import { RiskFlags } from '../trading/risk-flags.tsx'

type Asked = Pick<ConfirmationRow, 'invoiceNo' | 'currency' | 'outstanding' | 'proposedAmount'>

/** The invoices a question is about: their numbers, and what they come to in each currency. */
export function WhatOf({ rows }: { rows: readonly Asked[] }) {
  const currencies = [...new Set(rows.map((row) => row.currency))]
  const owed = (currency: string) =>
    toDecimal(
      sum(
        rows
          .filter((row) => row.currency === currency)
          .map((row) => fromDecimal(row.proposedAmount ?? row.outstanding, currency)),
        currency,
      ),
    )
  return (
    <p className="what-of">
      <strong>
        {rows
          .slice(0, 5)
          .map((row) => row.invoiceNo)
          .join(', ')}
        {rows.length > 5 && ` +${rows.length - 5}`}
      </strong>
      {currencies.map((currency) => (
        <Money key={currency} amount={owed(currency)} currency={currency} exact />
      ))}
    </p>
  )
}

/** The invoices that are to be confirmed, with those that nobody may owe yet. */
export function WhatToConfirm({ rows }: { rows: readonly (Asked & Pick<ConfirmationRow, 'issuedLater'>)[] }) {
  const text = useText()
  const later = rows.filter((row) => row.issuedLater).map((row) => row.invoiceNo)
  return (
    <>
      <WhatOf rows={rows} />
      <RiskFlags words={later.length > 0 ? [text('trading.issuedLater', { nos: later.join(', ') })] : []} />
    </>
  )
}
