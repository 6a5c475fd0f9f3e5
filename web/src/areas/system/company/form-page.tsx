import { useParams } from '@tanstack/react-router'
import type { Sent } from '@usance/wire/call'
import { businessTypes, companyCalls, tradingRoles } from '@usance/wire/company/calls'
import { riskGrades } from '@usance/wire/company/standing'
import { Form, type FormInstance } from 'antd'
import { EditPage } from '../../../form/edit-page.tsx'
import { RadioField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { CountryField } from '../../../form/search-fields.tsx'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { hasText, useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Company } from '../../org/company/company-facts.tsx'
import { useCompany } from './use-company.ts'

type Values = Omit<Sent<typeof companyCalls.add>['body'], 'blockFlag'> & { blockFlag: 'true' | 'false' }

/** A new company, or what the staff change about one. */
export default function SystemCompanyFormPage() {
  const { id } = useParams({ strict: false })
  const found = useBeginning(useCompany(id), id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <Skeleton lines={10} />
  return <CompanyForm key={found.data?.version ?? 'new'} company={found.data} />
}

/** Asks without showing errors: a check that cannot be made never blocks the field. */
const isTaken = (asked: Promise<{ taken?: boolean } | undefined>): Promise<boolean> =>
  asked.then(
    (answer) => answer?.taken === true,
    () => false,
  )

/** What the form of a company begins with. */
const valuesOf = (company: Company) => ({
  ...company,
  bdUserName: company.bdUserName ?? '',
  blockFlag: String(company.blockFlag),
  roles: company.roles.filter((one) => one.status === 'ENABLE' && one.role !== 'COMPANY').map((one) => one.role),
})

function CompanyForm({ company }: { company: Company | undefined }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const adding = useSubmit(companyCalls.add, form)
  const editing = useSubmit(companyCalls.edit, form)
  const submit = company ? editing : adding
  return (
    <EditPage<Values>
      title={text(company ? 'org.editCompany' : 'org.addCompany')}
      back="/system/company"
      form={form}
      version={company?.version}
      initialValues={company ? valuesOf(company) : { riskGrade: 'B', businessType: 'NORMAL', blockFlag: 'false' }}
      busy={submit.busy}
      error={submit.error}
      submitLabel={text('common.save')}
      onSubmit={async (values) => {
        const body = {
          ...values,
          // What is left out stays as it is; an emptied field is sent empty.
          nameLocal: values.nameLocal ?? '',
          legalForm: values.legalForm ?? '',
          address: values.address ?? '',
          taxNo: values.taxNo ?? '',
          bdUserName: values.bdUserName ?? '',
          blockFlag: values.blockFlag === 'true',
        }
        const saved = company
          ? await editing.run({ body: { ...body, id: company.id, version: company.version } })
          : await adding.run({ body })
        return saved !== undefined
      }}
    >
      <NameFields form={form} company={company} />
      <StandingFields />
    </EditPage>
  )
}

/** Who a company is: its names, its numbers and where it is. Name and number belong to one company only. */
function NameFields({ form, company }: { form: FormInstance<Values>; company: Company | undefined }) {
  const text = useText()
  const country = Form.useWatch('country', form)
  const numberForm = hasText(`org.numberForm.${country}`) && text.of('org.numberForm', country)
  const itself = company ? { id: company.id } : {}
  const free = (check: (value: string) => Promise<{ taken?: boolean }>) => ({
    validateTrigger: 'onBlur',
    validator: async (_: unknown, value?: string) => {
      if (value?.trim() && (await isTaken(check(value.trim())))) throw new Error(text('errors.ALREADY_EXISTS'))
    },
  })
  return (
    <Section title={text('org.company')}>
      <FormGrid>
        <TextField
          name="code"
          label={text('org.code')}
          required
          disabled={!!company}
          maxLength={20}
          rules={[{ pattern: /^[A-Z0-9_-]{2,20}$/, message: text('org.codeRule') }]}
        />
        <TextField
          name="name"
          label={text('org.name')}
          required
          rules={[free((name) => send(companyCalls.checkCompName, { body: { name, ...itself } }, { quiet: true }))]}
        />
        <TextField name="nameLocal" label={text('org.nameLocal')} />
        <CountryField name="country" label={text('org.country')} required />
        <TextField
          name="bizRegNo"
          label={text('org.bizRegNo')}
          help={numberForm}
          required
          maxLength={60}
          rules={[
            free((bizRegNo) => {
              const country: string | undefined = form.getFieldValue('country')
              const body = { bizRegNo, ...(country ? { country } : {}), ...itself }
              return send(companyCalls.checkBizRegNo, { body }, { quiet: true })
            }),
          ]}
        />
        <TextField name="taxNo" label={text('org.taxNo')} maxLength={60} />
        <TextField name="legalForm" label={text('org.legalForm')} maxLength={80} />
        <RemarkField name="address" label={text('org.address')} />
      </FormGrid>
    </Section>
  )
}

/** What the platform says of a company: its roles, its grade, and who looks after it. */
function StandingFields() {
  const text = useText()
  return (
    <Section title={text('org.standing')}>
      <FormGrid>
        <SelectField
          name="roles"
          label={text('org.roles')}
          required
          multiple
          options={tradingRoles.map((value) => ({ value, label: text(`word.${value}`) }))}
        />
        <SelectField
          name="riskGrade"
          label={text('org.riskGrade')}
          required
          options={riskGrades.map((value) => ({ value, label: value }))}
        />
        <SelectField
          name="businessType"
          label={text('org.businessType')}
          required
          options={businessTypes.map((value) => ({ value, label: text(`org.type.${value}`) }))}
        />
        <RadioField
          name="blockFlag"
          label={text('org.blockFlag')}
          required
          options={['false', 'true'].map((value) => ({ value, label: text.of('word', value) }))}
        />
        <TextField name="bdUserName" label={text('org.bdName')} maxLength={100} help={text('org.bdHelp')} />
      </FormGrid>
    </Section>
  )
}
