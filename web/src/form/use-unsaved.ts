import { useEffect, useRef } from 'react'
import { holdUnsaved } from '../ui/unsaved.ts'

/**
 * Has a question asked before what `isUnsaved` tells of is lost by leaving the page. Answers what to call once it was sent,
 * with false when something was entered anew since.
 */
export function useUnsaved(isUnsaved: () => boolean): (isSent?: boolean) => void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const sent = useRef(false)
  useEffect(() => holdUnsaved(() => !sent.current && latest.current()), [])
  return (isSent = true) => {
    sent.current = isSent
  }
}
