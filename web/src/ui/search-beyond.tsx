import { useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { formatCount } from './format.ts'

/** Where a choice lists the first ones only, words that say so and a search for the others; nothing while all are listed. */
export function SearchBeyond({
  label,
  listed,
  most,
  typed,
  onType,
}: {
  label: string
  listed: number
  /** So many are listed at most. */
  most: number
  typed: string
  onType: (typed: string) => void
}) {
  const text = useText()
  // The search stays when it finds few.
  const [wereMany, setMany] = useState(false)
  if (!wereMany && listed >= most) setMany(true)
  if (!wereMany && typed === '') return null
  return (
    <>
      <input
        type="search"
        className="input"
        maxLength={80}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <small className="muted" role="status">
        {listed >= most ? text('table.firstShown', { count: formatCount(most) }) : listed === 0 ? text('form.noMatch') : ''}
      </small>
    </>
  )
}
