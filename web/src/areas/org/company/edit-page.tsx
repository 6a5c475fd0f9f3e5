import { mayAct } from '@usance/wire/act'
import { companyCalls, confirmationWaiver } from '@usance/wire/company/calls'
import { confirmModes } from '@usance/wire/config-change/values'
import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { useDictionary } from '../../../form/dictionary.ts'
import { EditPage } from '../../../form/edit-page.tsx'
import { NumberField, RadioField, RemarkField, SelectField, TextField } from '../../../form/fields.tsx'
import { FormGrid } from '../../../form/form-grid.tsx'
import { ListFaults } from '../../../form/list-faults.tsx'
import { optionList } from '../../../form/option-lists.ts'
import { useBeginning } from '../../../form/use-beginning.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { useText } from '../../../i18n/i18n.ts'
import { language } from '../../../i18n/language.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { mayGiveWay } from '../../../ui/may-leave.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Company } from './company-facts.tsx'
import { useOwnCompany } from './use-own-company.ts'

const everyPart = ['COMPANY', 'SUPPLIER', 'BUYER', 'FUNDER'] as const
type Part = (typeof everyPart)[number]
const isPart = (role: string | undefined): role is Part => everyPart.some((part) => part === role)
type Director = { name: string; idType?: string; shareholding?: string }
type Values = {
  address?: string
  directors?: Director[]
  supplierCategory?: string
  invoicePrefix?: string
  paymentTermDays: string
  confirmMode: (typeof confirmModes)[number]
  fundDayBase: '360' | '365'
  dailyFundingCutoff: string
}

/** Changes the own company: a trading role changes its own part, the direction every part, one call for each. */
export default function CompanyEditPage() {
  const found = useBeginning(useOwnCompany())
  const { user } = useSession()
  const text = useText()
  const [chosen, choose] = useState<Part>()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={10} />
  const held = found.data.roles.flatMap(({ status, role }) => (status === 'ENABLE' && isPart(role) ? [role] : []))
  const trading: Part[] = held.filter((role) => role !== 'COMPANY')
  const own = isPart(user.companyRole) && trading.includes(user.companyRole) ? user.companyRole : undefined
  const parts: Part[] = own ? [own] : ['COMPANY', ...trading]
  const part = chosen && parts.includes(chosen) ? chosen : parts[0]!
  return (
    <>
      {parts.length > 1 && (
        <Tabs
          label={text('org.editCompany')}
          tabs={parts.map((one) => ({
            key: one,
            label: one === 'COMPANY' ? text('org.company') : text('org.asRole', { role: text(`word.${one}`) }),
          }))}
          chosen={part}
          onChoose={async (to) => {
            if (to !== part && (await mayGiveWay())) choose(to)
          }}
        />
      )}
      <PartForm key={`${part}${found.data.version}`} part={part} company={found.data} />
    </>
  )
}

/** One call for each part of the company, with what the form holds of it. */
function useSavingPart(form: FormInstance<Values>, part: Part, { id, version }: Company) {
  const submits = {
    COMPANY: useSubmit(companyCalls.editDirector, form),
    SUPPLIER: useSubmit(companyCalls.editSupplier, form),
    BUYER: useSubmit(companyCalls.editBuyer, form),
    FUNDER: useSubmit(companyCalls.editFunder, form),
  }
  const changed = { id, version }
  const save = ({ address, directors = [], ...values }: Values) => {
    switch (part) {
      case 'COMPANY': {
        const named = directors.map(({ name, idType, shareholding }) => ({
          name,
          ...(idType ? { idType } : {}),
          ...(shareholding ? { shareholding } : {}),
        }))
        return submits.COMPANY.run({ body: { address, directors: named, ...changed } })
      }
      case 'SUPPLIER': {
        // A cleared choice has no value; left out it would stay.
        const { supplierCategory = '', invoicePrefix = '' } = values
        return submits.SUPPLIER.run({ body: { supplierCategory, invoicePrefix, ...changed } })
      }
      case 'BUYER': {
        const { paymentTermDays, confirmMode } = values
        return submits.BUYER.run({ body: { paymentTermDays: Number(paymentTermDays), confirmMode, ...changed } })
      }
      case 'FUNDER': {
        const { fundDayBase, dailyFundingCutoff } = values
        return submits.FUNDER.run({ body: { fundDayBase: fundDayBase === '365' ? 365 : 360, dailyFundingCutoff, ...changed } })
      }
    }
  }
  return { busy: submits[part].busy, error: submits[part].error, save }
}

