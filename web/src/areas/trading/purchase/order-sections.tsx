import { Link, useNavigate } from '@tanstack/react-router'
import { type PurchaseOrderDetail, purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { useText } from '../../../i18n/i18n.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { CollapseCard } from '../../../ui/collapse-card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { OrderProgress } from './order-progress.tsx'
import type { useOrderActions } from './use-order-actions.ts'

type Props = { order: PurchaseOrderDetail }
type ActionProps = Props & { actions: ReturnType<typeof useOrderActions>; onReturn: () => void }

/** What may be done to an order now. */
export function OrderButtons({ order, actions, onReturn }: ActionProps) {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const { id } = order
  const may = (operation: string) => order.operations.includes(operation)
  const go = (to: string) => () => void navigate({ to })
  return (
    <>
      {may('CANCEL') && (
        <ActionButton act={purchaseOrderCalls.cancel} look="plain" action={() => actions.cancel(order)}>
          {text('purchase.cancel')}
        </ActionButton>
      )}
      {may('CLOSE') && (
        <ActionButton act={purchaseOrderCalls.close} look="plain" action={() => actions.close(order)}>
          {text('purchase.close')}
        </ActionButton>
      )}
      {may('UPLOAD') && <Button onClick={go(`/trading/purchase/upload/${id}`)}>{text('purchase.upload')}</Button>}
      {may('EDIT') && <Button onClick={go(`/trading/purchase/edit/${id}`)}>{text('purchase.edit')}</Button>}
      {may('DRAFT') && <Button onClick={go(`/trading/purchase/draft/${id}`)}>{text('purchase.draft')}</Button>}
      {may('UPDATE') && <Button onClick={go(`/trading/purchase/update/${id}`)}>{text('purchase.update')}</Button>}
      {may('RETURN') && (
        <Button act={purchaseOrderCalls.returnToSupplier} onClick={onReturn}>
          {text('purchase.return')}
        </Button>
      )}
      {may('SUBMIT') && (
        <ActionButton act={purchaseOrderCalls.submit} action={() => actions.submit([id])}>
          {text('purchase.submit')}
        </ActionButton>
      )}
      {may('CONFIRM') && (
        <ActionButton act={purchaseOrderCalls.confirm} action={() => actions.confirm([order])}>
          {text('purchase.confirm')}
        </ActionButton>
      )}
      {may('FINANCE') && mayOpen(`/finance/finance-order/add?po=${id}`) && (
        <Button look="solid" onClick={go(`/finance/finance-order/add?po=${id}`)}>
          {text('purchase.finance')}
        </Button>
      )}
    </>
  )
}

/** What of an order is told above its facts: why it came back, what it lacks, how far it has come. */
export function OrderStanding({ order }: Props) {
  const text = useText()
  return (
    <>
      {order.returnComment && (
        <p className="form-hint" role="note">
          {text('purchase.returned')}: {order.returnComment}
        </p>
      )}
      {order.draftItems && (
        <p className="form-hint" role="note">
          {text('purchase.linesIncomplete', { count: order.draftItems.length - order.items.length })}
        </p>
      )}
      <Section title={text('purchase.progress')}>
        <OrderProgress order={order} />
        {order.mismatches.length > 0 && (
          <ul className="doc-notes">
            {order.mismatches.map((name) => (
              <li key={name}>{text(`purchase.mismatch.${name}`)}</li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

/** The figures and days of an order. */
export function OrderFacts({ order }: Props) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  return (
    <Section title={text('purchase.order')}>
      <DescriptionList
        facts={[
          { label: text('purchase.ordered'), value: money(order.amount) },
          { label: text('purchase.balance'), value: money(order.balance) },
          { label: text('purchase.financeStatus'), value: order.financeStatus && <StatusTag value={order.financeStatus} /> },
          { label: text('purchase.orderDate'), value: formatDate(order.orderDate) },
          { label: text('purchase.latestShipDate'), value: formatDate(order.latestShipDate) },
          { label: text('purchase.paymentTermDays'), value: String(order.paymentTermDays) },
          order.remark !== null && { label: text('purchase.remark'), value: order.remark, wide: true },
        ]}
      />
    </Section>
  )
}

/** The invoices of an order; the next one begins here. */
export function OrderInvoices({ order }: Props) {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  return (
    <CollapseCard
      title={text('purchase.invoices')}
      extra={
        mayOpen('/trading/invoice/add') &&
        order.docStatus === 'CONFIRMED' && (
          <Button small icon="plus" onClick={() => void navigate({ to: `/trading/invoice/add?po=${order.id}` })}>
            {text('purchase.addInvoice')}
          </Button>
        )
      }
    >
      {order.invoices.length === 0 && <p className="muted">{text('purchase.noInvoices')}</p>}
      <ul className="plain-rows">
        {order.invoices.map((invoice) => (
          <li key={invoice.id}>
            <Link to={`/trading/invoice/${invoice.id}/details`}>{invoice.invoiceNo}</Link>
            <span className="muted">
              {formatDate(invoice.issueDate)} → {formatDate(invoice.dueDate)}
            </span>
            <StatusTag value={invoice.docStatus} />
            <Money amount={invoice.amount} currency={order.currency} exact />
          </li>
        ))}
      </ul>
    </CollapseCard>
  )
}

/** The finance orders that an order is or was part of. */
export function OrderFinancing({ order: { orders, currency } }: Props) {
  const text = useText()
  if (orders.length === 0) return null
  return (
    <CollapseCard title={text('purchase.orders')}>
      <ul className="plain-rows">
        {orders.map((one) => (
          <li key={one.id}>
            <RowLink to={`/finance/finance-order/${one.id}/detail`}>{one.orderNo}</RowLink>
            <StatusTag value={one.status} />
            <Money amount={one.applyAmount} currency={currency} exact />
          </li>
        ))}
      </ul>
    </CollapseCard>
  )
}
