import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { outlookCalls, type StaffNews } from '@usance/wire/outlook/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Pager } from '../../../list/pager.tsx'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stale } from '../../../ui/stale.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { regionText } from '../../outlook/region-text.ts'
import { StaffTable } from '../config/staff-table.tsx'
import { ExhibitionLink } from './exhibition-link.tsx'
import { NewsForm } from './news-form.tsx'
import { SignalForm } from './signal-form.tsx'
import './news.css'

/** News, signals, feeds and visitors' links: what fills the buyer outlook. */
export default function NewsPage() {
  const text = useText()
  const can = useCan()
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const [edited, edit] = useState<StaffNews | 'new'>()
  const [signalling, signal] = useState(false)
  const found = useQuery({
    queryKey: ['staff-news', page],
    queryFn: () => send(outlookCalls.newsList, { body: page }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const mayEdit = can('system.i18n.edit')
  const done = () => {
    edit(undefined)
    signal(false)
    void found.refetch()
  }
  const data = found.data
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemNews')}
        actions={
          mayEdit && (
            <>
              <Button small onClick={() => signal(true)}>
                {text('insight.addSignal')}
              </Button>
              <Button small look="solid" onClick={() => edit('new')}>
                {text('insight.addNews')}
              </Button>
            </>
          )
        }
      >
        {text('insight.newsLead')}
      </PageHeader>
      {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {!data && !found.isLoadingError && <Skeleton lines={12} />}
      {data && (
        <>
          <Section title={text('insight.news')}>
            {data.list.length === 0 ? (
              <Empty title={text('insight.noNews')} />
            ) : (
              <Stale question={found}>
                <StaffTable
                  rows={data.list}
                  columns={[
                    { key: 'date', label: text('insight.date'), cell: (row) => formatDate(row.newsDate) },
                    {
                      key: 'title',
                      label: text('insight.newsTitle'),
                      cell: (row) =>
                        mayEdit ? (
                          <button type="button" className="link-button news-title" onClick={() => edit(row)}>
                            {row.title}
                          </button>
                        ) : (
                          row.title
                        ),
                    },
                    { key: 'region', label: text('insight.region'), cell: (row) => regionText(row.region) },
                    { key: 'kind', label: text('insight.kind'), cell: (row) => text(`insight.kinds.${row.kind}`) },
                    { key: 'source', label: text('insight.source'), cell: (row) => row.source ?? text('insight.byHand') },
                    {
                      key: 'withdrawn',
                      label: text('insight.withdrawn'),
                      cell: (row) => (row.withdrawn ? <StatusTag value="REVOKED" label={text('insight.withdrawn')} /> : '-'),
                    },
                  ]}
                />
              </Stale>
            )}
            {data.total > 0 && (
              <Pager
                page={page.pageNum}
                size={page.pageSize}
                total={data.total}
                onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
              />
            )}
          </Section>
          <Section title={text('insight.feeds')}>
            {data.feeds.length === 0 ? (
              <p className="muted">{text('insight.noFeeds')}</p>
            ) : (
              <ul className="plain-rows">
                {data.feeds.map((feed) => (
                  <li key={feed.url}>
                    <span className="news-feed">{feed.url}</span>
                    {feed.ok ? (
                      <StatusTag value="DONE" label={text('insight.feedOk', { added: feed.added })} />
                    ) : (
                      <span>
                        <StatusTag value="FAILED" /> {feed.error}
                      </span>
                    )}
                    <span className="muted">{formatDateTime(feed.at)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Section>
          {mayEdit && <ExhibitionLink />}
        </>
      )}
      {edited && <NewsForm news={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} onSaved={done} />}
      {signalling && <SignalForm onClose={() => signal(false)} onSaved={done} />}
    </div>
  )
}
