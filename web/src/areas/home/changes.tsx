import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { Failed } from '../../ui/empty.tsx'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MessageRow } from '../messages/message-row.tsx'
import { useMessages } from '../messages/use-messages.ts'
import '../messages/messages.css'

/** What happened since the last visit, or lately for somebody who is here for the first time. */
export function Changes({ since }: { since: string | null }) {
  const text = useText()
  const [worded, setWorded] = useState(false)
  useEffect(() => void loadAreaTexts('messages').then(() => setWorded(true)), [])
  const { data, isLoadingError, error, refetch } = useMessages({ pageSize: 8 })
  const fresh = since ? data?.list.filter((message) => message.createdAt > since) : data?.list
  // With nothing new, what came before is still worth a look.
  const shown = fresh && fresh.length > 0 ? fresh : data?.list.slice(0, 4)
  return (
    <Section
      title={text(since && fresh && fresh.length > 0 ? 'home.changes' : 'home.changesFirst')}
      extra={<Link to="/information">{text('home.allMessages')}</Link>}
    >
      {isLoadingError && <Failed error={error} onRetry={() => void refetch()} />}
      {!isLoadingError && (!data || !worded) && <Skeleton lines={4} title={false} />}
      {worded && (
        <div className="home-messages">
          {shown?.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </div>
      )}
      {worded && data?.list.length === 0 && <p className="muted home-note">{text('home.changesNone')}</p>}
    </Section>
  )
}
