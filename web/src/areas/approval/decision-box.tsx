import { commentFor, commentMax, type ReviewType } from '@usance/domain/approval'
import { useId, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useUnsaved } from '../../form/use-unsaved.ts'
import { useText } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notice.ts'
import { CommentField } from './comment-field.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import type { Following } from './trail.ts'
import type { Approval } from './use-approval.ts'
import { useContentRead, useDecision } from './use-decision.ts'

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
  const id = useId()
  const { sent, next, decide } = useDecision(approval, follows)
  const [missing, setMissing] = useState<string>()
  const [comment, setComment] = useTyped('', { part: `comment ${approval.businessNo}`, wanted: !sent })
  const isRead = useContentRead(approval.contentHash)

  useUnsaved(() => !sent && comment.trim() !== '')

  const asked = approval.passComment && text(`approval.passComment.${approval.passComment}`)
  const commentIsThere = (review: ReviewType) => {
    if (commentFor(review, comment, approval.passComment).ok) return true
    const why = review === 'PASSED' && asked ? asked : text('common.approval_comment_tip')
    setMissing(why)
    notify('warning', why)
    return false
  }
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
      <DecisionButtons
        approval={approval}
        blocked={sent ? text('approval.ended') : !isRead && text('approval.changed')}
        before={commentIsThere}
        decide={(review) => decide(review, comment)}
        after={() => onDone(next.current)}
      />
    </div>
  )
}
