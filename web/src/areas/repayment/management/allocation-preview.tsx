import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { useEffect, useState } from 'react'
import { send } from '../../../http/client.ts'
import { wordsOf } from '../../../http/report.ts'
import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'

type Props = {
  orderId: string
  amount: string
  currency: string
  valueDate: string
  payerRole: 'BUYER' | 'SUPPLIER'
  fundSource: 'COLLECTION' | 'INTEREST'
  /** Which of an order's several buyers pays. */
  buyerCode?: string
}
const pauseMs = 350

/** The order of payment, worked out by the server as it will be booked: what is owed, and what of it the amount pays. */
export function AllocationPreview(props: Props) {
  const text = useText()
  const [asked, ask] = useState(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its parts, since the object is new each time
  useEffect(() => {
    const timer = setTimeout(() => ask(props), pauseMs)
    return () => clearTimeout(timer)
  }, [props.orderId, props.amount, props.valueDate, props.payerRole, props.fundSource, props.buyerCode])
  const { data, error } = useQuery({
    queryKey: ['repayment-preview', asked],
    queryFn: () => {
      const { currency: _, ...body } = asked
      return send(repaymentCalls.preview, { body }, { quiet: true })
    },
    enabled: /[1-9]/.test(asked.amount),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error)
    return (
      <p className="form-error" role="alert">
        {wordsOf(error)}
      </p>
    )
  if (!data) return null
  const rows = [
    ['FEE', data.owed.map((one) => one.fees), data.totals.fees],
    ['PENALTY', data.owed.map((one) => one.penalty), data.totals.penalty],
    ['INTEREST', data.owed.map((one) => one.interest), data.totals.interest],
    ['PRINCIPAL', data.owed.map((one) => one.principal), data.totals.principal],
  ] as const
  const after = [
    ['RESERVE', data.totals.reserve],
    ['REFUND', data.totals.refund],
  ] as const
  return (
    <div className="money-scroll">
      <table className="money-sum">
        <caption>{text('repayment.previewText')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('repayment.component')}</th>
            {data.owed.map((one) => (
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
                <td key={data.owed[index]!.itemId} className="is-figure muted">
                  <Money amount={amount} currency={data.currency} exact bare />
                </td>
              ))}
              <td>
                <Money amount={paid} currency={data.currency} exact bare />
              </td>
            </tr>
          ))}
          {after.map(([component, paid]) => (
            <tr key={component}>
              <th scope="row" colSpan={data.owed.length + 1}>
                {text(`repayment.after.${component}`)}
              </th>
              <td>
                <Money amount={paid} currency={data.currency} exact bare />
              </td>
            </tr>
          ))}
          {/[1-9]/.test(data.totals.rebate) && (
            <tr>
              <th scope="row" colSpan={data.owed.length + 1}>
                {text('repayment.rebate')}
              </th>
              <td>
                <Money amount={data.totals.rebate} currency={data.currency} exact bare />
              </td>
            </tr>
          )}
          <tr className="is-total">
            <th scope="row" colSpan={data.owed.length + 1}>
              {data.settles ? text('repayment.settles') : text('repayment.settlesNot')}
            </th>
            <td>
              <Money amount={asked.amount} currency={data.currency} exact />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
