import { repaymentCalls } from '@usance/wire/repayment/calls'
import { useTyped } from '../../form/kept.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ReasonField } from '../payment/dialog-fields.tsx'

type Props = { repayment: { id: string; no: string }; onClose: () => void; onDone: () => void }

/** Why a posted repayment is taken back; others decide on it. */
export function ReverseDialog({ repayment, onClose, onDone }: Props) {
  const text = useText()
  const { run, busy, error } = useSubmit(repaymentCalls.reverse)
  const [reason, setReason] = useTyped('', { part: `reverse ${repayment.id}` })
  const send = async () => {
    if (await run({ body: { id: repayment.id, reason } })) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('repayment.reverseTitle', { no: repayment.no })}
      ok={text('repayment.sendForApproval')}
      look="danger"
      busy={busy}
      error={error}
      incomplete={!reason.trim()}
      onSend={send}
      onClose={onClose}
    >
      <div className="stacked-fields">
        <p>{text('repayment.reverseText')}</p>
        <ReasonField id="reverse-reason" label={text('repayment.reversalReason')} value={reason} onChange={setReason} />
      </div>
    </FormDialog>
  )
}
