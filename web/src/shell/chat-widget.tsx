import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { knownConfig } from '../config.ts'
import { useMedia } from '../ui/use-media.ts'

/** After the page's own work: the widget comes last. */
const quietMs = 2000

/**
 * The operator's chat widget. Its script comes once, on a desktop; phones, outlook and notice pages have the messaging button in its
 * place.
 */
export function ChatWidget() {
  const { pathname } = useLocation()
  const desktop = useMedia('(min-width: 992px)')
  const { script, key } = knownConfig()?.chatWidget ?? {}
  const isPlace = desktop && !pathname.startsWith('/buyer-outlook') && !pathname.startsWith('/notice/')
  useEffect(() => {
    if (!script || !isPlace) return undefined
    const timer = setTimeout(() => {
      if (document.getElementById('chat-widget')) return
      const tag = document.createElement('script')
      tag.id = 'chat-widget'
      tag.async = true
      tag.src = script
      if (key) tag.dataset.key = key
      document.body.append(tag)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [script, key, isPlace])
  return null
}
