import { useNavigate } from '@tanstack/react-router'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { useText } from '../../../i18n/i18n.ts'
import { useCan, useMayAct } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OwnAccounts } from '../bank-account/own-accounts.tsx'
import { AuditProof } from './audit-proof.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { useOwnCompany } from './use-own-company.ts'

/** The own company. */
export default function CompanyDetailPage() {
  const text = useText()
  const can = useCan()
  const mayCall = useMayAct()
  const navigate = useNavigate()
  const found = useOwnCompany()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={10} />
  return (
    <div className="page">
      <PageHeader
        title={found.data.name}
        actions={
          can('org.company.edit') && (
            <Button look="solid" onClick={() => void navigate({ to: '/org/company/edit' as string })}>
              {text('common.edit')}
            </Button>
          )
        }
      >
        {found.data.bizRegNo}
      </PageHeader>
      <CompanyFacts company={found.data} />
      <OwnAccounts companyName={found.data.name} />
      {mayCall(monitorCalls.proof) && <AuditProof />}
    </div>
  )
}
