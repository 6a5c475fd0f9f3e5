import { useNavigate } from '@tanstack/react-router'
import { systemCompanyList } from '@usance/wire/company/calls'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { Button } from '../../../ui/button.tsx'

/** The companies of the portal, as the staff keep them. */
export default function CompaniesPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  return (
    <ListPage
      list={systemCompanyList}
      cells={{
        code: (row) => <RowLink to={`/system/company/${row.id}/detail`}>{row.code}</RowLink>,
      }}
      rowActions={(row) => [{ key: 'edit', label: text('common.edit'), to: `/system/company/${row.id}/edit` }]}
      toolbar={
        mayOpen('/system/company/add') && (
          <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/system/company/add' as string })}>
            {text('org.addCompany')}
          </Button>
        )
      }
      empty={{ title: text('org.noCompanies'), text: text('org.noCompaniesText') }}
    />
  )
}
