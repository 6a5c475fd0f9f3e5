import { useQuery } from '@tanstack/react-query'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { Form } from 'antd'
import { AmountField, DateField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { Kit } from '../../../form/kit.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

/** One line of a bank statement. */
export function ReceiptDialog({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) {
  const text = useText()
  const [form] = Form.useForm()
  const submit = useSubmit(repaymentCalls.recordReceipt, form)
  const accounts = useQuery({
    queryKey: ['collection-accounts'],
    queryFn: () => send(repaymentCalls.accounts, { body: {} }),
    enabled: open,
  })
  const chosen = Form.useWatch('bankAccountId', form)
  const currency = Form.useWatch('currency', form)
  const account = accounts.data?.accounts.find((one) => one.id === chosen)
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    const saved = await submit.run({ body: values as never })
    if (!saved) return
    notify(
      'success',
      saved.matchReason
        ? text('repayment.recordedMatch', { no: saved.no, order: saved.matchReason.split(' ')[1] })
        : text('repayment.recorded', { no: saved.no }),
    )
    form.resetFields()
    onDone()
  }
  return (
    <Dialog
      open={open}
      width={720}
      title={text('repayment.record')}
      onClose={onClose}
      footer={
        <>
          {submit.error && <span className="form-error">{submit.error}</span>}
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button look="solid" busy={submit.busy} onClick={() => void save()}>
            {text('common.confirm')}
          </Button>
        </>
      }
    >
      <Kit>
        <Form form={form} layout="vertical" requiredMark>
          <FormGrid>
            <SelectField
              name="bankAccountId"
              label={text('repayment.account')}
              required
              span={2}
              loading={accounts.isLoading}
              options={(accounts.data?.accounts ?? []).map((one) => ({
                value: one.id,
                label: `${one.companyName} · ${one.bankAccount}`,
              }))}
            />
            <SelectField
              name="currency"
              label={text('repayment.currency')}
              required
              disabled={!account}
              options={(account?.currency.split(',') ?? []).map((value) => ({ value, label: value }))}
            />
            <AmountField name="amount" label={text('repayment.amount')} required currency={currency} />
            <DateField name="valueDate" label={text('payment.valueDate')} required />
            <TextField name="bankRef" label={text('payment.bankRef')} required maxLength={64} />
            <TextField name="payerName" label={text('repayment.payerName')} />
            <TextField name="payerAccount" label={text('repayment.payerAccount')} maxLength={60} />
            <RemarkField name="rawText" label={text('repayment.rawText')} help={text('repayment.rawTextHelp')} />
          </FormGrid>
        </Form>
      </Kit>
    </Dialog>
  )
}
