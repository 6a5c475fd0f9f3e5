import { Link } from '@tanstack/react-router'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { doerText } from '../../../ui/doer.ts'
import { formatAmount, formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, Section, Timeline } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { Opened } from './invoice-dialogs.tsx'
import { Unconfirmed, unconfirmedOf } from './unconfirmed.tsx'

type Props = { invoice: InvoiceDetail }
type Opening = Props & { onOpen: (opened: Opened) => void }

/** A payment lowers what is owed; one that was taken back has a sign already. */
const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

/** The figures of an invoice, its days, and what was said of it. */
export function InvoiceFacts({ invoice, onOpen }: Opening) {
  const text = useText()
  const money = (amount: string | null) => <Money amount={amount} currency={invoice.currency} exact />
  const rest = unconfirmedOf(invoice)
  return (
    <Section title={text('trading.invoice')}>
      <DescriptionList
        facts={[
          { label: text('trading.amount'), value: money(invoice.amount) },
          { label: text('trading.outstanding'), value: money(invoice.outstanding) },
          invoice.proposedAmount
            ? { label: text('trading.proposedAmount'), value: money(invoice.proposedAmount) }
            : { label: text('trading.confirmedAmount'), value: money(invoice.confirmedAmount) },
          rest !== undefined ? { label: text('trading.unconfirmed'), value: money(rest) } : undefined,
          { label: text('trading.adjusted'), value: money(invoice.adjustedAmount) },
          { label: text('trading.paid'), value: money(invoice.paidAmount) },
          { label: text('trading.financeStatus'), value: <StatusTag value={invoice.financeStatus} /> },
          { label: text('trading.issueDate'), value: formatDate(invoice.issueDate) },
          { label: text('trading.dueDate'), value: formatDate(invoice.dueDate) },
          {
            label: text('trading.purchaseOrder'),
            value: invoice.purchaseOrder && (
              <Link to={`/trading/purchase/details/${invoice.purchaseOrder.id}`}>{invoice.purchaseOrder.poNo}</Link>
            ),
          },
          { label: text('trading.taxInvoiceNo'), value: invoice.taxInvoiceNo },
          { label: text('trading.source'), value: text.of('trading.sources', invoice.source) },
          invoice.disputeReason ? { label: text('trading.disputeReason'), value: invoice.disputeReason, wide: true } : undefined,
          invoice.resolution ? { label: text('trading.resolution'), value: invoice.resolution, wide: true } : undefined,
          invoice.returnComment ? { label: text('trading.returned'), value: invoice.returnComment, wide: true } : undefined,
          invoice.remark ? { label: text('trading.remark'), value: invoice.remark, wide: true } : undefined,
        ]}
      />
      <Unconfirmed invoice={invoice} onAsk={() => onOpen({ kind: 'CREDIT_NOTE' })} />
    </Section>
  )
}

/** The finance orders that an invoice is or was part of. */
export function InvoiceOrders({ invoice: { orders, currency } }: Props) {
  const text = useText()
  if (orders.length === 0) return null
  return (
    <Section title={text('trading.orders')}>
      <ul className="plain-rows">
        {orders.map((order) => (
          <li key={order.id}>
            <RowLink to={`/finance/finance-order/${order.id}/detail`}>{order.orderNo}</RowLink>
            <StatusTag value={order.status} />
            <Money amount={order.applyAmount} currency={currency} exact />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What lowered or raised the debt: adjustments and payments. */
export function InvoiceMovements({ invoice: { adjustments, payments, currency }, onOpen }: Opening) {
  const text = useText()
  if (adjustments.length === 0 && payments.length === 0) return null
  return (
    <Section title={text('trading.movements')}>
      <ul className="plain-rows">
        {adjustments.map((one) => (
          <li key={one.id}>
            <span>
              {formatDate(one.date)} · {text.of('word', one.type)} {one.refNo}
              {one.reason && <span className="muted"> {one.reason}</span>}
            </span>
            <StatusTag value={one.status} />
            {one.operations.includes('RESUBMIT') && (
              <Button small act={adjustmentCalls.resubmit} onClick={() => onOpen({ kind: 'CORRECT', sentBack: one })}>
                {text('trading.resubmit')}
              </Button>
            )}
            {one.operations.includes('WITHDRAW') && (
              <Button small act={adjustmentCalls.withdraw} onClick={() => onOpen({ kind: 'WITHDRAW', adjustment: one })}>
                {text('trading.withdrawAdjustment')}
              </Button>
            )}
            <Money amount={one.type === 'DEBIT_NOTE' ? one.amount : `-${one.amount}`} currency={currency} exact />
          </li>
        ))}
        {payments.map((one) => (
          <li key={one.id}>
            <span>
              {formatDate(one.date)} · {text(one.waived ? 'status.WAIVED' : 'trading.payment')} {one.reference ?? ''}
            </span>
            <Money amount={negated(one.amount)} currency={currency} exact />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What became of an invoice, and who did it. */
export function InvoiceStory({ invoice: { amount, confirmedAmount, currency, timeline } }: Props) {
  const text = useText()
  const eventText = (event: string) => (hasText(`trading.event.${event}`) ? text.of('trading.event', event) : event)
  // An invoice is confirmed once; where its buyer confirmed less, the line says how much.
  const isLess = confirmedAmount !== null && confirmedAmount !== amount
  const eventNote = (event: string) =>
    event === 'INVOICE_CONFIRM' && isLess
      ? text('trading.confirmedLess', {
          confirmed: formatAmount(confirmedAmount, currency),
          amount: `${formatAmount(amount, currency)} ${currency}`,
        })
      : null
  return (
    <Section title={text('trading.story')}>
      <Timeline
        entries={timeline.map((line, index) => ({
          key: `${line.at}${index}`,
          title: eventText(line.event),
          at: line.at,
          by: doerText(line),
          leftOut: line.leftOut,
          text: line.comment ?? eventNote(line.event),
        }))}
      />
    </Section>
  )
}
