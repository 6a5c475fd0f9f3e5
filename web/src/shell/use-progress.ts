import { useRouterState } from '@tanstack/react-router'
import nprogress from 'nprogress'
import { useEffect } from 'react'

nprogress.configure({
  showSpinner: false,
  trickleSpeed: 160,
  minimum: 0.12,
  // The library's own markup claims roles that do not exist; the bar only decorates what `aria-busy` says.
  template: '<div class="bar" aria-hidden="true"><div class="peg"></div></div>',
  barSelector: '.bar',
})

/** A thin bar on top while a page is on its way; answers whether one is. */
export function useProgress(): boolean {
  const busy = useRouterState({ select: (state) => state.isLoading })
  useEffect(() => {
    if (!busy) {
      nprogress.done()
      return
    }
    // Pages that are there at once should not flash.
    const timer = setTimeout(() => nprogress.start(), 120)
    return () => clearTimeout(timer)
  }, [busy])
  return busy
}
