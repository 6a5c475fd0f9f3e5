import { type InputHTMLAttributes, useId, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/button.tsx'

type Props = { label: string; value: string; onValue: (value: string) => void; error?: string } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange'
>

/** A labelled input of the sign-in pages; passwords can be shown. */
export function Field({ label, value, onValue, error, type, ...rest }: Props) {
  const text = useText()
  const id = useId()
  const [visible, setVisible] = useState(false)
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-input">
        <input
          id={id}
          className="input"
          type={type === 'password' && visible ? 'text' : type}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onValue(event.target.value)}
          {...rest}
        />
        {type === 'password' && (
          <IconButton
            icon="eye"
            size={16}
            label={text(visible ? 'login.hide' : 'login.show')}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          />
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className="login-error">
          {error}
        </p>
      )}
    </div>
  )
}
