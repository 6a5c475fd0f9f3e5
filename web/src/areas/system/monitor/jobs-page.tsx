import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useMayAct } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { StaffTable } from '../config/staff-table.tsx'
import './monitor.css'

type Failure = Answer<typeof monitorCalls.jobs>['failures'][number]
const everyMs = 10_000
const figure = (value: number) => value.toLocaleString('en-US')

/** The work beside the requests: what waits, what failed and may be tried again, and how the ends of day went. */
export default function JobsPage() {
  const text = useText()
  const mayDo = useMayAct()
  const answer = useQuery({
    queryKey: ['jobs'],
    queryFn: () => send(monitorCalls.jobs, { body: {} }, { quiet: true }),
    refetchInterval: everyMs,
    staleTime: 0,
  })
  const retry = async (kind: 'MAIL' | 'OUTBOX', ids: string[]) => {
    const { retried } = await send(monitorCalls.retry, { body: { kind, ids, idempotencyKey: randomId() } })
    notify('success', text('staff.retried', { count: retried }))
    await answer.refetch()
    return true
  }
  const data = answer.data
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemJobs')}
        actions={
          <Button small icon="reload" onClick={() => void answer.refetch()}>
            {text('common.reload')}
          </Button>
        }
      />
      {answer.isLoadingError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {!data && !answer.isLoadingError && <Skeleton lines={10} />}
      {data && (
        <>
          <Section title={text('staff.queues')}>
            <DescriptionList
              facts={[
                { label: text('staff.mailQueued'), value: figure(data.mail.QUEUED) },
                { label: text('staff.mailSent'), value: figure(data.mail.SENT) },
                { label: text('staff.mailFailed'), value: figure(data.mail.FAILED) },
                { label: text('staff.oldest'), value: data.oldestMail ? formatDateTime(data.oldestMail) : '-' },
                { label: text('staff.unsealed'), value: figure(data.unsealed) },
                {
                  label: text('staff.refRates'),
                  value: !data.refRates ? (
                    text('staff.refRatesOff')
                  ) : data.refRates.ok ? (
                    <>
                      {text('staff.refRatesOk')} {data.refRates.at ? formatDateTime(data.refRates.at) : ''}
                      {data.refRates.ahead && (
                        <p>
                          {text('staff.refRatesAhead', {
                            count: data.refRates.ahead.count,
                            type: data.refRates.ahead.type,
                            date: formatDate(data.refRates.ahead.effectiveDate),
                          })}
                        </p>
                      )}
                    </>
                  ) : (
                    <>
                      <StatusTag value="FAILED" /> {data.refRates.error}
                    </>
                  ),
                },
              ]}
            />
          </Section>
          <Section title={text('staff.outbox')}>
            <StaffTable
              rows={data.outbox.map((row) => ({ ...row, id: row.topic }))}
              columns={[
                { key: 'topic', label: text('staff.topic'), cell: (row) => row.topic },
                { key: 'open', label: text('staff.waiting'), figure: true, cell: (row) => figure(row.open) },
                { key: 'failing', label: text('staff.failing'), figure: true, cell: (row) => figure(row.failing) },
                { key: 'done', label: text('staff.delivered'), figure: true, cell: (row) => figure(row.done) },
                { key: 'oldest', label: text('staff.oldest'), cell: (row) => (row.oldest ? formatDateTime(row.oldest) : '-') },
              ]}
            />
          </Section>
          <Section title={text('staff.failures')}>
            {data.failures.length === 0 ? (
              <Empty title={text('staff.noFailures')} />
            ) : (
              <StaffTable
                rows={data.failures}
                columns={[
                  { key: 'kind', label: text('staff.field.type'), cell: (row) => text(`staff.job.${row.kind}`) },
                  { key: 'what', label: text('staff.what'), cell: (row) => row.what },
                  { key: 'error', label: text('staff.error'), cell: (row) => row.error ?? '-' },
                  { key: 'attempts', label: text('staff.attempts'), figure: true, cell: (row) => row.attempts },
                  { key: 'at', label: text('staff.at'), cell: (row) => formatDateTime(row.at) },
                  ...(mayDo(monitorCalls.retry)
                    ? [
                        {
                          key: 'retry',
                          label: text('staff.action'),
                          cell: (row: Failure) => (
                            <ActionButton small look="plain" action={() => retry(row.kind, [row.id])}>
                              {text('staff.retry')}
                            </ActionButton>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </Section>
          <Section title={text('staff.endOfDays')}>
            <StaffTable
              rows={data.days.map((row) => ({ ...row, id: row.businessDate }))}
              columns={[
                { key: 'day', label: text('staff.date'), cell: (row) => formatDate(row.businessDate) },
                {
                  key: 'status',
                  label: text('staff.status'),
                  cell: (row) => <StatusTag value={row.failed > 0 ? 'FAILED' : row.finishedAt ? 'DONE' : 'PROCESSING'} />,
                },
                { key: 'steps', label: text('staff.steps'), figure: true, cell: (row) => `${row.done} / ${row.steps}` },
                { key: 'items', label: text('staff.items'), figure: true, cell: (row) => figure(row.items) },
                { key: 'from', label: text('staff.startedAt'), cell: (row) => formatDateTime(row.startedAt) },
                {
                  key: 'to',
                  label: text('staff.finishedAt'),
                  cell: (row) => (row.finishedAt ? formatDateTime(row.finishedAt) : '-'),
                },
                { key: 'message', label: text('staff.error'), cell: (row) => row.message ?? '-' },
              ]}
            />
          </Section>
        </>
      )}
    </div>
  )
}
