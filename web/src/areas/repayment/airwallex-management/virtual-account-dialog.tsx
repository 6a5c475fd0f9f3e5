import { repaymentCalls } from '@usance/wire/repayment/calls'
import { Form } from 'antd'
import { useId } from 'react'
import { SelectField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { CompanyField } from '../../../form/search-fields.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { useCollectionAccounts } from '../use-collection-accounts.ts'

type Values = { bankAccountId: string; payerCompanyCode: string }

/** Gives a payer its own number on a collection account. */
export function VirtualAccountDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const text = useText()
  const id = useId()
  const [form] = Form.useForm<Values>()
  useKeptForm(form, { part: 'virtual-account' })
  const submit = useSubmit(repaymentCalls.addVirtualAccount, form)
  const accounts = useCollectionAccounts()
  const save = async (values: Values) => {
    const done = await submit.run({ body: values })
    if (!done) return
    notify('success', text('repayment.virtual.added', { number: done.number }))
    onDone()
  }
  return (
    <FormDialog
      width={640}
      title={text('repayment.virtual.add')}
      onClose={onClose}
      form={id}
      busy={submit.busy}
      error={submit.error}
    >
      <Kit>
        <Form id={id} form={form} layout="vertical" onFinish={save}>
          <FormGrid>
            <SelectField
              name="bankAccountId"
              label={text('repayment.account')}
              required
              span={2}
              loading={accounts.isLoading}
              question={accounts}
              options={(accounts.data?.accounts ?? [])
                .filter((one) => !one.isOff)
                .map((one) => ({
                  value: one.id,
                  label: `${one.companyName} · ${one.bankAccount} · ${one.currency.replaceAll(',', ', ')}`,
                }))}
            />
            <CompanyField name="payerCompanyCode" label={text('repayment.payerName')} required />
          </FormGrid>
        </Form>
      </Kit>
    </FormDialog>
  )
}
