import { type News, outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { useAppended } from '../../list/appended.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listOf, unquoted } from './news-shape.ts'
import { regionText } from './region-text.ts'

/** Market news of some regions, the newest first; further pages are appended. */
export function NewsList({ regions }: { regions: readonly string[] }) {
  const text = useText()
  const news = useAppended<News>({
    key: ['news', language(), ...regions],
    load: async (page, size) => {
      const answer = await send(
        outlookCalls.newsPanelList,
        { body: { region_in: [...regions], pageNum: page + 1, pageSize: size } },
        { quiet: true },
      )
      return { page, size, total: answer.total, rows: answer.v_news_panel }
    },
  })
  if (news.failed) return <Failed error={news.failed} onRetry={news.retry} />
  if (news.busy && news.rows.length === 0) return <Skeleton lines={8} />
  if (news.rows.length === 0) return <Empty title={text('outlook.noNews')} />
  return (
    <div className="news">
      {news.rows.map((one) => (
        <article key={one.id} className="news-card">
          {one.thumbnail && <img src={one.thumbnail} alt="" loading="lazy" />}
          <header>
            <time dateTime={one.news_date}>{formatDate(one.news_date)}</time>
            <span className="muted">{regionText(one.region)}</span>
          </header>
          <h3>{one.title}</h3>
          <p>{one.text}</p>
          <ul className="news-tags">
            {[...new Set([...unquoted(one.vtopic), ...(one.topics ? [one.topics] : []), ...listOf(one.tags)])].map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </article>
      ))}
      {news.hasMore && (
        <Button busy={news.busy} onClick={() => news.more()}>
          {text('outlook.more')}
        </Button>
      )}
    </div>
  )
}
