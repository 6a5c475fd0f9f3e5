import { useQuery } from '@tanstack/react-query'
import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A browser and system from what the browser says of itself; the whole text where neither is known. */
const deviceOf = (agent: string | null): string => {
  const browser = agent?.match(/(Edg|Firefox|Chrome|Safari)\//)?.[1]?.replace('Edg', 'Edge')
  const system = agent?.match(/(Windows|Mac OS X|Android|iPhone|iPad|Linux)/)?.[1]
  return [browser, system].filter(Boolean).join(', ') || agent?.slice(0, 60) || '-'
}

/** Where the user is signed in; another session can be ended. */
export function Sessions() {
  const text = useText()
  const found = useQuery({
    queryKey: ['sessions'],
    queryFn: () => send(sessionCalls.sessions, {}, { quiet: true }),
    staleTime: 0,
  })
  return (
    <Section title={text('user.sessions')}>
      {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.isLoadingError && <Skeleton lines={3} />}
      <ul className="plain-rows">
        {found.data?.map((one) => (
          <li key={one.id}>
            <strong>{deviceOf(one.userAgent)}</strong>
            <span className="muted">{one.ip}</span>
            <span className="muted">{text('user.lastSeen', { at: formatDateTime(one.lastSeenAt) })}</span>
            {one.current ? (
              <span>{text('user.current')}</span>
            ) : (
              <ActionButton
                small
                look="plain"
                action={async () => {
                  await send(sessionCalls.revokeSession, { body: { id: one.id } })
                  await found.refetch()
                }}
              >
                {text('user.revoke')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
