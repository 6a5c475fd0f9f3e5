import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/**
 * The link of a row to its own page, to an address that is written out. The router's own link works out its address and
 * whether it is the current one again and again; a page of a hundred rows has a hundred of them.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to } as never).catch(() => undefined)
  const open = (event: MouseEvent) => {
    // New tabs and windows stay the browser's.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to } as never)
  }
  return (
    <a href={to} onClick={open} onPointerEnter={preload} onTouchStart={preload} onFocus={preload}>
      {children}
    </a>
  )
}
