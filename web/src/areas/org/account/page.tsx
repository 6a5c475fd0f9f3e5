import { useNavigate } from '@tanstack/react-router'
import { accountCalls, accountList } from '@usance/wire/account/calls'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useSession } from '../../../session/session.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { Button } from '../../../ui/button.tsx'
import { accountActions, accountActs, useAccountActions, useRemoval } from './use-account-actions.ts'

/** The users of the own company; an administrator sees those of every company. */
export default function AccountsPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const reload = useReload(accountList)
  const act = useAccountActions(reload)
  const remove = useRemoval(reload)
  const { user: me } = useSession()
  const company = { code: me.companyCode, name: me.companyName }
  return (
    <ListPage
      list={accountList}
      cells={{
        userName: (row) => <RowLink to={`/org/account/${row.id}/detail`}>{row.userName}</RowLink>,
      }}
      rowActions={(row) => [
        ...(row.operations?.includes('edit')
          ? [{ key: 'edit', label: text('common.edit'), to: `/org/account/${row.id}/edit` }]
          : []),
        ...accountActions
          .filter((action) => row.operations?.includes(action))
          .map((action) => ({
            key: action,
            ...accountActs[action],
            label: text(`org.action.${action}`),
            danger: action === 'disabled',
            onSelect: () => act(action, row),
          })),
        // Staff choose the company on the user's page.
        ...(row.operations?.includes('remove') && me.companyRole !== 'PLATFORM'
          ? [
              {
                key: 'remove',
                act: accountCalls.remove,
                label: text('org.action.remove', { company: company.name }),
                danger: true,
                onSelect: () => remove({ id: row.id, cname: String(row.cname) }, company),
              },
            ]
          : []),
      ]}
      toolbar={
        mayOpen('/org/account/add') && (
          <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/org/account/add' as string })}>
            {text('org.addUser')}
          </Button>
        )
      }
      empty={{ title: text('org.noUsers'), text: text('org.noUsersText') }}
    />
  )
}
