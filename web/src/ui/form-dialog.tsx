import type { ReactNode } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './form-error.tsx'

type Props = {
  title: ReactNode
  width: number
  /** The word on the button that sends; "Confirm" when left out. */
  ok?: string
  look?: 'solid' | 'danger'
  side?: boolean
  busy: boolean
  /** Why it was not accepted. */
  error: string
  /** Something that must be there is missing yet. */
  incomplete?: boolean
  onClose: () => void
  children: ReactNode
} & (
  | {
      /** The id of the form inside: the button submits it, and so does Enter in one of its fields. */
      form: string
      onSend?: never
    }
  | { form?: never; onSend: () => unknown }
)

/** A dialog in which something is entered and sent. What was not accepted is told beside the button, also to who listens. */
export function FormDialog({
  title,
  width,
  ok,
  look = 'solid',
  side,
  busy,
  error,
  incomplete,
  form,
  onSend,
  onClose,
  children,
}: Props) {
  const text = useText()
  return (
    <Dialog
      open
      side={side}
      width={width}
      title={title}
      onClose={onClose}
      footer={
        <>
          <FormError error={error} />
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            look={look}
            busy={busy}
            disabled={incomplete}
            type={form ? 'submit' : 'button'}
            form={form}
            onClick={onSend && (() => void onSend())}
          >
            {ok ?? text('common.confirm')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
