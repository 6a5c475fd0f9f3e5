import { type AccountDetail, bankAccountChangeCalls, mostCurrenciesOfAccount } from '@usance/wire/bank-account/change-calls'
import { Form } from 'antd'
import { SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { useKeptForm } from '../../../form/kept.ts'
import { Kit } from '../../../form/kit.tsx'
import { rules } from '../../../form/rules.ts'
import { BankCodeField } from '../../../form/search-fields.tsx'
import { useSubmit } from '../../../form/use-submit.ts'
import { useSuggestion } from '../../../form/use-suggestion.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { notify } from '../../../ui/notice.ts'
import { useCurrencies } from '../../trading/currencies.ts'

/** Enters an account, or one in the place of another; nothing is paid to it before it has been checked. */
export function AddAccountDialog({
  companyName,
  replaces,
  onClose,
  onDone,
}: {
  companyName?: string
  replaces?: AccountDetail
  onClose: () => void
  onDone: () => void
}) {
  const text = useText()
  const [form] = Form.useForm()
  const suggestName = useSuggestion(form, 'bankName')
  useKeptForm(form, { part: `account ${replaces?.id ?? ''}` })
  const currencies = useCurrencies()
  const submit = useSubmit(bankAccountChangeCalls.add, form)
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return
    const body = { ...values, ...(replaces ? { replacesId: replaces.id } : {}) }
    if (!(await submit.run({ body: body }))) return
    notify('success', text('org.bank.entered'))
    onDone()
  }
  return (
    <FormDialog
      width={760}
      title={replaces ? text('org.bank.changeTitle', { account: replaces.bankAccount }) : text('org.bank.add')}
      onClose={onClose}
      ok={text('org.bank.send')}
      busy={submit.busy}
      error={submit.error}
      onSend={save}
    >
      <p className="muted">{text('org.bank.addText')}</p>
      <Kit>
        <Form
          form={form}
          layout="vertical"
          requiredMark
          initialValues={{
            accountName: replaces?.accountName ?? companyName ?? '',
            currencies: replaces?.currency.split(',') ?? [],
            purpose: replaces?.purpose ?? 'BOTH',
          }}
        >
          <FormGrid>
            <TextField name="accountName" label={text('org.bank.accountName')} required maxLength={140} />
            <TextField name="bankAccount" label={text('org.bank.bankAccount')} required maxLength={40} />
            <BankCodeField
              name="bankCode"
              label={text('org.bank.bankCode')}
              required
              rules={[rules.maxLength(11)]}
              onPick={(bank) => suggestName((language() === 'zh-CN' && bank.combBankNameLocal) || bank.combBankName)}
            />
            <TextField name="bankName" label={text('org.bank.bankName')} required maxLength={140} />
            <TextField name="cnaps" label={text('org.bank.cnaps')} maxLength={12} />
            <SelectField
              name="currencies"
              label={text('org.bank.currencies')}
              required
              multiple
              most={mostCurrenciesOfAccount}
              options={currencies.options}
              question={currencies.question}
            />
            <SelectField
              name="purpose"
              label={text('org.bank.purpose')}
              required
              options={['PAYMENT', 'COLLECTION', 'BOTH'].map((value) => ({ value, label: text.of('word', value) }))}
            />
            <TextField name="nameReason" label={text('org.bank.nameReason')} maxLength={300} />
          </FormGrid>
        </Form>
      </Kit>
    </FormDialog>
  )
}
