import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { SelectField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { Empty, Failed } from '../../ui/empty.tsx'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRealName } from './use-real-name.ts'

type Values = { bankAccountId: string; currency: string }

/** Chooses the account that the small payment goes to. */
export default function VerifyBankPage() {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const found = useRealName()
  const [form] = Form.useForm<Values>()
  const { run, busy, error } = useSubmit(realNameCalls.verifyBank, form)
  const chosen = Form.useWatch('bankAccountId', form)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  const { accounts } = found.data
  if (accounts.length === 0) return <Empty title={text('realname.noAccount')} text={text('realname.noAccountText')} />
  const currencies = accounts.find((one) => one.id === chosen)?.currencies ?? []
  return (
    <EditPage<Values>
      title={text('realname.verifyBank')}
      back="/realname"
      form={form}
      busy={busy}
      error={error}
      stay
      submitLabel={text('realname.next')}
      after={() => void navigate({ to: '/realname/verify-money' })}
      onSubmit={async (body) => {
        if (!(await run({ body }))) return false
        await queries.invalidateQueries({ queryKey: ['real-name'] })
        return true
      }}
    >
      <Section title={text('realname.account')}>
        <FormGrid>
          <SelectField
            name="bankAccountId"
            label={text('realname.account')}
            required
            options={accounts.map((one) => ({ value: one.id, label: `${one.accountName} · ${one.bankName} · ${one.account}` }))}
            onChange={(id) => form.setFieldValue('currency', accounts.find((one) => one.id === id)?.currencies[0])}
          />
          <SelectField
            name="currency"
            label={text('realname.currency')}
            required
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </FormGrid>
        <p className="muted">{text('realname.howPaid')}</p>
      </Section>
    </EditPage>
  )
}
