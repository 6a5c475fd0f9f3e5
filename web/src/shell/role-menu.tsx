import { useQuery } from '@tanstack/react-query'
import { sessionCalls } from '@usance/wire/session/calls'
import { useEffect, useState } from 'react'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import type { Session } from '../session/permissions.ts'
import { switchRole } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { mayLeave } from '../ui/may-leave.ts'
import { Menu } from '../ui/popover.tsx'

/** The company and role one works as; with more than one, a switch. */
export function RoleMenu({ session: { user } }: { session: Session }) {
  const text = useText()
  const idle = useIdle()
  const { data } = useQuery({
    queryKey: ['allRoles', user.id],
    queryFn: () => send(sessionCalls.allRoles, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: idle && user.hasOtherRoles,
  })
  const face = (
    <span className="role-text">
      <strong>{user.companyName}</strong>
      <small>{text(`companyRole.${user.companyRole}`)}</small>
    </span>
  )
  if (!data || data.length < 2) return <span className="role-menu">{face}</span>
  const entries = data

  const choose = async (entry: (typeof entries)[number]) => {
    if (!(await mayLeave()) || !(await sameUser())) return
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

/** True once the page has had time to settle: what is rarely used should not delay what is read first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 1200)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
