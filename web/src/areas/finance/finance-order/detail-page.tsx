import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { sendOrTake } from '../../../http/ahead.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct, useSession } from '../../../session/session.ts'
import { PapersCard } from '../../../ui/attachment-card.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import { ErrorPage } from '../../error/error-page.tsx'
import { OrderLedgerSection } from '../../ledger/order-ledger.tsx'
import { BuyersSection } from './buyers-section.tsx'
import { Funding } from './funding.tsx'
import { HeldByBank } from './held-by-bank.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { AgreedPrice, Contracts, Items, SignFirst, Story } from './order-sections.tsx'
import { Repayment } from './repayment.tsx'
import { Reprice } from './reprice.tsx'
import { Signs } from './signs.tsx'
import { LossSection } from './write-off.tsx'
import './finance-order.css'

/** One finance order, from its price to its last repayment. */
export default function OrderDetailPage() {
  const { id } = useParams({ strict: false })
  // The address of a right confirmation is open to everybody who is signed in; what stands there is not.
  const may = useMayAct()(financeOrderCalls.detail)
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: () => sendOrTake(financeOrderCalls.detail, { query: { id } }, { quiet: true }),
    staleTime: 0,
    enabled: may,
  })
  if (!may) return <ErrorPage code="403" />
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={14} />
  return <Order order={query.data} reload={() => void query.refetch()} />
}

type Props = { order: OrderDetail; reload: () => void }

function Order({ order, reload }: Props) {
  const queries = useQueryClient()
  const { user } = useSession()
  const mayDo = useMayAct()
  const isAsked = order.rightConfirmParty === user.companyRole && mayDo(financeOrderCalls.rightConfirmation)
  const changed = () => {
    void queries.invalidateQueries()
    reload()
  }
  return (
    <div className="page">
      <OrderHead order={order} onChanged={changed} />
      <div className="order-columns">
        <div>
          {order.status === 'PASSED' && isAsked && !order.operations.includes('CONFIRM') && <SignFirst order={order} />}
          {order.status === 'RIGHT_CONFIRMED' && user.companyRole !== 'BUYER' && (
            <Reprice orderId={order.id} currency={order.currency} onDone={changed} />
          )}
          <Signs signs={order.signs ?? []} />
          <HeldByBank order={order} />
          <OrderFacts order={order} />
          {order.buyers.length > 0 && <BuyersSection order={order} />}
          <Items order={order} />
          {order.contracts.length > 0 && <Contracts order={order} />}
          <Funding order={order} />
          <Repayment order={order} />
          {order.attachments.length > 0 && <Papers order={order} />}
          {/* Who lends to whom, and why, is decided without the buyer. */}
          {order.hasApproval && user.companyRole !== 'BUYER' && (
            <ApprovalPanel businessNo={order.orderNo} businessType="FINANCE_ORDER" businessId={order.id} onDone={reload} />
          )}
          {order.fundingDate && user.companyRole !== 'SUPPLIER' && user.companyRole !== 'BUYER' && (
            <LossSection order={order} onDone={changed} />
          )}
          {order.timeline.length > 0 && <Story order={order} />}
          {order.fundingDate && <OrderLedgerSection orderId={order.id} />}
        </div>
        <aside className="order-side">
          <AgreedPrice order={order} />
        </aside>
      </div>
    </div>
  )
}

/** The papers of an order, as they are of its version. */
function Papers({ order }: { order: OrderDetail }) {
  const text = useText()
  const papers = useQuery({
    queryKey: ['order-papers', order.id, order.version],
    queryFn: () => send(financeOrderCalls.detailAttachment, { query: { id: order.id } }, { quiet: true }),
  })
  return (
    <PapersCard
      title={text('finance.attachments')}
      zipName={order.orderNo}
      groups={papers}
      papers={order.attachments}
      word={(group) => text.of('word', group)}
    />
  )
}
