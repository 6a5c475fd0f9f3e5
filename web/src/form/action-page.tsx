import { type ReactNode, useState } from 'react'
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
  return (
    <UnderWay value={(change) => setRunning((count) => count + change)}>
      <div className={`action-page ${className}`} data-status="action" aria-busy={still}>
        <div className="page" inert={still}>
          {children}
        </div>
        {still && (
          <div className="action-overlay" role="status">
            <span className="spinner" aria-hidden="true" />
            {text('common.loading')}
          </div>
        )}
      </div>
    </UnderWay>
  )
}
