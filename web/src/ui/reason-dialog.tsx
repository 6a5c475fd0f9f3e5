import { type ReactNode, useState } from 'react'
import { useTyped } from '../form/kept.ts'
import { Refused } from '../http/refused.ts'
import { report } from '../http/report.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { FormDialog } from './form-dialog.tsx'

type Props = {
  title: string
  /** What the reason is given for, above the field. */
  about?: ReactNode
  /** What the main button does, in a word. */
  ok: string
  onClose: () => void
  onSubmit: (reason: string) => Promise<unknown>
}

/** Asks for a reason, which may not be blank. Each opening begins with an empty field: a reason is given for one thing only. */
export function ReasonDialog({ open, ...props }: Props & { open: boolean }) {
  return open ? <Reason {...props} /> : null
}

function Reason({ title, about, ok, onClose, onSubmit }: Props) {
  const text = useText()
  const [reason, setReason] = useTyped('', { part: `reason ${title}` })
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!reason.trim()) return setMissing(true)
    if (!(await sameUser())) return
    setBusy(true)
    try {
      await onSubmit(reason.trim())
    } catch (error) {
      // `send` has shown its refusals already; anything else is a fault worth a notice and a line in the console.
      if (!(error instanceof Refused)) {
        console.error(error)
        report(error)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog title={title} width={460} ok={ok} busy={busy} error="" onSend={submit} onClose={onClose}>
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
    </FormDialog>
  )
}
