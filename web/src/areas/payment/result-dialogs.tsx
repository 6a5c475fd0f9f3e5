import { type PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import { useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { useMayAct } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useBusinessDate } from '../finance/finance-order/use-business-date.ts'
import { BankRefField, DayField, ReasonField } from './dialog-fields.tsx'
import { bankWord } from './payment-timing.tsx'
import { BookedApart, useBookedAsked } from './told-apart.tsx'

type Props = {
  payment: { id: string; no: string; dueDate: string | null; valueDate: string | null; amount: string }
  onClose: () => void
  onDone: () => void
}

/** What the bank's confirmation says: the day it counted, and the bank's own reference. */
export function PaidDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.markPaid)
  const [chosen, setChosen] = useTyped<{ day: string | undefined } | undefined>(undefined, { part: `paid ${payment.id} day` })
  const businessDate = useBusinessDate().data
  // A bank that paid before its day is told of on that day, never on one that the books have not come to.
  const proposed = [payment.dueDate, businessDate].flatMap((day) => day ?? []).sort()[0]
  const valueDate = chosen ? chosen.day : businessDate && proposed
  const setValueDate = (day: string | undefined) => setChosen({ day })
  // Where proceeds and top-up pay off exactly what is owed no bank moves anything; the payment is its own reference.
  const isNothing = /^0(\.0+)?$/.test(payment.amount)
  const [bankRef, setBankRef] = useTyped(isNothing ? payment.no : '', { part: `paid ${payment.id} reference` })
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

/** Why the bank could not pay, and that a receipt which may be the return of the payment is other money. */
export function FailDialog({ payment, onClose, onDone }: Props) {
  const text = useText()
  const submit = useSubmit(paymentCalls.fail)
  const [reason, setReason] = useTyped('', { part: `failed ${payment.id}` })
  const booked = useBookedAsked(submit.faults)
  const send = async () => {
    if (await submit.run({ body: { id: payment.id, reason, notBookedAs: booked.apart } })) onDone()
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
        <BookedApart booked={booked} />
      </div>
    </FormDialog>
  )
}

type Transfer = PaymentDetail['transfers'][number]

/** What is told of a transfer among which one is chosen: its file, its day, its amount, what the bank said, and whether the books show it. */
function TransferWords({ transfer, currency }: { transfer: Transfer; currency: string }) {
  const text = useText()
  const { fileNo, day, amount, outcome, bankStatus, isOwn, isUnclear } = transfer
  return (
    <span>
      {fileNo === null ? text('payment.transferByHand') : text('payment.transferFile', { no: fileNo })} · {formatDate(day)} ·{' '}
      <Money amount={amount} currency={currency} exact /> {outcome !== null && <StatusTag value={bankWord(outcome)} />}
      <small className="muted">
        {[
          bankStatus,
          text(isOwn ? 'payment.transferShown' : 'payment.transferNotShown'),
          isUnclear && text('payment.transferUnclear'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </span>
  )
}

type Returned = Props['payment'] & Pick<PaymentDetail, 'status' | 'currency' | 'transfers'>

/** The transfers of which a person may say that they are the one recorded by hand: those of its amount that the bank reported later. */
const perhapsSame = (transfers: readonly Transfer[]) => {
  const byHand = transfers.find(({ fileNo, isOwn }) => fileNo === null && isOwn)
  return transfers.filter((one) => byHand && one.isUnclear && one.amount === byHand.amount)
}

/**
 * Which transfer of a payment came back, on which day its money was back, and what happened; or that none did, since a transfer that was
 * unclear is the one that was recorded by hand.
 */
export function TakeBackDialog({ payment, onClose, onDone }: Props & { payment: Returned }) {
  const text = useText()
  const back = useSubmit(paymentCalls.takeBack)
  const sameOne = useSubmit(paymentCalls.sameTransfer)
  const mayDo = useMayAct()
  const { transfers, valueDate } = payment
  const mustChoose = transfers.length > 1
  // Transfers are chosen by their file, null for the one by hand: the payment may be read again while the dialog is open.
  const [chosenFile, setChosenFile] = useState<string | null>()
  const chosen = chosenFile === undefined ? undefined : transfers.find(({ fileNo }) => fileNo === chosenFile)
  const [returnedOn, setReturnedOn] = useTyped(mustChoose ? undefined : (valueDate ?? undefined), {
    part: `returned ${payment.id} day`,
  })
  const [reason, setReason] = useTyped('', { part: `returned ${payment.id} reason` })
  const offeredSame = mayDo(paymentCalls.sameTransfer) ? perhapsSame(transfers) : []
  const [sameFile, setSameFile] = useState<string | null>()
  const same = offeredSame.find(({ fileNo }) => fileNo === sameFile)
  const submit = same ? sameOne : back
  const booked = useBookedAsked(back.faults)
  const choose = (one: Transfer) => {
    setSameFile(undefined)
    setChosenFile(one.fileNo)
    setReturnedOn(one.isOwn ? (valueDate ?? undefined) : undefined)
  }
  const chooseSame = (one: Transfer) => {
    setChosenFile(undefined)
    setSameFile(one.fileNo)
  }
  const send = async () => {
    const named = chosen ? { file: chosen.fileNo } : {}
    const { id } = payment
    const isDone = same?.fileNo
      ? await sameOne.run({ body: { id, file: same.fileNo, reason } })
      : returnedOn && (await back.run({ body: { id, returnedOn, reason, notBookedAs: booked.apart, ...named } }))
    if (isDone) onDone()
  }
  return (
    <FormDialog
      width={460}
      title={text('payment.takeBackTitle', { no: payment.no })}
      onClose={onClose}
      ok={text(same ? 'payment.transferSameOk' : 'payment.takeBack')}
      look={same ? undefined : 'danger'}
      busy={submit.busy}
      error={submit.error}
      incomplete={!reason.trim() || !(same || (returnedOn && (!mustChoose || chosen)))}
      onSend={send}
    >
      <div className="stacked-fields">
        <p className="form-hint">
          {text(payment.status === 'CANCELLED' ? 'payment.takeBackCancelledHelp' : 'payment.takeBackHelp')}
        </p>
        {mustChoose && (
          <fieldset className="money-transfers">
            <legend>{text('payment.transferBack')}</legend>
            {transfers.map((one) => (
              <label key={one.fileNo ?? ''}>
                <input type="radio" name="transfer-back" checked={chosen === one} onChange={() => choose(one)} />
                <TransferWords transfer={one} currency={payment.currency} />
              </label>
            ))}
            {offeredSame.map((one) => (
              <label key={`same ${one.fileNo}`}>
                <input type="radio" name="transfer-back" checked={same === one} onChange={() => chooseSame(one)} />
                <span>
                  {text('payment.transferSame', { no: one.fileNo ?? '' })}
                  <small className="muted">{text('payment.transferSameHelp')}</small>
                </span>
              </label>
            ))}
            <small className="muted">{text('payment.transferBackHelp')}</small>
          </fieldset>
        )}
        {!same && (
          <>
            <DayField id="returned-on" label={text('payment.returnedOn')} value={returnedOn} onChange={setReturnedOn} />
            <small className="muted">{text('payment.returnedOnHelp')}</small>
            <BookedApart booked={booked} />
          </>
        )}
        <ReasonField id="return-reason" label={text('payment.returnReason')} value={reason} onChange={setReason} />
      </div>
    </FormDialog>
  )
}
