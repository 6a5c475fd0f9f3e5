import { useNavigate } from '@tanstack/react-router'
import { systemCompanyList } from '@usance/wire/company/calls'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'

/** The companies of the portal, as the staff keep them. */
export default function CompaniesPage() {
  const text = useText()
  const can = useCan()
  const navigate = useNavigate()
  return (
    <ListPage
      list={systemCompanyList}
      cells={{
        code: (row) => <RowLink to={`/system/company/${row.id}/detail`}>{row.code}</RowLink>,
      }}
      rowActions={(row) => [
        { key: 'edit', label: text('common.edit'), to: `/system/company/${row.id}/edit`, permission: 'system.company.edit' },
      ]}
      toolbar={
        can('system.company.edit') && (
          <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/system/company/add' as string })}>
            {text('org.addCompany')}
          </Button>
        )
      }
      empty={{ title: text('org.noCompanies'), text: text('org.noCompaniesText') }}
    />
  )
}
