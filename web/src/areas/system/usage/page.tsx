import { useQuery } from '@tanstack/react-query'
import { trackingCalls } from '@usance/wire/tracking/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate, formatPercent } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StaffTable } from '../config/staff-table.tsx'
import './usage.css'

const periods = [7, 30, 90, 365]
const figure = (value: number) => value.toLocaleString('en-US')

/** What people did over some days: pages, how far they came in the finance order form, and errors they met. */
export default function UsagePage() {
  const text = useText()
  const [days, setDays] = useState(30)
  const found = useQuery({
    queryKey: ['usage', days],
    queryFn: () => send(trackingCalls.usage, { body: { days } }, { quiet: true }),
    staleTime: 0,
  })
  const data = found.data
  const opened = data?.funnel[0]?.visits ?? 0
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemUsage')}
        actions={
          <Select
            compact
            all={false}
            label={text('insight.days')}
            value={String(days)}
            options={periods.map((n) => ({ value: String(n), label: text('insight.lastDays', { n }) }))}
            onChange={(value) => setDays(Number(value))}
          />
        }
      >
        {text('insight.usageLead')}
      </PageHeader>
      {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {!data && !found.isLoadingError && <Skeleton lines={12} />}
      {data && (
        <>
          {data.heldFrom.ofUsers && (
            <p className="muted">{text('insight.heldOfUsers', { day: formatDate(data.heldFrom.ofUsers) })}</p>
          )}
          {data.heldFrom.ofVisitors && (
            <p className="muted">{text('insight.heldOfVisitors', { day: formatDate(data.heldFrom.ofVisitors) })}</p>
          )}
          <dl className="usage-whole">
            <div>
              <dt>{text('insight.sessions')}</dt>
              <dd>{figure(data.sessions)}</dd>
            </div>
            <div>
              <dt>{text('insight.people')}</dt>
              <dd>{figure(data.people)}</dd>
            </div>
          </dl>
          <Section title={text('insight.funnel')}>
            <p className="muted">{text('insight.funnelText')}</p>
            <ol className="usage-funnel">
              {data.funnel.map(({ step, visits, people }) => {
                const share = opened > 0 ? Math.min(100, Math.round((visits * 100) / opened)) : 0
                return (
                  <li key={step}>
                    <span>{text(`insight.step.${step}`)}</span>
                    <span className="usage-bar" aria-hidden="true">
                      <span style={{ width: `${share}%` }} />
                    </span>
                    <strong>{figure(visits)}</strong>
                    <span className="muted">
                      {formatPercent(String(share), 0)} · {text('insight.people')} {figure(people)}
                    </span>
                  </li>
                )
              })}
            </ol>
          </Section>
          <Section title={text('insight.pages')}>
            {data.pages.length === 0 ? (
              <Empty title={text('insight.noUse')} />
            ) : (
              <StaffTable
                rows={data.pages.map((row) => ({ ...row, id: row.page }))}
                columns={[
                  { key: 'page', label: text('insight.page'), cell: (row) => <span className="usage-path">{row.page}</span> },
                  { key: 'visits', label: text('insight.visits'), figure: true, cell: (row) => figure(row.visits) },
                  { key: 'people', label: text('insight.people'), figure: true, cell: (row) => figure(row.people) },
                  {
                    key: 'median',
                    label: text('insight.median'),
                    figure: true,
                    cell: (row) => text('insight.seconds', { n: row.medianSeconds }),
                  },
                ]}
              />
            )}
          </Section>
          <Section title={text('insight.errors')}>
            {data.errors.length === 0 ? (
              <Empty title={text('insight.noErrors')} />
            ) : (
              <StaffTable
                rows={data.errors.map((row) => ({ ...row, id: row.message }))}
                columns={[
                  {
                    key: 'message',
                    label: text('insight.error'),
                    cell: (row) => <span className="usage-path">{row.message}</span>,
                  },
                  { key: 'page', label: text('insight.lastPage'), cell: (row) => <span className="usage-path">{row.page}</span> },
                  { key: 'count', label: text('insight.count'), figure: true, cell: (row) => figure(row.count) },
                  { key: 'people', label: text('insight.people'), figure: true, cell: (row) => figure(row.people) },
                ]}
              />
            )}
          </Section>
        </>
      )}
    </div>
  )
}
