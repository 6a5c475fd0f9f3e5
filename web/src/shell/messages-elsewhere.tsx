import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Elsewhere, notificationCalls } from '@usance/wire/notification/calls'
import { sessionCalls } from '@usance/wire/session/calls'
import { useEffect } from 'react'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import type { Session } from '../session/permissions.ts'
import { Button } from '../ui/button.tsx'
import { mayLeave } from '../ui/may-leave.ts'
import { onMessage } from './notices.ts'

const none: readonly Elsewhere[] = []

/** How many messages wait unread in each other company of the user; asked of nobody who works for one company alone. */
export function useElsewhere({ user }: Session, enabled = true): readonly Elsewhere[] {
  const queries = useQueryClient()
  useEffect(() => onMessage(() => void queries.invalidateQueries({ queryKey: ['messages', 'elsewhere'] })), [queries])
  const { data } = useQuery({
    queryKey: ['messages', 'elsewhere', user.id, user.companyId],
    queryFn: () => send(notificationCalls.elsewhere, {}, { quiet: true }),
    staleTime: 30_000,
    enabled: enabled && user.roles.some(({ companyId }) => companyId !== user.companyId),
  })
  return data ?? none
}

/** What waits in other companies of the user, each with the press that goes there. */
export function MessagesElsewhere({ session }: { session: Session }) {
  const text = useText()
  const elsewhere = useElsewhere(session)
  if (elsewhere.length === 0) return null
  const go = async ({ companyId, companyRole }: Elsewhere) => {
    if (!(await mayLeave()) || !(await sameUser())) return
    await send(sessionCalls.choose, { body: { companyId, companyRole } })
    location.assign('/information')
  }
  return (
    <div className="messages-elsewhere">
      {elsewhere.map((one) => (
        <Button key={one.companyId} look="text" icon="bell" onClick={() => void go(one)}>
          {text('shell.elsewhere', { count: one.unread, company: one.companyName })}
        </Button>
      ))}
    </div>
  )
}
