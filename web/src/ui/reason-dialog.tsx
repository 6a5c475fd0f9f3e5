import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks for a reason, which may not be blank. */
export function ReasonDialog({
  open,
  title,
  about,
  ok,
  onClose,
  onSubmit,
}: {
  open: boolean
  title: string
  /** What the reason is given for, above the field. */
  about?: ReactNode
  /** What the main button does, in a word. */
  ok: string
  onClose: () => void
  onSubmit: (reason: string) => Promise<unknown>
}) {
  const text = useText()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!reason.trim()) return setMissing(true)
    setBusy(true)
    try {
      await onSubmit(reason.trim())
      setReason('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      title={title}
      width={460}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={busy} onClick={() => void submit()}>
            {ok}
          </Button>
        </>
      }
    >
      {about}
      <label className="reason-field">
        <span>{text('common.reason')}</span>
        <textarea
          className="input"
          rows={4}
          maxLength={500}
          data-autofocus
          value={reason}
          aria-invalid={missing && !reason.trim()}
          onChange={(event) => setReason(event.target.value)}
        />
        <small className={missing && !reason.trim() ? 'is-missing' : 'muted'}>
          {missing && !reason.trim() ? text('common.reasonMissing') : `${reason.length} / 500`}
        </small>
      </label>
    </Dialog>
  )
}
