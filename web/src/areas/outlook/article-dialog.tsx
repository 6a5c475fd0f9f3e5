import { useQuery } from '@tanstack/react-query'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The article behind a signal, read where one is. */
export function ArticleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText()
  const found = useQuery({
    queryKey: ['article', language(), id],
    queryFn: () => send(outlookCalls.queryAir8MarketInsightById, { body: { id } }, { quiet: true }),
  })
  const article = found.data?.portal_articles[0]
  return (
    <Dialog
      open
      width={640}
      title={article?.title ?? text('outlook.readArticle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('common.close')}</Button>}
    >
      {found.error ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={5} />
      ) : !article ? (
        <Empty title={text('outlook.noArticle')} />
      ) : (
        <article className="outlook-article">
          <time className="muted" dateTime={article.news_date}>
            {formatDate(article.news_date)}
          </time>
          {article.text.split('\n\n').map((part) => (
            <p key={part}>{part}</p>
          ))}
        </article>
      )}
    </Dialog>
  )
}
