import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { type Component, components } from '@usance/wire/repayment/list'
import type { ReactNode } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { addDecimals } from '../../../ui/decimal.ts'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Info = Answer<typeof financeOrderCalls.repaymentInfo>
type Line = Info['schedule'][number]
type Text = ReturnType<typeof useText>
type Repaid = Pick<OrderDetail, 'id' | 'orderNo' | 'currency' | 'fundingDate' | 'principalOutstanding'>

/** What falls due on a funded order, what would settle it today, and what has come back. A buyer owes nothing on a loan. */
export function Repayment({ order }: { order: Repaid }) {
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

function Due({ order, info: data }: { order: Repaid; info: Info }) {
  const text = useText()
  const { user } = useSession()
  const columns = data.schedule.some((line) => line.invoice)
    ? debtColumns(data, order.currency, text)
    : dueColumns(data, order.currency, text)
  const open = data.payoff !== null && /[1-9]/.test(data.payoff.total)
  const onlyCosts = open && !/[1-9]/.test(order.principalOutstanding)
  return (
    <>
      {data.schedule.length > 0 ? (
        <DataTable rows={data.schedule} columns={columns} keyOf={(line) => String(line.item)} />
      ) : (
        <p className="muted">{text('finance.debtOfSupplier')}</p>
      )}
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
        {data.afterLoss && (
          <li>
            <span>{afterLossText(data.afterLoss, user.companyRole === 'BUYER', order.currency, text)}</span>
            <Money amount={data.afterLoss.total} currency={order.currency} exact />
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

const isSome = (amount: string | undefined) => amount !== undefined && /[1-9]/.test(amount)

/** What falls due on each document, with its costs and its reserve for those who see them. */
function dueColumns({ schedule }: Info, currency: string, text: Text) {
  const column = columnOf(currency, text)
  const costs = schedule.some((line) => line.interestDue !== null)
  const reserves = schedule.some((line) => isSome(line.reserve?.free))
  const waived = schedule.some((line) => isSome(line.waived))
  return [
    column.word('scheduleItem', (line) => line.item),
    column.word('maturity', (line) => formatDate(line.dueDate)),
    column.money('principalDue', (line) => line.principalDue ?? '0'),
    column.money('principalPaid', (line) => line.paid),
    ...(waived ? [column.money('waivedOf', (line) => line.waived)] : []),
    column.money('outstanding', (line) => line.outstanding ?? '0'),
    ...(costs ? [column.money('interestDue', (line) => line.interestDue!)] : []),
    ...(reserves ? [column.money('reserveFree', (line) => line.reserve!.free)] : []),
    ...(reserves ? [column.money('reservePaidOut', (line) => line.reserve!.paidOut)] : []),
    column.word('state', (line) => text.of('finance.due', line.inGrace ? 'IN_GRACE' : line.status)),
  ]
}

/** What a buyer owes on each invoice. */
function debtColumns({ schedule }: Info, currency: string, text: Text) {
  const column = columnOf(currency, text)
  const reduced = schedule.some((line) => isSome(line.invoice?.reduced))
  const waived = schedule.some((line) => isSome(line.waived))
  return [
    column.word('scheduleItem', (line) => line.item),
    column.word('dueDate', (line) => formatDate(line.dueDate)),
    column.money('invoiceAmount', (line) => line.invoice?.amount ?? '0'),
    ...(reduced ? [column.money('invoiceReduced', (line) => line.invoice?.reduced ?? '0')] : []),
    column.money('invoicePaid', (line) => line.paid),
    ...(waived ? [column.money('waivedOf', (line) => line.waived)] : []),
    column.money('invoiceOpen', (line) => line.invoice?.outstanding ?? '0'),
    column.word('state', (line) =>
      line.status === 'PAID' ? text('finance.invoiceIsPaid') : text.of('finance.due', line.inGrace ? 'IN_GRACE' : line.status),
    ),
  ]
}

const columnOf = (currency: string, text: Text) => ({
  word: (key: string, cell: (line: Line) => ReactNode) => ({ key, label: text.of('finance', key), cell, figure: false }),
  money: (key: string, amount: (line: Line) => string) => ({
    key,
    label: text.of('finance', key),
    cell: (line: Line) => <Money amount={amount(line)} currency={currency} bare />,
    figure: true,
  }),
})

function afterLossText(
  { what, principal, costs }: NonNullable<Info['afterLoss']>,
  isBuyer: boolean,
  currency: string,
  text: Text,
): string {
  if (isBuyer) return text('finance.afterLoss.INVOICES')
  const shown = (amount: string) => formatAmount(amount, currency)
  return text(`finance.afterLoss.${what}`, { principal: shown(principal), costs: shown(costs) })
}

type Part = { component: string; amount: string }

/** Whether the waived amount is a buyer's debt on a receivable; otherwise it is the remainder of a financing. */
const isRemainder = (allocations: readonly Part[]) => allocations.some((one) => one.component === 'REMAINDER')

/** What a repayment paid, over all documents: one sum a component, in the order in which a receipt pays them. */
const partsOf = (allocations: readonly Part[]): { component: Component; amount: string }[] =>
  components.flatMap((component) => {
    const amounts = allocations.filter((one) => one.component === component).map((one) => one.amount)
    return amounts.length > 0 ? [{ component, amount: amounts.reduce(addDecimals) }] : []
  })
