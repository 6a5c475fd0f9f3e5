import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { doneTaskList, openTaskList } from '@usance/wire/workflow/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DelegationPanel } from './delegation-panel.tsx'
import { approvalPath, nodeText } from './words.ts'
import './approval.css'

type Tab = 'open' | 'done'

/** The user's approvals: what waits for them, and what they have decided. */
export default function ApprovalsPage() {
  const text = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { tab?: string }
  const tab: Tab = search.tab === 'done' ? 'done' : 'open'
  const [delegating, setDelegating] = useState(false)
  const counts = useQuery({
    queryKey: ['list', 'approval.counts'],
    staleTime: 0,
    queryFn: () => send(workflowCalls.counts, { body: {} }, { quiet: true }),
  })
  const delegate = (
    <Can permission="approval.delegate">
      <Button icon="user" onClick={() => setDelegating(true)}>
        {text('approval.delegate')}
      </Button>
    </Can>
  )
  const number = (row: { businessNo: string; businessType: string }, page: 'approve' | 'view') => (
    <Link to={approvalPath(row, page) as string}>{row.businessNo}</Link>
  )
  return (
    <>
      <Tabs
        label={text('menu.approval')}
        chosen={tab}
        onChoose={(one) => void navigate({ to: '.', search: (one === 'done' ? { tab: 'done' } : {}) as never })}
        tabs={(['open', 'done'] as const).map((key) => ({ key, label: text(`approval.${key}`), count: counts.data?.[key] }))}
      />
      {tab === 'open' ? (
        <ListPage
          key="open"
          list={openTaskList}
          toolbar={delegate}
          cells={{ businessNo: (row) => number(row, 'approve'), nodeName: (row) => nodeText(row.nodeName) }}
          rowActions={(row) => [{ key: 'decide', label: text('approval.decide'), to: approvalPath(row, 'approve') }]}
          empty={{ title: text('approval.emptyTitle'), text: text('approval.emptyText') }}
        />
      ) : (
        <ListPage
          key="done"
          list={doneTaskList}
          toolbar={delegate}
          cells={{ businessNo: (row) => number(row, 'view'), nodeName: (row) => nodeText(row.nodeName) }}
          rowActions={(row) => [{ key: 'view', label: text('common.view'), to: approvalPath(row, 'view') }]}
          empty={{ title: text('approval.doneTitle') }}
        />
      )}
      <DelegationPanel open={delegating} onClose={() => setDelegating(false)} />
    </>
  )
}
