import { type FormRule, Input } from 'antd'
import { Field } from '../../form/fields.tsx'

/** A password in a form; it can be shown. */
export function PasswordField({
  fresh,
  ...field
}: {
  name: string
  label: string
  help?: React.ReactNode
  rules?: FormRule[]
  /** A new password rather than the present one, for the browser's password store. */
  fresh?: boolean
}) {
  return (
    <Field required {...field}>
      <Input.Password autoComplete={fresh ? 'new-password' : 'current-password'} maxLength={128} />
    </Field>
  )
}
