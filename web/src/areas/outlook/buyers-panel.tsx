import { useQuery } from '@tanstack/react-query'
import { type Outlook, outlookCalls, type Signal } from '@usance/wire/outlook/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate, formatPercent } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArticleDialog } from './article-dialog.tsx'

/** Each buyer: how it pays now against before, and what is heard of it. A watch stands where both turn bad. */
export function BuyersPanel({ buyerIds }: { buyerIds: readonly string[] }) {
  const text = useText()
  const outlook = useQuery({
    queryKey: ['outlook', ...buyerIds],
    queryFn: () => send(outlookCalls.queryOutlookByBuyerIds, { body: { buyerIds: [...buyerIds] } }, { quiet: true }),
  })
  const signals = useQuery({
    queryKey: ['signals', language(), ...buyerIds],
    queryFn: () => send(outlookCalls.queryByBuyerIdListNew, { body: { buyerIdList: [...buyerIds] } }, { quiet: true }),
  })
  const error = outlook.error ?? signals.error
  const retry = () => {
    if (outlook.error) void outlook.refetch()
    if (signals.error) void signals.refetch()
  }
  if (error)
    return (
      <Section title={text('outlook.buyers')}>
        <Failed error={error} onRetry={retry} />
      </Section>
    )
  if (!outlook.data || !signals.data) return <Skeleton lines={6} />
  if (outlook.data.outlook.length === 0) return <Empty title={text('outlook.noBuyers')} />
  return (
    <Section title={text('outlook.buyers')}>
      <ul className="outlook-buyers">
        {outlook.data.outlook.map((one) => (
          <Buyer
            key={one.buyer_id}
            outlook={one}
            signals={signals.data.v_news_signal_group.filter((signal) => signal.buyer_id === one.buyer_id)}
          />
        ))}
      </ul>
    </Section>
  )
}

function Buyer({ outlook, signals }: { outlook: Outlook; signals: readonly Signal[] }) {
  const text = useText()
  const [article, read] = useState<string>()
  const days = (value: string | null) => (value === null ? '-' : text('outlook.days', { days: value }))
  return (
    <li>
      <h3>
        {outlook.buyer_name}
        {outlook.watch && (
          <span className="tag tag-attention">
            <Icon name="alert" size={13} /> {text('outlook.watch')}
          </span>
        )}
      </h3>
      <p className={`outlook-trend is-${outlook.trend.toLowerCase()}`}>
        {text(`outlook.trend.${outlook.trend}`)}
        {outlook.trend !== 'UNKNOWN' && (
          <span className="muted">
            {text('outlook.evidence', { now: days(outlook.days_late), before: days(outlook.days_late_before) })}
            {outlook.on_time_pct !== null && ` · ${text('outlook.onTime', { pct: formatPercent(outlook.on_time_pct, 1) })}`}
          </span>
        )}
      </p>
      {signals.map((signal) => (
        <details key={signal.id} className="outlook-signal">
          <summary>
            <span className={`outlook-direction is-${signal.direction.toLowerCase()}`} aria-hidden="true">
              {{ UP: '▲', DOWN: '▼', NEUTRAL: '●' }[signal.direction]}
            </span>
            <span className="sr-only">{text(`outlook.direction.${signal.direction}`)}</span> {signal.title}{' '}
            <time className="muted" dateTime={signal.news_date}>
              {formatDate(signal.news_date)}
            </time>
          </summary>
          <p>{signal.text}</p>
          {signal.article_id && (
            <button type="button" className="link-button" onClick={() => read(signal.article_id ?? undefined)}>
              {text('outlook.readArticle')}
            </button>
          )}
        </details>
      ))}
      {article && <ArticleDialog id={article} onClose={() => read(undefined)} />}
    </li>
  )
}
