import { monthOf } from './month.ts'

/** A month as YYYY-MM: typed the way people write it, settled when the field is left; one that is none or not allowed is emptied. */
export function MonthText({
  label,
  value,
  onChange,
  isAllowed = () => true,
}: {
  label?: string
  value: string
  onChange: (value: string) => void
  isAllowed?: (month: string) => boolean
}) {
  const settle = () => {
    const month = monthOf(value)
    onChange(month && isAllowed(month) ? month : '')
  }
  return (
    <input
      className="input"
      inputMode="numeric"
      placeholder="YYYY-MM"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/[^\d/.-]/g, '').slice(0, 7))}
      onBlur={settle}
    />
  )
}
