import { useEffect, useRef } from 'react'
import type { Session } from '../session/session.ts'
import { startTracking, type Tracking } from '../tracking/start-tracking.ts'

let started: { tracking: Tracking | undefined } | undefined

/** Tells of each page that a signed-in user opens. */
export function useTracking(session: Session | undefined, pathname: string) {
  const known = useRef(session)
  known.current = session
  useEffect(() => {
    const user = known.current?.user
    if (!user) return
    started ??= {
      tracking: startTracking(user.id, () => {
        const now = known.current?.user
        return now && { email: now.email, companyId: now.companyId, companyName: now.companyName }
      }),
    }
    started.tracking?.enter(pathname)
  }, [pathname])
}

/** Tells that something was done, if this visit is recorded. */
export const tell = (type: string, details: object) => started?.tracking?.tell(type, details)

/** Ends or begins the recording of this visit when the user changes their mind. */
export function applyChoice(on: boolean): void {
  if (!on) started?.tracking?.stop()
  started = on ? undefined : { tracking: undefined }
}