/** What is known of a company in one of its trading roles. */
const detailOf = (company: Company, part: Part) => company.roles.find(({ role }) => role === part)?.detail ?? {}

/** What the form of a part begins with. */
const valuesOf = (company: Company, part: Part) => {
  if (part === 'COMPANY') return { address: company.address ?? '', directors: company.directors }
  const detail = detailOf(company, part)
  return {
    ...detail,
    ...(part === 'SUPPLIER' ? { supplierCategory: detail.supplierCategory || undefined } : {}),
    ...(part === 'BUYER' ? { paymentTermDays: String(detail.paymentTermDays ?? '') } : {}),
    ...(part === 'FUNDER' ? { fundDayBase: String(detail.fundDayBase ?? 360) } : {}),
  }
}

function PartForm({ part, company }: { part: Part; company: Company }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const { busy, error, save } = useSavingPart(form, part, company)
  return (
    <EditPage<Values>
      title={text('org.editCompany')}
      back="/org/company/detail"
      form={form}
      version={company.version}
      initialValues={valuesOf(company, part)}
      busy={busy}
      error={error}
      submitLabel={text('common.save')}
      onSubmit={async (values) => (await save(values)) !== undefined}
    >
      {part === 'COMPANY' ? (
        <DirectorFields />
      ) : (
        <Section title={text('org.asRole', { role: text(`word.${part}`) })}>
          <FormGrid>
            {part === 'SUPPLIER' && <SupplierFields />}
            {part === 'BUYER' && <BuyerFields company={company} />}
            {part === 'FUNDER' && <FunderFields />}
          </FormGrid>
        </Section>
      )}
    </EditPage>
  )
}

function SupplierFields() {
  const text = useText()
  const categories = useDictionary('SUPPLIER_CATEGORY')
  return (
    <>
      <SelectField
        name="supplierCategory"
        label={text('org.supplierCategory')}
        options={categories.options}
        question={categories.question}
      />
      <TextField name="invoicePrefix" label={text('org.invoicePrefix')} maxLength={20} />
    </>
  )
}

function BuyerFields({ company }: { company: Company }) {
  const text = useText()
  const { user } = useSession()
  const mayWaive = detailOf(company, 'BUYER').confirmMode === 'NONE' || mayAct(confirmationWaiver, user)
  return (
    <>
      <NumberField name="paymentTermDays" label={text('org.paymentTermDays')} required min="0" max="365" kind="days" />
      <RadioField
        name="confirmMode"
        label={text('org.confirmMode')}
        required
        options={confirmModes
          .filter((value) => value !== 'NONE' || mayWaive)
          .map((value) => ({ value, label: text(`org.confirm.${value}`) }))}
      />
    </>
  )
}

function FunderFields() {
  const text = useText()
  return (
    <>
      <RadioField name="fundDayBase" label={text('org.fundDayBase')} required options={optionList('day-base', language())} />
      <TextField
        name="dailyFundingCutoff"
        label={text('org.dailyFundingCutoff')}
        required
        maxLength={5}
        placeholder="15:00"
        rules={[{ pattern: /^([01]\d|2[0-3]):[0-5]\d$/, message: text('org.cutoffRule') }]}
      />
    </>
  )
}

function DirectorFields() {
  const text = useText()
  return (
    <>
      <Section title={text('org.company')}>
        <FormGrid>
          <RemarkField name="address" label={text('org.address')} />
        </FormGrid>
      </Section>
      <Form.List name="directors">
        {(rows, { add, remove }, { errors }) => (
          <Section
            title={text('org.directors')}
            extra={
              rows.length < 30 && (
                <Button small icon="plus" onClick={() => add({})}>
                  {text('common.add')}
                </Button>
              )
            }
          >
            <ListFaults errors={errors} />
            {rows.length === 0 && <p className="muted">{text('org.noDirectors')}</p>}
            {rows.map(({ key, name }) => (
              <FormGrid key={key}>
                <TextField name={[name, 'name']} label={text('org.directorName')} required maxLength={120} />
                <TextField name={[name, 'idType']} label={text('org.idType')} maxLength={40} />
                <TextField
                  name={[name, 'shareholding']}
                  label={text('org.shareholding')}
                  maxLength={10}
                  help={
                    <Button small look="text" onClick={() => remove(name)}>
                      {text('common.remove')}
                    </Button>
                  }
                />
              </FormGrid>
            ))}
          </Section>
        )}
      </Form.List>
    </>
  )
}
