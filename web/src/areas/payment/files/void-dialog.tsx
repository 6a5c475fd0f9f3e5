import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ReasonField } from '../dialog-fields.tsx'
import { BookedApart, useBookedAsked } from '../told-apart.tsx'

type Props = { file: { id: string; no: string }; onClose: () => void; onDone: () => void }

/** Why the bank never got a file, and that receipts which may be returns of its payments are other money. */
export function VoidDialog({ file, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentFileCalls.void)
  const [reason, setReason] = useTyped('', { part: `void ${file.id}` })
  const booked = useBookedAsked(submit.faults)
  const send = async () => {
    if (await submit.run({ body: { id: file.id, reason: reason.trim(), notBookedAs: booked.apart } })) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('payment.file.voidTitle', { no: file.no })}
      onClose={onClose}
      ok={text('payment.file.void')}
      busy={submit.busy}
      error={submit.error}
      incomplete={!reason.trim()}
      onSend={send}
    >
      <div className="stacked-fields">
        <ReasonField id="void-reason" label={text('common.reason')} value={reason} onChange={setReason} />
        <BookedApart booked={booked} sign="payment.file.maybeBooked" />
      </div>
    </FormDialog>
  )
}
