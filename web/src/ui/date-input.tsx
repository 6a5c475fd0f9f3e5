import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t, useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { IconButton } from './button.tsx'
import { addDays, addMonths, monthPage, parseDay, withoutTime } from './calendar.ts'
import { displayDateFormat, formatDate, todayInZone } from './format.ts'
import { Popover } from './popover.tsx'

type CalendarProps = { value: string | undefined; onPick: (day: string) => void; isDisabled?: (day: string) => boolean }

/** One month to pick a day from, by mouse or arrow keys. */
function Calendar({ value, onPick, isDisabled = () => false }: CalendarProps) {
  const text = useText()
  const today = todayInZone()
  const [focus, setFocus] = useState(value || today)
  const [moved, setMoved] = useState(false)
  const grid = useRef<HTMLTableElement>(null)
  const locale = language()
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus()
  }, [focus, moved])

  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const months = { PageUp: -1, PageDown: 1 }[event.key]
    if (!days && !months) return
    event.preventDefault()
    setMoved(true)
    setFocus(days ? addDays(focus, days) : addMonths(focus, months!))
  }
  const page = monthPage(focus)
  const weekdays = page
    .slice(0, 7)
    .map((day) => new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)))
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${focus}T00:00:00Z`),
  )
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton icon="left" size={15} label={text('table.previous')} onClick={() => setFocus(addMonths(focus, -1))} />
        <span aria-live="polite">{month}</span>
        <IconButton icon="right" size={15} label={text('table.next')} onClick={() => setFocus(addMonths(focus, 1))} />
      </div>
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: seven fixed columns
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 7, 14, 21, 28, 35].map((start) => (
            <tr key={start}>
              {page.slice(start, start + 7).map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    data-autofocus={day === focus ? '' : undefined}
                    tabIndex={day === focus ? 0 : -1}
                    disabled={isDisabled(day)}
                    aria-label={formatDate(day)}
                    aria-pressed={day === value}
                    className={`${day.slice(0, 7) === focus.slice(0, 7) ? '' : 'is-other'}${day === today ? ' is-today' : ''}`}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type InputProps = CalendarProps & {
  label: string
  placeholder?: string
  id?: string
  invalid?: boolean
  onPick: (day: string) => void
  onClear: () => void
  /** Takes a text that is no day, so that the form holds what is typed and is not sent with the day from before. */
  onFault?: (text: string) => void
  /** The form shows the fault below the field, so the input does not. */
  inForm?: boolean
  bare?: boolean
  disabled?: boolean
  /** The id of the words that say more about it. */
  describedBy?: string
  onFocus?: () => void
  /** What else may be chosen, below the calendar. */
  below?: (close: () => void) => ReactNode
}

/** The reason why a typed text is no day that may be chosen, or empty. */
export function faultOfDay(text: string, isDisabled: (day: string) => boolean = () => false): string {
  const day = parseDay(text, displayDateFormat())
  if (!day) return t('common.validation.day', { typed: text.trim(), sample: formatDate(todayInZone()) })
  return isDisabled(day) ? t('common.validation.dayClosed', { day: formatDate(day) }) : ''
}

/** A date typed or picked; shown and read in the user's format, kept as YYYY-MM-DD. What is no day stays, with the reason below. */
export function DateInput({
  value,
  onPick,
  onClear,
  onFault,
  inForm,
  isDisabled,
  label,
  placeholder = displayDateFormat(),
  id,
  invalid,
  bare,
  disabled,
  describedBy,
  onFocus,
  below,
}: InputProps) {
  // A value that is no day is shown unchanged.
  const shown = value && parseDay(value) === value ? formatDate(value) : (value ?? '')
  const [typed, setTyped] = useState(shown)
  const [fault, setFault] = useState('')
  const reset = (text: string) => {
    setTyped(text)
    setFault('')
  }
  // A form may take a fault as no value; the text and its fault stand until another value comes.
  const isFaulty = useRef(false)
  isFaulty.current = fault !== ''
  useEffect(() => {
    if (isFaulty.current && !shown) return
    setTyped(shown)
    if (parseDay(shown, displayDateFormat())) setFault('')
  }, [shown])
  const settle = () => {
    if (typed === shown) return
    if (typed.trim() === '') {
      reset(shown)
      return onClear()
    }
    const day = parseDay(withoutTime(typed), displayDateFormat())
    const found = faultOfDay(day ?? typed, isDisabled)
    setFault(found)
    if (found) return onFault?.(typed)
    if (day === value) setTyped(shown)
    else if (day) onPick(day)
  }
  const field = (
    <>
      <input
        id={id}
        value={typed}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={invalid || fault !== '' || undefined}
        aria-describedby={describedBy}
        onFocus={onFocus}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => reset(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
        }}
      />
      <Popover
        label={label}
        align="end"
        trigger={(props) => <IconButton icon="calendar" size={15} label={label} disabled={disabled} {...props} />}
      >
        {(close) => (
          <>
            <Calendar
              value={value && parseDay(value)}
              isDisabled={isDisabled}
              onPick={(day) => {
                reset(formatDate(day))
                onPick(day)
                close()
              }}
            />
            {below?.(close)}
          </>
        )}
      </Popover>
    </>
  )
  const words = fault && !inForm && (
    <span className="number-note is-fault" role="alert">
      {fault}
    </span>
  )
  return (
    <>
      {bare ? field : <span className="range">{field}</span>}
      {words}
    </>
  )
}
