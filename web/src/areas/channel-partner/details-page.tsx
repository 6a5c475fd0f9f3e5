import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Can } from '../../session/can.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate, formatPercent } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../report/report.css'
import { takeHome } from '../report/take-home.ts'

const parts = ['financed', 'feeBase', 'commission'] as const

/** One partner's month up to a day: introduced orders, fee base and commission. */
export default function ChannelPartnerDetailsPage() {
  const text = useText()
  const { id, date } = useParams({ strict: false }) as { id: string; date: string }
  const body = { partnerId: id, date }
  const answer = useQuery({
    queryKey: ['channel-partner', id, date],
    queryFn: () => send(channelPartnerCalls.partnerMonth, { body }, { quiet: true }),
  })
  if (answer.isError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={8} />
  const { partnerName, from, to, currencies } = answer.data
  return (
    <div className="page">
      <PageHeader
        title={partnerName}
        back="/channel-partner"
        actions={
          currencies.length > 0 && (
            <div className="report-actions">
              <Can permission="channel-partner.export">
                <ActionButton
                  look="plain"
                  icon="download"
                  action={() => takeHome(channelPartnerCalls.partnerMonthExport, { body }, 'commission.xlsx')}
                >
                  {text('report.export')}
                </ActionButton>
              </Can>
              <Button onClick={() => window.print()}>{text('report.print')}</Button>
            </div>
          )
        }
      >
        {text('report.partnerSpan', { from: formatDate(from), to: formatDate(to) })}
      </PageHeader>
      {currencies.length === 0 && (
        <div className="panel">
          <Empty title={text('report.partnerNone')} text={text('report.partnerEmptyText')} />
        </div>
      )}
      {currencies.map((one) => (
        <Section key={one.currency} title={one.currency}>
          <div className="table-scroll">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{text('report.partnerOrder')}</th>
                  <th scope="col">{text('report.partnerSupplier')}</th>
                  <th scope="col">{text('report.partnerFundedOn')}</th>
                  <th scope="col" className="cell-end">
                    {text('list.channel-partner.financed')}
                  </th>
                  <th scope="col" className="cell-end">
                    {text('list.channel-partner.feeBase')}
                  </th>
                  <th scope="col" className="cell-end">
                    {text('list.channel-partner.ratePct')}
                  </th>
                  <th scope="col" className="cell-end">
                    {text('list.channel-partner.commission')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {one.orders.map((order) => (
                  <tr key={order.id}>
                    <td data-label={text('report.partnerOrder')}>
                      <Link to={`/finance/finance-order/${order.id}/detail` as string}>{order.orderNo}</Link>
                    </td>
                    <td className="cell-wrap" data-label={text('report.partnerSupplier')}>
                      {order.supplierName}
                    </td>
                    <td data-label={text('report.partnerFundedOn')}>{formatDate(order.fundingDate)}</td>
                    {parts.slice(0, 2).map((part) => (
                      <td key={part} className="cell-end" data-label={text(`list.channel-partner.${part}`)}>
                        <Money amount={order[part]} currency={one.currency} bare exact />
                      </td>
                    ))}
                    <td className="cell-end" data-label={text('list.channel-partner.ratePct')}>
                      {formatPercent(order.ratePct)}
                    </td>
                    <td className="cell-end" data-label={text('list.channel-partner.commission')}>
                      <Money amount={order.commission} currency={one.currency} bare exact />
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={3}>
                    {text('report.total')}
                  </th>
                  <td className="cell-end" data-label={text('list.channel-partner.financed')}>
                    <Money amount={one.financed} currency={one.currency} bare exact />
                  </td>
                  <td className="cell-end" data-label={text('list.channel-partner.feeBase')}>
                    <Money amount={one.feeBase} currency={one.currency} bare exact />
                  </td>
                  <td />
                  <td className="cell-end" data-label={text('list.channel-partner.commission')}>
                    <Money amount={one.commission} currency={one.currency} bare exact />
                  </td>
                </tr>
              </tfoot>
            </table>
          </div>
        </Section>
      ))}
    </div>
  )
}
