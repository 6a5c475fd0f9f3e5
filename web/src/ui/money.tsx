import { dash, formatAmount } from './format.ts'

/** An amount with its currency, aligned for reading down a column. `exact` shows the full ISO scale. */
export function Money({
  amount,
  currency,
  exact,
  bare,
}: {
  amount: string | null | undefined
  currency?: string | null
  exact?: boolean
  bare?: boolean
}) {
  const shown = formatAmount(amount, currency ?? undefined, { exact })
  if (shown === dash) return <span className="muted">-</span>
  return (
    <span className={`money${shown.startsWith('-') ? ' is-negative' : ''}`}>
      {shown.replace('-', '\u2212')}
      {currency && !bare && <span className="money-currency">{currency}</span>}
    </span>
  )
}
