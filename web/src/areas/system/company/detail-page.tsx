import { useNavigate, useParams } from '@tanstack/react-router'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CompanyFacts } from '../../org/company/company-facts.tsx'
import { ChangesSection } from '../config/changes-section.tsx'
import { Admission } from './admission.tsx'
import { Persons } from './persons.tsx'
import { useCompany } from './use-company.ts'

/** One company with what the staff decide about it. */
export default function SystemCompanyDetailPage() {
  const text = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const found = useCompany(id)
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={10} />
  const company = found.data
  const { directors, addresses } = company.namedBefore ?? { directors: [], addresses: [] }
  return (
    <div className="page">
      <PageHeader
        title={company.name}
        status={company.kycStatus}
        back="/system/company"
        actions={
          can('system.company.edit') && (
            <Button look="solid" onClick={() => void navigate({ to: `/system/company/${id}/edit` })}>
              {text('common.edit')}
            </Button>
          )
        }
      />
      <Section title={text('org.standing')}>
        <DescriptionList
          facts={[
            { label: text('org.riskGrade'), value: company.riskGrade },
            { label: text('org.businessType'), value: text.of('org.type', company.businessType) },
            { label: text('org.blockFlag'), value: text.of('word', String(company.blockFlag)) },
            directors.length > 0 && { label: text('org.directorsBefore'), value: directors.join(', ') },
            addresses.length > 0 && { label: text('org.addressesBefore'), value: addresses.join('; '), wide: true },
          ]}
        />
      </Section>
      <Admission companyId={id} name={company.name} />
      <CompanyFacts company={company} />
      <ChangesSection kind="COMPANY" targetId={id} />
      <Persons companyId={id} />
    </div>
  )
}
