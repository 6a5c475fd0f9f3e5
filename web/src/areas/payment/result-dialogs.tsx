import { paymentCalls } from '@usance/wire/payment/calls'
import { useState } from 'react'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

type Props = {
  payment: { id: string; no: string; dueDate: string | null; valueDate: string | null; amount: string }
  onClose: () => void
  onDone: () => void
}

/** What the bank's confirmation says: the day it counted, and the bank's own reference. */
export function PaidDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.markPaid)
  const [valueDate, setValueDate] = useState<string | undefined>(payment.dueDate ?? undefined)
  // Where proceeds and top-up pay off exactly what is owed no bank moves anything; the payment is its own reference.
  const isNothing = /^0(\.0+)?$/.test(payment.amount)
  const [bankRef, setBankRef] = useState(isNothing ? payment.no : '')
  const send = async () => {
    if (valueDate && (await submit.run({ body: { id: payment.id, valueDate, bankRef } }))) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('payment.paidTitle', { no: payment.no })}
      onClose={onClose}
      busy={submit.busy}
      error={submit.error}
      incomplete={!bankRef.trim() || !valueDate}
      onSend={send}
    >
      <div className="stacked-fields">
        <label htmlFor="paid-value-date">{text('payment.valueDate')}</label>
        <DateInput
          id="paid-value-date"
          label={text('payment.valueDate')}
          value={valueDate}
          onPick={setValueDate}
          onClear={() => setValueDate(undefined)}
        />
        <label htmlFor="paid-bank-ref">{text('payment.bankRef')}</label>
        <input id="paid-bank-ref" className="input" maxLength={64} value={bankRef} onChange={(e) => setBankRef(e.target.value)} />
        <small className="muted">{text(isNothing ? 'payment.nothingMoves' : 'payment.bankRefHelp')}</small>
      </div>
    </FormDialog>
  )
}

/** Why the bank could not pay. */
export function FailDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.fail)
  const [reason, setReason] = useState('')
  const send = async () => {
    if (await submit.run({ body: { id: payment.id, reason } })) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('payment.failTitle', { no: payment.no })}
      onClose={onClose}
      ok={text('payment.fail')}
      look="danger"
      busy={submit.busy}
      error={submit.error}
      incomplete={!reason.trim()}
      onSend={send}
    >
      <div className="stacked-fields">
        <label htmlFor="fail-reason">{text('payment.failWhy')}</label>
        <textarea
          id="fail-reason"
          className="input"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
        />
      </div>
    </FormDialog>
  )
}

/** On which day the money of a payment was back, and what happened. */
export function TakeBackDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.takeBack)
  const [returnedOn, setReturnedOn] = useState<string | undefined>(payment.valueDate ?? undefined)
  const [reason, setReason] = useState('')
  const send = async () => {
    if (returnedOn && (await submit.run({ body: { id: payment.id, returnedOn, reason } }))) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('payment.takeBackTitle', { no: payment.no })}
      onClose={onClose}
      ok={text('payment.takeBack')}
      look="danger"
      busy={submit.busy}
      error={submit.error}
      incomplete={!reason.trim() || !returnedOn}
      onSend={send}
    >
      <div className="stacked-fields">
        <p className="form-hint">{text('payment.takeBackHelp')}</p>
        <label htmlFor="returned-on">{text('payment.returnedOn')}</label>
        <DateInput
          id="returned-on"
          label={text('payment.returnedOn')}
          value={returnedOn}
          onPick={setReturnedOn}
          onClear={() => setReturnedOn(undefined)}
        />
        <small className="muted">{text('payment.returnedOnHelp')}</small>
        <label htmlFor="return-reason">{text('payment.returnReason')}</label>
        <textarea
          id="return-reason"
          className="input"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
        />
      </div>
    </FormDialog>
  )
}
