import { paymentCalls } from '@usance/wire/payment/calls'
import { useState } from 'react'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useBusinessDate } from '../finance/finance-order/use-business-date.ts'
import { BankRefField, DayField, ReasonField } from './dialog-fields.tsx'

type Props = {
  payment: { id: string; no: string; dueDate: string | null; valueDate: string | null; amount: string }
  onClose: () => void
  onDone: () => void
}

/** What the bank's confirmation says: the day it counted, and the bank's own reference. */
export function PaidDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.markPaid)
  const [chosen, setChosen] = useState<{ day: string | undefined }>()
  const businessDate = useBusinessDate().data
  // A bank that paid before its day is told of on that day, never on one that the books have not come to.
  const proposed = [payment.dueDate, businessDate].flatMap((day) => day ?? []).sort()[0]
  const valueDate = chosen ? chosen.day : businessDate && proposed
  const setValueDate = (day: string | undefined) => setChosen({ day })
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
        <DayField id="paid-value-date" label={text('payment.valueDate')} value={valueDate} onChange={setValueDate} />
        <BankRefField id="paid-bank-ref" label={text('payment.bankRef')} value={bankRef} onChange={setBankRef} />
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
        <ReasonField id="fail-reason" label={text('payment.failWhy')} value={reason} onChange={setReason} />
      </div>
    </FormDialog>
  )
}

/** On which day the money of a payment was back, and what happened. */
export function TakeBackDialog({ payment, onClose, onDone }: Props & { payment: { status: string } }) {
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
        <p className="form-hint">
          {text(payment.status === 'CANCELLED' ? 'payment.takeBackCancelledHelp' : 'payment.takeBackHelp')}
        </p>
        <DayField id="returned-on" label={text('payment.returnedOn')} value={returnedOn} onChange={setReturnedOn} />
        <small className="muted">{text('payment.returnedOnHelp')}</small>
        <ReasonField id="return-reason" label={text('payment.returnReason')} value={reason} onChange={setReason} />
      </div>
    </FormDialog>
  )
}
