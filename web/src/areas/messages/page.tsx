import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { useSession } from '../../session/session.ts'
import { MessagesElsewhere } from '../../shell/messages-elsewhere.tsx'
import { markRead, useUnread } from '../../shell/notices.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stale } from '../../ui/stale.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MessageRow } from './message-row.tsx'
import { useMessagePages } from './use-messages.ts'
import './messages.css'

const abouts = {
  all: { words: 'messages.aboutAll', starts: [] },
  approval: { words: 'messages.aboutApproval', starts: ['APPROVAL_', 'DELEGATION_'] },
  trading: { words: 'messages.aboutTrading', starts: ['INVOICE_', 'PURCHASE_ORDER_'] },
  finance: { words: 'messages.aboutFinance', starts: ['FINANCE_ORDER_', 'CONTRACT_', 'RECOURSE_'] },
  money: { words: 'messages.aboutMoney', starts: ['PAYMENT_', 'REPAYMENT_'] },
} satisfies Record<string, { words: TextKey; starts: string[] }>
type About = keyof typeof abouts
const step = 30

/** Everything the portal told this user and their company. */
export default function MessagesPage() {
  const text = useText()
  const session = useSession()
  const unread = useUnread()
  const [about, setAbout] = useState<About>('all')
  const [unreadOnly, setUnreadOnly] = useState(false)
  const pages = useMessagePages({
    about: abouts[about].starts,
    unreadOnly,
    pageSize: step,
  })
  const { messages, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  return (
    <div className="messages">
      <PageHeader
        title={text('messages.title')}
        actions={
          <>
            <label className="messages-check">
              <input type="checkbox" checked={unreadOnly} onChange={(change) => setUnreadOnly(change.target.checked)} />
              {text('messages.unreadOnly')}
            </label>
            {unread > 0 && (
              <ActionButton look="plain" icon="check" action={() => markRead()}>
                {text('messages.readAll')}
              </ActionButton>
            )}
          </>
        }
      />
      <MessagesElsewhere session={session} />
      <section className="panel">
        <Tabs
          label={text('messages.title')}
          chosen={about}
          onChoose={setAbout}
          tabs={(Object.keys(abouts) as About[]).map((key) => ({ key, label: text(abouts[key].words) }))}
        />
        {error && <Failed error={error} title={text('messages.failed')} onRetry={() => void refetch()} />}
        {!messages && !error && (
          <div className="panel-pad">
            <Skeleton lines={6} />
          </div>
        )}
        <Stale question={pages}>
          {messages?.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
          {messages?.length === 0 && (
            <Empty
              title={text(unreadOnly ? 'messages.allRead' : 'messages.none')}
              text={unreadOnly ? undefined : text('messages.noneText')}
            />
          )}
        </Stale>
        {hasNextPage && (
          <div className="messages-more">
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {text('messages.more')}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}
