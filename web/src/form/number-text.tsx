import { acceptTyped, type NumberLimits, settleNumber, showNumber } from './number-input.ts'
import { useTyping } from './use-typing.ts'

type Props = NumberLimits & {
  value: string
  onChange: (value: string) => void
  /** Told the figure once it is settled, on leaving the field. */
  onSettle?: (value: string) => void
  label?: string
  autoFocus?: boolean
  disabled?: boolean
  /** Commas between groups of three while nobody types. */
  grouped?: boolean
}

/** A figure in a plain input: checked while typing, between its limits and cut on leaving. */
export function NumberText({ value, onChange, onSettle, label, autoFocus, disabled, grouped = true, ...limits }: Props) {
  const { typing, begin, end } = useTyping()
  return (
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      data-autofocus={autoFocus ? '' : undefined}
      disabled={disabled}
      value={typing || !grouped ? value : showNumber(value)}
      onFocus={begin}
      onChange={(event) => {
        const accepted = acceptTyped(event.target.value, limits)
        if (accepted !== undefined) onChange(accepted)
      }}
      onBlur={() => {
        end()
        const settled = settleNumber(value, limits)
        if (settled !== value) onChange(settled)
        onSettle?.(settled)
      }}
      onKeyDown={(event) => {
        // Enter submits what the field would settle to.
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
