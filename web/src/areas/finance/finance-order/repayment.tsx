import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls, type OrderDetail } from '@usance/wire/finance-order/calls'
import type { ReactNode } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Line = Answer<typeof financeOrderCalls.repaymentInfo>['schedule'][number]

/** What falls due on a funded order, what would settle it today, and what has come back. */
export function Repayment({ order }: { order: OrderDetail }) {
  const text = useText()
  const { data } = useQuery({
    queryKey: ['order-repayment', order.id],
    queryFn: () => send(financeOrderCalls.repaymentInfo, { query: { id: order.id } }, { quiet: true }),
    enabled: order.fundingDate !== null,
  })
  if (!data) return null
  const shown = (amount: string) => <Money amount={amount} currency={order.currency} bare />
  const costs = data.schedule.some((line) => line.interestDue !== null)
  const columns: { key: string; end?: boolean; cell: (line: Line) => ReactNode }[] = [
    { key: 'scheduleItem', cell: (line) => line.item },
    { key: 'dueDate', cell: (line) => formatDate(line.dueDate) },
    { key: 'principalDue', end: true, cell: (line) => shown(line.principalDue) },
    { key: 'principalPaid', end: true, cell: (line) => shown(line.paid) },
    { key: 'outstanding', end: true, cell: (line) => shown(line.outstanding) },
    ...(costs ? [{ key: 'interestDue', end: true, cell: (line: Line) => shown(line.interestDue!) }] : []),
    { key: 'state', cell: (line) => text(`finance.due.${line.inGrace ? 'IN_GRACE' : line.status}`) },
  ]
  const open = order.principalOutstanding.match(/[1-9]/) !== null
  return (
    <Section title={text('finance.repayment')}>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              {columns.map(({ key, end }) => (
                <th key={key} scope="col" className={end ? 'cell-end' : undefined}>
                  {text(`finance.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.schedule.map((line) => (
              <tr key={line.item}>
                {columns.map(({ key, end, cell }) => (
                  <td key={key} className={end ? 'cell-end' : undefined} data-label={text(`finance.${key}`)}>
                    {cell(line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="plain-rows">
        {data.payoff && open && (
          <li>
            <span>{text('finance.payoffToday', { date: formatDate(data.payoff.asOf) })}</span>
            <Money amount={data.payoff.total} currency={order.currency} exact />
          </li>
        )}
        {data.repayments.map((one) => (
          <li key={one.id}>
            <span>
              {[
                formatDate(one.valueDate),
                one.no,
                one.allocations
                  .map((part) => `${text(`finance.component.${part.component}`)} ${formatAmount(part.amount, order.currency)}`)
                  .join(', '),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <StatusTag value={one.status} />
            <Money amount={one.amount} currency={order.currency} exact />
          </li>
        ))}
      </ul>
    </Section>
  )
}
