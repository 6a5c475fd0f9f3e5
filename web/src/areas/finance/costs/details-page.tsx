import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type CostDetail, costCalls } from '@usance/wire/cost/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { Can } from '../../../session/can.tsx'
import { useCan } from '../../../session/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { CollapseCard } from '../../../ui/collapse-card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import type { SentBackFee } from './adjust-fee-dialog.tsx'
import '../finance-order/finance-order.css'
import { RowLink } from '../../../list/row-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// The form kit is heavy and most visits only read.
const AdjustFeeDialog = lazyPart(async () => (await import('./adjust-fee-dialog.tsx')).AdjustFeeDialog)

/** One fee of an order, from what was agreed to what it comes to; `?id=` names it. */
export default function CostDetailsPage() {
  const text = useText()
  const { id } = useSearch({ strict: false })
  const query = useQuery({
    queryKey: ['cost', id],
    queryFn: () => send(costCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
  })
  if (!id) return <Empty title={text('costs.noneTitle')} text={text('costs.noneText')} />
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={10} />
  return <Fee fee={query.data} />
}

type Adjustment = CostDetail['adjustments'][number]

function Fee({ fee }: { fee: CostDetail }) {
  const text = useText()
  const can = useCan()
  const queries = useQueryClient()
  const [adjusting, setAdjusting] = useState<SentBackFee | true>()
  const [withdrawn, setWithdrawn] = useState<Adjustment>()
  const { order } = fee
  const changed = () => {
    setAdjusting(undefined)
    setWithdrawn(undefined)
    void queries.invalidateQueries({ queryKey: ['cost'] })
  }
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  const waiting = fee.adjustments.find((one) => one.status === 'IN_APPROVE')
  return (
    <div className="page">
      <PageHeader
        title={text.of('costs.code', fee.code)}
        back="/finance/costs"
        actions={
          fee.operations.includes('ADJUST') && (
            <Button act={costCalls.adjust} look="solid" onClick={() => setAdjusting(true)}>
              {text('costs.adjust')}
            </Button>
          )
        }
      >
        {order.orderNo} · {order.supplierName} · {order.funderName}
      </PageHeader>
      <Section title={text('costs.fee')}>
        <DescriptionList
          facts={[
            { label: text('costs.amount'), value: money(fee.amount) },
            { label: text('costs.tax'), value: money(fee.tax) },
            { label: text('costs.adjusted'), value: money(fee.adjusted) },
            { label: text('costs.adjustedTax'), value: money(fee.adjustedTax) },
            { label: text('costs.net'), value: money(fee.net) },
            { label: text('costs.basis'), value: text.of('costs.bases', fee.basis) },
            { label: text('costs.timing'), value: text.of('costs.timings', fee.timing) },
            { label: text('costs.payer'), value: text.of('word', fee.payer) },
            { label: text('costs.beneficiary'), value: text.of('word', fee.beneficiary) },
            { label: text('costs.charged'), value: text(`word.${fee.charged}`) },
            {
              label: text('costs.order'),
              value: (
                <>
                  {can('finance.finance-order.detail') ? (
                    <RowLink to={`/finance/finance-order/${order.id}/detail`}>{order.orderNo}</RowLink>
                  ) : (
                    order.orderNo
                  )}{' '}
                  <StatusTag value={order.status} />
                </>
              ),
            },
            { label: text('costs.fundedOn'), value: formatDate(order.fundingDate) },
          ]}
        />
      </Section>
      {can('finance.finance-order.detail') && <OrderProduct orderId={order.id} />}
      <Adjustments fee={fee} onCorrect={setAdjusting} onWithdraw={setWithdrawn} />
      {waiting && can('approval.view') && (
        <ApprovalPanel businessNo={waiting.no} businessType="FEE_ADJUSTMENT" businessId={waiting.id} onDone={changed} />
      )}
      <OtherFees fee={fee} />
      {withdrawn && (
        <ReasonDialog
          open
          title={text('costs.withdrawTitle', { no: withdrawn.no })}
          ok={text('costs.withdraw')}
          onClose={() => setWithdrawn(undefined)}
          onSubmit={async (comment) => {
            await send(costCalls.withdraw, { body: { id: withdrawn.id, comment } })
            notify('success', text('costs.withdrawn', { no: withdrawn.no }))
            changed()
          }}
        />
      )}
      {adjusting && (
        <AdjustFeeDialog
          fee={{ id: fee.id, code: fee.code, currency: order.currency, net: fee.net }}
          sentBack={adjusting === true ? undefined : adjusting}
          onClose={() => setAdjusting(undefined)}
          onDone={changed}
        />
      )}
    </div>
  )
}

/** The product that the order was priced on, as it stood then. */
function OrderProduct({ orderId }: { orderId: string }) {
  const text = useText()
  const product = useQuery({
    queryKey: ['order-product', orderId],
    queryFn: () => send(financeOrderCalls.financingProduct, { query: { id: orderId } }, { quiet: true }),
  })
  return (
    <CollapseCard title={text('costs.product')}>
      <Answered question={product} lines={2}>
        {(one) => (
          <DescriptionList
            facts={[
              { label: text('costs.productName'), value: `${one.code} ${language() === 'zh-CN' ? one.nameCn : one.name}` },
              { label: text('costs.dayCount'), value: one.dayCount },
              { label: text('costs.graceDays'), value: String(one.graceDays) },
            ]}
          />
        )}
      </Answered>
    </CollapseCard>
  )
}

type AdjustmentsProps = {
  fee: CostDetail
  onCorrect: (adjustment: SentBackFee) => void
  onWithdraw: (adjustment: Adjustment) => void
}

function Adjustments({ fee, onCorrect, onWithdraw }: AdjustmentsProps) {
  const text = useText()
  const money = (amount: string) => <Money amount={amount} currency={fee.order.currency} bare exact />
  return (
    <Section title={text('costs.adjustments')}>
      {fee.adjustments.length === 0 ? (
        <p className="muted">{text('costs.neverAdjusted')}</p>
      ) : (
        <DataTable
          rows={fee.adjustments}
          keyOf={(one) => one.id}
          columns={[
            { key: 'no', label: text('costs.no'), cell: (one) => one.no },
            {
              key: 'status',
              label: text('costs.status'),
              cell: (one) => (
                <>
                  <StatusTag value={one.status} />{' '}
                  {one.operations.includes('CORRECT') && (
                    <Can call={costCalls.adjust}>
                      <button type="button" className="link-button" onClick={() => onCorrect(one)}>
                        {text('costs.correct')}
                      </button>
                    </Can>
                  )}{' '}
                  {one.operations.includes('WITHDRAW') && (
                    <Can call={costCalls.withdraw}>
                      <button type="button" className="link-button" onClick={() => onWithdraw(one)}>
                        {text('costs.withdraw')}
                      </button>
                    </Can>
                  )}
                </>
              ),
            },
            { key: 'delta', label: text('costs.delta'), figure: true, cell: (one) => money(one.delta) },
            { key: 'tax', label: text('costs.tax'), figure: true, cell: (one) => money(one.taxDelta) },
            { key: 'refunded', label: text('costs.refunded'), figure: true, cell: (one) => money(one.refunded) },
            { key: 'reason', label: text('common.reason'), cell: (one) => one.reason },
            { key: 'by', label: text('costs.by'), cell: (one) => one.by ?? '-' },
            { key: 'passedOn', label: text('costs.passedOn'), cell: (one) => formatDate(one.passedOn) },
          ]}
        />
      )}
    </Section>
  )
}

function OtherFees({ fee }: { fee: CostDetail }) {
  const text = useText()
  const { currency } = fee.order
  return (
    <Section title={text('costs.allFees')}>
      <DataTable
        rows={fee.fees}
        keyOf={(one) => one.id}
        columns={[
          {
            key: 'fee',
            label: text('costs.fee'),
            cell: (one) =>
              one.id === fee.id ? (
                <strong>{text.of('costs.code', one.code)}</strong>
              ) : (
                <Link to={`/finance/costs/details?id=${one.id}`}>{text.of('costs.code', one.code)}</Link>
              ),
          },
          ...(['amount', 'tax', 'adjustedWithTax', 'net'] as const).map((key) => ({
            key,
            label: text(`costs.${key}`),
            figure: true,
            cell: (one: CostDetail['fees'][number]) => <Money amount={one[key]} currency={currency} bare exact />,
          })),
        ]}
      />
    </Section>
  )
}
