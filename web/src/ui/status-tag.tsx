import { hasText, useText } from '../i18n/i18n.ts'
import { type StatusTone, toneOf } from './status-tone.ts'

const shapes: Record<StatusTone, string> = {
  quiet: 'M6 1.8a4.200 4.200 0 1 0 0 8.400 4.200 4.200 0 0 0 0-8.400z',
  moving: 'M6 1.800a4.200 4.200 0 1 0 0 8.400 4.200 4.200 0 0 0 0-8.400zM6 1.800v8.400',
  good: 'M2 6.300 4.800 9 10 3.200',
  attention: 'M6 1.500 11 10.300H1zM6 5v2.300M6 8.900v.01',
  bad: 'M2.800 2.800l6.400 6.400M9.200 2.800 2.800 9.200',
  ended: 'M2 6h8',
}

/** A status as colour, shape and word, so that no one of them has to be seen. */
export function StatusTag({ value, tone, label }: { value: string | null | undefined; tone?: StatusTone; label?: string }) {
  const text = useText()
  if (!value) return <span className="muted">-</span>
  const shown = tone ?? toneOf(value)
  const words = label ?? (hasText(`status.${value}`) ? text.of('status', value) : value)
  return (
    <span className={`tag tag-${shown}`}>
      <svg
        width="10"
        height="10"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={shapes[shown]} />
        {shown === 'moving' && <path d="M6 1.800a4.200 4.200 0 0 1 0 8.400z" fill="currentColor" />}
      </svg>
      <span className="tag-words">{words}</span>
    </span>
  )
}
