import { projectName, type TrackedEvent, trackingCalls } from '@usance/wire/tracking/calls'
import { randomId } from '../http/random-id.ts'

/** A visit this short – in milliseconds, this much included – was no visit. */
const shortestVisitMs = 3000
const anonymousKey = 'usance_anonymous'

export type Who = { email: string; companyId: string; companyName: string }
/** What a visit of a page tells, its instants in UTC and its duration in milliseconds; undefined for one too short to tell of. */
export function visitOf(time: number, leaveTime: number): { time: string; leaveTime: string; duration: number } | undefined {
  const duration = leaveTime - time
  if (duration <= shortestVisitMs) return undefined
  return { time: new Date(time).toISOString(), leaveTime: new Date(leaveTime).toISOString(), duration }
}

/** The id of a stored session, wherever the answer lacks a part of its path. */
export const sessionIdOf = (answer: StartedSession | undefined): string | undefined =>
  answer?.insert_user_analysis_sessions?.returning?.[0]?.id
export type StartedSession = { insert_user_analysis_sessions?: { returning?: readonly { id?: string }[] } }

/** Sends to the service that counts, whose answer is read for the id of a session alone. */
export type Send = (path: string, body: object, leaving: boolean) => Promise<StartedSession | undefined>

/**
 * Collects what is done and sends it together: when there is much of it, and when the page is hidden or left. Failures are
 * silent: nobody's work may suffer from being counted.
 */
export function createTracker(send: Send, storage: Pick<Storage, 'getItem' | 'setItem'>, who: () => Who | undefined) {
  const anonymous = storage.getItem(anonymousKey) ?? randomId()
  storage.setItem(anonymousKey, anonymous)
  let sessionId: string | undefined
  let queue: TrackedEvent[] = []
  /** The page and since when it is in sight; no time while the window is hidden. */
  let page: { url: string; since: number | undefined } | undefined
  let stopped = false

  const track = (actionType: string, details: object, url: string) => {
    if (stopped) return
    const user = who()
    queue.push({
      action_type: actionType,
      action_details: JSON.stringify(details).slice(0, 2000),
      email: user?.email ?? null,
      anonymous,
      company_id: user?.companyId ?? null,
      company_name: user?.companyName ?? null,
      session_id: sessionId ?? null,
      page_url: url.slice(0, 500),
    })
    if (queue.length >= 20) flush(false)
  }
  const flush = (leaving: boolean) => {
    if (queue.length === 0) return
    const objects = queue
    queue = []
    void send(trackingCalls.trackAction.path, { objects }, leaving).catch(() => {})
  }
  const leavePage = (now: number) => {
    const visit = page?.since === undefined ? undefined : visitOf(page.since, now)
    if (page && visit) track('PAGE_VISIT', visit, page.url)
    page = undefined
  }
  return {
    async start(device: { userAgent: string; screen: string; language: string; timeZone?: string }, country = '') {
      const objects = {
        email: who()?.email ?? null,
        anonymous,
        device_info: device,
        ip_address: '',
        country_code: country,
        project_name: projectName,
      }
      sessionId = sessionIdOf(await send(trackingCalls.startSession.path, { objects }, false).catch(() => undefined))
    },
    track,
    /** Whoever asks not to be recorded is not, from now on; what was not yet sent never is. */
    stop() {
      stopped = true
      queue = []
    },
    enter(url: string, now: number, isVisible = true) {
      leavePage(now)
      page = { url, since: isVisible ? now : undefined }
    },
    /** The page is hidden or unloaded: its visit is sent now, since there may be no later. Hidden time counts for no page. */
    hide(now: number) {
      const url = page?.url
      leavePage(now)
      if (url) page = { url, since: undefined }
      flush(true)
    },
    /** The page is in sight again. */
    show(now: number) {
      if (page) page.since ??= now
    },
  }
}
