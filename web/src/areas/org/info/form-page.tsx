import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { shownValues } from '@usance/domain/dynamic-form'
import type { Answer, Sent } from '@usance/wire/call'
import { intentCalls, intentTypes } from '@usance/wire/intent/calls'
import { Form } from 'antd'
import { useState } from 'react'
import { DynamicFields, useFormConfig } from '../../../form/dynamic-form.tsx'
import { EditPage } from '../../../form/edit-page.tsx'
import { AmountField, NumberField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { CompanyField } from '../../../form/search-fields.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { Failed } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCurrencies } from '../../trading/currencies.ts'

type Values = Omit<Sent<typeof intentCalls.addIntent>['body'], 'tenorDays'> & { tenorDays: string }

/** Tells what one wishes to finance, or changes it; the intent to change is named by the query's id. */
export default function IntentFormPage() {
  const editing = location.pathname.endsWith('/edit-intent')
  const id = editing ? (new URLSearchParams(location.search).get('id') ?? '') : ''
  const query = useQuery({
    queryKey: ['intent', id],
    queryFn: () => send(intentCalls.intent, { body: { id } }, { quiet: true }),
    enabled: id !== '',
    staleTime: 0,
  })
  const found = useBeginning(query, id)
  // Without an id there is nothing to change; the list says what there is.
  if (editing && !id) return <Navigate to={'/org/info' as string} replace />
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (editing && !found.data) return <Skeleton lines={6} />
  return <IntentForm key={found.data?.version ?? 'new'} intent={found.data} />
}

/** Kept answers as the form holds them: a file is known in a list by its key. */
const formAnswers = (answers: Answer<typeof intentCalls.intent>['answers']) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((file) => ({ ...file, id: file.objectKey })) : value,
    ]),
  )

function IntentForm({ intent }: { intent: Answer<typeof intentCalls.intent> | undefined }) {
  const text = useText()
  const currencies = useCurrencies()
  const [form] = Form.useForm<Values>()
  const staff = useSession().user.companyRole === 'PLATFORM'
  const adding = useSubmit(intentCalls.addIntent, form)
  const editing = useSubmit(intentCalls.editIntent, form)
  const submit = intent ? editing : adding
  const currency = Form.useWatch('currency', form)
  const more = useFormConfig('FINANCING_INTENT')
  const [unread, setUnread] = useState(false)
  return (
    <EditPage<Values>
      title={text(intent ? 'org.editIntent' : 'org.addIntent')}
      back="/org/info"
      form={form}
      version={intent?.version}
      initialValues={
        intent
          ? {
              type: intent.type,
              buyerName: intent.buyerName,
              currency: intent.currency,
              yearlyAmount: intent.yearlyAmount,
              tenorDays: String(intent.tenorDays),
              remark: intent.remark ?? '',
              answers: formAnswers(intent.answers),
            }
          : { currency: 'USD', type: 'RECEIVABLE_PURCHASE' }
      }
      busy={submit.busy}
      error={(unread && !more.data && text('org.questionsUnread')) || submit.error}
      onSubmit={async (values) => {
        // Without the questions their answers cannot be told, and those that were given before would be sent as none.
        setUnread(!more.data)
        if (!more.data) return
        const answers = shownValues(more.data, values.answers ?? {})
        const body = { ...values, tenorDays: Number(values.tenorDays), remark: values.remark ?? '', answers }
        const saved = intent
          ? await editing.run({ body: { ...body, id: intent.id, version: intent.version } })
          : await adding.run({ body })
        return saved !== undefined
      }}
    >
      <Section title={intent?.no ?? text('org.intent')}>
        <FormGrid>
          {staff && !intent && (
            <CompanyField name="companyCode" label={text('org.company')} extra={{ role: 'SUPPLIER' }} required />
          )}
          <SelectField
            name="type"
            label={text('org.intentType')}
            required
            options={intentTypes.map((value) => ({ value, label: text(`word.${value}`) }))}
          />
          <TextField name="buyerName" label={text('org.buyerName')} required />
          <SelectField
            name="currency"
            label={text('org.currency')}
            required
            options={currencies.options}
            question={currencies.question}
          />
          <AmountField name="yearlyAmount" label={text('org.yearlyAmount')} required currency={currency} />
          <NumberField name="tenorDays" label={text('org.tenorDays')} required min="1" max="365" kind="days" />
          <RemarkField name="remark" label={text('org.remark')} />
        </FormGrid>
      </Section>
      {more.data?.length !== 0 && (
        <Section title={text('org.moreAboutIt')}>
          {more.isLoadingError ? (
            <Failed error={more.error} onRetry={() => void more.refetch()} />
          ) : more.data ? (
            <DynamicFields fields={more.data} form={form} under="answers" />
          ) : (
            <Skeleton lines={3} />
          )}
        </Section>
      )}
    </EditPage>
  )
}
