import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { CompanyRole } from '@usance/wire/roles'
import { approvalPathFrom } from '@usance/wire/workflow/approval-path'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { doneTaskList, openTaskList, ownApprovalList } from '@usance/wire/workflow/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { ListPage } from '../../list/list-page.tsx'
import { Can } from '../../session/can.tsx'
import { useSession } from '../../session/session.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { DelegationPanel } from './delegation-panel.tsx'
import { Keys, listKeys } from './keys.tsx'
import { barOf, barOfAll, type Review, type Task } from './together.ts'
import { TogetherDialog } from './together-dialog.tsx'
import { keepTrail } from './trail.ts'
import { nodeText, subjectText } from './words.ts'
import './approval.css'

const tabs = ['open', 'done', 'mine'] as const
type Tab = (typeof tabs)[number]
type Numbered = { businessNo: string; businessType: string; businessId: string; seat: CompanyRole | null }

/** The user's approvals: what waits for them, what they have decided, and what they have submitted. */
export default function ApprovalsPage() {
  const text = useText()
  const navigate = useNavigate()
  const router = useRouter()
  const { user } = useSession()
  const search = useSearch({ strict: false })
  const [delegating, setDelegating] = useState(false)
  const [deciding, setDeciding] = useState<{ tasks: readonly Task[]; review: Review }>()
  const counts = useQuery({
    queryKey: ['list', 'approval.counts'],
    staleTime: 0,
    queryFn: () => send(workflowCalls.counts, { body: {} }, { quiet: true }),
  })
  const tab: Tab = tabs.find((one) => one === search.tab) ?? 'open'
  const delegate = (
    <Can call={workflowCalls.delegate}>
      <Button icon="user" onClick={() => setDelegating(true)}>
        {text('approval.delegate')}
      </Button>
    </Can>
  )
  const pathOf = (row: Numbered, page: 'approve' | 'edit' | 'view') => approvalPathFrom(row, page, user.companyRole)
  const number = (row: Numbered, page: 'approve' | 'edit' | 'view') => <Link to={pathOf(row, page)}>{row.businessNo}</Link>
  const subject = (row: { businessType: string; subject: string }) => subjectText(row.businessType, row.subject)
  // Only what was sent back is the maker's to go on with.
  const ownPage = ({ status }: { status: string }) => (status === 'REJECTED' ? 'edit' : 'view')
  return (
    <>
      <Tabs
        label={text('menu.approval')}
        chosen={tab}
        onChoose={(one) => void navigate({ to: '.', search: one === 'open' ? {} : { tab: one } })}
        tabs={tabs.map((key) => ({ key, label: text(`approval.${key}`), count: counts.data?.[key] }))}
      />
      {tab === 'open' && (
        <ListPage
          key="open"
          list={openTaskList}
          selection={(row) => {
            const bar = barOf(row, user.companyRole)
            return bar && text.of('approval.bar', bar)
          }}
          toolbar={(selected) => (
            <>
              {selected.length > 0 && <Together tasks={selected} onDecide={setDeciding} />}
              {delegate}
              <Keys keys={listKeys} />
            </>
          )}
          onRows={({ rows, total, query }) =>
            keepTrail({
              address: router.state.location.href,
              query,
              stops: rows,
              before: (Number(query.pageNum ?? 1) - 1) * Number(query.pageSize ?? rows.length),
              total,
            })
          }
          cells={{
            businessNo: (row) => number(row, 'approve'),
            subject,
            nodeName: (row) => nodeText(row.nodeName),
            dueAt: (row) => <Due at={row.dueAt} />,
          }}
          rowActions={(row) => [{ key: 'decide', label: text('approval.decide'), to: pathOf(row, 'approve') }]}
          empty={{ title: text('approval.emptyTitle'), text: text('approval.emptyText') }}
        />
      )}
      {tab === 'done' && (
        <ListPage
          key="done"
          list={doneTaskList}
          toolbar={delegate}
          cells={{ businessNo: (row) => number(row, 'view'), subject, nodeName: (row) => nodeText(row.nodeName) }}
          rowActions={(row) => [{ key: 'view', label: text('common.view'), to: pathOf(row, 'view') }]}
          empty={{ title: text('approval.doneTitle') }}
        />
      )}
      {tab === 'mine' && (
        <ListPage
          key="mine"
          list={ownApprovalList}
          cells={{
            businessNo: (row) => number(row, ownPage(row)),
            subject,
            nodeName: (row) => (row.nodeName ? nodeText(row.nodeName) : '-'),
          }}
          rowActions={(row) => [
            row.status === 'REJECTED'
              ? { key: 'correct', label: text('approval.correctShort'), to: pathOf(row, 'edit') }
              : { key: 'view', label: text('common.view'), to: pathOf(row, 'view') },
          ]}
          empty={{ title: text('approval.mineTitle'), text: text('approval.mineText') }}
        />
      )}
      {deciding && <TogetherDialog {...deciding} onClose={() => setDeciding(undefined)} />}
      <DelegationPanel open={delegating} onClose={() => setDelegating(false)} />
    </>
  )
}

/** The decisions that the user may give on all rows that are ticked; each opens a dialog that shows what is decided. */
export function Together({
  tasks,
  onDecide,
}: {
  tasks: readonly Task[]
  onDecide: (deciding: { tasks: readonly Task[]; review: Review }) => void
}) {
  const text = useText()
  const bar = barOfAll(tasks)
  const gives = (review: Review) => tasks.every(({ operations }) => operations?.includes(review))
  const button = (review: Review) => (
    <span className={`together-${review}`}>
      <ActionButton
        act={workflowCalls.approve}
        small
        look={review === 'PASSED' ? 'solid' : 'plain'}
        disabled={bar && text.of('approval.bar', bar)}
        action={() => onDecide({ tasks, review })}
      >
        {text.of('approval.togetherGo', review, { count: tasks.length })}
      </ActionButton>
    </span>
  )
  return (
    <>
      {gives('PASSED') && button('PASSED')}
      {gives('REJECTED') && button('REJECTED')}
    </>
  )
}

/** Until when a decision is asked for; told apart once that has passed. */
function Due({ at }: { at: string | null }) {
  const text = useText()
  if (!at) return '-'
  const isLate = new Date(at).getTime() < Date.now()
  return (
    <span className={isLate ? 'approval-late' : undefined} title={isLate ? text('approval.late') : undefined}>
      {formatDateTime(at)}
    </span>
  )
}
