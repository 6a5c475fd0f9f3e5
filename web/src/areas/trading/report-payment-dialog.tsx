import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { Form } from 'antd'
import { AmountField, DateField, TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useKeptForm } from '../../form/kept.ts'
import { Kit } from '../../form/kit.tsx'
import { usePrefill } from '../../form/use-prefill.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notice.ts'
import { useBusinessDate } from '../finance/finance-order/use-business-date.ts'
import type { Adjustable } from './adjust-dialog.tsx'

type Props = { invoice: Adjustable; onClose: () => void; onDone: () => void }
type Values = { amount: string; valueDate: string; reference?: string }

/** Reports that the buyer has paid an invoice to its supplier; it counts once the supplier has confirmed it. */
export function ReportPaymentDialog(props: Props) {
  return (
    <Kit>
      <ReportForm {...props} />
    </Kit>
  )
}

function ReportForm({ invoice, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: `payment ${invoice.invoiceId}` })
  const valueDate = useBusinessDate().data
  usePrefill(form, valueDate === undefined ? undefined : { valueDate })
  const { run, busy, error } = useSubmit(directPaymentCalls.report, form)
  const send = async (values: Values) => {
    if (!(await run({ body: { ...values, invoiceId: invoice.invoiceId } }))) return
    notify('success', text('trading.reportSent'))
    onDone()
  }
  return (
    <FormDialog
      width={560}
      title={text('trading.reportTitle')}
      ok={text('common.submit')}
      busy={busy}
      error={error}
      onSend={() => form.submit()}
      onClose={onClose}
    >
      <p className="muted">{text('trading.reportText')}</p>
      <Form<Values> form={form} layout="vertical" onFinish={send}>
        <FormGrid>
          <AmountField
            name="amount"
            label={text('trading.amount')}
            required
            currency={invoice.currency}
            max={invoice.outstanding}
          />
          <DateField name="valueDate" label={text('trading.valueDate')} required />
          <TextField name="reference" label={text('trading.paymentReference')} maxLength={100} />
        </FormGrid>
      </Form>
    </FormDialog>
  )
}
