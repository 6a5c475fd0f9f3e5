import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { type Component, components } from '@usance/wire/repayment/list'
import type { ReactNode } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { addDecimals } from '../../../ui/decimal.ts'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Info = Answer<typeof financeOrderCalls.repaymentInfo>
type Line = Info['schedule'][number]

/** What falls due on a funded order, what would settle it today, and what has come back. */
export function Repayment({ order }: { order: OrderDetail }) {
  const text = useText()
  const question = useQuery({
    queryKey: ['order-repayment', order.id],
    queryFn: () => send(financeOrderCalls.repaymentInfo, { query: { id: order.id } }, { quiet: true }),
    enabled: order.fundingDate !== null,
  })
  if (order.fundingDate === null) return null
  return (
    <Section title={text('finance.repayment')}>
      <Answered question={question} lines={4}>
        {(info) => <Due order={order} info={info} />}
      </Answered>
    </Section>
  )
}

function Due({ order, info: data }: { order: OrderDetail; info: Info }) {
  const text = useText()
  const shown = (amount: string) => <Money amount={amount} currency={order.currency} bare />
  const costs = data.schedule.some((line) => line.interestDue !== null)
  const reserves = data.schedule.some((line) => line.reserve !== null && /[1-9]/.test(line.reserve.free))
  const waived = data.schedule.some((line) => /[1-9]/.test(line.waived))
  const column = (key: string, cell: (line: Line) => ReactNode, figure = false) => ({
    key,
    label: text(`finance.${key}`),
    cell,
    figure,
  })
  const columns = [
    column('scheduleItem', (line) => line.item),
    column('dueDate', (line) => formatDate(line.dueDate)),
    column('principalDue', (line) => shown(line.principalDue), true),
    column('principalPaid', (line) => shown(line.paid), true),
    ...(waived ? [column('waivedOf', (line) => shown(line.waived), true)] : []),
    column('outstanding', (line) => shown(line.outstanding), true),
    ...(costs ? [column('interestDue', (line) => shown(line.interestDue!), true)] : []),
    ...(reserves ? [column('reserveFree', (line) => shown(line.reserve!.free), true)] : []),
    ...(reserves ? [column('reservePaidOut', (line) => shown(line.reserve!.paidOut), true)] : []),
    column('state', (line) => text(`finance.due.${line.inGrace ? 'IN_GRACE' : line.status}`)),
  ]
  const open = data.payoff !== null && /[1-9]/.test(data.payoff.total)
  const onlyCosts = open && !/[1-9]/.test(order.principalOutstanding)
  return (
    <>
      <DataTable rows={data.schedule} columns={columns} keyOf={(line) => String(line.item)} />
      <ul className="plain-rows">
        {data.payoff && open && (
          <li>
            <span>{text('finance.payoffToday', { date: formatDate(data.payoff.asOf) })}</span>
            <Money amount={data.payoff.total} currency={order.currency} exact />
          </li>
        )}
        {data.payoff?.onConversion && data.payoff.onConversion !== data.payoff.total && (
          <li>
            <span>{text('finance.payoffByConversion', { date: formatDate(data.payoff.asOf) })}</span>
            <Money amount={data.payoff.onConversion} currency={order.currency} exact />
          </li>
        )}
        {onlyCosts && <li className="muted">{text('finance.stillDue', { no: order.orderNo })}</li>}
        {data.stillOwed.map(({ item, buyer, amount }) => (
          <li key={item}>
            <span>{text('finance.stillOwed', { buyer, item, no: order.orderNo })}</span>
            <Money amount={amount} currency={order.currency} exact />
          </li>
        ))}
        {data.repayments.map((one) => (
          <li key={one.id}>
            <span>
              {[
                formatDate(one.valueDate),
                one.no,
                one.payerRole === 'RESERVE' && text('finance.fromReserve'),
                one.payerRole === 'WAIVER' && text(isRemainder(one.allocations) ? 'finance.remainderWaived' : 'finance.waived'),
                partsOf(one.allocations)
                  .map((part) => `${text(`word.${part.component}`)} ${formatAmount(part.amount, order.currency)}`)
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
    </>
  )
}

type Part = { component: string; amount: string }

/** Whether a waiver let go of what a buyer still owed on a receivable; what is left of a financing is waived otherwise. */
const isRemainder = (allocations: readonly Part[]) => allocations.some((one) => one.component === 'REMAINDER')

/** What a repayment paid, over all documents: one sum a component, in the order in which a receipt pays them. */
const partsOf = (allocations: readonly Part[]): { component: Component; amount: string }[] =>
  components.flatMap((component) => {
    const amounts = allocations.filter((one) => one.component === component).map((one) => one.amount)
    return amounts.length > 0 ? [{ component, amount: amounts.reduce(addDecimals) }] : []
  })
