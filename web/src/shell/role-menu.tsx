import { useQuery } from '@tanstack/react-query'
import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { type Session, switchRole } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { Menu } from '../ui/popover.tsx'

/** The company and role one works as; with more than one, a switch. */
export function RoleMenu({ session: { user } }: { session: Session }) {
  const text = useText()
  const several = user.roles.length > 1
  const { data } = useQuery({
    queryKey: ['allRoles', user.id],
    queryFn: () => send(sessionCalls.allRoles, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: several,
  })
  const face = (
    <span className="role-text">
      <strong>{user.companyName}</strong>
      <small>{text(`companyRole.${user.companyRole}`)}</small>
    </span>
  )
  if (!several) return <span className="role-menu">{face}</span>
  const entries =
    data ??
    user.roles.map(({ roleCode }) => ({
      companyId: user.companyId,
      companyName: user.companyName,
      companyRole: roleCode as typeof user.companyRole,
      userRoles: [],
    }))

  const choose = async (entry: (typeof entries)[number]) => {
    if (!(await sameUser())) return
    if (entry.companyId === user.companyId) await switchRole(entry.companyRole)
    else await send(sessionCalls.choose, { body: { companyId: entry.companyId, companyRole: entry.companyRole } })
    location.assign('/')
  }
  return (
    <Menu
      align="end"
      label={text('shell.role')}
      trigger={(props) => (
        <button type="button" className="role-menu is-button" {...props}>
          {face}
          <Icon name="down" size={14} />
        </button>
      )}
      entries={entries.map((entry) => ({
        key: `${entry.companyId} ${entry.companyRole}`,
        label: entry.companyName,
        hint: text(`companyRole.${entry.companyRole}`),
        chosen: entry.companyId === user.companyId && entry.companyRole === user.companyRole,
        onSelect: () => void choose(entry),
      }))}
    />
  )
}
