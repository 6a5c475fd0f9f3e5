import { useEffect, useRef } from 'react'
import type { Session } from '../session/session.ts'

type Enter = (url: string) => void
let started: Promise<Enter | undefined> | undefined

/** Tells of each page that a signed-in user opens. What does it loads after the first page stands. */
export function useTracking(session: Session | undefined, pathname: string) {
  const known = useRef(session)
  known.current = session
  useEffect(() => {
    if (!known.current) return
    started ??= import('../tracking/start-tracking.ts')
      .then(({ startTracking }) =>
        startTracking(() => {
          const user = known.current?.user
          return user && { email: user.email, companyId: user.companyId, companyName: user.companyName }
        }),
      )
      .catch(() => undefined)
    void started.then((enter) => enter?.(pathname))
  }, [pathname])
}
