import { useNavigate, useParams } from '@tanstack/react-router'
import { accountCalls } from '@usance/wire/account/calls'
import { useText } from '../../../i18n/i18n.ts'
import { useSession } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { DescriptionList, PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useAccount } from './use-account.ts'
import { accountActions, accountActs, useAccountActions, useRemoval } from './use-account-actions.ts'

/** One user: who they are, what they may do where, and what can be done about them. */
export default function AccountDetailPage() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const found = useAccount(id)
  const act = useAccountActions(() => void found.refetch())
  const { user: me } = useSession()
  const remove = useRemoval(() => (me.companyRole === 'PLATFORM' ? void found.refetch() : void navigate({ to: '/org/account' })))
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  const user = found.data
  const companies = new Map(
    user.seats.filter(({ status }) => status === 'ENABLE').map((seat) => [seat.companyCode, seat.companyName]),
  )
  return (
    <div className="page">
      <PageHeader
        title={user.cname}
        status={user.status}
        back="/org/account"
        actions={
          <>
            {accountActions
              .filter((action) => user.operations.includes(action))
              .map((action) => (
                <ActionButton key={action} look="plain" {...accountActs[action]} action={() => act(action, user)}>
                  {text(`org.action.${action}`)}
                </ActionButton>
              ))}
            {user.operations.includes('edit') && (
              <Button look="solid" onClick={() => void navigate({ to: `/org/account/${id}/edit` })}>
                {text('common.edit')}
              </Button>
            )}
          </>
        }
      />
      {user.waitingNo && (
        <Section title={text('org.change.waits', { no: user.waitingNo })}>
          <p className="muted">{text('org.change.waitsText')}</p>
        </Section>
      )}
      {user.addressAsked && (
        <Section title={text('org.change.address', { email: user.addressAsked })}>
          <p className="muted">{text('org.change.addressText')}</p>
        </Section>
      )}
      <Section title={text('org.person')}>
        <DescriptionList
          facts={[
            { label: text('org.userName'), value: user.userName },
            { label: text('org.cname'), value: user.cname },
            { label: text('org.email'), value: user.email },
            { label: text('org.phone'), value: user.phone },
            { label: text('org.lastSignInAt'), value: formatDateTime(user.lastSignInAt) },
          ]}
        />
      </Section>
      <Section title={text('org.seats')}>
        <ul className="plain-rows">
          {user.seats.map((seat) => (
            <li key={`${seat.companyId}${seat.role}`}>
              <strong>{text.of('word', seat.role)}</strong>
              <span>{seat.userRoles.map((role) => text.of('userRole', role)).join(', ')}</span>
              {seat.signatory && seat.status === 'ENABLE' && <span>{text('org.signatory')}</span>}
              <span className="muted">{seat.companyName}</span>
              <StatusTag value={seat.status} />
            </li>
          ))}
        </ul>
        {user.operations.includes('remove') &&
          [...companies].map(([code, name]) => (
            <ActionButton key={code} act={accountCalls.remove} look="danger" small action={() => remove(user, { code, name })}>
              {text('org.action.remove', { company: name })}
            </ActionButton>
          ))}
      </Section>
    </div>
  )
}
