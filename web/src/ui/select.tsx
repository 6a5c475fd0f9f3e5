import { useText } from '../i18n/i18n.ts'
import { inSentence } from '../i18n/in-sentence.ts'
import { type Asked, NotAnswered } from './answered.tsx'
import { Icon } from './icons.tsx'
import { Popover } from './popover.tsx'

export type Choice = { value: string; label: string }

/** The value of the entry that leaves a condition open; it is never sent. */
const everyValue = 'ALL'

/**
 * A plain choice of one. The browser's own list, so it works everywhere; `all` offers to leave it open. It shows what it holds:
 * the browser would show the first entry for a value that is not, or not yet, among them. `question` is what brings its
 * entries: its failure stands below, with a way to try again.
 */
export function Select({
  value,
  options,
  onChange,
  label,
  all = true,
  id,
  compact,
  disabled,
  question,
}: {
  value: string
  options: readonly Choice[]
  onChange: (value: string) => void
  label: string
  all?: boolean | string
  id?: string
  compact?: boolean
  disabled?: boolean
  question?: Asked<unknown>
}) {
  const text = useText()
  const isHeld = (all !== false && value === '') || options.some((option) => option.value === value)
  const isKnown = options.length > 0 || question?.data !== undefined
  const missing = question?.isLoadingError
    ? 'common.error.load'
    : value === ''
      ? 'common.select'
      : isKnown
        ? 'common.notOffered'
        : 'common.loading'
  return (
    <>
      <select
        id={id}
        className={compact ? 'select select-compact' : 'select'}
        aria-label={label}
        disabled={disabled}
        value={all !== false && value === '' ? everyValue : value}
        onChange={(event) => onChange(event.target.value === everyValue && all !== false ? '' : event.target.value)}
      >
        {!isHeld && (
          <option value={value} hidden disabled>
            {text(missing, { label: inSentence(label) })}
          </option>
        )}
        {all !== false && <option value={everyValue}>{typeof all === 'string' ? all : text('common.all')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <NotAnswered question={question} />
    </>
  )
}

/** A choice of several. */
export function MultiSelect({
  value,
  options,
  onChange,
  label,
}: {
  value: readonly string[]
  options: readonly Choice[]
  onChange: (value: string[]) => void
  label: string
}) {
  const text = useText()
  const chosen = options.filter((option) => value.includes(option.value))
  return (
    <Popover
      label={label}
      matchWidth
      trigger={(props) => (
        <button
          type="button"
          className="input select-button"
          aria-label={`${label}: ${chosen.map((one) => one.label).join(', ') || text('common.all')}`}
          {...props}
        >
          <span>{chosen.length ? chosen.map((one) => one.label).join(', ') : text('common.all')}</span>
          <Icon name="down" size={14} />
        </button>
      )}
    >
      {() =>
        options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, option.value] : value.filter((one) => one !== option.value))
              }
            />
            {option.label}
          </label>
        ))
      }
    </Popover>
  )
}
