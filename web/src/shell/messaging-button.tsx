import { useLocation, useNavigate } from '@tanstack/react-router'
import { knownConfig } from '../config.ts'
import { useText } from '../i18n/i18n.ts'
import { knownPages } from '../session/known-pages.ts'
import { Icon } from '../ui/icons.tsx'
import { useMedia } from '../ui/use-media.ts'

/** On phones, outlook and notice pages a button stands in for the chat widget: to the messaging link or the outlook. */
export function MessagingButton() {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const phone = useMedia('(max-width: 575.98px)')
  const onOutlook = pathname.startsWith('/buyer-outlook')
  const link = knownConfig()?.messagingLink
  const hasOutlook = knownPages().some((page) => page.path === '/buyer-outlook')
  if (!(phone || onOutlook || pathname.startsWith('/notice/'))) return null
  if (onOutlook ? !link : !hasOutlook) return null
  const open = () => (onOutlook && link ? window.open(link, '_blank', 'noopener') : navigate({ to: '/buyer-outlook' }))
  return (
    <button type="button" className="messaging" aria-label={text('shell.message')} onClick={open}>
      <Icon name="chat" size={22} />
    </button>
  )
}
