import { useText } from '../i18n/i18n.ts'
import { formatCount } from './format.ts'

/** Where more is chosen than one call takes, how many it takes and what to do with the others; nothing while it takes them all. */
export function TooMany({ count, most }: { count: number; most: number }) {
  const text = useText()
  if (count <= most) return null
  return (
    <p className="form-error" role="alert">
      {text('table.tooMany', { most: formatCount(most), over: formatCount(count - most) })}
    </p>
  )
}
