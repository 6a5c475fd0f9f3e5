import { useQuery } from '@tanstack/react-query'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { IntegrationTable } from '../integration-table.tsx'
import { OnceShown } from '../once-shown.tsx'
import { KeyDialog } from './key-dialog.tsx'

/** Keys for the company's own systems: made, seen in use, and ended. */
export default function ApiKeyPage() {
  const text = useText()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>()
  const found = useQuery({
    queryKey: ['api-keys'],
    queryFn: () => send(apiKeyCalls.keys, { body: {} }, { quiet: true }),
    staleTime: 0,
  })
  const rows = found.data?.list ?? []
  const add = (
    <Button look="solid" icon="plus" disabled={!found.data} onClick={() => setMaking(true)}>
      {text('integration.key.add')}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader title={text('menu.apiKey')} actions={add}>
        {text('integration.key.text')}
      </PageHeader>
      <Section>
        <IntegrationTable
          found={found}
          rows={rows}
          texts="integration.key"
          heads={['name', 'seat', 'rights', 'lastUsed', 'expires']}
        >
          {(row) => (
            <>
              <th scope="row">
                <strong>{row.name}</strong> <StatusTag value={row.state === 'ACTIVE' ? 'active' : row.state} />
                <span className="integration-sub">uk_…{row.lastFour}</span>
              </th>
              <td data-label={text('integration.key.seat')}>
                {text.of('word', row.companyRole)}
                <span className="integration-sub">{row.userName}</span>
              </td>
              <td data-label={text('integration.key.rights')} title={row.permissions.join('\n')}>
                {text('integration.key.rightsCount', { count: row.permissions.length })}
              </td>
              <td data-label={text('integration.key.lastUsed')}>
                {row.lastUsedAt ? formatDateTime(row.lastUsedAt) : text('integration.key.neverUsed')}
                {row.lastUsedIp && <span className="integration-sub">{row.lastUsedIp}</span>}
              </td>
              <td data-label={text('integration.key.expires')}>{formatDateTime(row.expiresAt)}</td>
              <td className="integration-actions">
                {row.mayRevoke && (
                  <ActionButton
                    small
                    look="plain"
                    before={() =>
                      ask({
                        title: text('integration.key.revokeAsk', { name: row.name }),
                        text: text('integration.key.revokeText'),
                        ok: text('integration.key.revoke'),
                        danger: true,
                      })
                    }
                    action={async () => {
                      await send(apiKeyCalls.revoke, { body: { id: row.id } })
                      await found.refetch()
                    }}
                  >
                    {text('integration.key.revoke')}
                  </ActionButton>
                )}
              </td>
            </>
          )}
        </IntegrationTable>
        <p className="muted integration-note">
          {text('integration.key.how')}{' '}
          <a className="underlined" href="/api/docs">
            {text('integration.key.docs')}
          </a>
        </p>
      </Section>
      {making && (
        <KeyDialog
          grantable={found.data?.grantable ?? []}
          onClose={() => setMaking(false)}
          onDone={(token) => {
            setMaking(false)
            setMade(token)
            void found.refetch()
          }}
        />
      )}
      {made !== undefined && (
        <OnceShown
          title={text('integration.key.made')}
          secret={made}
          again={text('integration.key.again')}
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  )
}
