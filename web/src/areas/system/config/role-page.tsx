import { configChangeCalls } from '@usance/wire/config-change/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { randomId } from '../../../http/random-id.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { notify } from '../../../ui/notice.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangesSection } from './changes-section.tsx'
import { StaffTable } from './staff-table.tsx'
import { useCurrent, useRefresh } from './use-config.ts'

const letters = [...'SBFDORTPAU']
const toggled = (roles: string, letter: string) =>
  letters.filter((one) => (one === letter ? !roles.includes(one) : roles.includes(one))).join('')

/** Which role may do what. Ticks are put forward as one change and hold from the next request after it passed. */
export default function RolePage() {
  const text = useText()
  const can = useCan()
  const answer = useCurrent('ROLE')
  const refresh = useRefresh('ROLE')
  const [search, setSearch] = useState('')
  const [edits, setEdits] = useState<Record<string, string>>({})
  const mayEdit = can('system.role.edit')
  const rows = answer.data ?? []
  const changed = rows.filter((row) => edits[row.id] !== undefined && edits[row.id] !== row.roles)
  const sendChange = async () => {
    const changes = changed.map((row) => ({ permission: row.id, roles: edits[row.id]!, version: row.version }))
    const sent = await send(configChangeCalls.propose, {
      body: { kind: 'ROLE', values: { changes }, idempotencyKey: randomId() },
    })
    notify('success', text('staff.sent', { no: sent.no }))
    setEdits({})
    refresh()
    return true
  }
  return (
    <div className="page">
      <PageHeader
        title={text('menu.systemRole')}
        actions={
          mayEdit && (
            <ActionButton disabled={changed.length === 0 && text('staff.noTicks')} action={sendChange}>
              {text('staff.sendTicks', { count: changed.length })}
            </ActionButton>
          )
        }
      />
      <Section>
        <div className="staff-bar">
          <input
            className="input"
            type="search"
            value={search}
            aria-label={text('staff.searchPermission')}
            placeholder={text('staff.searchPermission')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {answer.isError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !answer.data ? (
          <Skeleton lines={12} />
        ) : (
          <StaffTable
            rows={rows.filter((row) => row.id.toLowerCase().includes(search.trim().toLowerCase()))}
            columns={[
              { key: 'permission', label: text('staff.permission'), cell: (row) => row.id },
              ...letters.map((letter) => ({
                key: letter,
                label: text(`staff.role.${letter}`),
                cell: (row: { id: string; roles?: string }) => (
                  <input
                    type="checkbox"
                    aria-label={`${row.id} ${text(`staff.role.${letter}`)}`}
                    disabled={!mayEdit}
                    checked={(edits[row.id] ?? row.roles ?? '').includes(letter)}
                    onChange={() => setEdits({ ...edits, [row.id]: toggled(edits[row.id] ?? row.roles ?? '', letter) })}
                  />
                ),
              })),
            ]}
          />
        )}
      </Section>
      <ChangesSection kind="ROLE" />
    </div>
  )
}
