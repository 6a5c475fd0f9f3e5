import type { Answer } from '@usance/wire/call'
import type { companyCalls } from '@usance/wire/company/calls'
import { useDictionary } from '../../../form/dictionary.ts'
import { useText } from '../../../i18n/i18n.ts'
import { countryName } from '../../../ui/format.ts'
import { DescriptionList, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

export type Company = Answer<typeof companyCalls.detail>
const roleFields: Record<string, readonly string[]> = {
  SUPPLIER: ['supplierCategory', 'invoicePrefix'],
  BUYER: ['paymentTermDays', 'confirmMode'],
  FUNDER: ['fundDayBase', 'dailyFundingCutoff'],
}

/** A company with its directors and what it says of itself in each role. */
export function CompanyFacts({ company }: { company: Company }) {
  const text = useText()
  const { options: categories } = useDictionary('SUPPLIER_CATEGORY')
  const inWords = (field: string, value: string) => {
    if (field === 'confirmMode' && value) return text.of('org.confirm', value)
    return (field === 'supplierCategory' && categories.find((one) => one.value === value)?.label) || value
  }
  return (
    <>
      <Section title={text('org.company')}>
        <DescriptionList
          facts={[
            { label: text('org.name'), value: company.name },
            { label: text('org.nameLocal'), value: company.nameLocal },
            { label: text('org.code'), value: company.code },
            { label: text('org.bizRegNo'), value: company.bizRegNo },
            { label: text('org.country'), value: countryName(company.country) },
            { label: text('org.legalForm'), value: company.legalForm },
            { label: text('org.taxNo'), value: company.taxNo },
            { label: text('org.kycStatus'), value: <StatusTag value={company.kycStatus} /> },
            { label: text('org.bdName'), value: company.bdName },
            { label: text('org.address'), value: company.address, wide: true },
          ]}
        />
      </Section>
      <Section title={text('org.directors')}>
        {company.directors.length === 0 && <p className="muted">{text('org.noDirectors')}</p>}
        <ul className="plain-rows">
          {company.directors.map((one) => (
            <li key={one.name}>
              <strong>{one.name}</strong>
              {typeof one.idType === 'string' && <span className="muted">{one.idType}</span>}
              {one.shareholding ? <span>{text('org.holds', { share: String(one.shareholding) })}</span> : null}
            </li>
          ))}
        </ul>
      </Section>
      {company.roles
        .filter(({ role, status }) => status === 'ENABLE' && roleFields[role])
        .map(({ role, detail }) => (
          <Section key={role} title={text('org.asRole', { role: text.of('word', role) })}>
            <DescriptionList
              facts={roleFields[role]!.map((field) => ({
                label: text.of('org', field),
                value: inWords(field, String(detail[field as keyof typeof detail] ?? '')),
              }))}
            />
          </Section>
        ))}
    </>
  )
}
