import { useEffect, useRef } from 'react'
import type { Session } from '../session/permissions.ts'
import { startTracking, type Tracking } from '../tracking/start-tracking.ts'

let started: { tracking: Tracking | undefined } | undefined
/** What a page told before it was known whose visit this is. */
let early: [type: string, details: object][] = []

/** Tells of each page that a signed-in user opens. */
export function useTracking(session: Session | undefined, pathname: string) {
  const known = useRef(session)
  known.current = session
  // The frame is drawn before it is known who is there: the first page of a visit begins when that is.
  const userId = session?.user.id
  useEffect(() => {
    if (!userId) return
    started ??= {
      tracking: startTracking(userId, () => {
        const now = known.current?.user
        return now && { email: now.email, companyId: now.companyId, companyName: now.companyName }
      }),
    }
    started.tracking?.enter(pathname)
    for (const [type, details] of early) started.tracking?.tell(type, details)
    early = []
  }, [pathname, userId])
}

/** Tells that something was done, if this visit is recorded. */
export function tell(type: string, details: object): void {
  if (started) started.tracking?.tell(type, details)
  else early = [...early, [type, details]]
}

/** Ends or begins the recording of this visit when the user changes their mind. */
export function applyChoice(on: boolean): void {
  if (!on) started?.tracking?.stop()
  started = on ? undefined : { tracking: undefined }
}
