import { useRouter } from '@tanstack/react-router'
import type { Message } from '@usance/wire/notification/calls'
import { markRead } from '../../shell/notices.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { iconOfMessage, wordsOfMessage } from './words.ts'

/** One message; a click marks it as read and leads to its record. */
export function MessageRow({ message, onLeave }: { message: Message; onLeave?: () => void }) {
  const router = useRouter()
  const { title, text } = wordsOfMessage(message)
  const open = () => {
    if (!message.read) void markRead([message.id]).catch(() => undefined)
    if (!message.link) return
    onLeave?.()
    router.history.push(message.link)
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
