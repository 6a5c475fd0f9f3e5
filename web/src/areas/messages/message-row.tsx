import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Message } from '@usance/wire/notification/calls'
import { useAddress } from '../../session/use-may-open.ts'
import { refreshPages } from '../../shell/fresh-pages.ts'
import { markRead } from '../../shell/notices.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { iconOfMessage, wordsOfMessage } from './words.ts'

/** One message; a click marks it as read and leads to its record, if its page is the user's. */
export function MessageRow({ message, onLeave }: { message: Message; onLeave?: () => void }) {
  const router = useRouter()
  const addressOf = useAddress()
  const queries = useQueryClient()
  const { title, text } = wordsOfMessage(message)
  const open = () => {
    if (!message.read) void markRead([message.id]).catch(() => undefined)
    const address = message.link ? addressOf(message.link) : undefined
    if (!address) return
    onLeave?.()
    router.history.push(address)
    // Where its page is open already, nothing else reads the record anew.
    void refreshPages(queries)
  }
  return (
    <button type="button" className={`message${message.read ? '' : ' is-unread'}`} onClick={open}>
      <span className="message-icon">
        <Icon name={iconOfMessage(message.event)} size={18} />
      </span>
      <span className="message-words">
        <strong>{title}</strong>
        {text && <span>{text}</span>}
        <time dateTime={message.createdAt}>{formatDateTime(message.createdAt, { seconds: false })}</time>
      </span>
      {!message.read && <span className="message-dot" />}
    </button>
  )
}
