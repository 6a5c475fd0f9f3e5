import { repaymentCalls } from '@usance/wire/repayment/calls'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { BankRefField, DayField, ReasonField } from '../../payment/dialog-fields.tsx'
import '../../payment/money.css'

export type RecalledReceipt = { id: string; no: string; amount: string; currency: string }

/** Records what the bank's statement says: on which day it took a receipt back, and under which reference. */
export function RecallDialog({
  receipt,
  onClose,
  onDone,
}: {
  receipt: RecalledReceipt
  onClose: () => void
  onDone: () => void
}) {
  const text = useText()
  const submit = useSubmit(repaymentCalls.recall)
  const [valueDate, setValueDate] = useTyped<string | undefined>(undefined, { part: `recall ${receipt.id} day` })
  const [bankRef, setBankRef] = useTyped('', { part: `recall ${receipt.id} reference` })
  const [reason, setReason] = useTyped('', { part: `recall ${receipt.id} reason` })
  const send = async () => {
    if (valueDate && (await submit.run({ body: { id: receipt.id, valueDate, bankRef, reason } }))) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('repayment.recall.title', { no: receipt.no })}
      onClose={onClose}
      ok={text('repayment.recall.open')}
      look="danger"
      busy={submit.busy}
      error={submit.error}
      incomplete={!reason.trim() || !bankRef.trim() || !valueDate}
      onSend={send}
    >
      <p className="money-headline">
        <Money amount={receipt.amount} currency={receipt.currency} exact />
      </p>
      <div className="stacked-fields">
        <p className="form-hint">{text('repayment.recall.text')}</p>
        <DayField id="recalled-on" label={text('repayment.recall.valueDate')} value={valueDate} onChange={setValueDate} />
        <BankRefField id="recall-ref" label={text('repayment.recall.bankRef')} value={bankRef} onChange={setBankRef} />
        <ReasonField
          id="recall-reason"
          label={text('repayment.recall.reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
        />
      </div>
    </FormDialog>
  )
}
