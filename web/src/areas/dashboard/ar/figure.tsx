import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icons.tsx'

/** One key figure. A click opens the rows it is made of. */
export function KeyFigure({
  label,
  value,
  note,
  loading,
  failed,
  onOpen,
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  loading: boolean
  failed?: boolean
  onOpen?: () => void
}) {
  const body = (
    <>
      <span className="figure-label">
        {label}
        {onOpen && <Icon name="right" size={13} />}
      </span>
      <span className="figure-value">{failed ? '-' : loading ? <span className="bone figure-bone" /> : value}</span>
      <span className="figure-note">{loading ? '\u00a0' : (note ?? '\u00a0')}</span>
    </>
  )
  return onOpen ? (
    <button type="button" className="figure" onClick={onOpen}>
      {body}
    </button>
  ) : (
    <div className="figure">{body}</div>
  )
}
