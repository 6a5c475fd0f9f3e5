import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { adjustmentTypes } from '@usance/wire/adjustment/list'
import { Form } from 'antd'
import { AmountField, DateField, SelectField, TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useKeptForm } from '../../form/kept.ts'
import { Kit } from '../../form/kit.tsx'
import { usePrefill } from '../../form/use-prefill.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'
import { SentBackReason } from '../approval/sent-back-reason.tsx'
import { useBusinessDate } from '../finance/finance-order/use-business-date.ts'
import { ReasonField, type ReasonValues, reasonText, reasonValues } from './reason-choice.tsx'

export type Adjustable = { invoiceId: string; currency: string; outstanding?: string }
/** An adjustment that was sent back, to be corrected. */
export type SentBack = {
  id: string
  no: string
  type: string
  refNo: string
  amount: string
  date: string
  reason: string | null
}
/** `amount` is proposed for a new one. */
type Props = { invoice: Adjustable; amount?: string; sentBack?: SentBack; onClose: () => void; onDone: () => void }
type Values = { type: (typeof adjustmentTypes)[number]; refNo: string; amount: string; date: string } & ReasonValues

/** Puts a credit note, deduction or the like forward for approval. */
export function AdjustDialog(props: Props) {
  return (
    <Kit>
      <AdjustForm {...props} />
    </Kit>
  )
}

function AdjustForm({ invoice, amount, sentBack, onClose, onDone }: Props) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: `adjust ${sentBack?.id ?? invoice.invoiceId}` })
  const date = useBusinessDate().data
  usePrefill(form, sentBack || date === undefined ? undefined : { date })
  const adding = useSubmit(adjustmentCalls.add, form)
  const again = useSubmit(adjustmentCalls.resubmit, form)
  const { busy, error } = sentBack ? again : adding
  const type = Form.useWatch('type', form)
  const save = async ({ reason, reasonOther, ...facts }: Values) => {
    const values = { ...facts, reason: reasonText('adjustment', { reason, reasonOther }, text) }
    const saved = sentBack
      ? await again.run({ body: { ...values, id: sentBack.id } })
      : await adding.run({ body: { ...values, invoiceId: invoice.invoiceId } })
    if (!saved) return
    notify('success', text('trading.adjustSent'))
    onDone()
  }
  return (
    <Dialog
      open
      width={640}
      title={text(sentBack ? 'trading.adjustAgain' : 'trading.adjustTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={busy} onClick={() => form.submit()}>
            {text('common.submit')}
          </Button>
        </>
      }
    >
      {sentBack && <SentBackReason businessNo={sentBack.no} businessType="INVOICE_ADJUSTMENT" businessId={sentBack.id} />}
      <p className="muted">
        {text('trading.adjustText')} {text('trading.adjustBearer')}
      </p>
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={save}
        initialValues={
          sentBack
            ? { ...sentBack, ...reasonValues('adjustment', sentBack.reason, text) }
            : { type: 'CREDIT_NOTE', ...(amount === undefined ? {} : { amount }) }
        }
      >
        <FormGrid>
          <SelectField
            name="type"
            label={text('trading.adjustType')}
            required
            options={adjustmentTypes.map((value) => ({ value, label: text(`word.${value}`) }))}
          />
          <TextField name="refNo" label={text('trading.adjustRef')} required maxLength={80} />
          <DateField name="date" label={text('trading.adjustDate')} required />
          <AmountField
            name="amount"
            label={text('trading.amount')}
            required
            currency={invoice.currency}
            max={type === 'DEBIT_NOTE' ? undefined : invoice.outstanding}
          />
          <ReasonField of="adjustment" label={text('trading.adjustReason')} />
        </FormGrid>
      </Form>
      <p className="edit-error" role="alert">
        {error}
      </p>
    </Dialog>
  )
}
