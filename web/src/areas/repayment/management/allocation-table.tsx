import type { Preview } from '@usance/wire/repayment/plan'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

/** What is owed on each document, and what of it an amount pays, in the order in which it pays. */
export function AllocationTable({
  plan,
  amount,
  stale,
}: {
  plan: Preview
  amount: string
  /** The plan is of an earlier amount, while the next one is worked out. */
  stale?: boolean
}) {
  const text = useText()
  const rows = [
    ['FEE', plan.owed.map((one) => one.fees), plan.totals.fees],
    ['PENALTY', plan.owed.map((one) => one.penalty), plan.totals.penalty],
    ['INTEREST', plan.owed.map((one) => one.interest), plan.totals.interest],
    ['PRINCIPAL', plan.owed.map((one) => one.principal), plan.totals.principal],
  ] as const
  const after = [
    ['RESERVE', plan.totals.reserve],
    ['SURPLUS', plan.totals.forSupplier],
    ['BUYER_FEE', plan.totals.buyerFees],
    ['REFUND', plan.totals.refund],
  ] as const
  return (
    <div className={stale ? 'money-scroll is-stale' : 'money-scroll'} aria-busy={stale}>
      <table className="money-sum">
        <caption>{text('repayment.previewText')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('repayment.component')}</th>
            {plan.owed.map((one) => (
              <th scope="col" key={one.itemId} className="is-figure">
                {one.docNo}
                <br />
                <span className="muted">
                  {formatDate(one.maturity)}
                  {one.inGrace && ` · ${text('repayment.inGrace')}`}
                </span>
              </th>
            ))}
            <th scope="col" className="is-figure">
              {text('repayment.paysNow')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([component, owed, paid]) => (
            <tr key={component}>
              <th scope="row">{text(`word.${component}`)}</th>
              {owed.map((amount, index) => (
                <td key={plan.owed[index]!.itemId} className="is-figure muted">
                  <Money amount={amount} currency={plan.currency} exact bare />
                </td>
              ))}
              <td>
                <Money amount={paid} currency={plan.currency} exact bare />
              </td>
            </tr>
          ))}
          {after
            .filter(([component, paid]) => component !== 'SURPLUS' || /[1-9]/.test(paid))
            .map(([component, paid]) => (
              <tr key={component}>
                <th scope="row" colSpan={plan.owed.length + 1}>
                  {text(`repayment.after.${component}`)}
                </th>
                <td>
                  <Money amount={paid} currency={plan.currency} exact bare />
                </td>
              </tr>
            ))}
          {(['rebate', 'rebateToPrincipal', 'breakCosts'] as const)
            .filter((name) => /[1-9]/.test(plan.totals[name]))
            .map((name) => (
              <tr key={name}>
                <th scope="row" colSpan={plan.owed.length + 1}>
                  {text(`repayment.${name}`)}
                </th>
                <td>
                  <Money amount={plan.totals[name]} currency={plan.currency} exact bare />
                </td>
              </tr>
            ))}
          <tr className="is-total">
            <th scope="row" colSpan={plan.owed.length + 1}>
              {plan.settles ? text('repayment.settles') : text('repayment.settlesNot')}
            </th>
            <td>
              <Money amount={amount} currency={plan.currency} exact />
            </td>
          </tr>
        </tbody>
      </table>
      {plan.again.length > 0 && <p className="muted">{text('repayment.bookedAgain', { list: plan.again.join(', ') })}</p>}
    </div>
  )
}
