import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Section, useGoBack } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DecisionBox } from './decision-box.tsx'
import { FlowSteps } from './flow-steps.tsx'
import { useFollow } from './follow.tsx'
import { HistoryTable } from './history-table.tsx'
import { type Approval, useApproval } from './use-approval.ts'
import { nodeText } from './words.ts'
import './approval.css'

export type ApprovalPanelProps = {
  businessNo: string
  businessType: string
  /** The id of the object; an address of an older message has its number alone. */
  businessId: string | undefined
  /** Read only: no task is asked for and no buttons are shown. */
  readOnly?: boolean
  /** What the decision is about, shown beside it and on a phone above it. */
  facts?: ReactNode
  /** After a decision; goes on in the list of waiting approvals, or back, when left out. */
  onDone?: () => void
  /** Where back leads when there is nothing to go back to. */
  back?: string
}

/** Steps, history and, for whoever has to decide, comment and buttons: for any page of an object in approval. */
export default function Panel({ readOnly, facts, onDone, back, ...named }: ApprovalPanelProps) {
  const text = useText()
  const goBack = useGoBack(back ?? '/approval')
  const answer = useApproval(named, !readOnly)
  const follow = useFollow(answer.data, onDone !== undefined)
  if (answer.isLoadingError)
    return (
      <div className="panel approval-none">
        <p className="muted">{text('approval.noHistory')}</p>
        <Button small icon="reload" onClick={() => void answer.refetch()}>
          {text('common.retry')}
        </Button>
      </div>
    )
  if (!answer.data) return <Skeleton lines={6} />
  const approval = answer.data
  const decision = approval.taskId ? (
    <Section title={text('approval.yourDecision')}>
      <DecisionBox
        key={approval.businessId}
        approval={approval}
        follows={follow !== undefined}
        onDone={(next) => void (follow ? follow(next) : (onDone ?? goBack)())}
      />
    </Section>
  ) : (
    <Section title={text('approval.comment')}>
      <ReadOnlyComment approval={approval} readOnly={readOnly ?? false} />
    </Section>
  )
  return (
    <div className="approval-panel">
      <Section title={text('approval.flow')}>
        <FlowSteps approval={approval} />
      </Section>
      <Section title={text('approval.history')}>
        <HistoryTable approval={approval} />
      </Section>
      {facts ? (
        <div className="decision-columns">
          <div>{facts}</div>
          <div className="decision-side">{decision}</div>
        </div>
      ) : (
        decision
      )}
    </div>
  )
}

function ReadOnlyComment({ approval, readOnly }: { approval: Approval; readOnly: boolean }) {
  const text = useText()
  const last = approval.detailDTOS.filter((row) => row.auditComment).at(-1)?.auditComment
  if (last === undefined && approval.status !== 'IN_APPROVE') return <p className="muted">{text('approval.endedSilently')}</p>
  return (
    <>
      <textarea
        className="input decision-comment"
        readOnly
        rows={3}
        aria-label={text('approval.lastComment')}
        value={last ?? ''}
        placeholder={text('approval.noComment')}
      />
      {!readOnly && (
        <p className="muted decision-hint">
          {approval.status === 'IN_APPROVE'
            ? `${text('approval.notYours')} ${text('approval.waitsFor', { step: nodeText(approval.currentNode ?? '') })}`
            : approval.status === 'REJECTED'
              ? text('approval.sentBack')
              : text('approval.ended')}
        </p>
      )}
    </>
  )
}
