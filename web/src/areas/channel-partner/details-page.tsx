import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isLocalDate } from '@usance/domain/local-date'
import type { Answer } from '@usance/wire/call'
import { channelPartnerCalls } from '@usance/wire/channel-partner/list'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Can } from '../../session/can.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate, formatRatePct } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../report/report.css'
import { RowLink } from '../../list/row-link.tsx'
import { takeHome } from '../report/take-home.ts'

type Month = Answer<typeof channelPartnerCalls.partnerMonth>['currencies'][number]

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One partner's month up to a day: introduced orders, fee base and commission. */
export default function ChannelPartnerDetailsPage() {
  const text = useText()
  const { id, date } = useParams({ strict: false })
  const body = { partnerId: id, date }
  const isSound = isUuid.test(id ?? '') && isLocalDate(date ?? '')
  const answer = useQuery({
    queryKey: ['channel-partner', id, date],
    queryFn: () => send(channelPartnerCalls.partnerMonth, { body }, { quiet: true }),
    enabled: isSound,
  })
  if (!isSound) return <Empty title={text('report.partnerBadAddress')} text={text('report.partnerBadAddressText')} />
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
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
          <IntroducedOrders month={one} />
        </Section>
      ))}
    </div>
  )
}

function IntroducedOrders({ month }: { month: Month }) {
  const text = useText()
  const money = (amount: string | null) => <Money amount={amount} currency={month.currency} bare exact />
  const figure = (key: 'financed' | 'feeBase' | 'commission') => ({
    key,
    label: text(`list.channel-partner.${key}`),
    figure: true,
    cell: (order: Month['orders'][number]) => money(order[key]),
  })
  return (
    <DataTable
      rows={month.orders}
      keyOf={(order) => order.id}
      columns={[
        {
          key: 'order',
          label: text('report.partnerOrder'),
          cell: (order) => <RowLink to={`/finance/finance-order/${order.id}/detail`}>{order.orderNo}</RowLink>,
        },
        { key: 'supplier', label: text('report.partnerSupplier'), cell: (order) => order.supplierName },
        { key: 'fundedOn', label: text('report.partnerFundedOn'), cell: (order) => formatDate(order.fundingDate) },
        figure('financed'),
        ...(month.commission === null
          ? []
          : [
              figure('feeBase'),
              {
                key: 'ratePct',
                label: text('list.channel-partner.ratePct'),
                figure: true,
                cell: (order: Month['orders'][number]) => formatRatePct(order.ratePct ?? ''),
              },
              figure('commission'),
            ]),
      ]}
      footer={{
        words: text('report.total'),
        cells: {
          financed: money(month.financed),
          ...(month.commission === null ? {} : { feeBase: money(month.feeBase), commission: money(month.commission) }),
        },
      }}
    />
  )
}
