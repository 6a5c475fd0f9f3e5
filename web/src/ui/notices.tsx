import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { lifeMs, type Notice, noticeStore } from './notice.ts'

const icons = { success: 'check', warning: 'alert', error: 'alert', info: 'info' } as const

/** The corner where notices appear; read out politely as they come. */
export function Notices() {
  const text = useText()
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.current)
  const ref = useRef<HTMLElement>(null)
  // What is shown last lies on top: a notice that came while a dialog is open must not lie behind it.
  useEffect(() => {
    const corner = ref.current
    if (!corner?.showPopover) return
    if (corner.matches(':popover-open')) corner.hidePopover()
    if (notices.length > 0) corner.showPopover()
  }, [notices])
  // Beside the page, which an open dialog makes inert.
  return createPortal(
    <section ref={ref} popover="manual" className="notices" aria-live="polite" aria-label={text('common.tip')}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>,
    document.body,
  )
}

/** One notice. It closes after its time, which runs from when it is drawn; under the pointer or the focus it stays once more. */
function NoticeCard({ notice }: { notice: Notice }) {
  const text = useText()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const card = ref.current
      if (!card?.matches(':hover') && !card?.contains(document.activeElement)) noticeStore.close(notice.id)
    }, lifeMs[notice.tone])
    return () => clearInterval(timer)
  }, [notice])
  return (
    <div
      ref={ref}
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
  )
}
