import { useEffect, useRef } from 'react'
import type { Session } from '../session/session.ts'
import { startTracking } from '../tracking/start-tracking.ts'

type Enter = (url: string) => void
let started: { enter: Enter | undefined } | undefined

/** Tells of each page that a signed-in user opens. */
export function useTracking(session: Session | undefined, pathname: string) {
  const known = useRef(session)
  known.current = session
  useEffect(() => {
    if (!known.current) return
    started ??= {
      enter: startTracking(() => {
        const user = known.current?.user
        return user && { email: user.email, companyId: user.companyId, companyName: user.companyName }
      }),
    }
    started.enter?.(pathname)
  }, [pathname])
}
