import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { noticeStore } from './notice.ts'

const icons = { success: 'check', warning: 'alert', error: 'alert', info: 'info' } as const

/** The corner where notices appear; read out politely as they come. */
export function Notices() {
  const text = useText()
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.current)
  return (
    <section className="notices" aria-live="polite" aria-label={text('common.tip')}>
      {notices.map((notice) => (
        <div
          key={notice.id}
          className={`notice notice-${notice.tone}`}
          role={notice.tone === 'error' || notice.tone === 'warning' ? 'alert' : 'status'}
        >
          <Icon name={icons[notice.tone]} size={18} />
          <div>
            <strong>{notice.title}</strong>
            {notice.text && <p>{notice.text}</p>}
            {notice.detail && <small>{notice.detail}</small>}
          </div>
          <IconButton icon="close" size={14} label={text('common.close')} onClick={() => noticeStore.close(notice.id)} />
        </div>
      ))}
    </section>
  )
}
