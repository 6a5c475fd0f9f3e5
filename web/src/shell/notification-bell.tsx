import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/i18n.ts'
import { pages } from '../routes.tsx'
import { Icon } from '../ui/icons.tsx'

let unread = 0
const listeners = new Set<() => void>()
/** Whoever knows how many messages are unread says so here. */
export function setUnread(count: number) {
  unread = count
  for (const listener of listeners) listener()
}

/** Leads to the messages page, once there is one, with the number of unread messages. */
export function NotificationBell() {
  const text = useText()
  const count = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unread,
  )
  if (!pages.some((page) => page.path === '/information')) return null
  return (
    <Link
      to="/information"
      className="icon-btn bell"
      aria-label={count ? `${text('shell.notifications')} (${count})` : text('shell.notifications')}
      title={text('shell.notifications')}
    >
      <Icon name="bell" size={18} />
      {count > 0 && <span className="bell-count">{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}
