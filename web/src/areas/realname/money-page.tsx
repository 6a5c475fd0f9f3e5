import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { Form } from 'antd'
import { useState } from 'react'
import { EditPage } from '../../form/edit-page.tsx'
import { AmountField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRealName } from './use-real-name.ts'
import './realname.css'

/** States the amount that arrived; three wrong ones lock the verification. */
export default function VerifyMoneyPage() {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const found = useRealName()
  const [form] = Form.useForm<{ amount: string }>()
  const [missed, setMissed] = useState('')
  const { run, busy, error } = useSubmit(realNameCalls.verifyMoney, form)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  const { bank } = found.data
  if (bank?.status !== 'SENT')
    return (
      <div className="page">
        <PageHeader title={text('realname.verifyMoney')} back="/realname" />
        <Section>
          <Empty
            title={text.of('realname.notYet', bank?.status ?? 'NONE')}
            text={bank?.status === 'INSTRUCTED' ? text('realname.waiting', { no: bank.no }) : text('realname.notYetText')}
            action={
              <Button look="solid" onClick={() => void navigate({ to: '/realname' })}>
                {text('realname.overview')}
              </Button>
            }
          />
        </Section>
      </div>
    )
  return (
    <EditPage<{ amount: string }>
      title={text('realname.verifyMoney')}
      back="/realname"
      form={form}
      busy={busy}
      error={error || missed}
      stay
      submitLabel={text('realname.verify')}
      after={() => void navigate({ to: '/realname/verify-success' })}
      onSubmit={async (body) => {
        setMissed('')
        const answer = await run({ body })
        if (!answer) return false
        await queries.invalidateQueries({ queryKey: ['real-name'] })
        if (answer.outcome === 'LOCKED') return () => void navigate({ to: '/realname/personal-error' })
        if (answer.outcome === 'WRONG') setMissed(text('realname.wrong', { left: answer.triesLeft }))
        return answer.outcome === 'PASSED'
      }}
    >
      <Section title={text('realname.stepMoney')}>
        <p>
          {bank.accountName} · {bank.bankName} · {bank.account}
        </p>
        <FormGrid>
          <AmountField
            name="amount"
            label={text('realname.amount', { currency: bank.currency })}
            currency={bank.currency}
            required
          />
        </FormGrid>
        <p className="muted">
          {text('realname.triesLeft', { left: bank.triesLeft })} {text('realname.until', { day: formatDate(bank.until!) })}
        </p>
      </Section>
    </EditPage>
  )
}
