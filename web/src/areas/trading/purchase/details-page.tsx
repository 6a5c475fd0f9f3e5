import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { useState } from 'react'
import { usePaperGroups } from '../../../form/use-paper-groups.ts'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { CollapseCard } from '../../../ui/collapse-card.tsx'
import { doerText } from '../../../ui/doer.ts'
import { Failed } from '../../../ui/empty.tsx'
import { PageHeader, Timeline } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RiskFlags } from '../risk-flags.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderButtons, OrderFacts, OrderFinancing, OrderInvoices, OrderStanding } from './order-sections.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { useOrder } from './use-order.ts'
import { useOrderActions } from './use-order-actions.ts'
import './purchase.css'

/** One purchase order: how far shipment and invoices have come, its lines, files, financing and story. */
export default function PurchaseDetailsPage() {
  const text = useText()
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
  const eventText = (event: string) => (hasText(`purchase.event.${event}`) ? text.of('purchase.event', event) : event)
  return (
    <div className="page">
      <PageHeader
        title={order.poNo}
        status={order.docStatus}
        back="/trading/purchase"
        actions={<OrderButtons order={order} actions={actions} onReturn={() => setReturning(true)} />}
      >
        {order.supplier.name} → {order.buyer.name}
      </PageHeader>
      <RiskFlags words={order.riskFlags.map((flag) => text(`purchase.flag.${flag}`))} />
      <OrderStanding order={order} />
      <OrderFacts order={order} />
      <CollapseCard title={text('purchase.lines')}>
        <OrderLines order={order} />
      </CollapseCard>
      <OrderInvoices order={order} />
      <OrderFinancing order={order} />
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
