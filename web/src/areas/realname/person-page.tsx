import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { identityDocumentTypes } from '@usance/domain/identity-document'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { Form } from 'antd'
import { EditPage } from '../../form/edit-page.tsx'
import { DateField, SelectField, TextField } from '../../form/fields.tsx'
import { FormGrid } from '../../form/form-grid.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { useSession } from '../../session/session.ts'
import { Section } from '../../ui/page-frame.tsx'

type Values = {
  name: string
  documentType: (typeof identityDocumentTypes)[number]
  documentNo: string
  birthDate?: string
  expiresOn?: string
}

/** The person states a document; the answer leads to the page of success or of failure. */
export default function VerifyPersonalPage() {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSession()
  const [form] = Form.useForm<Values>()
  const { run, busy, error } = useSubmit(realNameCalls.personInfo, form)
  const type = Form.useWatch('documentType', form)
  return (
    <EditPage<Values>
      title={text('realname.verifyPersonal')}
      back="/realname"
      kept={false}
      form={form}
      initialValues={{ name: user.cname }}
      busy={busy}
      error={error}
      submitLabel={text('realname.verify')}
      onSubmit={async (values) => {
        const person = await run({ body: values })
        if (!person) return false
        await queries.invalidateQueries({ queryKey: ['real-name'] })
        return () => void navigate({ to: person.status === 'PASSED' ? '/realname/personal-success' : '/realname/personal-error' })
      }}
    >
      <Section title={text('realname.document')}>
        <FormGrid>
          <TextField name="name" label={text('realname.name')} required maxLength={120} />
          <SelectField
            name="documentType"
            label={text('realname.documentType')}
            required
            options={identityDocumentTypes.map((value) => ({ value, label: text(`realname.type.${value}`) }))}
          />
          <TextField
            name="documentNo"
            label={text('realname.documentNo')}
            required
            maxLength={60}
            help={type === 'PASSPORT' ? text('realname.passportHelp') : undefined}
          />
          <DateField name="birthDate" label={text('realname.birthDate')} />
          <DateField name="expiresOn" label={text('realname.expiresOn')} />
        </FormGrid>
        <p className="muted">{text('realname.privacy')}</p>
      </Section>
    </EditPage>
  )
}
