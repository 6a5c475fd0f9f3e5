import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { UnderWay } from '../ui/under-way.ts'
import './form.css'

/**
 * A page of one action. While the action of a button on it runs, or while it is `busy`, an overlay keeps everything below
 * still: nothing can be changed of what has been sent.
 */
export function ActionPage({
  busy = false,
  className = '',
  children,
}: {
  busy?: boolean
  className?: string
  children: ReactNode
}) {
  const text = useText()
  const [running, setRunning] = useState(0)
  const still = busy || running > 0
  const page = useRef<HTMLDivElement>(null)
  // An inert page loses the focus; the last focused element gets it back.
  const focused = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (!still && document.activeElement === document.body && page.current?.contains(focused.current ?? null))
      focused.current?.focus()
  }, [still])
  return (
    <UnderWay value={(change) => setRunning((count) => count + change)}>
      <div className={`action-page ${className}`} data-status="action" aria-busy={still}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was */}
        <div
          ref={page}
          className="page"
          inert={still}
          onFocus={({ target }) => {
            focused.current = target
          }}
        >
          {children}
        </div>
        {still && (
          <div className="action-overlay" role="status">
            <p>
              <span className="spinner" aria-hidden="true" />
              {text('common.loading')}
            </p>
          </div>
        )}
      </div>
    </UnderWay>
  )
}
