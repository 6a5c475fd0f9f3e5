import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { useState } from 'react'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { CollapseCard } from '../../../ui/collapse-card.tsx'
import { doerText } from '../../../ui/doer.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, PageHeader, Section, Timeline } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { RiskFlags } from '../risk-flags.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderProgress } from './order-progress.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { useOrder } from './use-order.ts'
import { useOrderActions } from './use-order-actions.ts'
import './purchase.css'

/** One purchase order: how far shipment and invoices have come, its lines, files, financing and story. */
export default function PurchaseDetailsPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id } = useParams({ strict: false })
  const found = useOrder(id)
  const papers = usePaperGroups('PO')
  const [returning, setReturning] = useState(false)
  const actions = useOrderActions(() => {
    void queries.invalidateQueries({ queryKey: ['list'] })
    void found.refetch()
  })
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={12} />
  const order = found.data
  const may = (operation: string) => order.operations.includes(operation)
  const go = (to: string) => () => void navigate({ to })
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  const eventText = (event: string) => (hasText(`purchase.event.${event}`) ? text.of('purchase.event', event) : event)
  return (
    <div className="page">
      <PageHeader
        title={order.poNo}
        status={order.docStatus}
        back="/trading/purchase"
        actions={
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
              <Button act={purchaseOrderCalls.returnToSupplier} onClick={() => setReturning(true)}>
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
        }
      >
        {order.supplier.name} → {order.buyer.name}
      </PageHeader>
      <RiskFlags words={order.riskFlags.map((flag) => text(`purchase.flag.${flag}`))} />
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
      <CollapseCard title={text('purchase.lines')}>
        <OrderLines order={order} />
      </CollapseCard>
      <CollapseCard
        title={text('purchase.invoices')}
        extra={
          mayOpen('/trading/invoice/add') &&
          order.docStatus === 'CONFIRMED' && (
            <Button small icon="plus" onClick={go(`/trading/invoice/add?po=${id}`)}>
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
              {money(invoice.amount)}
            </li>
          ))}
        </ul>
      </CollapseCard>
      {order.orders.length > 0 && (
        <CollapseCard title={text('purchase.orders')}>
          <ul className="plain-rows">
            {order.orders.map((one) => (
              <li key={one.id}>
                <RowLink to={`/finance/finance-order/${one.id}/detail`}>{one.orderNo}</RowLink>
                <StatusTag value={one.status} />
                {money(one.applyAmount)}
              </li>
            ))}
          </ul>
        </CollapseCard>
      )}
      {order.attachments.length > 0 && (
        <PapersCard
          title={text('purchase.files')}
          zipName={order.poNo}
          groups={papers}
          papers={order.attachments}
          word={(group) => text.of('word', group)}
        />
      )}
      <CollapseCard title={text('purchase.story')}>
        <Timeline
          entries={order.timeline.map((line, index) => ({
            key: `${line.at}${index}`,
            title: eventText(line.event),
            at: line.at,
            by: doerText(line),
            leftOut: line.leftOut,
            text: line.comment,
          }))}
        />
      </CollapseCard>
      <ReturnDialog
        id={returning ? id : undefined}
        onClose={() => setReturning(false)}
        onSubmit={async (orderId, comment) => {
          await send(purchaseOrderCalls.returnToSupplier, { body: { id: orderId, comment } })
          await queries.invalidateQueries({ queryKey: ['list'] })
          void navigate({ to: '/trading/purchase' as string })
        }}
      />
    </div>
  )
}
