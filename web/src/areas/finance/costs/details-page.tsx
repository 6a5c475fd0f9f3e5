import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type CostDetail, costCalls } from '@usance/wire/cost/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ApprovalPanel } from '../../approval/approval-panel.tsx'
import type { SentBackFee } from './adjust-fee-dialog.tsx'
import '../finance-order/finance-order.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// The form kit is heavy and most visits only read.
const AdjustFeeDialog = lazyPart(async () => (await import('./adjust-fee-dialog.tsx')).AdjustFeeDialog)

/** One fee of an order, from what was agreed to what it comes to; `?id=` names it. */
export default function CostDetailsPage() {
  const text = useText()
  const { id } = useSearch({ strict: false }) as { id?: string }
  const query = useQuery({
    queryKey: ['cost', id],
    queryFn: () => send(costCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
  })
  if (!id) return <Empty title={text('costs.noneTitle')} text={text('costs.noneText')} />
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={10} />
  return <Fee fee={query.data} />
}

function Fee({ fee }: { fee: CostDetail }) {
  const text = useText()
  const can = useCan()
  const queries = useQueryClient()
  const [adjusting, setAdjusting] = useState<SentBackFee | true>()
  const { order } = fee
  const changed = () => {
    setAdjusting(undefined)
    void queries.invalidateQueries({ queryKey: ['cost'] })
  }
  const money = (amount: string) => <Money amount={amount} currency={order.currency} exact />
  const waiting = fee.adjustments.find((one) => one.status === 'IN_APPROVE')
  return (
    <div className="page">
      <PageHeader
        title={text(`costs.code.${fee.code}`)}
        back="/finance/costs"
        actions={
          fee.operations.includes('ADJUST') && (
            <Button look="solid" onClick={() => setAdjusting(true)}>
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
            { label: text('costs.basis'), value: text(`costs.bases.${fee.basis}`) },
            { label: text('costs.timing'), value: text(`costs.timings.${fee.timing}`) },
            { label: text('costs.payer'), value: text(`word.${fee.payer}`) },
            { label: text('costs.beneficiary'), value: text(`word.${fee.beneficiary}`) },
            { label: text('costs.charged'), value: text(`word.${fee.charged}`) },
            {
              label: text('costs.order'),
              value: (
                <>
                  {can('finance.finance-order.detail') ? (
                    <Link to={`/finance/finance-order/${order.id}/detail` as string}>{order.orderNo}</Link>
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
      <Adjustments fee={fee} onCorrect={setAdjusting} />
      {waiting && can('approval.view') && (
        <ApprovalPanel businessNo={waiting.no} businessType="FEE_ADJUSTMENT" onDone={changed} />
      )}
      <OtherFees fee={fee} />
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

function Adjustments({ fee, onCorrect }: { fee: CostDetail; onCorrect: (adjustment: SentBackFee) => void }) {
  const text = useText()
  const { currency } = fee.order
  return (
    <Section title={text('costs.adjustments')}>
      {fee.adjustments.length === 0 ? (
        <p className="muted">{text('costs.neverAdjusted')}</p>
      ) : (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{text('costs.no')}</th>
                <th scope="col">{text('costs.status')}</th>
                <th scope="col" className="cell-end">
                  {text('costs.delta')}
                </th>
                <th scope="col" className="cell-end">
                  {text('costs.tax')}
                </th>
                <th scope="col" className="cell-end">
                  {text('costs.refunded')}
                </th>
                <th scope="col">{text('common.reason')}</th>
                <th scope="col">{text('costs.by')}</th>
                <th scope="col">{text('costs.passedOn')}</th>
              </tr>
            </thead>
            <tbody>
              {fee.adjustments.map((one) => (
                <tr key={one.id}>
                  <td data-label={text('costs.no')}>{one.no}</td>
                  <td data-label={text('costs.status')}>
                    <StatusTag value={one.status} />{' '}
                    {one.status === 'REJECTED' && one.mine && fee.operations.includes('ADJUST') && (
                      <button type="button" className="link-button" onClick={() => onCorrect(one)}>
                        {text('costs.correct')}
                      </button>
                    )}
                  </td>
                  <td className="cell-end" data-label={text('costs.delta')}>
                    <Money amount={one.delta} currency={currency} bare exact />
                  </td>
                  <td className="cell-end" data-label={text('costs.tax')}>
                    <Money amount={one.taxDelta} currency={currency} bare exact />
                  </td>
                  <td className="cell-end" data-label={text('costs.refunded')}>
                    <Money amount={one.refunded} currency={currency} bare exact />
                  </td>
                  <td data-label={text('common.reason')}>{one.reason}</td>
                  <td data-label={text('costs.by')}>{one.by ?? '-'}</td>
                  <td data-label={text('costs.passedOn')}>{formatDate(one.passedOn)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function OtherFees({ fee }: { fee: CostDetail }) {
  const text = useText()
  const { currency } = fee.order
  return (
    <Section title={text('costs.allFees')}>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('costs.fee')}</th>
              {['amount', 'tax', 'adjustedWithTax', 'net'].map((key) => (
                <th key={key} scope="col" className="cell-end">
                  {text(`costs.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fee.fees.map((one) => (
              <tr key={one.id}>
                <td data-label={text('costs.fee')}>
                  {one.id === fee.id ? (
                    <strong>{text(`costs.code.${one.code}`)}</strong>
                  ) : (
                    <Link to={`/finance/costs/details?id=${one.id}` as string}>{text(`costs.code.${one.code}`)}</Link>
                  )}
                </td>
                <td className="cell-end" data-label={text('costs.amount')}>
                  <Money amount={one.amount} currency={currency} bare exact />
                </td>
                <td className="cell-end" data-label={text('costs.tax')}>
                  <Money amount={one.tax} currency={currency} bare exact />
                </td>
                <td className="cell-end" data-label={text('costs.adjustedWithTax')}>
                  <Money amount={one.adjustedWithTax} currency={currency} bare exact />
                </td>
                <td className="cell-end" data-label={text('costs.net')}>
                  <Money amount={one.net} currency={currency} bare exact />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
