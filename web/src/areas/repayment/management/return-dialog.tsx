import { paymentCalls } from '@usance/wire/payment/calls'
import { Form } from 'antd'
import { RemarkField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import '../../payment/money.css'

export type ReturnedReceipt = {
  id: string
  no: string
  amount: string
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
  const [form] = Form.useForm()
  const submit = useSubmit(paymentCalls.addReturn, form)
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    const made = await submit.run({ body: { ...values, collectionId: receipt.id } as never })
    if (made) onDone(made.id)
  }
  return (
    <Dialog
      open
      width={640}
      title={text('repayment.return.title', { no: receipt.no })}
      onClose={onClose}
      footer={
        <>
          {submit.error && <span className="form-error">{submit.error}</span>}
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={submit.busy} onClick={() => void save()}>
            {text('repayment.return.draft')}
          </Button>
        </>
      }
    >
      <p className="money-headline">
        <Money amount={receipt.amount} currency={receipt.currency} exact />
      </p>
      <p className="muted">{text('repayment.return.text')}</p>
      <Kit>
        <Form
          form={form}
          layout="vertical"
          requiredMark
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
    </Dialog>
  )
}
