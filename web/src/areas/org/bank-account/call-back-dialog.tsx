import { type AccountDetail, bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { Form } from 'antd'
import { RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'

/** The evidence of a call-back: whom one spoke to, on which number, where that number is from, and what was said. */
export function CallBackDialog({
  account,
  onClose,
  onDone,
}: {
  account: AccountDetail
  onClose: () => void
  onDone: () => void
}) {
  const text = useText()
  const [form] = Form.useForm()
  useKeptForm(form, { part: `call-back ${account.id}` })
  const submit = useSubmit(bankAccountChangeCalls.recordCallBack, form)
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    const body = { ...values, id: account.id, minutesAgo: Number(values.minutesAgo) }
    if (await submit.run({ body })) onDone()
  }
  return (
    <FormDialog
      width={680}
      title={text('org.bank.callBackTitle', { company: account.companyName })}
      onClose={onClose}
      busy={submit.busy}
      error={submit.error}
      onSend={save}
    >
      <p className="muted">{text('org.bank.callBackText')}</p>
      <Kit>
        <Form form={form} layout="vertical" requiredMark initialValues={{ minutesAgo: '0' }}>
          <FormGrid>
            <TextField name="calledName" label={text('org.bank.calledName')} required maxLength={100} />
            <TextField name="phone" label={text('org.bank.phone')} required maxLength={30} />
            <SelectField
              name="numberFrom"
              label={text('org.bank.numberFrom')}
              required
              options={['COMPANY_RECORD', 'CONTRACT', 'PUBLIC_REGISTER'].map((value) => ({
                value,
                label: text.of('org.bank.from', value),
              }))}
            />
            <SelectField
              name="minutesAgo"
              label={text('org.bank.calledAt')}
              required
              options={['0', '15', '60', '240', '1440'].map((value) => ({ value, label: text.of('org.bank.ago', value) }))}
            />
            <SelectField
              name="outcome"
              label={text('org.bank.outcome')}
              required
              options={['CONFIRMED', 'DENIED'].map((value) => ({ value, label: text.of('org.bank.said', value) }))}
            />
            <RemarkField name="note" label={text('org.bank.note')} />
          </FormGrid>
        </Form>
      </Kit>
    </FormDialog>
  )
}
