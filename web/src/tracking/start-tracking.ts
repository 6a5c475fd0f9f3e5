import { knownConfig } from '../config.ts'
import { headersOf } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { createTracker, type Send, type Who } from './tracker.ts'

/** Sends as the signed-in user; what is left behind goes on after the page is gone. */
const send: Send = async (path, body, leaving) => {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { ...headersOf(knownConfig()?.appId ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: leaving,
    credentials: 'omit',
  })
  return ((await answer.json()) as { data?: unknown }).data
}

/** Begins to record this visit; answers what tells of a new page. Who asked not to be tracked is not. */
export function startTracking(who: () => Who | undefined): ((url: string) => void) | undefined {
  if (navigator.doNotTrack === '1' || localStorage.getItem('tracking') === 'off') return undefined
  const tracker = createTracker(send, localStorage, who)
  // What one came for is loaded first.
  setTimeout(
    () =>
      void tracker.start({ userAgent: navigator.userAgent, screen: `${screen.width}x${screen.height}`, language: language() }),
    1200,
  )
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.hide(Date.now())
  })
  addEventListener('pagehide', () => tracker.hide(Date.now()))
  addEventListener('error', (event) => tracker.track('ERROR', { message: event.message }, location.pathname))
  return (url) => tracker.enter(url, Date.now())
}
