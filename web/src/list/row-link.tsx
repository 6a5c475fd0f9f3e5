import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useAddress } from '../session/use-may-open.ts'

const quietMs = 2000
const fetched = new Set<string>()
/** Calls back once for each kind of address, when the page has been quiet for a while. */
function onceQuiet(to: string, work: () => void): (() => void) | undefined {
  const kind = to.replace(/[0-9a-f-]{36}/g, '$id')
  if (fetched.has(kind)) return undefined
  const timer = setTimeout(() => {
    if (fetched.has(kind)) return
    fetched.add(kind)
    work()
  }, quietMs)
  return () => clearTimeout(timer)
}

/**
 * A row's link to its own page, with a fixed address. The router's own link recomputes its address and whether it is current on
 * every change; a page of a hundred rows has a hundred of them. Users who may not open the page see plain text.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const address = useAddress()(to)
  return address === undefined ? <span>{children}</span> : <OpenLink to={address}>{children}</OpenLink>
}

function OpenLink({ to, children }: { to: string; children: ReactNode }) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to }).catch(() => undefined)
  // Whoever looks at a list opens one of its rows next: the code for that comes when nothing else is to be done.
  useEffect(() => onceQuiet(to, () => void router.preloadRoute({ to }).catch(() => undefined)), [to, router])
  const open = (event: MouseEvent) => {
    // New tabs and windows stay the browser's.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a href={to} onClick={open} onPointerEnter={preload} onTouchStart={preload} onFocus={preload}>
      {children}
    </a>
  )
}
