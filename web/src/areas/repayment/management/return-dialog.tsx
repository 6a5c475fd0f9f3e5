import { paymentCalls } from '@usance/wire/payment/calls'
import { Form } from 'antd'
import { useId } from 'react'
import { RemarkField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Money } from '../../../ui/money.tsx'
import '../../payment/money.css'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useNumbersAsked } from '../../payment/told-apart.tsx'
import { type Likeness, MaybeReturn, useToldApart } from './maybe-same.tsx'

type Values = { payeeName: string; payeeAccount: string; payeeBankCode: string; reason: string }
export type ReturnedReceipt = Likeness & {
  id: string
  no: string
  /** What no repayment and no other return has taken. */
  left: string
  currency: string
  payerName: string | null
  payerAccount: string | null
}

/** Sends money that nobody could match back to where it came from. */
export function ReturnDialog({
  receipt,
  onClose,
  onDone,
}: {
  receipt: ReturnedReceipt
  onClose: () => void
  onDone: (id: string) => void
}) {
  const text = useText()
  const id = useId()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: `return ${receipt.id}` })
  const submit = useSubmit(paymentCalls.addReturn, form)
  const { sign, apart } = useToldApart(receipt)
  const back = useNumbersAsked(submit.faults, { field: 'notReturnOf', param: 'payments' })
  const save = async (values: Values) => {
    const made = await submit.run({ body: { ...values, ...apart, notReturnOf: back.apart, collectionId: receipt.id } })
    if (made) onDone(made.id)
  }
  return (
    <FormDialog
      width={640}
      title={text('repayment.return.title', { no: receipt.no })}
      onClose={onClose}
      form={id}
      ok={text('repayment.return.draft')}
      busy={submit.busy}
      error={submit.error}
    >
      <p className="money-headline">
        <Money amount={receipt.left} currency={receipt.currency} exact />
      </p>
      <p className="muted">{text('repayment.return.text')}</p>
      {sign}
      {back.asked.length > 0 && <MaybeReturn payments={back.asked} isApart={back.isApart} onTell={back.tell} />}
      <Kit>
        <Form
          id={id}
          form={form}
          layout="vertical"
          onFinish={save}
          initialValues={{ payeeName: receipt.payerName ?? '', payeeAccount: receipt.payerAccount ?? '' }}
        >
          <FormGrid>
            <TextField name="payeeName" label={text('repayment.return.payeeName')} required maxLength={140} />
            <TextField name="payeeAccount" label={text('repayment.return.payeeAccount')} required maxLength={40} />
            <TextField name="payeeBankCode" label={text('repayment.return.payeeBankCode')} required maxLength={11} />
            <RemarkField name="reason" label={text('repayment.return.reason')} required maxLength={300} />
          </FormGrid>
        </Form>
      </Kit>
    </FormDialog>
  )
}
