import { useId } from 'react'
import type { NumberLimits } from './number-input.ts'
import { useNumberTyping } from './use-number-typing.ts'

type Props = NumberLimits & {
  value: string
  onChange: (value: string) => void
  /** Told the figure once it is settled, on leaving the field. */
  onSettle?: (value: string) => void
  label?: string
  id?: string
  placeholder?: string
  autoFocus?: boolean
  disabled?: boolean
  /** Commas between groups of three while nobody types. */
  grouped?: boolean
  /** Leaving the field makes the nearest figure of a text that is none of its kind. */
  nearest?: boolean
}

/** A figure of a kind in a plain input, with the fault of a typed text below it. */
export function NumberText({ label, id, placeholder, autoFocus, disabled, ...box }: Props) {
  const words = useId()
  const { shown, note, refusal, typing, ...events } = useNumberTyping(box)
  const said = note || (typing ? '' : refusal)
  return (
    <>
      <input
        className="input"
        id={id}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={refusal !== '' && !typing}
        aria-describedby={said ? words : undefined}
        placeholder={placeholder}
        data-autofocus={autoFocus ? '' : undefined}
        disabled={disabled}
        value={shown}
        onFocus={events.onFocus}
        onChange={(event) => events.onType(event.target.value)}
        onBlur={events.onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') events.onEnter()
        }}
      />
      {said && (
        <span id={words} className={note ? 'number-note' : 'number-note is-fault'} role="status">
          {said}
        </span>
      )}
    </>
  )
}
