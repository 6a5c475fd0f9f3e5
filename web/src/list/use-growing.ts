import { startTransition, useEffect, useState } from 'react'

/** As many rows as a large window shows. */
const first = 30
/** Each step lays out and paints the table as a whole: small ones together keep the browser busy for longer than one large one. */
const step = 100
const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 16)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 300 })
  return () => cancelIdleCallback(asked)
}

/**
 * How many of so many rows to draw now: those in sight at once, the others when the browser has nothing else to do, so that a long page answers its reader from the start. Rows that replace others come all at once.
 */
export function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn >= count) return
    return whenIdle(() => startTransition(() => setDrawn((now) => now + step)))
  }, [drawn, count])
  return drawn
}
