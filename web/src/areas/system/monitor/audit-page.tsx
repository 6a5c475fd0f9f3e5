import { useQuery } from '@tanstack/react-query'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { auditList } from '@usance/wire/monitor/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../list/list-page.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { DescriptionList, Section, SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChainResult, type Checked } from './chain-result.tsx'
import './monitor.css'

/** Who did what and when, with the state of the chain that shows whether anything was altered. */
export default function AuditPage() {
  const text = useText()
  const [opened, open] = useState<string>()
  return (
    <>
      <ListPage
        list={auditList}
        above={<Chain />}
        cells={{
          event: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.event}
            </button>
          ),
        }}
        empty={{ title: text('staff.noEntries') }}
      />
      <SidePanel open={!!opened} title={text('staff.entry')} onClose={() => open(undefined)}>
        {opened && <Entry id={opened} />}
      </SidePanel>
    </>
  )
}

function Chain() {
  const text = useText()
  const state = useQuery({
    queryKey: ['audit-chain'],
    queryFn: () => send(monitorCalls.chain, { body: { verify: false } }, { quiet: true }),
    staleTime: 0,
  })
  const [checked, setChecked] = useState<Checked>()
  const check = async () => {
    setChecked(await send(monitorCalls.chain, { body: { verify: true } }))
    await state.refetch()
    return true
  }
  if (!state.data) return null
  const { entries, sealed, lastHash, lastSealedAt } = state.data
  return (
    <Section
      title={text('staff.chain')}
      extra={
        <ActionButton small look="plain" action={check}>
          {text('staff.verify')}
        </ActionButton>
      }
    >
      <DescriptionList
        facts={[
          { label: text('staff.entries'), value: entries.toLocaleString('en-US') },
          { label: text('staff.sealed'), value: sealed.toLocaleString('en-US') },
          { label: text('staff.lastSeal'), value: lastSealedAt ? formatDateTime(lastSealedAt) : '-' },
          { label: text('staff.lastHash'), value: <code title={lastHash ?? ''}>{lastHash?.slice(0, 16) ?? '-'}</code> },
        ]}
      />
      {checked && <ChainResult {...checked} />}
    </Section>
  )
}

const shown = (value: unknown) => JSON.stringify(value, null, 2)

function Entry({ id }: { id: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['audit-entry', id],
    queryFn: () => send(monitorCalls.entry, { body: { id } }, { quiet: true }),
  })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={8} />
  const row = answer.data
  return (
    <>
      <DescriptionList
        facts={[
          { label: text('staff.at'), value: formatDateTime(row.at) },
          { label: text('staff.by'), value: row.userName ?? '-' },
          { label: text('staff.what'), value: row.event },
          { label: row.objectType, value: row.objectNo ?? row.objectId ?? '-' },
          { label: text('staff.request'), value: row.requestId ?? '-', wide: true },
          {
            label: text('staff.hash'),
            value: <code className="monitor-hash">{row.hash ?? text('staff.notSealed')}</code>,
            wide: true,
          },
          {
            label: text('staff.previousHash'),
            value: <code className="monitor-hash">{row.previousHash ?? '-'}</code>,
            wide: true,
          },
        ]}
      />
      {row.before !== null && (
        <>
          <h3>{text('staff.before')}</h3>
          <pre className="monitor-json">{shown(row.before)}</pre>
        </>
      )}
      {row.after !== null && (
        <>
          <h3>{text('staff.after')}</h3>
          <pre className="monitor-json">{shown(row.after)}</pre>
        </>
      )}
    </>
  )
}
