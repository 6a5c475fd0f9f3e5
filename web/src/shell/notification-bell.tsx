import { lazy, Suspense, useEffect } from 'react'
import { useText } from '../i18n/i18n.ts'
import { loadAreaTexts } from '../i18n/load-area.ts'
import type { Session } from '../session/permissions.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFreshPages } from './fresh-pages.ts'
import { useElsewhere } from './messages-elsewhere.tsx'
import { followMessages, useUnread } from './notices.ts'
import { useIdle } from './role-menu.tsx'

const Panel = lazy(async () => (await Promise.all([import('../areas/messages/panel.tsx'), loadAreaTexts('messages')]))[0])

/** The number of unread messages, live, and the latest of them on a click. */
export function NotificationBell({ session }: { session: Session }) {
  const text = useText()
  const count = useUnread()
  useFreshPages()
  useEffect(() => {
    let stop: (() => void) | undefined
    // What one came for is loaded first.
    const timer = setTimeout(() => {
      stop = followMessages(session)
    }, 1200)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [session])
  const elsewhere = useElsewhere(session, useIdle())
  const label = [
    count ? `${text('shell.notifications')} (${count})` : text('shell.notifications'),
    ...elsewhere.map(({ unread, companyName }) => text('shell.elsewhere', { count: unread, company: companyName })),
  ].join('. ')
  return (
    <Popover
      align="end"
      label={text('shell.notifications')}
      className="message-panel"
      trigger={(props) => (
        <button type="button" className="icon-btn bell" aria-label={label} title={text('shell.notifications')} {...props}>
          <Icon name="bell" size={18} />
          {count === 0 && elsewhere.length > 0 && <span className="bell-count is-elsewhere" />}
          {count > 0 && <span className="bell-count">{count > 99 ? '99+' : count}</span>}
        </button>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className="message-wait">
              <Skeleton lines={4} />
            </div>
          }
        >
          <Panel session={session} onLeave={close} />
        </Suspense>
      )}
    </Popover>
  )
}
