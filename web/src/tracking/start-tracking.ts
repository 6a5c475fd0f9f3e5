import { knownConfig } from '../config.ts'
import { headersOf } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { learnChoice, rememberedChoice } from './consent.ts'
import { createTracker, type Send, type StartedSession, type Who } from './tracker.ts'

/** Sends as the signed-in user; what is left behind goes on after the page is gone. */
const send: Send = async (path, body, leaving) => {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { ...headersOf(knownConfig()?.appId ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: leaving,
    credentials: 'omit',
  })
  const { data }: { data?: StartedSession } = await answer.json()
  return data
}

/** What this browser says of itself. Its address is known to whoever answers, who also knows better what country it is in. */
const device = () => ({
  userAgent: navigator.userAgent,
  screen: `${screen.width}x${screen.height}`,
  language: language(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** Milliseconds that a page has for itself before anything of this asks the server. */
export const startAfterMs = 1200

export type Tracking = { enter: (url: string) => void; tell: (type: string, details: object) => void; stop: () => void }

/** Begins to record this visit, unless the user chose not to be recorded. */
export function startTracking(userId: string, who: () => Who | undefined): Tracking | undefined {
  if (rememberedChoice(userId) === 'off') return undefined
  const tracker = createTracker(send, localStorage, who)
  // What one came for is loaded first.
  setTimeout(async () => {
    if ((await learnChoice(userId)) === 'off') tracker.stop()
    else await tracker.start(device(), new Intl.Locale(navigator.language).region)
  }, startAfterMs)
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tracker.hide(Date.now())
    else tracker.show(Date.now())
  })
  addEventListener('pagehide', () => tracker.hide(Date.now()))
  addEventListener('error', (event) => tracker.track('ERROR', { message: event.message }, location.pathname))
  // What a user is told went wrong, as the page told it.
  addEventListener('usance-refused', (event) =>
    tracker.track('ERROR', { message: (event as CustomEvent<string>).detail }, location.pathname),
  )
  return {
    enter: (url) => tracker.enter(url, Date.now(), document.visibilityState !== 'hidden'),
    tell: (type, details) => tracker.track(type, details, location.pathname),
    stop: tracker.stop,
  }
}
