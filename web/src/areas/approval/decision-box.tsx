import { useQueryClient } from '@tanstack/react-query'
import { commentFor, commentMax, type ReviewType } from '@usance/domain/approval'
import { errors } from '@usance/wire/errors'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { useEffect, useId, useRef, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useUnsaved } from '../../form/use-unsaved.ts'
import { send } from '../../http/client.ts'
import { Refused } from '../../http/refused.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ask } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notice.ts'
import { CommentField } from './comment-field.tsx'
import { type Following, following } from './trail.ts'
import type { Approval } from './use-approval.ts'

type Props = {
  approval: Approval
  /** The page was opened from the list of waiting approvals: the next of them opens after a decision. */
  follows?: boolean
  /** After a decision, with what follows it. */
  onDone: (next: Following | undefined) => void
}

/** The comment of the person who has to decide, and a button for each decision that they may give. */
export function DecisionBox({ approval, follows, onDone }: Props) {
  const text = useText()
  const queries = useQueryClient()
  const id = useId()
  const [missing, setMissing] = useState<string>()
  const [sent, setSent] = useState(false)
  const [comment, setComment] = useTyped('', { part: `comment ${approval.businessNo}`, wanted: !sent })
  const next = useRef<Following>(undefined)
  const done = () => onDone(next.current)

  useUnsaved(() => !sent && comment.trim() !== '')

  const asked = approval.passComment && text(`approval.passComment.${approval.passComment}`)
  const commentIsThere = (review: ReviewType) => {
    if (commentFor(review, comment, approval.passComment).ok) return true
    const why = review === 'PASSED' && asked ? asked : text('common.approval_comment_tip')
    setMissing(why)
    notify('warning', why)
    return false
  }
  const decide = async (reviewType: ReviewType) => {
    try {
      await send(
        workflowCalls.approve,
        {
          body: {
            approvalComments: comment,
            businessNo: approval.businessNo,
            nodeName: approval.currentNode ?? '',
            taskId: approval.taskId ?? '',
            reviewType,
            contentHash: approval.contentHash,
          },
        },
        { excludeCodes: [errors.STALE_VERSION.code] },
      )
    } catch (error) {
      // Somebody was faster: what the page shows is read again.
      if (error instanceof Refused && error.code === errors.STALE_VERSION.code) notify('warning', text('approval.tooLate'))
      await queries.invalidateQueries({ queryKey: ['approval'] })
      throw error
    }
    setSent(true)
    // A list that does not answer is no reason to stay: the reader then goes back to it.
    next.current = follows ? await following(approval).catch(() => undefined) : undefined
    notify(
      'success',
      text.of('approval.did', reviewType, { no: approval.businessNo }),
      next.current && text('approval.nextIs', { no: next.current.stop.businessNo, count: next.current.left }),
    )
    void queries.invalidateQueries({ queryKey: ['list'] })
    return true as const
  }
  // The record beside the box has queries of its own: a decision on another content waits until that content is read.
  const [readFor, setReadFor] = useState(approval.contentHash)
  useEffect(() => {
    if (readFor === approval.contentHash) return
    let stands = true
    const others = {
      type: 'active' as const,
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'approval',
    }
    queries.refetchQueries(others, { throwOnError: true }).then(
      () => stands && setReadFor(approval.contentHash),
      // The buttons stay barred: what would be decided on is not on the page.
      () => undefined,
    )
    return () => {
      stands = false
    }
  }, [readFor, approval.contentHash, queries])
  // What the own seat may not decide, a colleague's may for whom the user stands in: the server says which it is.
  const gives = (review: ReviewType) => approval.reviews.includes(review)
  const blocked = sent ? text('approval.ended') : readFor !== approval.contentHash && text('approval.changed')
  return (
    <div className="decision">
      <CommentField
        id={id}
        label={text('approval.comment')}
        hint={asked ?? text('approval.commentHint')}
        value={comment}
        onChange={(typed) => {
          setComment(typed)
          setMissing(undefined)
        }}
        missing={missing}
        rows={4}
        required={asked !== null}
      >
        <span className="muted">
          {comment.length} / {commentMax}
        </span>
      </CommentField>
      <div className="decision-buttons">
        {gives('PASSED') && (
          <span className="decision-pass">
            <ActionButton
              act={workflowCalls.approve}
              disabled={blocked}
              before={() => commentIsThere('PASSED')}
              action={() => decide('PASSED')}
              after={done}
            >
              {text('approval.pass')}
            </ActionButton>
          </span>
        )}
        {gives('REJECTED') && (
          <span className="deny">
            <ActionButton
              act={workflowCalls.approve}
              look="plain"
              disabled={blocked}
              before={() => commentIsThere('REJECTED')}
              action={() => decide('REJECTED')}
              after={done}
            >
              {text('approval.deny')}
            </ActionButton>
            <span role="tooltip" className="deny-tip">
              <Icon name="alert" size={16} />
              {text('approval.denyTip')}
            </span>
          </span>
        )}
        {gives('REFUSED') && (
          <ActionButton
            act={workflowCalls.approve}
            look="danger"
            disabled={blocked}
            before={() =>
              commentIsThere('REFUSED') &&
              ask({
                title: text('approval.rejectTitle'),
                text: text('approval.rejectText', { no: approval.businessNo }),
                ok: text('approval.reject'),
                danger: true,
              })
            }
            action={() => decide('REFUSED')}
            after={done}
          >
            {text('approval.reject')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}
