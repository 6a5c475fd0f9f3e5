import { DateInput } from '../../ui/date-input.tsx'

type Field<T> = { id: string; label: string; value: T; onChange: (value: T) => void }

/** A day that a dialog asks for, under its label. */
export function DayField({ id, label, value, onChange }: Field<string | undefined>) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <DateInput
        id={id}
        label={label}
        value={value}
        onPick={onChange}
        onClear={() => onChange(undefined)}
        onFault={() => onChange(undefined)}
      />
    </>
  )
}

/** The bank's reference of a transfer, under its label. */
export function BankRefField({ id, label, value, onChange }: Field<string>) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" maxLength={64} value={value} onChange={(event) => onChange(event.target.value)} />
    </>
  )
}

/** Why something is done, in the words of whoever does it. */
export function ReasonField({ id, label, value, onChange, maxLength = 500 }: Field<string> & { maxLength?: number }) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
