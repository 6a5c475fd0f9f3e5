import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import type { Session } from '../../session/permissions.ts'
import { MessagesElsewhere } from '../../shell/messages-elsewhere.tsx'
import { markRead, useUnread } from '../../shell/notices.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MessageRow } from './message-row.tsx'
import { useMessages } from './use-messages.ts'
import './messages.css'

/** The latest messages, under the bell. */
export default function MessagePanel({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const text = useText()
  const unread = useUnread()
  const { data, error, refetch } = useMessages({ pageSize: 8 })
  return (
    <div className="messages-short">
      <header>
        <h2>{text('messages.title')}</h2>
        {unread > 0 && (
          <ActionButton look="text" small action={() => markRead()}>
            {text('messages.readAll')}
          </ActionButton>
        )}
      </header>
      <MessagesElsewhere session={session} />
      <div className="messages-scroll">
        {error && <Failed error={error} title={text('messages.failed')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={4} />}
        {data?.list.map((message) => (
          <MessageRow key={message.id} message={message} onLeave={onLeave} />
        ))}
        {data?.list.length === 0 && <Empty title={text('messages.none')} text={text('messages.noneText')} />}
      </div>
      <footer>
        <Link to="/information" onClick={onLeave}>
          {text('messages.all')}
        </Link>
      </footer>
    </div>
  )
}
