import { commentMax } from '@usance/domain/approval'
import type { ReactNode } from 'react'

type Props = {
  id: string
  label: string
  hint: string
  value: string
  onChange: (comment: string) => void
  /** Why a decision that was tried needs a comment. */
  missing: string | undefined
  rows: number
  required?: boolean
  disabled?: boolean
  /** What stands beside the hint. */
  children?: ReactNode
}

/** The comment of a decision, on one approval or on many. */
export function CommentField({ id, label, hint, value, onChange, missing, rows, required, disabled, children }: Props) {
  return (
    <>
      <label className={`decision-label${required ? ' is-required' : ''}`} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input decision-comment"
        rows={rows}
        maxLength={commentMax}
        value={value}
        disabled={disabled}
        aria-invalid={missing !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="decision-hint" id={`${id}-hint`}>
        <span className={missing ? 'is-missing' : 'muted'}>{missing ?? hint}</span>
        {children}
      </p>
    </>
  )
}
